/** Asks the node for what calls do not tell of sectors: a few small questions per changed provider. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf, unionRuns } from '#filecoin/encoding/bitsets.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { orNull } from '#node/refusals.ts';
import type { GatherContext } from '../context.ts';
import { MINER_KIND, sectorActs, type MinerAct } from './acts.ts';
import {
  decodeClock,
  decodeSector,
  provingAt,
  type MinerClock,
  type Proving,
  type SectorInfo,
} from './told.ts';

/** A provider after the execution. */
export interface ProviderFacts {
  miner: number;
  clock: MinerClock;
  proving: Proving;
}

export interface Facts {
  /** Seconds: time of epoch 0 and length of an epoch. */
  genesis: number;
  epochSeconds: number;
  acts: MinerAct[];
  /** By provider and number: sectors that acts changed, as the node has them afterwards. */
  infos: Map<number, Map<Integer, SectorInfo>>;
  changed: ProviderFacts[];
}

export async function gatherSectors(context: GatherContext): Promise<Facts> {
  const { tipset, executed, calls, node, childKey, info } = context;
  const acts = sectorActs(calls);
  const [infos, changed] = await Promise.all([
    askInfos(context, acts),
    Promise.all(
      executed.changes
        .filter((change) => change.kind === MINER_KIND)
        .map(async ({ id }): Promise<ProviderFacts> => {
          const clock = decodeClock(await context.stateAfter(id));
          return {
            miner: id,
            clock,
            proving: await provingAt(node, `f0${id}`, clock.deadlines, childKey),
          };
        }),
    ),
  ]);
  const epochSeconds = info.params.BlockDelaySecs;
  return {
    genesis: tipset.timestamp - tipset.height * epochSeconds,
    epochSeconds,
    acts,
    infos,
    changed,
  };
}

/** One call for all sectors of a provider that came to life, got new content or lost claims. */
async function askInfos(
  { node, childKey }: GatherContext,
  acts: readonly MinerAct[],
): Promise<Facts['infos']> {
  const wanted = new Map<number, Runs>();
  for (const act of acts) {
    const numbers = changedBy(act);
    if (numbers.length > 0)
      wanted.set(act.miner, unionRuns(wanted.get(act.miner) ?? NO_RUNS, runsOf(numbers)));
  }
  const infos: Facts['infos'] = new Map();
  await Promise.all(
    [...wanted].map(async ([miner, numbers]) => {
      const told = await orNull(node.stateMinerSectors(`f0${miner}`, numbers, childKey));
      if (!told) return;
      const sectors = told.map(decodeSector);
      infos.set(miner, new Map(sectors.map((sector) => [sector.number, sector])));
    }),
  );
  return infos;
}

function changedBy(act: MinerAct): Integer[] {
  if (act.type === 'commit' || act.type === 'update')
    return act.sectors.map(({ number }) => number);
  return act.type === 'extension' ? act.extensions.flatMap(({ dropped }) => dropped) : [];
}
