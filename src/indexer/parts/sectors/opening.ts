/** Sectors that are older than the index, as the node has them at its first tipset. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { DEADLINES } from '#filecoin/mining/sectors.ts';
import { orNull } from '#node/refusals.ts';
import type { ActorStateJson, NodeClient, SectorJson, TipsetKey } from '#node/types.ts';
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
  return { ...open, sectors: await sectorsOf(node, key, found, room) };
}

interface Found extends Omit<OpenProvider, 'sectors'> {
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
      return { deadline, partition, sectors };
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
): Promise<SectorInfo[]> {
  if (told) return told.slice(0, room);
  const sectors: SectorInfo[] = [];
  for (const { sectors: numbers } of places) {
    const count = countRuns(numbers);
    if (count === 0 || sectors.length + count > room) continue;
    const answer = await orNull(node.stateMinerSectors(`f0${miner}`, numbers, key));
    for (const sector of answer ?? []) sectors.push(decodeSector(sector));
  }
  return sectors;
}
