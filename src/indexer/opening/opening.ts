/**
 * Takes over, slice by slice, what an index that begins after the genesis found there and that no
 * tipset has touched since, and what an upgrade made without messages (migrated.ts). On a public network that is gigabytes: slices are read beside following,
 * at a rate of their own, and written when there is nothing else to write.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CborError } from '#filecoin/encoding/cbor.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { NodeError } from '#node/errors.ts';
import { isUnreachable } from '#store/connection.ts';
import { MIGRATED_SUBJECT, OPENING_SUBJECTS, type SubjectName } from '#store/opening.ts';
import type { Store } from '#store/store.ts';
import type { Wish } from '#store/wishes.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { publicReason } from '../errors.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import type { Checkpoint } from '../write/checkpoint.ts';
import {
  readOpening,
  writeOpening,
  writeProgress,
  type OpeningProgress,
} from '../write/opening.ts';
import { ACTORS } from './actors.ts';
import { ADDRESSES } from './addresses.ts';
import { CONTRACTS } from './contracts.ts';
import type { Migration } from './migrated.ts';
import { PROVIDERS } from './providers.ts';
import { SECTORS } from './sectors.ts';
import { ALLOCATIONS, CLAIMS, DATA_CAP, DEALS, MIGRATED, VERIFIERS } from './storage.ts';
import type { OpeningSource, Slice, StatePlace, Subject } from './subject.ts';
import { WALLETS } from './untold.ts';
import { Wishes } from './wishes.ts';

const BY_NAME: Readonly<Record<(typeof OPENING_SUBJECTS)[number], Subject>> = {
  actors: ACTORS,
  providers: PROVIDERS,
  deals: DEALS,
  allocations: ALLOCATIONS,
  claims: CLAIMS,
  verifiers: VERIFIERS,
  dataCap: DATA_CAP,
  sectors: SECTORS,
  addresses: ADDRESSES,
  contracts: CONTRACTS,
};
const SUBJECTS: readonly Subject[] = [...OPENING_SUBJECTS.map((name) => BY_NAME[name]), WALLETS];

/** How often the pause before asking again doubles. */
const MOST_DOUBLINGS = 6;

/** How it stands, for /health and /metrics. */
export type OpeningStatus = Omit<OpeningProgress, 'after'>[];

export interface OpeningOptions {
  store: Store;
  source: Omit<OpeningSource, keyof StatePlace | 'db' | 'startHeight'>;
  /** What is read for readers who wait for it goes this way. */
  awaited: Pick<OpeningSource, 'node' | 'objects'>;
  startHeight: number;
  /** The upgrade whose allocations are taken over; null where the index meets none. */
  migration: Migration | null;
  /** Called when a slice has been read, or cannot be. */
  onRead(): void;
  /** First and longest pause after a failure, ms. */
  retryMs: number;
  maxRetryMs: number;
  /** After so long what the node refused is asked for again, ms; twice as long each time. */
  refusedMs: number;
}

/** A slice on its way: `read` once it is there. */
interface Reading {
  subject: Subject;
  slice: Slice | null;
  refused: string | null;
}

export class Opening {
  readonly #options: OpeningOptions;
  readonly #abort = new AbortController();
  readonly #subjects: readonly Subject[];
  #progress: Map<string, OpeningProgress> | null = null;
  /** Of the beginning, and of the upgrade, once they are known. */
  #place: StatePlace | null = null;
  #migrated: StatePlace | null = null;
  /** Of the upgrade, as the chain was at the last step. */
  #made: StatePlace | 'later' | null = null;
  #reading: Reading | null = null;
  /** When subjects that were refused are asked for again, ms of `performance.now()`. */
  readonly #again = new Map<SubjectName, { at: number; times: number }>();

  readonly #wishes = new Wishes();
  readonly #deafen: () => void;

