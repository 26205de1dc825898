/** One look at the index: everything that an answer is made of is read in one snapshot. */
import type { Content, ContentOf } from '#content/networks.ts';
import type { NetworkPrefix } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { clampInteger, type Integer } from '#filecoin/encoding/integers.ts';
import { networkData, type NetworkData } from '#filecoin/networks/index.ts';
import type { Locale } from '#i18n/locales.ts';
import { isUnreachable } from '#store/connection.ts';
import { statement } from '#store/statement.ts';
import type { Store, Trx } from '#store/store.ts';
import type { OwnedTable, PastRow, WholeTable } from '#store/undo.ts';
import { BadInput, Unavailable } from './errors.ts';
import type { PlaceRecords } from './place.ts';
import type { Claims, ClaimsNow } from './tag/claims.ts';
import type { Asking, Wishes } from './wishes.ts';
import type { Answer } from './wire.ts';

export interface Head {
  height: number;
  /** How many tipsets of the index come before it. */
  ordinal: number;
  key: Uint8Array;
  timestamp: number;
  token: string;
  /** Nothing at or below is reverted any more. */
  finalHeight: number;
}

export interface Network {
  prefix: NetworkPrefix;
  startHeight: number;
  genesisTimestamp: number;
  epochSeconds: number;
  /** What is known of it beside its chain. */
  data: NetworkData;
}

/** Rows by key (its columns as texts, bytes as hex, joined by slashes), as they were; null: there was none. */
export type Changed<Row> = ReadonlyMap<string, Row | null>;

/** The rows of a table that are no more as they were at the head that an answer is of. */
export interface Changes {
  changed<T extends WholeTable>(table: T): Promise<Changed<PastRow<T>>>;
  /** Those of one owner, of a table that is read by owners. */
  changedOf<T extends OwnedTable>(table: T, owner: number): Promise<Changed<PastRow<T>>>;
}

export interface View extends Changes, Asking {
  head: Head;
  network: Network;
  /** How many executed messages the index has: `seq` counts up to here. */
  messages: number;
  /** Of the newest head, attoFIL. */
  baseFee: bigint;
  /** Of the names of known accounts and places. */
  language: Locale;
  places: PlaceRecords;
  /** What editors wrote of the network. */
  content: Content;
  /** Names the newest head, whichever the answer is of. */
  present: string;
  /** The head that the answer is of: an earlier one where its list is pinned to that. */
  answered: Pick<Head, 'height' | 'token'>;
  /** Whether it is pinned to an earlier one. */
  pinned: boolean;
  /** Whether the answer changes without a new head, and must not be kept. */
  fresh: boolean;
  /** Whether no new head and no fork can change the answer any more. */
  final: boolean;
  /** The wall clock, milliseconds. */
  now: () => number;
  /** What owners of storage providers signed. */
  claims: ClaimsNow;
  past: Past;
}

/** A look at the index whose `head` may be an earlier one. */
export interface HeadView extends View {
  /** Another tipset has taken the head's place: of the chain's facts those below its height may be others. */
  left: boolean;
}

export interface Past {
  /**
   * The index at the head that `head` names (X-Head of an earlier answer), or at the view's. Throws
   * BadInput for what is no head, Gone for one that is too old or whose branch lost.
   */
  at(view: View, head: string | undefined): Promise<HeadView>;
  /** Makes the view's answer one of an earlier tipset of the chain. */
  pin(view: View, tipset: { height: number }, token: string): void;
  /** What is made once per head, never beside what may refuse. Throws Gone where it cannot be made any more. */
  once<T>(at: HeadView, name: string, make: () => Promise<T>): Promise<T>;
  /** The same of what takes much room: held for the head alone that was asked for last. */
  latest<T>(view: View, name: string, make: () => Promise<T>): Promise<T>;
  /** What is made once per newest head, whichever the answer is of. */
  now<T>(view: View, name: string, make: () => Promise<T>): Promise<T>;
}

/** What a reader brings to every look. */
export interface Setting extends Pick<View, 'language' | 'places' | 'past' | 'now'> {
  contentOf: ContentOf;
  wishes: Wishes;
  claims: Claims;
}

/** `<height>:<first half of the hash of the key>`: names a head without its hundreds of bytes. */
export function headToken(height: number, key: Uint8Array): string {
  return `${height}:${toHex(blake2b256(key)).slice(0, 32)}`;
}

/** Largest value of the database's `integer`, the type of heights and positions. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** The height of a head, by its token. Throws BadInput for what is none. */
export function heightOf(token: string): number {
  const [, height] = /^(\d{1,10}):[0-9a-f]{32}$/.exec(token) ?? [];
  if (height === undefined || Number(height) > MAX_INTEGER) throw new BadInput('badHead');
  return Number(height);
}

