/** Letters that turn the direction of writing or are not seen: code must not look like other code. */
import { cleanText } from '#filecoin/encoding/text.ts';

const HIDDEN = /([\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff])/;

const named = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text in parts: what is seen as it is, and letters that are not seen by their number. */
export function seenParts(text: string): readonly { text: string; hidden: boolean }[] {
  return text
    .split(HIDDEN)
    .map((part, index) =>
      index % 2 === 1 ? { text: named(part), hidden: true } : { text: part, hidden: false },
    )
    .filter((part) => part.text !== '');
}

/** A stranger’s words, for one place: bounded, and without letters that are not seen. */
export function seenName(text: string, limit = 200): string {
  const parts = seenParts(cleanText(text, limit));
  return parts.map((part) => (part.hidden ? `<${part.text}>` : part.text)).join('');
}