  constructor(options: OpeningOptions) {
    this.#options = options;
    const { startHeight, migration } = options;
    this.#subjects = [
      ...(migration === null ? [] : [MIGRATED]),
      ...(startHeight === 0 ? [] : SUBJECTS),
    ];
    this.#deafen = options.store.onWish((wish) => {
      if (!this.#wishes.ask(wish)) this.#tell([wish]);
      // Where to read is known from the first step on, but for what an upgrade made.
      else if (this.#place && options.migration === null) this.#beginWishes();
      else options.onRead();
    });
  }

  /** Null for an index that begins at the genesis, which opens at once, and has met no such upgrade. */
  status(): OpeningStatus | null {
    if (!this.#progress || (this.#options.startHeight === 0 && this.#progress.size === 0))
      return null;
    return [...this.#progress.values()].map(({ after: _, ...rest }) => rest);
  }

  close(): void {
    this.#abort.abort();
    this.#deafen();
  }

  /**
   * Writes what readers asked for and has been read, and the slice that has been read, and begins to read the next one: `wrote`, with the new
   * checkpoint; `reading` while none is there; `idle` when there is nothing (more) to take over, or
   * the node cannot tell. Throws SecondWriterError.
   */
  async step(
    checkpoint: Checkpoint,
  ): Promise<{ state: 'wrote' | 'reading' | 'idle'; checkpoint: Checkpoint }> {
    if (this.#subjects.length === 0) return { state: 'idle', checkpoint };
    this.#progress ??= new Map(
      (await readOpening(this.#options.store)).map((row) => [row.subject, row]),
    );
    const granted = await this.#grant(checkpoint);
    const now = granted ?? checkpoint;
    const reading = this.#reading;
    if (reading?.slice) {
      const next = await this.#write(now, reading.subject, reading.slice);
      this.#reading = null;
      await this.#begin(next);
      return { state: 'wrote', checkpoint: next };
    }
    if (reading?.refused != null) {
      await this.#refuse(reading.subject, reading.refused);
      this.#reading = null;
    }
    if (!this.#reading) await this.#begin(now);
    if (granted) return { state: 'wrote', checkpoint: now };
    const reads = this.#reading !== null || this.#wishes.reads;
    return { state: reads ? 'reading' : 'idle', checkpoint };
  }

  /** Writes what was read of wishes; null when nothing was. Throws SecondWriterError. */
  async #grant(checkpoint: Checkpoint): Promise<Checkpoint | null> {
    const { migration } = this.#options;
    if (this.#wishes.busy) this.#place ??= await this.#firstTipset();
    // What is not final yet may be another state by now.
    if (this.#wishes.busy && migration)
      this.#made = this.#migrated ?? (await migration.placeIn(this.#options.store.db));
    this.#beginWishes();
    const taken = this.#wishes.take(
      (place) => place.madeHeight === null || sameState(place, this.#made),
    );
    this.#beginWishes();
    if (!taken) return null;
    const { store, startHeight } = this.#options;
    const next = taken.older
      ? await writeOpening(store, checkpoint, startHeight, taken.older, null)
      : checkpoint;
    this.#wishes.written(taken.wishes);
    this.#tell(taken.wishes);
    return next;
  }

  #beginWishes(): void {
    const { store, startHeight, source, awaited, onRead } = this.#options;
    const first = this.#place;
    if (!first) return;
    this.#wishes.begin((wish) => {
      const made = 'migrated' in wish ? this.#made : null;
      if (made === 'later' && 'migrated' in wish && wish.migrated) return 'later';
      const place = made === 'later' ? null : made;
      // An index that begins at the genesis knows all of its state.
      if (!place && startHeight === 0) return null;
      return { ...source, ...awaited, ...(place ?? first), db: store.db, startHeight };
    }, onRead);
  }

  /** Those who asked: a word that is lost is asked for again. */
  #tell(wishes: readonly Wish[]): void {
    const { store, source } = this.#options;
    for (const wish of wishes)
      store
        .notifyGranted(wish)
        .catch((error: unknown) => source.log.warn({ err: error }, 'A wish’s end was not told'));
  }

  #progressOf({ name }: Subject): OpeningProgress {
    const begun = this.#progress?.get(name);
    return begun ?? { subject: name, after: null, taken: 0, done: false, refused: null };
  }

  async #begin(checkpoint: Checkpoint): Promise<void> {
    const now = performance.now();
    for (const subject of this.#subjects) {
      const { name, behind } = subject;
      if (this.#progressOf(subject).done || (this.#again.get(name)?.at ?? 0) > now) continue;
      if (behind !== undefined && this.#progress?.get(behind)?.done !== true) continue;
      const place = await this.#placeOf(subject, checkpoint);
      if (!place) continue;
      const reading: Reading = { subject, slice: null, refused: null };
      this.#reading = reading;
      const { store, startHeight, source } = this.#options;
      void this.#read(reading, { ...source, ...place, db: store.db, startHeight });
      return;
    }
  }

  async #placeOf(
    { name }: Subject,
    { finalHeight }: Pick<Checkpoint, 'finalHeight'>,
  ): Promise<StatePlace | null> {
    if (name !== MIGRATED_SUBJECT) return (this.#place ??= await this.#firstTipset());
    const { store, migration } = this.#options;
    if (migration === null) return null;
    return (this.#migrated ??= await migration.finalPlaceIn(store.db, finalHeight));
  }

  async #read(reading: Reading, source: OpeningSource): Promise<void> {
    const { retryMs, maxRetryMs, onRead } = this.#options;
    const { signal } = this.#abort;
    // A refusal may be known without asking: timers and sockets come first all the same.
    await setImmediate();
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        reading.slice = await reading.subject.read(source, this.#progressOf(reading.subject).after);
        break;
      } catch (error) {
        if (isRefusal(error)) {
          reading.refused = error.message;
          break;
        }
        const passes = error instanceof NodeError ? error.kind !== 'closed' : isUnreachable(error);
        if (!passes) {
          // What no asking mends: told as such, and tried again with what was refused.
          reading.refused = publicReason(error);
          break;
        }
        source.log.warn({ err: error, subject: reading.subject.name }, 'The opening waits');
        const pause = Math.min(maxRetryMs, retryMs * 2 ** failures);
        await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    onRead();
  }

  async #write(checkpoint: Checkpoint, subject: Subject, slice: Slice): Promise<Checkpoint> {
    const { store, startHeight, source } = this.#options;
    const before = this.#progressOf(subject);
    const progress: OpeningProgress = {
      subject: subject.name,
      after: slice.after,
      taken: before.taken + slice.taken,
      done: slice.after === null,
      refused: null,
    };
    const older = { ...NOTHING_OLDER, ...slice.older };
    const next = await writeOpening(store, checkpoint, startHeight, older, progress);
    this.#progress?.set(subject.name, progress);
    if (progress.done)
      source.log.info(
        { subject: subject.name, taken: progress.taken },
        'All of this kind is taken over',
      );
    return next;
  }

  async #refuse(subject: Subject, reason: string): Promise<void> {
    const { store, source, refusedMs } = this.#options;
    const progress = { ...this.#progressOf(subject), refused: reason };
    if (reason !== this.#progressOf(subject).refused)
      source.log.warn(
        { subject: subject.name, reason },
        'The node cannot tell what was there: it appears when it changes',
      );
    await writeProgress(store.db, progress);
    this.#progress?.set(subject.name, progress);
    // Less and less often: what a node cannot tell it mostly never can.
    const times = Math.min(MOST_DOUBLINGS, this.#again.get(subject.name)?.times ?? 0);
    const at = performance.now() + refusedMs * 2 ** times;
    this.#again.set(subject.name, { at, times: times + 1 });
  }

  /** The first tipset: its state is the one before its messages ran. */
  async #firstTipset(): Promise<StatePlace | null> {
    const row = await this.#options.store.db
      .selectFrom('tipset')
      .select(['key', 'state_root'])
      .orderBy('height')
      .limit(1)
      .executeTakeFirst();
    return row
      ? { key: tipsetKeyOf(row.key), root: cidOf(row.state_root), madeHeight: null }
      : null;
  }
}

function sameState(one: StatePlace, other: StatePlace | 'later' | null): boolean {
  if (other === 'later') return false;
  return one.root === other?.root && one.madeHeight === other.madeHeight;
}

/** The node does not have it, or what it has is no such state. */
function isRefusal(error: unknown): error is NodeError | CborError {
  if (error instanceof CborError) return true;
  return error instanceof NodeError && error.lasting;
}
