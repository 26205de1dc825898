/** The page's address as it names a function and what was typed for it. */
import type { Draft } from '#contracts/abi/draft.ts';
import { draftText } from './typed.ts';

/** Function, and each of its parameters' texts. */
const FUNCTION = 'f';
const VALUE = 'v';
/** Of the FIL sent along, attoFIL; and at which height it is read. */
const MORE = ['value', 'height'] as const;
export type More = Partial<Record<(typeof MORE)[number], string>>;

export interface Linked extends More {
  /** Signature, selector or name. */
  f: string;
  v: readonly string[];
}

/** What a page's query asks to be opened; null for nothing. */
export function linkedFrom(query: URLSearchParams): Linked | null {
  const f = query.get(FUNCTION);
  if (f === null || f === '') return null;
  const more = MORE.map((name) => [name, query.get(name)] as const);
  return {
    f,
    v: query.getAll(VALUE),
    ...Object.fromEntries(more.filter(([, text]) => text !== null)),
  };
}

/** A page's address that opens a function (`signature`) with what is typed for it; null: none. */
export function linkTo(
  url: URL,
  signature: string | null,
  drafts: readonly Draft[] = [],
  more: More = {},
): URL {
  const made = new URL(url);
  for (const name of [FUNCTION, VALUE, ...MORE]) made.searchParams.delete(name);
  made.hash = '';
  if (signature === null) return made;
  made.searchParams.set(FUNCTION, signature);
  const texts = drafts.map(draftText);
  if (texts.some((text) => text !== '' && text !== '[]'))
    for (const text of texts) made.searchParams.append(VALUE, text);
  for (const name of MORE) {
    const text = more[name] ?? '';
    if (text !== '') made.searchParams.set(name, text);
  }
  return made;
}
