/** A source made ready for a page: some of its lines, coloured, with links to definitions and files. */
import { seenParts } from './hidden.ts';
import type { SourcePosition, SourceLinks } from './links.ts';
import { linesEnded, scan, wordLook } from './scan.ts';
import type { Token } from './scan.ts';

export type Look =
  'comment' | 'doc' | 'text' | 'number' | 'keyword' | 'constant' | 'type' | 'hidden';

export interface Piece {
  readonly text: string;
  readonly look: Look | null;
  /** Where it leads. */
  readonly to: SourcePosition | null;
}

export type SourceLine = readonly Piece[];

/** Lines and letters of a source that a page bears; the rest is on further pages. */
const PAGE_LINES = 300;
const PAGE_LETTERS = 12_000;
/** Letters of a line that are shown. */
export const LINE_LETTERS = 2000;

/** The first lines (from 1) of the pages on which a source is shown. */
export function pagesOf(source: string): readonly number[] {
  const starts = [1];
  let lines = 0;
  let letters = 0;
  let line = 1;
  for (let at = 0; at < source.length; line++) {
    const end = source.indexOf('\n', at);
    const length = Math.min((end < 0 ? source.length : end) - at, LINE_LETTERS);
    if (lines > 0 && (lines >= PAGE_LINES || letters + length > PAGE_LETTERS)) {
      starts.push(line);
      lines = 0;
      letters = 0;
    }
    lines++;
    letters += length + 1;
    if (end < 0) break;
    at = end + 1;
  }
  return starts;
}

/** The first line of the page that has this line. */
export function pageAt(starts: readonly number[], line: number): number {
  return starts.findLast((start) => start <= line) ?? 1;
}

function lookOf({ kind, text }: Token): Look | null {
  if (kind === 'word') return wordLook(text);
  return kind === 'mark' || kind === 'space' ? null : kind;
}

/** Tokens with those before and after them that say what a name is used as. */
interface Read {
  readonly token: Token;
  readonly line: number;
}

/**
 * Lines of a source from one line to another, both included; `links` tells where names lead.
 * Beyond {@link LINE_LETTERS} a line is cut, and ends in `…`.
 */
export function sourceLines(
  source: string,
  file: string,
  [from, to]: readonly [number, number],
  links: SourceLinks | null,
): readonly SourceLine[] {
  const tokens: Read[] = [];
  let line = 1;
  for (const token of scan(source)) {
    if (line > to + 1) break;
    tokens.push({ token, line });
    line += linesEnded(token.text);
  }
  const lines: Piece[][] = source === '' && from === 1 ? [[]] : [];
  const letters: number[] = [];
  const put = (at: number, text: string, look: Look | null, place: SourcePosition | null): void => {
    const used = letters[at] ?? 0;
    if (used > LINE_LETTERS) return;
    const cut = text.length > LINE_LETTERS - used;
    const shown = cut ? `${text.slice(0, LINE_LETTERS - used).toWellFormed()}…` : text;
    letters[at] = used + text.length + (cut ? 1 : 0);
    const pieces = (lines[at] ??= []);
    for (const part of seenParts(shown)) {
      const last = pieces.at(-1);
      if (part.hidden) pieces.push({ text: part.text, look: 'hidden', to: null });
      else if (last !== undefined && place === null && last.to === null && last.look === look)
        pieces[pieces.length - 1] = { ...last, text: last.text + part.text };
      else pieces.push({ text: part.text, look, to: place });
    }
  };
  const uses = usesOf(tokens, file, links);
  tokens.forEach(({ token, line: start }, index) => {
    token.text.split('\n').forEach((text, n) => {
      const at = start + n;
      if (at < from || at > to) return;
      lines[at - from] ??= [];
      put(at - from, text.replace(/\r$/, ''), lookOf(token), uses(index));
    });
  });
  return lines;
}

/** What a word or an import's path leads to, by the tokens around it. */
function usesOf(
  tokens: readonly Read[],
  file: string,
  links: SourceLinks | null,
): (index: number) => SourcePosition | null {
  const quiet = (kind: Token['kind']) => kind === 'space' || kind === 'comment' || kind === 'doc';
  const speaking = tokens.flatMap(({ token }, index) => (quiet(token.kind) ? [] : [index]));
  const places = new Map(speaking.map((index, place) => [index, place]));
  const near = (index: number, by: number): string => {
    const place = places.get(index);
    const other = place === undefined ? undefined : speaking[place + by];
    return other === undefined ? '' : (tokens[other]?.token.text ?? '');
  };
  const importing = new Set<number>();
  let open = false;
  for (const index of speaking) {
    const text = tokens[index]?.token.text;
    if (text === 'import') open = true;
    else if (text === ';') open = false;
    else if (open && tokens[index]?.token.kind === 'text') importing.add(index);
  }
  return (index) => {
    const read = tokens[index];
    if (read === undefined || links === null) return null;
    const { token, line } = read;
    if (importing.has(index)) {
      const target = links.imported(file, token.text.slice(1, -1));
      return target === null ? null : { file: target, line: 1 };
    }
    if (token.kind !== 'word' || wordLook(token.text) !== null) return null;
    const after = near(index, 1);
    const before = near(index, -2);
    return links.placeOf({
      file,
      line,
      name: token.text,
      of: near(index, -1) !== '.' ? null : /^[\w$]+$/.test(before) ? before : '',
      called: after === '(' || after === '{',
    });
  };
}
