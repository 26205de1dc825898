/** Providers that are older than the index, with their sectors: folded apart from the undo log. */
import { numbersOfRuns } from '#filecoin/encoding/bitfield.ts';
import { intersectRuns, NO_RUNS, subtractRuns } from '#filecoin/encoding/bitsets.ts';
import type { RowOf } from '#store/schema.ts';
import type { StateKey, StateView } from '../../fold/state.ts';
import type { FactRows } from '../../types.ts';
import type { Older } from '../../older.ts';
import { dayOf, type Clock } from './expiry.ts';
import type { OlderProvider, OlderSectors } from './opening.ts';
import { Provider, emptySector } from './provider.ts';
import type { SectorInfo } from './told.ts';
import { putUnopened, unopenedIn } from './unopened.ts';

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
  for (const info of open.sectors) provider.putOlder(olderRow(miner, info));
  putUnopened(view, miner, open.unopened);
  provider.finish();
}

/**
 * Takes over sectors of a provider that is known already, those that were not taken yet. One that ended
 * since, while the node did not tell what it had been, is left out: what is taken is what it was before.
 */
export function takeSectors(
  view: StateView,
  rows: FactRows,
  { miner, numbers, sectors }: OlderSectors,
  place: ExpiryClock & { height: number },
): void {
  const provider = new Provider({ view, rows, height: place.height }, place, miner);
  const unopened = unopenedIn(view, miner);
  const wanted = new Set(
    numbersOfRuns(intersectRuns(intersectRuns(numbers, unopened), provider.set('live'))),
  );
  for (const info of sectors) if (wanted.has(info.number)) provider.putOlder(olderRow(miner, info));
  putUnopened(view, miner, subtractRuns(unopened, numbers));
}

function olderRow(miner: number, info: SectorInfo): RowOf<'sector'> {
  return {
    ...emptySector(miner, info.number),
    seal_proof: info.sealProof,
    sealed_cid: info.sealedCid,
    activation: info.activation,
    expiration: info.expiration,
    verified_bytes: info.verifiedBytes,
    deal_bytes: info.dealBytes,
    pledge: info.pledge,
  };
}

/** Keys of the rows that `takeOver` and `takeSectors` need beyond those of providers that are new to the index. */
export function olderSectorKeys(
  { providers, sectors: more }: Pick<Older, 'providers' | 'sectors'>,
  clock: ExpiryClock,
): Record<'miners' | 'partitions' | 'sectors' | 'expiries' | 'days', StateKey[]> {
  const partitions: StateKey[] = [];
  const sectors: StateKey[] = [];
  const expiries = new Map<string, StateKey>();
  const days = new Map<number, StateKey>();
  for (const { sectors: open } of providers)
    if (open.places.length > 0) partitions.push([open.miner]);
  for (const { miner, sectors: infos } of [...providers.map((one) => one.sectors), ...more])
    for (const { number, expiration } of infos) {
      const day = dayOf(clock, expiration);
      sectors.push([miner, number]);
      expiries.set(`${miner}/${day}`, [miner, day]);
      days.set(day, [day]);
    }
  return {
    miners: more.map(({ miner }) => [miner]),
    partitions,
    sectors,
    expiries: [...expiries.values()],
    days: [...days.values()],
  };
}
