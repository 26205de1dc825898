/** One provider's sectors, folded tipset by tipset, for tests. */
import { countRuns, decodeRlePlus, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { SECTOR_EVENTS, sectorSetIndex, type SectorSet } from '#filecoin/mining/sectors.ts';
import { tablesOf, type RowOf } from '#store/schema.ts';
import * as sectors from '#store/schema/sectors.ts';
import { NOTHING_OLDER } from '../../../fold/older.ts';
import { emptyFacts } from '../../../fold/tables.ts';
import { StateView } from '../../../fold/state.ts';
import { aTipset, anExecution, executed } from '../../../testing/units.ts';
import type { Act, ProvenSector } from '../acts.ts';
import { foldSectors } from '../fold.ts';
import { takeOver } from '../older.ts';
import type { OpenProvider } from '../opening.ts';

type Sums = RowOf<'sector_expiry_day'>;

export const MINER = 1000;
export const SIZE = 2 ** 35;
export const GENESIS = 1_700_000_000;
const CID = Uint8Array.of(9);
export const UNTOLD = { live: null, active: null, faulty: null, faults: null, recovering: null };

/** One provider, folded tipset by tipset; the node tells its sets as they stand here. */
export class Course {
  readonly view = new StateView();
  readonly rows = emptyFacts();
  live: Runs = NO_RUNS;
  faults: Runs = NO_RUNS;
  recovering: Runs = NO_RUNS;
  told = true;
  #version = 0;

  constructor(opening: readonly OpenProvider[] = []) {
    for (const table of tablesOf('state', sectors)) this.view.cover(table, 'all');
    for (const { live, proving } of opening) {
      this.live = live ?? runsOf(Array.from({ length: proving.live ?? 0 }, (_, at) => at));
      this.faults = proving.faults ?? NO_RUNS;
      this.recovering = proving.recovering ?? NO_RUNS;
    }
    this.fold(1, [], opening);
  }

  fold(height: number, acts: readonly Act[], opening: readonly OpenProvider[] = []): void {
    const clock = { genesis: GENESIS, epochSeconds: 30 };
    for (const open of opening)
      takeOver(this.view, this.rows, { sectors: open }, { ...clock, height });
    this.#version++;
    const cid = Uint8Array.of(height % 256, this.#version);
    const executions = [anExecution({ cid, fromId: 1, toId: MINER, toAddr: Uint8Array.of(0) })];
    const proving = {
      live: countRuns(this.live),
      active: null,
      faulty: countRuns(this.faults),
      faults: this.faults,
      recovering: this.recovering,
    };
    const unit = {
      tipset: aTipset(height),
      executed: executed(height, { executions }),
      older: NOTHING_OLDER,
      parts: [],
    };
    foldSectors(
      { view: this.view, rows: this.rows, seqs: [], unit },
      {
        genesis: GENESIS,
        epochSeconds: 30,
        acts: acts.map((act) => ({ ...act, miner: MINER, message: 0 })),
        infos: new Map(),
        changed: [
          {
            miner: MINER,
            clock: {
              periodStart: height - (height % 2880),
              deadline: int32(Math.floor((height % 2880) / 60)),
              deadlines: String(this.#version),
              deadlinesDigest: new Uint8Array(32).fill(this.#version),
            },
            proving: this.told ? proving : UNTOLD,
          },
        ],
      },
    );
  }

  preCommit(height: number, numbers: readonly number[], expiration: number): void {
    const sector = {
      sealProof: int32(8),
      sealedCid: CID,
      sealRandEpoch: 1,
      dealIds: [],
      expiration,
      unsealedCid: null,
      replaces: null,
    };
    const sectors = numbers.map((number) => ({ ...sector, sector: number }));
    this.fold(height, [{ type: 'pre-commit', sectors }]);
  }

  /** Even numbers hold a verified piece. */
  onboard(height: number, numbers: readonly number[], expiration: number): void {
    this.preCommit(height - 160, numbers, expiration);
    this.live = runsOf([...numbersOfRuns(this.live), ...numbers]);
    const sectors = numbers.map((number) => proven(number, number % 2 === 0 ? SIZE : 0));
    this.fold(height, [{ type: 'commit', sectors, deadline: null }]);
  }

  set(kind: SectorSet): Integer[] {
    const row = this.view.get('sector_set', MINER, sectorSetIndex(kind));
    return row ? [...numbersOfRuns(decodeRlePlus(row.sectors, Infinity))] : [];
  }

  /** Kind, height, numbers of what was listed from a height on, and whether a message did it. */
  since(height: number): [string | undefined, number, Integer[], boolean][] {
    return this.rows.sector_event
      .filter((row) => row.height >= height)
      .map((row) => [
        SECTOR_EVENTS[row.kind],
        row.height,
        [...numbersOfRuns(decodeRlePlus(row.sectors, Infinity))],
        row.cid !== null,
      ]);
  }

  day(epoch: number): [number, string, string] | null {
    const day = Math.floor((GENESIS + epoch * 30) / 86_400);
    const own = (['sector_expiry', 'older_expiry'] as const).map((table) =>
      this.view.get(table, MINER, day),
    );
    const all = (['sector_expiry_day', 'older_expiry_day'] as const).map((table) =>
      this.view.get(table, day),
    );
    const sum = (rows: typeof all, of: (row: Sums) => string | number): bigint =>
      rows.reduce((total, row) => total + BigInt(row ? of(row) : 0), 0n);
    const sectors = sum(own, (row) => row.sectors);
    if (sum(all, (row) => row.sectors) !== sectors) throw new Error(`Day ${day} has another sum`);
    if (sectors === 0n) return null;
    return [
      Number(sectors),
      sum(own, (row) => row.raw_power).toString(),
      sum(own, (row) => row.quality_adj_power).toString(),
    ];
  }
}

export function proven(number: number, verifiedBytes: number): ProvenSector {
  return {
    number,
    sealProof: null,
    sealedCid: null,
    expiration: null,
    verifiedBytes,
    dealBytes: 0,
  };
}

export function declared(numbers: readonly number[], partition = 0) {
  return { deadline: int32(3), partition, sectors: runsOf(numbers) };
}
