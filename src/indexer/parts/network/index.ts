/** The network over time: sums at every tipset, by method, by hour and day, and its state now. */
import { isActorKind, kindIndex, type ActorBundle } from '#filecoin/actors/kinds.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { orNull } from '#node/refusals.ts';
import type { NewRow } from '#store/schema.ts';
import { count } from '../../fold/lists.ts';
import type { StateView } from '../../fold/state.ts';
import type { NetworkStateRow } from '../../types.ts';
import { definePart, type FoldContext, type Touch, type ChainUnit } from '../part.ts';
import { sealedSectors } from './sealed.ts';
import { tipsetSums, type MethodSum, type TipsetSums } from './decode.ts';
import { foldPeriods, HOUR, startOf } from './periods.ts';
import { powerSumsThrough } from './power.ts';

/** The only row of `network_total` and `network_now`. */
const ONLY = 1;

interface Facts {
  sums: TipsetSums;
  /** How many sectors providers committed: [provider, sectors]. */
  sealed: readonly (readonly [number, number])[];
  /** The network's totals after the execution. */
  after: NetworkStateRow;
  /** The network version that its messages ran with; null where no upgrade has changed it, or nobody tells. */
  version: number | null;
  /** The codes that actors have after it; null as above. */
  bundle: ActorBundle | null;
}

export const NETWORK = definePart<Facts>('network', {
  async gather({ tipset, executed, calls, networkAfter, opening, node, key, bundleAfter }) {
    const upgraded = opening || executed.migration;
    const [after, version, bundle] = await Promise.all([
      networkAfter(),
      upgraded ? orNull(node.stateNetworkVersion(key)) : null,
      upgraded ? bundleAfter() : null,
    ]);
    const sums = tipsetSums(tipset, executed);
    return { sums, sealed: sealedSectors(calls), after, version, bundle };
  },

  touches({ sums, sealed }, { tipset }: ChainUnit): Touch[] {
    return [
      { table: 'network_total', key: [ONLY] },
      { table: 'network_now', key: [ONLY] },
      { table: 'network_hour', key: [startOf(tipset.timestamp, HOUR)] },
      { table: 'network_day', key: [startOf(tipset.timestamp, DAY_SECONDS)] },
      ...sums.methods.map(({ methodId }): Touch => ({ table: 'method_total', key: [methodId] })),
      ...sealed.map(([id]): Touch => ({ table: 'miner_info', key: [id] })),
      ...sums.senders.map((id): Touch => ({ table: 'sender_day', key: [id] })),
    ];
  },

  fold(context, { sums, sealed, after, version, bundle }) {
    foldSums(context, sums, sealedBytes(context.view, sealed));
    for (const method of sums.methods) foldMethod(context, method);
    foldPeriods(context.view, context.unit.tipset, sums.senders);
    context.view.put('network_now', { id: ONLY, ...stateRow(after) });
    const { height } = context.unit.tipset;
    if (version !== null) context.rows.network_version.push({ height, version });
    if (bundle) context.rows.actor_bundle.push(...bundleRows(height, bundle));
  },
});

/** Kinds whose codes a bundle tells, as rows. */
export function bundleRows(height: number, { codes }: ActorBundle): NewRow<'actor_bundle'>[] {
  return Object.entries(codes).flatMap(([kind, code]) =>
    isActorKind(kind) ? [{ kind: kindIndex(kind), height, code: parseCid(code) }] : [],
  );
}

