import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** For what is no page: nothing may be loaded or framed from it. */
const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";
const FRAMES = "frame-ancestors 'none'";

/** Headers of every answer, whatever answers. */
export const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** A year, of this host alone: others of its domain are not ours to speak for. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * The content security policy of an answer: a page brings its own and is given what only a header can say; anything else may load nothing.
 */
export function policyFor(contentType: string, own: string | undefined): string {
  if (own !== undefined)
    return own.includes('frame-ancestors') ? own : `${own.replace(/;\s*$/, '')}; ${FRAMES}`;
  return contentType.startsWith('text/html') ? FRAMES : BARE_POLICY;
}

/** Hashes as policies name them, by texts a letter for a byte: most stand in many pages. */
const HASHES = new LRUCache<string, string>({
  maxSize: 1024 * 1024,
  sizeCalculation: (hash, text) => hash.length + text.length,
});

function hashOf(text: string): string {
  const known = HASHES.get(text);
  if (known !== undefined) return known;
  const hash = `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
  HASHES.set(text, hash);
  return hash;
}

/** What is written between the tags of a page's inline scripts and styles, a letter for a byte. */
function inlineTexts(html: Buffer): string[] {
  return ['script', 'style'].flatMap((name) => {
    const texts: string[] = [];
    // Markup is ASCII: bytes are looked through, which is many times faster than a pattern over letters.
    for (let at = html.indexOf(`<${name}`); at !== -1; at = html.indexOf(`<${name}`, at)) {
      const begin = html.indexOf('>', at) + 1;
      const end = html.indexOf(`</${name}>`, begin);
      if (begin === 0 || end === -1) break;
      texts.push(html.toString('latin1', begin, end));
      at = end;
    }
    return texts;
  });
}

/** A policy by its hashes: texts with a hash behind each but the last one. */
const SPLIT = new LRUCache<string, { texts: string[]; hashes: string[] }>({ max: 4 });

function splitPolicy(policy: string): { texts: string[]; hashes: string[] } {
  const known = SPLIT.get(policy);
  if (known !== undefined) return known;
  const parts = policy.split(/ ('sha256-[^']+')/);
  const split = {
    texts: parts.filter((_, at) => at % 2 === 0),
    hashes: parts.filter((_, at) => at % 2 === 1),
  };
  SPLIT.set(policy, split);
  return split;
}

/**
 * A page's policy without the hashes of what is not written in this page: the build lists those of
 * the whole site, which weigh more than many a page. It never gains one, whatever the page contains.
 * @param html in UTF-8
 */
export function slimPolicy(policy: string, html: Buffer): string {
  const inline = new Set(inlineTexts(html).map(hashOf));
  const { texts, hashes } = splitPolicy(policy);
  return texts
    .map((text, at) => {
      const hash = hashes[at];
      return hash !== undefined && inline.has(hash) ? `${text} ${hash}` : text;
    })
    .join('');
}
