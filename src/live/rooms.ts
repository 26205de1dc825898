import { BadInput, type Explorer } from '#explorer/index.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#i18n/locales.ts';

/** Rows of `tipset/recent` and `account/rich-list`: as many as the home page shows. */
const ROWS = 10;

/** An event of a room: its name and the same body as the call of the API. */
export interface RoomEvent {
  event: string;
  payload: unknown;
}

/** Things that go on by themselves, told by their id. */
export interface Progress {
  /** Null for an id that nobody was given. */
  find(id: string): Promise<object | null>;
  /** Tells what it is whenever that has changed. Answers how to stop. */
  follow(id: string, tell: (state: object) => void): () => void;
}

/** What a client may subscribe to by a topic. */
export interface Room {
  /** What it holds: told at once to who joins, and to all in it whenever that has changed. */
  state(explorer: Explorer): Promise<RoomEvent[]>;
  /** With what it changes: with every head, with the message pool, or by itself. */
  follows: 'head' | 'pool' | 'itself';
  /** Tells what it holds from now on whenever that changes, where it follows itself. Answers how to stop. */
  follow?(tell: (event: RoomEvent) => void): () => void;
  /** Whether it is one of a few that are read once for all who join. */
  shared: boolean;
  locale: Locale;
}

const inAllLanguages = (read: (locale: Locale) => Promise<RoomEvent>): Promise<RoomEvent[]> =>
  Promise.all(LOCALES.map(read));

/** The rooms of the network: their events come in all languages. */
const NETWORK_ROOMS: ReadonlyMap<string, Room['state']> = new Map<string, Room['state']>([
  [
    'blockchain',
    async (explorer) => [
      { event: 'blockchain/overview', payload: (await explorer.network.overview()).data },
    ],
  ],
  [
    'account',
    (explorer) =>
      inAllLanguages(async (locale) => ({
        event: `account/rich-list/${locale}`,
        payload: (await explorer.in(locale).richList.list({ pageSize: ROWS })).data,
      })),
  ],
  [
    'tipset',
    (explorer) =>
      inAllLanguages(async (locale) => ({
        event: `tipset/recent/${locale}`,
        payload: (await explorer.in(locale).tipset.recent({ count: ROWS })).data,
      })),
  ],
]);

/** A room of a verification: its id is known to who handed it in. */
const VERIFICATION = /^verification\/([0-9a-f-]{36})$/;
/** A room of one thing: its topic ends in a language (English without), its events begin with the topic. */
const TOPIC = /^(?:(mempool)|(message|address)\/([^/\s]{1,128}))(?:\/(\w\w))?$/;

/** One verification; it says all in the words of programs. */
const verificationRoom = (topic: string, id: string, progress: Progress): Room => ({
  async state() {
    const payload = await progress.find(id);
    if (payload === null) throw new BadInput('noVerification');
    return [{ event: topic, payload }];
  },
  follow: (tell) => progress.follow(id, (payload) => tell({ event: topic, payload })),
  follows: 'itself',
  shared: false,
  locale: DEFAULT_LOCALE,
});

/** The room of a topic; null when there is none. `progress`: of verifications, where there are any. */
export function roomOf(topic: string, progress?: Progress): Room | null {
  const [, job] = VERIFICATION.exec(topic) ?? [];
  if (job !== undefined)
    return progress === undefined ? null : verificationRoom(topic, job, progress);
  const network = NETWORK_ROOMS.get(topic);
  if (network !== undefined)
    return { state: network, follows: 'head', shared: true, locale: DEFAULT_LOCALE };
  const [, pool, kind, id = '', ending] = TOPIC.exec(topic) ?? [];
  const locale = ending ?? DEFAULT_LOCALE;
  if (!isLocale(locale)) return null;
  if (pool !== undefined)
    return {
      state: async (explorer) => [
        { event: `${topic}/list`, payload: (await explorer.in(locale).mempool.list()).data },
      ],
      follows: 'pool',
      shared: false,
      locale,
    };
  if (kind === undefined) return null;
  return {
    async state(explorer) {
      const reads = explorer.in(locale);
      const { data } =
        kind === 'message' ? await reads.message.get(id) : await reads.account.get(id);
      return [{ event: topic, payload: data }];
    },
    follows: 'head',
    shared: false,
    locale,
  };
}