function foldSums({ view, rows, unit }: FoldContext, sums: TipsetSums, sealed: bigint): void {
  const { tipset, executed } = unit;
  const before = view.get('network_total', ONLY);
  const power = powerSumsThrough(before, executed.network, tipset.height);
  const next = {
    tipsets: (before?.tipsets ?? 0) + 1,
    blocks: (before?.blocks ?? 0) + tipset.blocks.length,
    wins: (before?.wins ?? 0) + tipset.winCount,
    messages: (before?.messages ?? 0) + tipset.messages.length,
    executed: (before?.executed ?? 0) + sums.executed,
    rewards: plus(before?.rewards, sums.rewards),
    tips: plus(before?.tips, sums.tips),
    penalties: plus(before?.penalties, sums.penalties),
    fees: plus(before?.fees, sums.fees),
    gas_premium: plus(before?.gas_premium, sums.gasPremium),
    gas_limit: plus(before?.gas_limit, sums.gasLimit),
    gas_used: plus(before?.gas_used, sums.gasUsed),
    base_fee: plus(before?.base_fee, tipset.baseFee),
    sealed_bytes: plus(before?.sealed_bytes, sealed),
    power_epochs: power.epochs,
    qa_power: power.qaPower.toString(),
    raw_power: power.rawPower.toString(),
    inverse_power: power.inversePower.toString(),
  };
  const { height } = tipset;
  const now = stateRow(executed.network);
  view.put('network_total', {
    id: ONLY,
    height,
    ...next,
    qa_power_now: now.quality_adj_power,
    raw_power_now: now.raw_byte_power,
  });
  rows.network_sum.push({
    height,
    ...next,
    accounts: counted(view, 'actors:account') + counted(view, 'actors:ethaccount'),
    contracts: counted(view, 'actors:evm'),
    active_miners: view.get('counter', 'miners:active')?.value ?? null,
  });
}

function foldMethod({ view, rows, unit }: FoldContext, sum: MethodSum): void {
  const { height } = unit.tipset;
  const before = view.get('method_total', sum.methodId);
  const next = {
    method_id: sum.methodId,
    height,
    count: (before?.count ?? 0) + sum.count,
    gas_premium: plus(before?.gas_premium, sum.gasPremium),
    gas_limit: plus(before?.gas_limit, sum.gasLimit),
    gas_used: plus(before?.gas_used, sum.gasUsed),
    fee: plus(before?.fee, sum.fee),
  };
  view.put('method_total', next);
  rows.method_sum.push(next);
}

function sealedBytes(view: StateView, sealed: Facts['sealed']): bigint {
  return sealed.reduce(
    (sum, [id, sectors]) =>
      sum + BigInt(sectors) * BigInt(view.get('miner_info', id)?.sector_size ?? 0),
    0n,
  );
}

function counted(view: StateView, key: string): number {
  return count(view, key, 0);
}

function plus(before: string | undefined, value: bigint): string {
  return (BigInt(before ?? 0) + value).toString();
}

/** The totals as a state row has them: every column, amounts as decimal strings. */
/** The network's totals as the row of `network_now` has them. */
export function stateRow(row: NetworkStateRow) {
  const amount = (value: string | bigint | null | undefined): string | null =>
    value == null ? null : value.toString();
  return {
    height: row.height,
    timestamp: row.timestamp,
    raw_byte_power: amount(row.raw_byte_power),
    quality_adj_power: amount(row.quality_adj_power),
    pledge_collateral: amount(row.pledge_collateral),
    miner_count: row.miner_count ?? null,
    this_epoch_reward: amount(row.this_epoch_reward),
    baseline_power: amount(row.baseline_power),
    reward_position: amount(row.reward_position),
    reward_velocity: amount(row.reward_velocity),
    power_position: amount(row.power_position),
    power_velocity: amount(row.power_velocity),
    ramp_start: row.ramp_start ?? null,
    ramp_epochs: row.ramp_epochs ?? null,
    fil_vested: amount(row.fil_vested),
    fil_mined: amount(row.fil_mined),
    fil_burnt: amount(row.fil_burnt),
    fil_locked: amount(row.fil_locked),
    fil_circulating: amount(row.fil_circulating),
    fil_reserve_disbursed: amount(row.fil_reserve_disbursed),
    market_pledge: amount(row.market_pledge),
  };
}
