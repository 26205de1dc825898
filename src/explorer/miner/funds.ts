/** What a provider has over time, on an even grid of heights that ends at the head, oldest first. */
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { SampleInput } from '../parameters.ts';
import { bandsAt } from '../bands.ts';
import { bandOf, bandsIn, type Changes, type Value } from '../histories.ts';
import { timeOf, type View } from '../view.ts';
import type { Band } from '../wire.ts';
import { historyOf, type Dated, type Sample } from './histories.ts';
import { availableAt, availableFrom, type HeldFunds } from './vested.ts';

/** Its columns of which bands are told as they are. */
const FUNDS = {
  balance: 'balance',
  sectorPledgeBalance: 'initial_pledge',
  vestingFunds: 'locked_funds',
  preCommitDeposits: 'pre_commit_deposits',
  feeDebt: 'fee_debt',
};
const FUND_NAMES = Object.keys(FUNDS) as (keyof typeof FUNDS)[];
/** The available balance changes between two rows too, as funds vest. */
const OF_AVAILABLE = { available: 'available', vesting: 'vesting' };

const fundsHistory = historyOf('miner_funds', { ...FUNDS, ...OF_AVAILABLE });
type Funds = keyof typeof FUNDS | keyof typeof OF_AVAILABLE;

/** Balance of a provider and its parts over time; all 0 before it existed. */
export async function fundsStats(view: View, miner: Dated, input: SampleInput) {
  const { samples, changes } = await fundsHistory(view, miner, input);
  const [funds, availableBalance] = await Promise.all([
    fundsAt(view, miner.id, samples),
    availableBands(view, miner.id, changes),
  ]);
  const bands = { ...bandsIn(changes, FUND_NAMES), availableBalance };
  return funds.map((sample, at) => ({ ...sample, bands: bandsAt(bands, at) }));
}

type FundChanges = Changes<keyof typeof OF_AVAILABLE>;

async function availableBands(
  view: View,
  id: number,
  buckets: readonly (FundChanges | null)[],
): Promise<(Band | null)[]> {
  const held = buckets.map((bucket) => bucket && fundsIn(bucket, id));
  const steps = await availableFrom(
    view,
    held.flatMap((funds) => funds ?? []),
  );
  let place = 0;
  return buckets.map((bucket, at) => {
    const funds = held[at];
    if (!bucket || !funds) return null;
    const values: Value[] = steps.slice(place, (place += funds.length)).flat();
    if (bucket.begun && !bucket.first) values.unshift([bucket.above + 1, 0n]);
    return bandOf(values, bucket.through);
  });
}

/** What a provider had within a bucket; null where the node could not tell all of it. */
function fundsIn(
  { above, through, epochs, first, values }: FundChanges,
  id: number,
): HeldFunds[] | null {
  const rows = epochs.map((from, at) => ({
    from,
    available: values.available[at] ?? null,
    vesting: values.vesting[at] ?? null,
  }));
  if (first) rows.unshift({ from: above + 1, ...first });
  const held: HeldFunds[] = [];
  for (const [at, { from, available, vesting }] of rows.entries()) {
    if (available === null) return null;
    const next = rows[at + 1]?.from ?? through + 1;
    held.push({ funds: { id, available, vesting: packed(vesting) }, from, through: next - 1 });
  }
  return held;
}

async function fundsAt(view: View, id: number, samples: readonly Sample<Funds>[]) {
  const available = await availableAt(
    view,
    samples.map(({ height, row }) => ({
      funds: { id, available: row?.available ?? '0', vesting: packed(row?.vesting ?? null) },
      height,
    })),
  );
  return samples.map(({ height, row }, at) => ({
    height,
    timestamp: timeOf(view.network, height),
    balance: row?.balance ?? '0',
    availableBalance: available[at]?.available ?? '0',
    sectorPledgeBalance: row?.sectorPledgeBalance ?? '0',
    vestingFunds: row?.vestingFunds ?? '0',
    preCommitDeposits: row?.preCommitDeposits ?? '0',
    feeDebt: row?.feeDebt ?? '0',
  }));
}

/** PostgreSQL writes bytes as \x… */
const packed = (text: string | null): Uint8Array | null =>
  text === null ? null : fromHex(text.slice(2));
