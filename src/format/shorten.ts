/** What an identifier is; decides how it is shortened and where it leads. */
export type IdentifierKind =
  'address' | 'cid' | 'block' | 'message' | 'hash' | 'height' | 'peer' | 'topic' | 'plain';

export interface Shortened {
  head: string;
  /** What is folded away; empty when the text is shown whole. */
  middle: string;
  tail: string;
}

const KEEP: Record<IdentifierKind, readonly [head: number, tail: number]> = {
  address: [6, 4],
  cid: [8, 4],
  block: [8, 4],
  message: [8, 4],
  hash: [6, 4],
  height: [Infinity, 0],
  peer: [8, 4],
  topic: [6, 4],
  plain: [Infinity, 0],
};

/** Whether this is an ID address past 2^53: no actor comes to have one. */
export function isBeyondIds(address: string): boolean {
  return /^[ft]0\d{16,}$/.test(address) && Number(address.slice(2)) > Number.MAX_SAFE_INTEGER;
}

/**
 * The one rule of shortening: an identifier keeps its beginning and end by kind
 * (`bafy2bza…k4w7`, `f1abjx…p3za`, `0x4f2c…91be`); ID addresses that an actor may have and whatever would
 * not get shorter stay whole. The parts joined are always the whole text.
 */
export function shorten(kind: IdentifierKind, text: string): Shortened {
  const rule = text.startsWith('0x') ? KEEP.hash : KEEP[kind];
  const [head, tail] = rule;
  const whole = kind === 'address' && /^[ft]0\d/.test(text) && !isBeyondIds(text);
  if (whole || head + tail + 1 >= text.length) return { head: text, middle: '', tail: '' };
  return {
    head: text.slice(0, head),
    middle: text.slice(head, text.length - tail),
    tail: text.slice(text.length - tail),
  };
}

/** {@link shorten} as one string with an ellipsis. */
export function shortText(kind: IdentifierKind, text: string): string {
  const { head, middle, tail } = shorten(kind, text);
  return middle === '' ? text : `${head}…${tail}`;
}
