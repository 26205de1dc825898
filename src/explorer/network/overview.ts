import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { namesOf } from '../names.ts';
import { networkVersions } from '../versions.ts';
import type { View } from '../view.ts';
import { baseFeeRange } from './basefee.ts';
import { multisigLocked } from './locked.ts';
import { priceAt } from './price.ts';
import {
  overviewInputsSchema,
  overviewSchema,
  type Overview,
  type OverviewInputs,
} from './schema.ts';
import { sealCost, sealFees } from './seal.ts';
import {
  SECTOR_BYTES,
  blockReward,
  sectorPledge,
  totalSupply,
  totalsOver,
  type NetworkTotals,
} from './states.ts';
import {
  NOTHING,
  meanPower,
  ratio,
  rewardPerByte,
  rewardsBetween,
  sumsThrough,
  type Sums,
} from './sums.ts';

const TOTAL_MAX_SUPPLY = 2_000_000_000n * 10n ** 18n;

/** Figures of the network at the head. What the index does not know is null. */
export async function overview(view: View): Promise<Overview> {
  const { head } = view;
  const [[totals, dayBefore], price, window, multisigs, baseFees, version] = await Promise.all([
    totalsOver(view, head.height - EPOCHS_PER_DAY),
    priceAt(view, head.timestamp),
    windowFigures(view),
    multisigLocked(view),
    baseFeeRange(view),
    networkVersions(view),
  ]);
  const names = await namesOf(view, multisigs.unknown);
  return complete<Overview>(overviewSchema, {
    height: head.height,
    timestamp: head.timestamp,
    totalMaxSupply: TOTAL_MAX_SUPPLY.toString(),
    ...(totals ? stateFigures(totals) : {}),
    ...(totals && dayBefore ? changes(totals, dayBefore) : {}),
    ...window.figures,
    ...baseFees,
    networkVersion: version(null),
    totalMultisigLockedBalance: multisigs.locked?.toString(),
    price: price?.price,
    priceChangePercentage: price?.changePercentage,
    inputs: complete<OverviewInputs>(overviewInputsSchema, {
      epochs: Math.min(head.height, EPOCHS_PER_DAY),
      ...stateInputs(totals, dayBefore),
      ...window.inputs,
      unknownMultisigs: multisigs.unknown.map((id) => names.idText(id)),
    }),
  });
}

type Unknown<T> = { [K in keyof T]?: T[K] | null | undefined };
type Figures = Unknown<Omit<Overview, 'height' | 'timestamp' | 'inputs'>>;
type Inputs = Unknown<Omit<OverviewInputs, 'epochs'>>;

/** Figures with what they are computed from. */
interface Derived {
  figures: Figures;
  inputs: Inputs;
}

function stateInputs(
  now: NetworkTotals | null | undefined,
  before: NetworkTotals | null | undefined,
): Inputs {
  return {
    epochReward: now?.this_epoch_reward,
    filVested: now?.fil_vested,
    filMined: now?.fil_mined,
    filMinedBefore: before?.fil_mined,
    filReserveDisbursed: now?.fil_reserve_disbursed,
    filLocked: now?.fil_locked,
    baselinePower: now?.baseline_power,
  };
}

function stateFigures(now: NetworkTotals): Figures {
  const pledge = sectorPledge(now);
  return {
    totalRawBytePower: now.raw_byte_power,
    totalQualityAdjPower: now.quality_adj_power,
    totalSupply: totalSupply(now),
    circulatingSupply: now.fil_circulating,
    burntSupply: now.fil_burnt,
    totalPledgeCollateral: now.pledge_collateral,
    totalMarketPledge: now.market_pledge,
    blockReward: blockReward(now),
    estimatedInitialPledgeCollateral: pledge === null ? null : ratio(pledge, SECTOR_BYTES),
  };
}

function changes(now: NetworkTotals, before: NetworkTotals): Figures {
  return {
    totalRawBytePowerDelta: difference(now.raw_byte_power, before.raw_byte_power),
    totalQualityAdjPowerDelta: difference(now.quality_adj_power, before.quality_adj_power),
    dailyCoinsMined: difference(now.fil_mined, before.fil_mined),
  };
}

/** Of the last 2,880 epochs, null rounds included; of all of them on a younger chain. */
async function windowFigures(view: View): Promise<Derived> {
  const { head, network } = view;
  const last = head.height - 1;
  const [tipset, [end = null, included = null, executed = null], fees] = await Promise.all([
    view.db
      .selectFrom('tipset')
      .select(['base_fee', 'block_count', 'win_count', 'message_count'])
      .where('height', '=', head.height)
      .executeTakeFirst(),
    sumsThrough(view, [last, head.height - EPOCHS_PER_DAY, last - EPOCHS_PER_DAY]),
    sealFees(view, last - EPOCHS_PER_DAY),
  ]);
  const held =
    tipset &&
    included &&
    inclusion({
      seconds: Math.min(head.height + 1, EPOCHS_PER_DAY) * network.epochSeconds,
      tipsets: (end ?? NOTHING).tipsets + 1 - included.tipsets,
      blocks: (end ?? NOTHING).blocks + tipset.block_count - included.blocks,
      wins: (end ?? NOTHING).wins + tipset.win_count - included.wins,
      messages: (end ?? NOTHING).messages + tipset.message_count - included.messages,
    });
  const ran = end && executed && execution(view, executed, end, fees);
  return {
    figures: {
      baseFee: tipset?.base_fee,
      accounts: end?.accounts,
      activeMiners: end?.activeMiners,
      ...held?.figures,
      ...ran?.figures,
    },
    inputs: { ...held?.inputs, ...ran?.inputs },
  };
}

/** Of the window that ends with the head: what its tipsets hold. */
function inclusion(window: {
  seconds: number;
  tipsets: number;
  blocks: number;
  wins: number;
  messages: number;
}): Derived {
  const { tipsets, blocks, wins } = window;
  return {
    figures: {
      dailyMessages: window.messages,
      averageTipsetInterval: window.seconds / tipsets,
      averageTipsetBlocks: blocks / tipsets,
      averageTipsetWeightedBlocks: wins / tipsets,
    },
    inputs: { tipsets, blocks, wins },
  };
}

/** Of the window that ends below the head: what was executed in it. `fees`: of sealing, attoFIL. */
function execution({ head }: View, start: Sums, end: Sums, fees: bigint): Derived {
  const epochs = Math.min(head.height, EPOCHS_PER_DAY);
  const sealedBytes = end.sealedBytes - start.sealedBytes;
  return {
    figures: {
      averageRewardPerByte: rewardPerByte(start, end, epochs),
      activeMinersGrowth:
        end.activeMiners === null || start.activeMiners === null
          ? null
          : end.activeMiners - start.activeMiners,
      sealCost: sealCost(fees, sealedBytes),
    },
    inputs: {
      rewards: rewardsBetween(start, end).toString(),
      meanQualityAdjPower: meanPower(start, end)?.toString(),
      sealFees: fees.toString(),
      sealedBytes: sealedBytes.toString(),
    },
  };
}

function difference(now: string | null, before: string | null): string | null {
  return now === null || before === null ? null : (BigInt(now) - BigInt(before)).toString();
}

/** Everything that a schema names, in its order; null for what is not known. */
function complete<T extends object>(
  schema: { shape: Readonly<Record<keyof T & string, unknown>> },
  known: Unknown<T>,
): T {
  const given = new Map<string, unknown>(Object.entries(known));
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, given.get(name) ?? null]),
  ) as T;
}
