/** One provider's sectors while a tipset is folded. */
import {
  countRuns,
  decodeRlePlus,
  encodeRlePlus,
  numbersOfRuns,
  type Runs,
} from '#filecoin/encoding/bitfield.ts';
import {
  equalRuns,
  intersectRuns,
  NO_RUNS,
  runsOf,
  subtractRuns,
  unionRuns,
} from '#filecoin/encoding/bitsets.ts';
import {
  sectorEventIndex,
  sectorSetIndex,
  type SectorEvent,
  type SectorSet,
} from '#filecoin/mining/sectors.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { Int32, Integer } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import type { StateView } from '../../fold/state.ts';
import type { FactRows } from '../../types.ts';
import { addOlderExpiry, dayOf, EXPIRY_TABLES, moveExpiry, type Clock } from './expiry.ts';
import { Places } from './places.ts';

/** How many days back sectors are looked for that cron ends now. */
export const EXPIRY_DAYS = [2, 1, 0] as const;

export interface EventOf {
  kind: SectorEvent;
  sectors: Runs;
  cid: Uint8Array | null;
  deadline?: Int32;
  partition?: number;
  expiration?: number | null;
  pieceBytes?: number | null;
  /** Old and new expiration by sector, where the event is about it. */
  expirations?: ReadonlyMap<Integer, { old: number | null; new: number | null }>;
}

export function emptySector(miner_id: number, number: Integer): RowOf<'sector'> {
  return {
    miner_id,
    number,
    seal_proof: null,
    sealed_cid: null,
    pre_commit_height: null,
    pre_commit_cid: null,
    activation: null,
    commit_cid: null,
    expiration: null,
    verified_bytes: null,
    deal_bytes: null,
    pledge: null,
    updated_height: null,
    ended_height: null,
  };
}

/** Where a provider is folded. */
export interface ProviderPlace {
  view: StateView;
  rows: FactRows;
  height: number;
}

export class Provider {
  readonly miner: number;
  readonly height: number;
  /** Where its sectors are known to be. */
  readonly places: Places;
  readonly #context: ProviderPlace;
  readonly #clock: Clock;
  readonly #sets = new Map<SectorSet, Runs>();
  readonly #stored: RowOf<'sector_miner'> | null;
  readonly #liveBefore: number;
  #row: RowOf<'sector_miner'>;

