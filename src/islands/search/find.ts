import type { SearchResult } from '#explorer/search/schema.ts';
import { paths } from '#format/paths.ts';
import type { Locale } from '#i18n/locales.ts';
import { ApiError, getJson } from '../queries/api.ts';

/** Where a search result leads; null when nothing was found. */
export function resultPath(result: SearchResult, locale: Locale): string | null {
  if (!('type' in result)) return null;
  switch (result.type) {
    case 'tipset':
      return paths.tipset(locale, result.height);
    case 'block':
      return paths.block(locale, result.cid);
    case 'message':
      return paths.message(locale, result.cid);
    case 'address':
      return paths.address(locale, result.address);
    case 'peer':
      return paths.peer(locale, result.id);
  }
}

/** Asks the server what `text` names. Null: nothing. Throws when the server cannot be asked. */
export async function find(text: string, locale: Locale): Promise<string | null> {
  try {
    return resultPath(
      await getJson<SearchResult>('/search', { id: text }, AbortSignal.timeout(10_000)),
      locale,
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}
