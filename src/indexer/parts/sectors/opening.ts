/** Sectors that are older than the index, as the node has them at its first tipset. */
import { countRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf, unionOfRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { DEADLINES } from '#filecoin/mining/sectors.ts';
import { orNull } from '#node/refusals.ts';
import type { ActorStateJson, NodeClient, SectorJson, TipsetKey } from '#node/types.ts';
import type { MinerFacts } from '../miners/gather.ts';
import type { PlacedSectors } from './acts.ts';
import {
  decodeClock,
  decodeSector,
  provingAt,
  type MinerClock,
  type Proving,
  type SectorInfo,
} from './told.ts';

export interface OpenProvider {
  miner: number;
  clock: MinerClock;
  proving: Proving;
  /** Null where the node tells neither partitions nor sectors. */
  live: Runs | null;
  places: PlacedSectors[];
  sectors: SectorInfo[];
  /** Live ones for which there was no room. */
  unopened: Runs;
}

/** A provider as it was before the first tipset. */
export interface OlderProvider {
  miner: MinerFacts;
  sectors: OpenProvider;
}

/** Sectors that are older than the index, of a provider that it knows. */
export interface OlderSectors {
  miner: number;
  numbers: Runs;
  /** Those of them that the node told. */
  sectors: SectorInfo[];
}

/**
 * A provider's sectors at `key`: its partitions (sets, small however many sectors there are) and then,
 * partition by partition, the live ones, `room` at most; where partitions are not told, all at once.
 * `json`: its own state there.
 */
export async function openProvider(
  node: NodeClient,
  key: TipsetKey,
  miner: number,
  json: ActorStateJson,
  room: number,
): Promise<OpenProvider> {
  const found = await placesOf(node, key, miner, decodeClock(json));
  const { told: _, ...open } = found;
  return { ...open, ...(await sectorsOf(node, key, found, room)) };
}

interface Found extends Omit<OpenProvider, 'sectors' | 'unopened'> {
  told: SectorInfo[] | null;
}

async function placesOf(
  node: NodeClient,
  key: TipsetKey,
  miner: number,
  clock: MinerClock,
): Promise<Found> {
  const address = `f0${miner}`;
  const proving = await provingAt(node, address, clock.deadlines, key);
  const found = { miner, clock, proving, places: [], told: null };
  if (proving.live === 0) return { ...found, live: NO_RUNS };
  const first = await orNull(node.stateMinerPartitions(address, 0, key));
  if (!first) {
    const told = await orNull(node.stateMinerSectors(address, null, key));
    return told ? { ...found, ...aliveOf(told) } : { ...found, live: null };
  }
  const rest = await Promise.all(
    Array.from({ length: DEADLINES - 1 }, (_, at) =>
      node.stateMinerPartitions(address, at + 1, key),
    ),
  );
  let live: Runs = NO_RUNS;
  const places = [first, ...rest].flatMap((partitions, deadline) =>
    partitions.map(({ LiveSectors: sectors }, partition) => {
      live = unionRuns(live, sectors);
      return { deadline: int32(deadline), partition, sectors };
    }),
  );
  return { ...found, live, places };
}

function aliveOf(told: readonly SectorJson[]): { live: Runs; told: SectorInfo[] } {
  const sectors = told.map(decodeSector);
  return { live: runsOf(sectors.map(({ number }) => number)), told: sectors };
}

async function sectorsOf(
  node: NodeClient,
  key: TipsetKey,
  { miner, told, places }: Found,
  room: number,
): Promise<Pick<OpenProvider, 'sectors' | 'unopened'>> {
  if (told) {
    const unopened = runsOf(told.slice(room).map(({ number }) => number));
    return { sectors: told.slice(0, room), unopened };
  }
  const sectors: SectorInfo[] = [];
  const unopened: Runs[] = [];
  for (const { sectors: numbers } of places) {
    const count = countRuns(numbers);
    if (count === 0) continue;
    if (sectors.length + count > room) {
      unopened.push(numbers);
      continue;
    }
    const answer = await orNull(node.stateMinerSectors(`f0${miner}`, numbers, key));
    for (const sector of answer ?? []) sectors.push(decodeSector(sector));
  }
  return { sectors, unopened: unionOfRuns(unopened) };
}

/** These sectors of a provider at `key`. Rejects with NodeError where the node does not tell them. */
export async function olderSectors(
  node: NodeClient,
  key: TipsetKey,
  miner: number,
  numbers: Runs,
): Promise<OlderSectors> {
  const told = await node.stateMinerSectors(`f0${miner}`, numbers, key);
  return { miner, numbers, sectors: told.map(decodeSector) };
}

/** A provider's live sectors at `key`, by its partitions. Rejects with NodeError where the node does not tell them. */
export async function liveAt(node: NodeClient, key: TipsetKey, miner: number): Promise<Runs> {
  const deadlines = await Promise.all(
    Array.from({ length: DEADLINES }, (_, at) => node.stateMinerPartitions(`f0${miner}`, at, key)),
  );
  return unionOfRuns(deadlines.flat().map(({ LiveSectors: sectors }) => sectors));
}