  constructor(context: ProviderPlace, clock: Clock, miner: number) {
    this.#context = context;
    this.#clock = clock;
    this.miner = miner;
    this.height = context.height;
    this.places = new Places(context.view, miner);
    this.#stored = context.view.get('sector_miner', miner);
    this.#liveBefore = context.view.get('sector_set', miner, sectorSetIndex('live'))?.count ?? 0;
    this.#row = this.#stored ?? {
      miner_id: miner,
      period_start: 0,
      deadline: int32(0),
      deadlines: new Uint8Array(32),
      told_live: null,
      told_faults: false,
      events: 0,
      posts: 0,
    };
  }

  /** As the index had it before; null for a provider that is new to it. */
  get before(): RowOf<'sector_miner'> | null {
    return this.#stored;
  }

  /** How many live sectors there were before. */
  get liveBefore(): number {
    return this.#liveBefore;
  }

  update(fields: Partial<Omit<RowOf<'sector_miner'>, 'miner_id' | 'events' | 'posts'>>): void {
    this.#row = { ...this.#row, ...fields };
  }

  set(kind: SectorSet): Runs {
    const known = this.#sets.get(kind);
    if (known) return known;
    const row = this.#context.view.get('sector_set', this.miner, sectorSetIndex(kind));
    const runs = row ? decodeRlePlus(row.sectors, Infinity) : NO_RUNS;
    this.#sets.set(kind, runs);
    return runs;
  }

  /**
   * Those that are live of what a call names. Where the node counts more live ones than the index
   * knows by number, older than it, a call that succeeded is believed: actors refuse to end or
   * extend what is not live.
   */
  alive(sectors: Runs): Runs {
    const told = this.#stored?.told_live ?? null;
    const believed = told !== null && told > this.#liveBefore && countRuns(sectors) <= told;
    return believed ? sectors : intersectRuns(sectors, this.set('live'));
  }

  replace(kind: SectorSet, runs: Runs): void {
    if (equalRuns(this.set(kind), runs)) return;
    this.#sets.set(kind, runs);
    this.#context.view.put('sector_set', {
      miner_id: this.miner,
      kind: sectorSetIndex(kind),
      sectors: encodeRlePlus(runs),
      count: countRuns(runs),
    });
  }

  add(kind: SectorSet, runs: Runs): void {
    this.replace(kind, unionRuns(this.set(kind), runs));
  }

  remove(kind: SectorSet, runs: Runs): void {
    this.replace(kind, subtractRuns(this.set(kind), runs));
  }

  /** Null for a sector that is older than the index and whose facts the node did not tell. */
  sector(number: Integer): RowOf<'sector'> | null {
    return this.#context.view.get('sector', this.miner, number);
  }

  /** The same, null too for a sector that this tipset has no reason to look at. */
  loadedSector(number: Integer): RowOf<'sector'> | null {
    return this.#context.view.covers('sector', [this.miner, number]) ? this.sector(number) : null;
  }

  /** Sectors whose expiration is past at an epoch: of the day and the one before it, later cron is not. */
  expiring(until: number): Runs {
    const { view } = this.#context;
    const day = dayOf(this.#clock, this.height);
    const numbers: Integer[] = [];
    for (const at of EXPIRY_DAYS) {
      for (const table of EXPIRY_TABLES) {
        const row = view.get(table, this.miner, day - at);
        for (const number of row ? numbersOfRuns(decodeRlePlus(row.numbers, Infinity)) : [])
          if ((this.sector(number)?.expiration ?? Infinity) <= until) numbers.push(number);
      }
    }
    return runsOf(numbers);
  }

  putSector(row: RowOf<'sector'>): void {
    const before = this.sector(row.number);
    this.#context.view.put('sector', row);
    moveExpiry(this.#context.view, this.#clock, before, row);
  }

  /** A sector that is older than the index. */
  putOlder(row: RowOf<'sector'>): void {
    this.#context.view.put('sector', row);
    addOlderExpiry(this.#context.view, this.#clock, row);
  }

  post(
    deadline: Int32,
    partitions: readonly number[],
    skipped: Runs,
    cid: Uint8Array | null,
  ): void {
    const { rows } = this.#context;
    const { height, miner } = this;
    rows.sector_post.push({
      miner_id: miner,
      ord: this.#row.posts,
      height,
      cid,
      deadline,
      partitions: JSON.stringify(partitions),
      skipped: countRuns(skipped),
    });
    this.#row = { ...this.#row, posts: this.#row.posts + 1 };
    for (const partition of partitions) this.places.prove(deadline, partition, height, cid);
  }

  /** Lists an event, with the provider and with each of its sectors; nothing where there are none. */
  event({ kind, sectors, cid, ...more }: EventOf): void {
    if (sectors.length === 0) return;
    const { rows } = this.#context;
    const { miner: miner_id, height } = this;
    const ord = this.#row.events;
    this.#row = { ...this.#row, events: ord + 1 };
    const common = { miner_id, ord, height, kind: sectorEventIndex(kind), cid };
    rows.sector_event.push({
      ...common,
      sectors: encodeRlePlus(sectors),
      count: countRuns(sectors),
      deadline: more.deadline ?? null,
      partition: more.partition ?? null,
      expiration: more.expiration ?? null,
      piece_bytes: more.pieceBytes ?? null,
    });
    for (const number of numbersOfRuns(sectors)) {
      const expiration = more.expirations?.get(number);
      rows.sector_history.push({
        ...common,
        number,
        old_expiration: expiration?.old ?? null,
        new_expiration: expiration?.new ?? null,
      });
    }
  }

  /** Writes the provider's own row when it changed. */
  finish(): void {
    const stored = this.#stored;
    const row = this.#row;
    if (
      stored &&
      equalBytes(stored.deadlines, row.deadlines) &&
      (Object.keys(row) as (keyof RowOf<'sector_miner'>)[]).every(
        (column) => column === 'deadlines' || stored[column] === row[column],
      )
    )
      return;
    this.#context.view.put('sector_miner', row);
  }
}
