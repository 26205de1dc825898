/** Figures of storage providers as pages show them. */
import type { BalanceStats } from '#explorer/account/schema.ts';
import type { MinerDetail, MiningStats } from '#explorer/miner/schema.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { DAYS, type Duration } from '../stats/charts.ts';
import { shareOf as partOf } from '#format/number.ts';

const TIB = 2 ** 40;

/** Part of a whole, 0–1; null when there is no whole. Decimal strings. */
export function shareOf(part: string, whole: string | null): number | null {
  if (whole === null || BigInt(whole) <= 0n) return null;
  return partOf(BigInt(part), BigInt(whole));
}

/**
 * Bytes per day of what changed in a window: `covered` is the share of it that there is anything of
 * (durationPercentage). Null when there is nothing of it.
 */
export function perDay(bytes: string, duration: Duration, covered: number): string | null {
  const days = DAYS[duration] * covered;
  return days > 0 ? String(BigInt(Math.round(Number(bytes) / days))) : null;
}

/** attoFIL per TiB and day, of attoFIL per byte and epoch. */
export function perTebibyteDay(perByteEpoch: number): string {
  return String(BigInt(Math.round(perByteEpoch * TIB * EPOCHS_PER_DAY)));
}

/** attoFIL that are left of rewards (tips included) after fees and penalties; below zero: it paid more than it won. */
export function netOf({
  totalRewards,
  totalFees,
  totalPenalties,
}: Pick<MiningStats, 'totalRewards' | 'totalFees' | 'totalPenalties'>): bigint {
  return BigInt(totalRewards) - BigInt(totalFees) - BigInt(totalPenalties);
}

/**
 * attoFIL by which a provider's fee debt grew over these samples, oldest first: charges that it could
 * not pay, of which no penalties tell before they are settled. Null where it did not grow.
 */
export function debtGrowth(samples: BalanceStats): string | null {
  const [first] = samples;
  const before = BigInt(first?.bands.feeDebt?.first ?? first?.feeDebt ?? 0);
  const growth = BigInt(samples.at(-1)?.feeDebt ?? 0) - before;
  return growth > 0n ? growth.toString() : null;
}

/** A provider's funds: what its balance is made of, in attoFIL, with each part's share of it. */
export function fundsOf(
  miner: Pick<
    MinerDetail,
    | 'availableBalance'
    | 'sectorPledgeBalance'
    | 'preCommitDeposits'
    | 'vestingFunds'
    | 'vestedFunds'
    | 'feeDebt'
  >,
): { parts: { of: FundsPart; value: string; share: number }[]; debt: string | null } {
  const available = BigInt(miner.availableBalance);
  const debt = available < 0n ? -available : BigInt(miner.feeDebt);
  const values: Record<FundsPart, string> = {
    available: available < 0n ? '0' : miner.availableBalance,
    pledge: miner.sectorPledgeBalance,
    // What has vested is available, though the actor still counts it as locked.
    vesting: String(BigInt(miner.vestingFunds) - BigInt(miner.vestedFunds)),
    deposits: miner.preCommitDeposits,
  };
  const whole = FUNDS.reduce((sum, of) => sum + BigInt(values[of]), 0n).toString();
  return {
    parts: FUNDS.map((of) => ({ of, value: values[of], share: shareOf(values[of], whole) ?? 0 })),
    debt: debt > 0n ? debt.toString() : null,
  };
}

const FUNDS = ['available', 'pledge', 'vesting', 'deposits'] as const;
type FundsPart = (typeof FUNDS)[number];

/**
 * A provider's sectors and the text that tells them: those that recover are among the faulty ones, and
 * those that are neither active nor faulty have not been proven by a WindowPoSt yet. Nothing where the
 * node could not tell.
 */
export function sectorsOf({ recovering, ...known }: MinerDetail['sectors']): Sectors[] {
  const { live, active, faulty } = known;
  const rest = live === null || active === null || faulty === null ? 0 : live - active - faulty;
  const counts = { ...known, unproven: rest > 0 ? rest : null };
  return SECTORS.flatMap((of): Sectors[] => {
    const count = counts[of];
    if (count === null) return [];
    if (of !== 'faulty' || count === 0 || recovering === null) return [{ of, told: of, count }];
    return [{ of, told: recovering > 0 ? 'someRecovering' : 'noneRecovering', count, recovering }];
  });
}

const SECTORS = ['live', 'active', 'unproven', 'faulty'] as const;
interface Sectors {
  of: (typeof SECTORS)[number];
  /** A text of `miner.sectors`. */
  told: (typeof SECTORS)[number] | 'someRecovering' | 'noneRecovering';
  count: number;
  recovering?: number;
}
