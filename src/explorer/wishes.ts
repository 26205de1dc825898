/**
 * What is asked for and may be there, but has not been taken over yet by an index that begins late: the
 * indexer is told, and the reader waits a moment for it, or is told to come again.
 */
import {
  PROTOCOL_ACTOR,
  actorIdOf,
  idAddress,
  PROTOCOL_ID,
  protocolOf,
} from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { SubjectName } from '#store/opening.ts';
import type { Store, Trx } from '#store/store.ts';
import { Granted, wishKey, type Wish } from '#store/wishes.ts';
import { Unavailable } from './errors.ts';

/** What is still wished for is told again after so long, ms: the one before may be lost. */
const REPEAT_MS = 5_000;
/** Wishes that are told within that time, at most. */
const MOST_TOLD = 500;

/** Readers that are kept waiting at a time, and for how long at most, ms. */
const MOST_WAITING = 200;
const PATIENCE_MS = 2_000;

/** Of something that is being asked for. */
export class NotTakenOver extends Unavailable {
  readonly wish: Wish;
  /** What is there can be told without it, when the reader has waited. */
  readonly partly: boolean;

  constructor(wish: Wish, partly: boolean) {
    super('notTakenOver');
    this.wish = wish;
    this.partly = partly;
  }
}

/** Whether it is being asked for; false when the indexer has looked after it, whoever was there. */
export type Ask = (wish: Wish) => boolean;

/** A look at the index, as far as asking goes. */
export interface Asking {
  network: { startHeight: number };
  db: Trx;
  ask: Ask;
  /** Whether the reader has been kept waiting once for what is being asked for. */
  waited: boolean;
}

/** The wishes of one process. */
export class Wishes {
  readonly #store: Pick<Store, 'notifyWish' | 'onGranted'>;
  readonly #granted = new Granted();
  /** By key, the oldest first: when they were told, ms of `performance.now()`. */
  readonly #told = new Map<string, number>();
  readonly #waiting = new Set<{ key: string; wake: (granted: boolean) => void }>();
  readonly #patienceMs: number;

  constructor(store: Pick<Store, 'notifyWish' | 'onGranted'>, patienceMs = PATIENCE_MS) {
    this.#store = store;
    this.#patienceMs = patienceMs;
    store.onGranted((wish) => {
      this.#granted.add(wish);
      const key = wishKey(wish);
      this.#told.delete(key);
      for (const reader of this.#waiting) if (reader.key === key) reader.wake(true);
    });
  }

  /** Waits until it has been looked after; false when that takes too long, or too many wait. */
  async granted(wish: Wish): Promise<boolean> {
    if (this.#granted.turnOf(wish) !== null) return true;
    if (this.#waiting.size >= MOST_WAITING || this.#patienceMs === 0) return false;
    const { promise, resolve: wake } = Promise.withResolvers<boolean>();
    const reader = { key: wishKey(wish), wake };
    this.#waiting.add(reader);
    const timer = setTimeout(wake, this.#patienceMs, false);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reader);
    }
  }

  /** For one look at the index, which begins now: what is granted later it does not show. */
  look(): Ask {
    const { turn } = this.#granted;
    return (wish) => {
      const granted = this.#granted.turnOf(wish);
      if (granted === null) this.#tell(wish);
      return granted === null || granted > turn;
    };
  }

  #tell(wish: Wish): void {
    const key = wishKey(wish);
    const now = performance.now();
    for (const [oldest, at] of this.#told) {
      if (now - at < REPEAT_MS) break;
      this.#told.delete(oldest);
    }
    if (this.#told.has(key) || this.#told.size >= MOST_TOLD) return;
    this.#told.set(key, now);
    // Where it cannot be told, the next reader tries.
    this.#store.notifyWish(wish).catch(() => this.#told.delete(key));
  }
}

/**
 * To be called of an address that the index has no actor of. Throws NotTakenOver when one
 * may still come out of the time before the index.
 */
export async function wishActor(view: Asking, address: Uint8Array): Promise<void> {
  if (protocolOf(address) === PROTOCOL_ID && actorIdOf(address) === null) return;
  await wishOf(view, subjectsOf(address), { kind: 'actor', address: toHex(address) });
}

/** The wish for an actor with all that comes with it, a verifier's allowance and data cap among it. */
export function actorWish(id: number): Wish {
  return { kind: 'actor', address: toHex(idAddress(id)) };
}

/** Whether an actor of whom the index does not know may still come; nobody is asked. */
export function mayCome(view: Asking, address: Uint8Array): Promise<boolean> {
  return isToCome(view, subjectsOf(address));
}

/** With what an address comes: all but those of multisigs, channels and providers with its actor. */
function subjectsOf(address: Uint8Array): readonly SubjectName[] {
  return protocolOf(address) === PROTOCOL_ACTOR ? ['actors', 'addresses'] : ['actors'];
}

/** The same of what comes with one of these kinds of things; `elsewise`: or in another way. */
export async function wishOf(
  view: Asking,
  subjects: readonly SubjectName[],
  wish: Wish,
  elsewise = false,
): Promise<void> {
  if ((elsewise || (await isToCome(view, subjects))) && view.ask(wish))
    throw new NotTakenOver(wish, false);
}

/** The same of what is missing in a list or beside something: who has waited for it is told the rest. */
export async function wishPart(
  view: Asking,
  subjects: readonly SubjectName[],
  wish: Wish,
  elsewise = false,
): Promise<void> {
  if ((elsewise || (await isToCome(view, subjects))) && view.ask(wish) && !view.waited)
    throw new NotTakenOver(wish, true);
}

async function isToCome(view: Asking, subjects: readonly SubjectName[]): Promise<boolean> {
  if (view.network.startHeight === 0) return false;
  const rows = await view.db
    .selectFrom('opening')
    .select(['subject', 'done', 'refused'])
    .where('subject', 'in', subjects)
    .execute();
  const found = new Map(rows.map((row) => [row.subject, row]));
  const next = subjects.find((subject) => found.get(subject)?.done !== true);
  // What the node cannot tell does not come.
  return next !== undefined && found.get(next)?.refused == null;
}
