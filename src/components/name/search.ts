import { paths, type PathLocale } from '#format/paths.ts';

/** Where a search in the name service leads: names end with the services' suffix, all else is an account. */
export function searchedPath(lang: PathLocale, text: string): string {
  const asked = text.trim();
  if (asked === '') return paths.names(lang);
  return /\.fil$/i.test(asked) ? paths.name(lang, asked) : paths.namesOf(lang, asked);
}
