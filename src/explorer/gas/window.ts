/** The newest tipsets, and what got in with them. */
import { BLOCK_GAS_LIMIT } from '#filecoin/execution/basefee.ts';
import { sql, type RawBuilder } from 'kysely';
import { ratio } from '../network/sums.ts';
import type { View } from '../view.ts';
import { LEVELS, PERCENTILES, type Level } from './levels.ts';

/** So many, the head included. */
const TIPSETS = 60;

interface Tipset {
  height: number;
  timestamp: number;
  baseFee: bigint;
  blocks: number;
  /** `seq` of its first executed message; null of the head. */
  firstSeq: number | null;
}

/** Oldest first; a tipset's place is counted from 1. */
export async function newestTipsets({ db, head }: View): Promise<Tipset[]> {
  const rows = await db
    .selectFrom('tipset')
    .select(['height', 'timestamp', 'base_fee', 'block_count', 'first_seq'])
    .where('height', '<=', head.height)
    .orderBy('height', 'desc')
    .limit(TIPSETS)
    .execute();
  return rows.reverse().map((row) => ({
    height: row.height,
    timestamp: row.timestamp,
    baseFee: BigInt(row.base_fee),
    blocks: row.block_count,
    firstSeq: row.first_seq,
  }));
}

/**
 * Messages that got in with tipsets: what these executed, and what the head's blocks include. `place`
 * is that of the tipset, `premium` what was left to the miner at its base fee, `ran` false of what was
 * refused before it ran.
 */
export function gotIn({ head }: View, tipsets: readonly Tipset[]): RawBuilder<unknown> {
  const heights = tipsets.map(({ height }) => height);
  const fees = tipsets.map(({ baseFee }) => baseFee.toString());
  const first = tipsets.find(({ firstSeq }) => firstSeq !== null)?.firstSeq ?? null;
  return sql`
    select i.cid, t.height, t.place, i.ran, m.gas_limit,
      least(m.gas_premium, greatest(m.gas_fee_cap - t.base_fee, 0)) as premium
    from (
      select cid, height, exit_code = 0 or gas_used > 0 as ran from execution where seq >= ${first}::int8
      union all
      select distinct l.cid, b.height, true from block b
      join block_message l on l.block_cid = b.cid
      where b.height = ${head.height} and not b.orphaned
    ) i
    join message m on m.cid = i.cid
    join unnest(${heights}::int4[], ${fees}::numeric[]) with ordinality
      as t(height, base_fee, place) on t.height = i.height`;
}

interface Premiums {
  messages: number;
  min: string;
  max: string;
  at: Readonly<Record<Level, string>>;
}

export interface Window {
  tipsets: {
    height: number;
    timestamp: number;
    baseFee: string;
    blocks: number;
    messages: number;
    gasLimit: string;
    fill: number;
  }[];
  fill: number | null;
  /** Null when nothing got in. */
  premiums: Premiums | null;
}

type Row = { height: number | null; messages: string; gas_limit: string; ran: string } & {
  [K in 'lowest' | 'highest' | Level]: string | null;
};

/** How full the tipsets' blocks are, and what premiums their messages left. */
export async function windowOf(view: View, tipsets: readonly Tipset[]): Promise<Window> {
  const places = LEVELS.map(
    (level) => sql`percentile_disc(${PERCENTILES[level]}::float8) within group (order by premium)
      filter (where ran) as ${sql.ref(level)}`,
  );
  const { rows } = await sql<Row>`
    with got as (${gotIn(view, tipsets)})
    select height, count(*) as messages, coalesce(sum(gas_limit), 0) as gas_limit,
      count(*) filter (where ran) as ran,
      min(premium) filter (where ran) as lowest, max(premium) filter (where ran) as highest,
      ${sql.join(places)}
    from got group by grouping sets ((height), ())`.execute(view.db);
  const of = new Map(rows.map((row) => [row.height, row]));
  const gasOf = (height: number | null): bigint => BigInt(of.get(height)?.gas_limit ?? 0);
  const fillOf = (gas: bigint, blocks: number): number =>
    ratio(gas, BigInt(blocks) * BLOCK_GAS_LIMIT);
  return {
    tipsets: tipsets.map(({ height, timestamp, baseFee, blocks }) => ({
      height,
      timestamp,
      baseFee: baseFee.toString(),
      blocks,
      messages: Number(of.get(height)?.messages ?? 0),
      gasLimit: gasOf(height).toString(),
      fill: fillOf(gasOf(height), blocks),
    })),
    fill:
      tipsets.length === 0
        ? null
        : fillOf(
            gasOf(null),
            tipsets.reduce((sum, { blocks }) => sum + blocks, 0),
          ),
    premiums: premiumsOf(of.get(null)),
  };
}

function premiumsOf(row: Row | undefined): Premiums | null {
  if (row === undefined) return null;
  const { lowest, highest, low, typical, fast } = row;
  if (lowest === null || highest === null || low === null || typical === null || fast === null)
    return null;
  return { messages: Number(row.ran), min: lowest, max: highest, at: { low, typical, fast } };
}
