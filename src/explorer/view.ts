/** One look at the index: everything that an answer is made of is read in one snapshot. */
import type { Content, ContentOf } from '#content/networks.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { clampInteger, type Integer } from '#filecoin/encoding/integers.ts';
import type { Locale } from '#i18n/locales.ts';
import { isUnreachable } from '#store/connection.ts';
import type { Store, Trx } from '#store/store.ts';
import type { OwnedTable, PastRow, WholeTable } from '#store/undo.ts';
import { BadInput, Unavailable } from './errors.ts';
import type { Head, Network } from './head.ts';
import type { Held } from './held.ts';
import type { PlaceRecords } from './place.ts';
import type { Standing, State } from './standing.ts';
import type { Claims, ClaimsNow } from './tag/claims.ts';
import type { Asking, Wishes } from './wishes.ts';
import type { Answer } from './wire.ts';

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
  /** Rows of the index as it is now, whichever head the answer is of. */
  held: Held;
  past: Past;
}

/** What it takes to say how accounts are called, as of one state of the index. */
export type Calling = Pick<View, 'network' | 'content' | 'language' | 'claims' | 'held'>;

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
  standing: Standing;
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

/** How a look is taken. */
interface Looking<T> {
  fresh?: boolean;
  waited?: boolean;
  /** In place of the read: what it asks is sent with the look's own statement, and it gives back the rest. */
  begin?: ((db: Trx) => Promise<(view: View) => Promise<T> | T>) | undefined;
}

const claimsKey = ({ head, beside }: State): string => `${head.token} ${beside}`;

/** What names accounts as of the state that the last look was at; null before any. */
export function lastCalling({ standing, claims, contentOf, language }: Setting): Calling | null {
  const state = standing.last();
  const now = state && claims.known(claimsKey(state));
  if (!now) return null;
  const { network, held } = state;
  return { network, held, language, claims: now, content: contentOf(network.data.slug) };
}

/**
 * Reads with all queries on one state of the index. Throws Unavailable: `noIndex` while there is none,
 * `noDatabase` when the database cannot be reached.
 */
export async function look<T>(
  store: Store,
  { language, places, past, now, contentOf, wishes, claims, standing }: Setting,
  read: (view: View) => Promise<T> | T,
  { fresh = false, waited = false, begin = () => Promise.resolve(read) }: Looking<T> = {},
): Promise<Answer<T>> {
  const ask = wishes.look();
  const looked = store.snapshot(async (db) => {
    const stands = standing.at(db);
    const begun = begin(db);
    // Where the index stands is told first: a failure is heard when the rest is waited for.
    begun.catch(() => undefined);
    const state = await stands;
    if (state === null) throw new Unavailable('noIndex');
    const { head, network, messages, baseFee, held } = state;
    const view: View = {
      db,
      head,
      network,
      messages,
      baseFee,
      held,
      language,
      places,
      content: contentOf(network.data.slug),
      claims: await claims.at(db, claimsKey(state)),
      present: head.token,
      answered: { height: head.height, token: head.token },
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
