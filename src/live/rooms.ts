import type { Explorer } from '#explorer/index.ts';
import { LOCALES, type Locale } from '#i18n/locales.ts';

/** Rows of `tipset/recent` and `account/rich-list`: as many as the home page shows. */
const ROWS = 10;

/** An event of a room: its name and the same body as the call of the API. */
export interface RoomEvent {
  event: string;
  payload: unknown;
}

/** What a room tells: at once to who joins, and to all in it on every change of the head. */
export type Room = (explorer: Explorer) => Promise<RoomEvent[]>;

/** The rooms that a client may subscribe to, by topic. */
export const ROOMS: ReadonlyMap<string, Room> = new Map<string, Room>([
  [
    'blockchain',
    async (explorer) => [
      { event: 'blockchain/overview', payload: (await explorer.network.overview()).data },
    ],
  ],
  [
    'account',
    async (explorer) => {
      const richest = async (locale: Locale) => ({
        event: `account/rich-list/${locale}`,
        payload: (await explorer.in(locale).richList.list({ pageSize: ROWS })).data,
      });
      return Promise.all(LOCALES.map(richest));
    },
  ],
  [
    'tipset',
    async (explorer) => {
      const recent = async (locale: Locale) => ({
        event: `tipset/recent/${locale}`,
        payload: (await explorer.in(locale).tipset.recent(ROWS)).data,
      });
      return Promise.all(LOCALES.map(recent));
    },
  ],
]);
