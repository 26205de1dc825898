/** Markdown to HTML that holds nothing but what is listed here, whatever the text says. */
import type { Locale } from '#i18n/locales.ts';
import { markdownToHast, type HastNode } from 'satteri';

/** Elements that come through, with their attributes; all others leave their text. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h2: [],
  h3: [],
  h4: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  pre: [],
  code: [],
  em: [],
  strong: [],
  del: [],
  a: ['href'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
  br: [],
  hr: [],
};
const VOID: ReadonlySet<string> = new Set(['br', 'hr']);
/** A page or a place on this site, or an address outside. */
const HREF = /^(?:\/(?![/\\])|#|https?:\/\/)/;

/**
 * Raw HTML, pictures and links of other protocols are left out; links to pages of this site lead to
 * those in `language`.
 */
export function renderMarkdown(markdown: string, language: Locale): string {
  return render(markdownToHast(markdown, { features: { frontmatter: false } }), language);
}

function render(node: HastNode, language: Locale): string {
  if (node.type === 'text') return escape(node.value);
  if (node.type !== 'element' && node.type !== 'root') return '';
  const inner = node.children.map((child) => render(child, language)).join('');
  if (node.type === 'root') return inner;
  const allowed = Object.hasOwn(ELEMENTS, node.tagName) ? ELEMENTS[node.tagName] : undefined;
  if (allowed === undefined) return inner;
  const attributes = allowed.flatMap((name) => {
    const value = node.properties[name];
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (text === '') return [];
    if (name !== 'href') return [[name, text] as const];
    return HREF.test(text) ? [[name, linkIn(text, language)] as const] : [];
  });
  const outside = attributes.some(([name, text]) => name === 'href' && text.startsWith('http'));
  const written = attributes.map(([name, text]) => ` ${name}="${escape(text)}"`).join('');
  // What scrolls by itself must be reached by the keyboard.
  const focus = node.tagName === 'pre' ? ' tabindex="0"' : '';
  const tag = `<${node.tagName}${focus}${written}${outside ? ' rel="noopener"' : ''}>`;
  return VOID.has(node.tagName) ? tag : `${tag}${inner}</${node.tagName}>`;
}

/** A link of an editor as it stands on a page: one to a page of this site gets the reader’s language. */
export function linkIn(url: string, language: Locale): string {
  return /^\/(?!\/|api\/)/.test(url) ? `/${language}${url}` : url;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
