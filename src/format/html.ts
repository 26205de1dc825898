/** Texts as HTML and as XML. */

const SPECIAL = /[&<>"']/;

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, written as Astro does. Most texts have nothing to escape, which is quickly seen. */
export function textOf(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(/[&<>"']/g, (letter) => NAMES[letter] ?? '') : text;
}

/** A text as XML, or as HTML: what is escaped is written by its number. */
export const xmlOf = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