/** CIDs of the blocks of a tipset key. */
export function keyCids(key: Uint8Array): string[] {
  const cids: string[] = [];
  for (let at = 0; at + 32 <= key.length; at += 32) cids.push(cidOf(key.subarray(at, at + 32)));
  return cids;
}

/** Unix seconds of an epoch. */
export function timeOf(network: Network, height: number): number {
  return network.genesisTimestamp + height * network.epochSeconds;
}

/** The end of year 9999. */
const LAST_DATE = 253_402_300_799;

/** Unix seconds of an epoch that senders chose; null for one that no calendar has. */
export function dateOf(network: Network, epoch: Integer): number | null {
  const seconds = timeOf(network, clampInteger(epoch));
  return seconds > 0 && seconds <= LAST_DATE ? seconds : null;
}

/** Actors that were created below were there at the head that the answer is of; those that open the index always are. */
export function createdBelow({ network, answered }: View): number {
  return Math.max(answered.height, network.startHeight + 1);
}

/** Unix seconds of the head that the answer is of. */
export function answeredTime({ network, answered }: View): number {
  return timeOf(network, answered.height);
}

export function isFinal(head: Head, height: number): boolean {
  return height <= head.finalHeight;
}

/** Where the index is, and of which network. */
const standing = statement((db) =>
  db
    // Of tables of one row PostgreSQL guesses hundreds, and would join all tipsets with them.
    .selectFrom((eb) => eb.selectFrom('checkpoint').selectAll().limit(1).as('c'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('tipset')
          .select(['timestamp', 'ordinal', 'base_fee'])
          .whereRef('tipset.height', '=', 'c.head_height')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .innerJoin('network as n', 'n.id', 'c.id')
    .select([
      'c.head_height',
      'c.head_key',
      'c.final_height',
      't.timestamp',
      't.ordinal',
      't.base_fee',
      'n.address_prefix',
      'n.start_height',
      'n.genesis_timestamp',
      'n.epoch_seconds',
      'n.genesis',
    ])
    .select((eb) =>
      eb.selectFrom('counter').select('value').where('key', '=', 'messages').as('messages'),
    )
    .select((eb) => eb.selectFrom('revision').select('revision').as('beside'))
    .compile(),
);

/** How a look is taken. */
interface Looking<T> {
  fresh?: boolean;
  waited?: boolean;
  /** In place of the read: what it asks is sent with the look's own statement, and it gives back the rest. */
  begin?: ((db: Trx) => Promise<(view: View) => Promise<T> | T>) | undefined;
}

/**
 * Reads with all queries on one state of the index. Throws Unavailable: `noIndex` while there is none,
 * `noDatabase` when the database cannot be reached.
 */
export async function look<T>(
  store: Store,
  { language, places, past, now, contentOf, wishes, claims }: Setting,
  read: (view: View) => Promise<T> | T,
  { fresh = false, waited = false, begin = () => Promise.resolve(read) }: Looking<T> = {},
): Promise<Answer<T>> {
  const ask = wishes.look();
  const looked = store.snapshot(async (db) => {
    const stands = standing(db, {});
    const begun = begin(db);
    // Where the index stands is told first: a failure is heard when the rest is waited for.
    begun.catch(() => undefined);
    const [row] = await stands;
    if (row?.head_height == null || row.head_key === null) throw new Unavailable('noIndex');
    const token = headToken(row.head_height, row.head_key);
    const data = networkData(cidOf(row.genesis));
    const view: View = {
      db,
      head: {
        height: row.head_height,
        ordinal: row.ordinal,
        key: row.head_key,
        timestamp: row.timestamp,
        token,
        finalHeight: row.final_height ?? -1,
      },
      network: {
        prefix: row.address_prefix === 't' ? 't' : 'f',
        startHeight: row.start_height,
        genesisTimestamp: row.genesis_timestamp,
        epochSeconds: row.epoch_seconds,
        data,
      },
      messages: row.messages ?? 0,
      baseFee: BigInt(row.base_fee),
      language,
      places,
      content: contentOf(data.slug),
      claims: await claims.at(db, `${token} ${row.beside ?? 0}`),
      present: token,
      answered: { height: row.head_height, token },
      pinned: false,
      fresh,
      final: false,
      now,
      changed: async () => new Map(),
      changedOf: async () => new Map(),
      past,
      ask,
      waited,
    };
    const rest = await begun;
    const answer = await rest(view);
    return {
      head: view.answered,
      data: answer,
      ...(view.fresh && { fresh: true }),
      ...(view.final && { final: true }),
    };
  });
  return reached(looked);
}

/** The same reads; where the database cannot be reached they throw Unavailable (`noDatabase`). */
export async function reached<T>(reads: Promise<T>): Promise<T> {
  try {
    return await reads;
  } catch (error) {
    throw isUnreachable(error) ? new Unavailable('noDatabase', { cause: error }) : error;
  }
}
