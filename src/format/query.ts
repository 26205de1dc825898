/**
 * The page number of a page's address: `?page=` counts from 1, absent is the first. Returns it
 * counted from 0 as the API does, or null when it is not a page number.
 */
export function readPage(query: URLSearchParams, name = 'page'): number | null {
  const text = query.get(name);
  if (text === null || text === '') return 0;
  if (!/^[1-9]\d{0,8}$/.test(text)) return null;
  return Number(text) - 1;
}

/** The continent that a query names, by its letters; `OA` is what some clients call Oceania. */
export function readContinent(query: URLSearchParams, name: string): string {
  const text = query.get(name) ?? '';
  return text === 'OA' ? 'OC' : text;
}

/** The chosen one of several words (a tab, a sort), or the first when the query names none of them. */
export function readChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = query.get(name);
  return choices.find((choice) => choice === text) ?? choices[0];
}
