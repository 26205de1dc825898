/** Sectors that are older than the index, as the node has them at its first tipset. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { DEADLINES } from '#filecoin/mining/sectors.ts';
import { orNull } from '#node/probe.ts';
import type { NodeClient, SectorJson, TipsetKey } from '#node/types.ts';
import type { IndexerLog } from '../../log.ts';
import type { PlacedSectors } from './acts.ts';
import {
  decodeClock,
  decodeSector,
  provingAt,
  type MinerClock,
  type Proving,
  type SectorInfo,
} from './told.ts';

/** Providers that are asked about side by side. */
const SLICE = 20;
/** Sectors that are taken over with all that is known of them; of further ones only their sets. */
const MAX_SECTORS = 250_000;

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
 * Asks for partitions (sets, small however many sectors there are) and then, partition by
 * partition, for their live sectors; where partitions are not told, for all sectors at once.
 */
export async function openProviders(
  node: NodeClient,
  key: TipsetKey,
  miners: readonly number[],
  log: IndexerLog,
): Promise<OpenProvider[]> {
  const open: OpenProvider[] = [];
  let room = MAX_SECTORS;
  for (let at = 0; at < miners.length; at += SLICE) {
    const slice = await Promise.all(
      miners.slice(at, at + SLICE).map((miner) => openProvider(node, key, miner)),
    );
    for (const provider of slice) {
      const sectors = await sectorsOf(node, key, provider, room);
      room -= sectors.length;
      if (provider.live && sectors.length < countRuns(provider.live))
        log.warn(
          { miner: provider.miner },
          'sectors older than the index are known by number only',
        );
      const { miner, clock, proving, live, places } = provider;
      open.push({ miner, clock, proving, live, places, sectors });
    }
  }
  return open;
}

interface Found extends Omit<OpenProvider, 'sectors'> {
  told: SectorInfo[] | null;
}

async function openProvider(node: NodeClient, key: TipsetKey, miner: number): Promise<Found> {
  const address = `f0${miner}`;
  const clock = decodeClock(await node.stateReadState(address, key));
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
