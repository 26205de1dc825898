import { readMoment } from './moment.ts';

/** What a link, or a word in front, says of the number or address. */
export type LinkKind = 'height' | 'deal' | 'token';

/** What somebody typed or pasted, taken apart. */
export interface Pasted {
  /** The identifier, or the text as it is but for the blanks around it. */
  text: string;
  /** Host of a link, in lower case; null for everything else. */
  host: string | null;
  /** What the link or the word in front says that it is; null when neither says it. */
  kind: LinkKind | null;
}

/** Words in front of an identifier, in links of this and other explorers and as people write them. */
const WORDS: Readonly<Record<string, LinkKind>> = {
  tipset: 'height',
  height: 'height',
  epoch: 'height',
  block: 'height',
  blocks: 'height',
  deal: 'deal',
  deals: 'deal',
  dealid: 'deal',
  token: 'token',
  tokens: 'token',
  区块: 'height',
  区块高度: 'height',
  高度: 'height',
  订单: 'deal',
  存储订单: 'deal',
  팁셋: 'height',
  블록: 'height',
  높이: 'height',
  거래: 'deal',
  '저장 거래': 'deal',
  '스토리지 딜': 'deal',
  딜: 'deal',
};

/** What can only be an identifier: hex of 20 or 32 bytes, addresses, CIDs, peers, names. */
const UNMISTAKABLE =
  /^(?:(?:0x)?(?:[0-9a-f]{40}|[0-9a-f]{64})|[ft][0-4][0-9a-z]+|b[a-z2-7]{20,}|(?:12D3KooW|Qm)[1-9A-HJ-NP-Za-km-z]{30,}|[^.]+\.fil)$/i;
const NUMBER = /^\d+$/;
/** A storage provider and one of its sectors, `f01000/12`: no path, of which only the address would count. */
const SECTOR = /^[ft][0-4][0-9a-z]+\/#?\d+$/i;
/** Where a node listens, which ends with a port; with its peer ID it is looked for by that. */
const MULTIADDRESS = /^\/(?:ip[46]|dns(?:[46]|addr)?)\/[^/]+(?:\/|$)/i;
/** `Deal #502`, `tipset: 19,600`, `高度19600`. */
const WORD_FIRST = /^(?<word>\p{L}[\p{L} ]*?)[ :]*(?<text>#?\d[\d,_\s]*)$/u;
/** `miner f01000`: one word, and what can be nothing else. */
const WORD_BEFORE = /^\p{L}+[ :]+(?<text>\S+)$/u;
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;
const QUOTED = /^(["'`“‘«])(?<text>[^"'`“”‘’«»]+)["'`”’»]$/u;

/**
 * Takes apart what somebody typed or pasted: full-width digits become plain ones, quotation marks
 * and what cannot be seen (zero-width characters, marks of direction) around it go, a number loses its
 * separators (`19,600`, `#19_600`, `19 600`), an explorer's link leaves the identifier in it, as do
 * words in front (`Deal #502`, `miner f01000`), and the 40 or 64 hex digits of an address or hash get
 * the `0x` that they lack.
 */
export function readPasted(input: string): Pasted {
  const typed = input.normalize('NFKC').replace(BLANK, '').replace(QUOTED, '$<text>');
  if (readMoment(typed) !== null) return { text: typed, host: null, kind: null };
  const isLink = typed.includes('/') && !/[\s<>]/.test(typed) && !SECTOR.test(typed);
  const link = isLink ? readLink(typed) : null;
  const { text, host, kind } = link ?? readWords(typed) ?? { text: typed, host: null, kind: null };
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)) return { text: `0x${text}`, host, kind };
  const number = /^#?\d[\d,_\s]*$/.test(text) ? text.replace(/\D/g, '') : text;
  return { text: number, host, kind };
}

/** An identifier with the word in front that says what it is. Null for everything else. */
function readWords(typed: string): Pasted | null {
  const { word = '', text = '' } = WORD_FIRST.exec(typed)?.groups ?? {};
  const kind = kindOf({ word, text: text.replace(/\D/g, '') });
  if (kind !== null) return { text, host: null, kind };
  const named = WORD_BEFORE.exec(typed)?.groups?.text;
  return named !== undefined && UNMISTAKABLE.test(named)
    ? { text: named, host: null, kind: null }
    : null;
}

/** A link, with or without `https://`, or only its path. Null when there is nothing in it. */
function readLink(typed: string): Pasted | null {
  // Routes behind a hash are paths of pages that draw themselves.
  const whole = typed.replace('/#/', '/');
  const absolute = /^https?:\/\//i.test(whole)
    ? whole
    : /^[^/]+\.[^/]+\//.test(whole)
      ? `https://${whole}`
      : null;
  const url = URL.parse(absolute ?? `https://-/${whole}`);
  if (url === null) return null;
  const host = absolute === null ? null : url.hostname.replace(/^www\./, '');
  const path = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  const parts = [
    ...path.map((text, at) => ({ text, word: path[at - 1] ?? '' })).reverse(),
    ...[...url.searchParams].map(([word, text]) => ({ text, word })),
  ];
  const found =
    parts.find(({ text }) => UNMISTAKABLE.test(text)) ??
    (MULTIADDRESS.test(typed)
      ? undefined
      : (parts.find(({ text, word }) => NUMBER.test(text) && kindOf({ text, word }) !== null) ??
        parts[0]));
  if (found === undefined) return null;
  return { text: found.text, host, kind: kindOf(found) };
}

/** A word that does not fit what follows it says nothing: `/block/bafy2…` is no height. */
function kindOf({ text, word }: { text: string; word: string }): LinkKind | null {
  const key = word.toLowerCase();
  const kind = Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
  if (kind === undefined) return null;
  return (kind === 'token') === NUMBER.test(text) ? null : kind;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
