/** Providers that are older than the index, with their sectors: folded apart from the undo log. */
import { NO_RUNS } from '#filecoin/encoding/bitsets.ts';
import type { StateKey, StateView } from '../../fold/state.ts';
import type { FactRows } from '../../types.ts';
import type { MinerFacts } from '../miners/gather.ts';
import { dayOf, type Clock } from './expiry.ts';
import type { OpenProvider } from './opening.ts';
import { Provider, emptySector } from './provider.ts';

/** A provider as it was before the first tipset. */
export interface OlderProvider {
  miner: MinerFacts;
  sectors: OpenProvider;
}

/** The chain's clock, by which sectors are put into days. */
export type ExpiryClock = Clock;

/** Takes over its sets, the places of its sectors, and those that are known; it makes no events. */
export function takeOver(
  view: StateView,
  rows: FactRows,
  { sectors: open }: Pick<OlderProvider, 'sectors'>,
  place: ExpiryClock & { height: number },
): void {
  const { miner, clock, proving } = open;
  const provider = new Provider({ view, rows, height: place.height }, place, miner);
  provider.add('live', open.live ?? NO_RUNS);
  provider.add('faulty', proving.faults ?? NO_RUNS);
  provider.add('recovering', proving.recovering ?? NO_RUNS);
  provider.update({
    period_start: clock.periodStart,
    deadline: clock.deadline,
    deadlines: clock.deadlinesDigest,
    told_live: proving.live,
    told_faults: proving.faults !== null,
  });
  for (const part of open.places) provider.places.put(part);
  for (const info of open.sectors)
    provider.putOlder({
      ...emptySector(miner, info.number),
      seal_proof: info.sealProof,
      sealed_cid: info.sealedCid,
      activation: info.activation,
      expiration: info.expiration,
      verified_bytes: info.verifiedBytes,
      deal_bytes: info.dealBytes,
      pledge: info.pledge,
    });
  provider.finish();
}

/** Keys of the rows that `takeOver` needs beyond those of the providers themselves. */
export function olderSectorKeys(
  providers: readonly OlderProvider[],
  clock: ExpiryClock,
): { partitions: StateKey[]; sectors: StateKey[]; expiries: StateKey[]; days: StateKey[] } {
  const partitions: StateKey[] = [];
  const sectors: StateKey[] = [];
  const expiries = new Map<string, StateKey>();
  const days = new Map<number, StateKey>();
  for (const { sectors: open } of providers) {
    const { miner, places } = open;
    if (places.length > 0) partitions.push([miner]);
    for (const { number, expiration } of open.sectors) {
      const day = dayOf(clock, expiration);
      sectors.push([miner, number]);
      expiries.set(`${miner}/${day}`, [miner, day]);
      days.set(day, [day]);
    }
  }
  return { partitions, sectors, expiries: [...expiries.values()], days: [...days.values()] };
}
