/** What messages cost in the last 2,880 epochs, all together and by method. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { EACH } from '#store/series.ts';
import { sql } from 'kysely';
import { listedMethods } from '../methods.ts';
import { ratio, sumsThrough } from '../network/sums.ts';
import type { View } from '../view.ts';
import type { FeeStats } from './schema.ts';

/** Anyone may call any number of methods: so many are listed. */
const MAX_METHODS = 200;

interface Window {
  count: number;
  gasPremium: bigint;
  gasLimit: bigint;
  gasUsed: bigint;
  fee: bigint;
}

/** Empty while the index does not reach so far back (an index from the genesis on always does). */
export async function feeStats(view: View): Promise<FeeStats> {
  const last = view.head.height - 1;
  const [end, start] = await sumsThrough(view, [last, last - EPOCHS_PER_DAY]);
  if (!end || !start) return [];
  const all = feesOf('', {
    count: end.executed - start.executed,
    gasPremium: end.gasPremium - start.gasPremium,
    gasLimit: end.gasLimit - start.gasLimit,
    gasUsed: end.gasUsed - start.gasUsed,
    fee: end.fees - start.fees,
  });
  const methods = await methodWindows(view, last - EPOCHS_PER_DAY, {
    by: 'fee',
    limit: MAX_METHODS,
  });
  return [
    all,
    ...methods.map(({ name, count, gas_premium, gas_limit, gas_used, fee }) =>
      feesOf(name, {
        count,
        gasPremium: BigInt(gas_premium),
        gasLimit: BigInt(gas_limit),
        gasUsed: BigInt(gas_used),
        fee: BigInt(fee),
      }),
    ),
  ];
}

interface MethodWindow {
  id: number;
  name: string;
  count: number;
  gas_premium: string;
  gas_limit: string;
  gas_used: string;
  fee: string;
}

/** Sums of each method that ran above a height, those with the highest fee or count first. */
export async function methodWindows(
  { db }: View,
  above: number,
  { by, limit }: { by: 'fee' | 'count'; limit: number },
): Promise<MethodWindow[]> {
  const { rows } = await sql<MethodWindow>`
    select m.id, m.name, t.count - coalesce(s.count, 0) as count,
      t.gas_premium - coalesce(s.gas_premium, 0) as gas_premium,
      t.gas_limit - coalesce(s.gas_limit, 0) as gas_limit,
      t.gas_used - coalesce(s.gas_used, 0) as gas_used,
      t.fee - coalesce(s.fee, 0) as fee
    from ${listedMethods()} m
    cross join lateral (
      select * from method_total where method_id = m.id and height > ${above} ${EACH}
    ) t
    left join lateral (
      select * from method_sum where method_id = t.method_id and height <= ${above}
      order by height desc limit 1
    ) s on true
    order by ${sql.ref(by)} desc, m.name limit ${limit}`.execute(db);
  return rows;
}

function feesOf(method: string, { count, gasPremium, gasLimit, gasUsed, fee }: Window) {
  const of = BigInt(Math.max(count, 1));
  return {
    method,
    count,
    gasPremium: (gasPremium / of).toString(),
    gasLimit: ratio(gasLimit, of),
    gasUsed: ratio(gasUsed, of),
    fee: (fee / of).toString(),
    totalFee: fee.toString(),
  };
}

/** Fees of some methods above a height, attoFIL. */
export async function feesOfMethods(
  { db }: View,
  methodIds: readonly number[],
  above: number,
): Promise<bigint> {
  const { rows } = await sql<{ fee: string | null }>`
    select sum(t.fee - coalesce(s.fee, 0)) as fee
    from method_total t
    left join lateral (
      select fee from method_sum where method_id = t.method_id and height <= ${above}
      order by height desc limit 1
    ) s on true
    where t.method_id = any(${methodIds}::int4[]) and t.height > ${above}`.execute(db);
  return BigInt(rows[0]?.fee ?? 0);
}
