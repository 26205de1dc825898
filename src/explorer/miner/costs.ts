/** What a provider's messages and failures cost: sums by kind over a window, and the list of them. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import {
  MINER_FEES,
  MINER_PENALTIES,
  minerCostAt,
  type MinerCost,
} from '#filecoin/actors/minercosts.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import { epochsOf, type Duration, type PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { methodNames } from '../methods.ts';
import { namesOf } from '../names.ts';
import { parsePaging } from '../paging.ts';
import type { View } from '../view.ts';
import { windowOf, type Window } from './figures.ts';
import { findMiner } from './find.ts';
import type { CostSums, MinerFees } from './schema.ts';

export interface FeesInput extends PageInput {
  /** Of the sums. */
  duration: Duration;
  /** Whether it is that of the list, too; else the list is whole. */
  windowed: boolean;
}

/** Sum and number of each kind. */
export type Costs = ReadonlyMap<MinerCost, { amount: bigint; count: number }>;

interface CostRow {
  kind: number;
  amount: string;
  count: number;
  then_amount: string | null;
  then_count: number | null;
}

/** Sum (attoFIL) and number of all costs of `t`'s provider and kind below a height. */
export const costsBelow = (height: RawBuilder<unknown>) => sql`(
  select kind_sum, kind_count from miner_cost
  where miner_id = t.miner_id and kind = t.kind and height < ${height}
  order by height desc, ord desc limit 1
)`;

// Of a bare parameter the server would plan the range anew each time.
const given = (height: RawBuilder<number>) => sql`(select ${height}::int4)`;

const costRows = statement(
  (db, { id, from, to }: Places<{ id: number; from: number; to: number }>) =>
    sql<CostRow>`
    select t.kind, e.kind_sum as amount, e.kind_count as count,
      b.kind_sum as then_amount, b.kind_count as then_count
    from miner_cost_total t
    cross join lateral ${costsBelow(given(to))} e
    left join lateral ${costsBelow(given(from))} b on true
    where t.miner_id = ${id}`.compile(db),
);

export async function costsIn(view: View, id: number, { from, to }: Window): Promise<Costs> {
  const rows = await costRows(view.db, { id, from, to });
  return new Map(
    rows.flatMap((row) => {
      const kind = minerCostAt(row.kind);
      const amount = BigInt(row.amount) - BigInt(row.then_amount ?? 0);
      return kind ? [[kind, { amount, count: row.count - (row.then_count ?? 0) }]] : [];
    }),
  );
}

export function feeSums(costs: Costs): CostSums {
  return sumsOf(costs, MINER_FEES);
}

export function penaltySums(costs: Costs): CostSums {
  return sumsOf(costs, MINER_PENALTIES);
}

function sumsOf(costs: Costs, kinds: readonly MinerCost[]): CostSums {
  const sums = kinds.map((kind) => {
    const { amount = 0n, count = 0 } = costs.get(kind) ?? {};
    return { kind, amount, count };
  });
  return {
    total: sums.reduce((sum, { amount }) => sum + amount, 0n).toString(),
    count: sums.reduce((sum, { count }) => sum + count, 0),
    kinds: sums.map(({ kind, amount, count }) => ({ kind, amount: amount.toString(), count })),
  };
}

/** A provider's fees and penalties, newest first, with their sums over a window. */
export async function minerFees(view: View, text: string, input: FeesInput): Promise<MinerFees> {
  const request = await parsePaging(view, input);
  const window = windowOf(view, epochsOf(input.duration), view.answered.height);
  const miner = await findMiner(view, text);
  const [{ total, rows, next }, costs] = await Promise.all([
    listPage(view, request, {
      table: 'miner_cost',
      of: sql`miner_id = ${miner.id}`,
      total: miner.cost_count,
      within: { from: input.windowed ? window.from : null, to: null },
    }),
    costsIn(view, miner.id, window),
  ]);
  const [names, methods] = await Promise.all([
    namesOf(
      view,
      rows.map((row) => row.payer_id),
    ),
    methodNames(
      view,
      rows.flatMap((row) => (row.method_id === null ? [] : [row.method_id])),
    ),
  ]);
  return {
    totalCount: total,
    costs: rows.map((row) => ({
      height: row.height,
      timestamp: row.timestamp,
      message: row.cid && cidOf(row.cid),
      method: row.method_id === null ? null : (methods.get(row.method_id) ?? null),
      kind: minerCostAt(row.kind) ?? 'unknown',
      penalty: row.kind >= MINER_FEES.length,
      payer: names.shown(row.payer_id),
      payerId: names.idText(row.payer_id),
      value: row.amount,
    })),
    fees: feeSums(costs),
    penalties: penaltySums(costs),
    durationPercentage: Math.min(1, (window.to - window.from) / window.epochs),
    next,
  };
}

/** attoFIL paid for window proofs. */
export function proofFees(costs: Costs): bigint {
  return costs.get('windowedPoSt')?.amount ?? 0n;
}
