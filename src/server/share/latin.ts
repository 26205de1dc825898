/** What the pictures' fonts have letters for. */
const DRAWN = /^[\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018-\u201D\u2026]+$/;
const LONGEST = 40;

/** A text of the chain as a picture can show it, cut where it is long; null where it has other letters. */
export function latin(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  if (!DRAWN.test(trimmed)) return null;
  return trimmed.length > LONGEST ? `${trimmed.slice(0, LONGEST - 1)}…` : trimmed;
}
