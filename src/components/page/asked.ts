import { BadInput } from '#explorer/errors.ts';

const MAX_SHOWN = 40;

/**
 * The word for a tab that `?t=` asks for; null where it asks for none. Throws BadInput for what is no tab
 * of any page of its kind: `known` are these tabs, and what old links call them.
 */
export function askedTab(query: URLSearchParams, known: readonly string[]): string | null {
  const asked = query.get('t');
  if (asked === null || asked === '') return null;
  if (!known.includes(asked)) throw new BadInput('badTab', { tab: asked.slice(0, MAX_SHOWN) });
  return asked;
}

/** Which values each parameter of a page's address has; an old one that links may still bear among them. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** Throws BadInput for the first parameter whose value is none of those that the page has. */
export function askedChoices(query: URLSearchParams, choices: Choices): void {
  for (const [name, known] of Object.entries(choices)) {
    const value = query.get(name) ?? '';
    if (value !== '' && !known.includes(value))
      throw new BadInput('unknownChoice', {
        name,
        value: value.slice(0, MAX_SHOWN),
        known: known.join(', '),
      });
  }
}
