/** What a page shows of the chain as it goes on. */
import type { Locale } from '#i18n/locales.ts';
import { followAddress } from './address.ts';
import { followHome } from './home.ts';
import { followChain, followPool } from './list.ts';
import { followMessage } from './message.ts';

/** Follows what a place of a page shows, by its name for the live client. */
export function follow(place: HTMLElement, locale: Locale): void {
  const { live } = place.dataset;
  if (live === 'message') followMessage(place);
  else if (live === 'pool') followPool(locale);
  else if (live === 'chain') followChain();
  else if (live === 'tipsets') followHome();
  else followAddress(place);
}
