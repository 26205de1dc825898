import { normalizeName } from '#filecoin/evm/names.ts';
import { paths, type PathLocale } from '#format/paths.ts';
import { classify } from '#islands/search/classify.ts';

const SUFFIX = '.fil';

/**
 * Where a search in the name service leads: a name to its page, also without the services' suffix; all else
 * is an account, whose page says it where it is none.
 */
export function searchedPath(lang: PathLocale, text: string): string {
  const asked = text.trim();
  if (asked === '') return paths.names(lang);
  if (asked.toLowerCase().endsWith(SUFFIX)) return paths.name(lang, asked);
  return isLabel(asked) ? paths.name(lang, `${asked}${SUFFIX}`) : paths.namesOf(lang, asked);
}

/** Whether a text is a name without its suffix. What begins as an address is a mistyped one at most. */
function isLabel(text: string): boolean {
  const { kind } = classify(text);
  const looksLikeAddress = kind === 'address' || kind === 'ethAddress';
  return !looksLikeAddress && !text.includes('.') && normalizeName(text) !== null;
}
