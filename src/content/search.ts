/** Looks for words in articles. */

/** A part of an article under a heading of its own; the first one stands before all headings. */
export interface Section {
  /** Anchor; null for the beginning. */
  anchor: string | null;
  title: string;
  text: string;
}

/** A piece of text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  hit: boolean;
}

export interface Found<T> {
  article: T;
  places: { anchor: string | null; title: string; pieces: Piece[] }[];
}

/** What may be looked for, in characters. */
export const MAX_QUERY = 100;
/** Places that are shown of one article. */
const MAX_PLACES = 4;
/** Characters shown before and after what was found. */
const AROUND = 70;

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of HTML without its marks, in one line. */
function plain(html: string): string {
  return html
    .replaceAll(/<\/?(?:p|li|t[dh]|h\d|pre|blockquote|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The parts of an article's HTML. */
export function sectionsOf(html: string, title: string): Section[] {
  const [beginning = '', ...rest] = html.split(/<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/);
  const sections: Section[] = [{ anchor: null, title, text: plain(beginning) }];
  for (let i = 0; i < rest.length; i += 3)
    sections.push({
      anchor: rest[i] ?? '',
      title: plain(rest[i + 1] ?? ''),
      text: plain(rest[i + 2] ?? ''),
    });
  return sections;
}

/**
 * The articles that hold every word of the query, with the places that hold them all, or else any. Those
 * whose title has a word come first.
 */
export function search<T extends { title: string; sections: readonly Section[] }>(
  articles: readonly T[],
  query: string,
): Found<T>[] {
  const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
  if (words.length === 0) return [];
  const holds = (text: string, word: string): boolean => text.toLowerCase().includes(word);
  const inTitle = ({ title }: T): number => words.filter((word) => holds(title, word)).length;
  return articles
    .flatMap((article) => {
      const texts = article.sections.map(({ title, text }) => `${title} ${text}`);
      const whole = `${article.title} ${texts.join(' ')}`;
      if (!words.every((word) => holds(whole, word))) return [];
      const all = texts.map((text) => words.every((word) => holds(text, word)));
      const chosen = all.includes(true)
        ? all
        : texts.map((text) => words.some((word) => holds(text, word)));
      const places = article.sections
        .filter((_, index) => chosen[index])
        .slice(0, MAX_PLACES)
        .map(({ anchor, title, text }) => ({ anchor, title, pieces: excerpt(text, words) }));
      return [{ article, places }];
    })
    .sort((a, b) => inTitle(b.article) - inTitle(a.article));
}

/** The surroundings of the first word that is found, or the beginning, with all words marked. */
export function excerpt(text: string, words: readonly string[]): Piece[] {
  const lower = text.toLowerCase();
  const firsts = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = firsts.length === 0 ? 0 : Math.min(...firsts);
  const from = first <= AROUND ? 0 : first - AROUND;
  const to = Math.min(text.length, first + 2 * AROUND);
  const cut = `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return cut
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
