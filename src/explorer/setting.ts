/** What a reader brings to every look at an index. */
import { bundledContent, type ContentOf } from '#content/networks.ts';
import type { Store } from '#store/store.ts';
import { createPast } from './past.ts';
import type { PlaceRecords } from './place.ts';
import { Standing } from './standing.ts';
import { Claims } from './tag/claims.ts';
import type { Setting } from './view.ts';
import { Wishes } from './wishes.ts';

export interface ExplorerOptions {
  /** The wall clock, milliseconds. */
  now?: () => number;
  /** Where IP addresses are; nowhere unless given. */
  places?: PlaceRecords;
  /** What editors wrote; what comes with the program unless given. */
  contentOf?: ContentOf;
  /** How long a reader is kept for what is not taken over yet, ms; a moment unless given. */
  patienceMs?: number;
  /** How many rows of each kind are held for a state of the index; some thousands unless given. */
  heldRows?: number | undefined;
}

/** In English. */
export function settingOf(
  store: Store,
  {
    now = Date.now,
    places = () => null,
    contentOf = bundledContent(),
    patienceMs,
    heldRows,
  }: ExplorerOptions = {},
): Setting {
  return {
    language: 'en',
    now,
    places,
    contentOf,
    past: createPast(),
    wishes: new Wishes(store, patienceMs),
    claims: new Claims(),
    standing: new Standing(heldRows),
  };
}
