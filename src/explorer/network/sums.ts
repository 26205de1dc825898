/** Sums over the chain: a window's figure is the difference of two of them. */
import { sql } from 'kysely';
import { ofAnyLength } from '#store/plans.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { isOpened } from '../opened.ts';
import type { View } from '../view.ts';

/** Sums since the index's start over all that is at or below an epoch. Amounts are attoFIL. */
export interface Sums {
  tipsets: number;
  blocks: number;
  wins: number;
  /** Distinct messages of each tipset. */
  messages: number;
  /** Executed messages. */
  executed: number;
  /** Block rewards without tips. */
  rewards: bigint;
  tips: bigint;
  penalties: bigint;
  /** What senders paid: burns and tips. */
  fees: bigint;
  gasPremium: bigint;
  gasLimit: bigint;
  gasUsed: bigint;
  /** Sum of the tipsets' base fees. */
  baseFee: bigint;
  /** Raw bytes that prove-commits brought. */
  sealedBytes: bigint;
  power: {
    /** Epochs whose power is known. */
    epochs: number;
    /** Byte · epochs. */
    qaPower: bigint;
    rawPower: bigint;
    /** Σ floor(2^128 ÷ quality-adjusted power). */
    inversePower: bigint;
  };
  /** No sums: how many there are after what is at or below the epoch; null where it was not counted. */
  accounts: number;
  contracts: number;
  activeMiners: number | null;
}

export const NOTHING: Sums = {
  tipsets: 0,
  blocks: 0,
  wins: 0,
  messages: 0,
  executed: 0,
  rewards: 0n,
  tips: 0n,
  penalties: 0n,
  fees: 0n,
  gasPremium: 0n,
  gasLimit: 0n,
  gasUsed: 0n,
  baseFee: 0n,
  sealedBytes: 0n,
  power: { epochs: 0, qaPower: 0n, rawPower: 0n, inversePower: 0n },
  accounts: 0,
  contracts: 0,
  activeMiners: null,
};

type Row = RowOf<'network_sum'> & {
  epoch: number;
  qa_power_now: string | null;
  raw_power_now: string | null;
};

const sumRows = statement((db, { epochs }: Places<{ epochs: readonly number[] }>) =>
  sql<Row>`
    select grid.epoch, s.*, n.quality_adj_power as qa_power_now, n.raw_byte_power as raw_power_now
    from unnest(${ofAnyLength(epochs)}) as grid(epoch)
    cross join lateral (
      select * from network_sum where height <= grid.epoch order by height desc limit 1
    ) s
    join network_state n on n.height = s.height`.compile(db),
);

/**
 * Sums through each epoch (inclusive), which is below the head: what the head brings is not executed
 * yet. Null for epochs before the index; of an index from the genesis on they are nothing there.
 */
export async function sumsThrough(
  { db, head, network, held }: View,
  epochs: readonly number[],
): Promise<(Sums | null)[]> {
  const before = network.startHeight === 0 ? NOTHING : null;
  const wanted = epochs.filter((epoch) => epoch >= network.startHeight);
  if (wanted.some((epoch) => epoch >= head.height))
    throw new Error('The sums end below the head: its messages are not executed yet');
  // Windows end at the head: every provider is told by the same two.
  const found = await held.rows('network sums', wanted, async (missing) => {
    const [rows, older] = await Promise.all([
      sumRows(db, { epochs: missing }),
      olderCounts(db, network.startHeight),
    ]);
    return rows.map((row) => [row.epoch, plusOlder(sumsOf(row), older)] as const);
  });
  return epochs.map((epoch) => found.get(epoch) ?? before);
}

interface OlderCounts {
  accounts: number;
  contracts: number;
  activeMiners: number | null;
}

const plusOlder = (sums: Sums, older: OlderCounts): Sums => ({
  ...sums,
  accounts: sums.accounts + older.accounts,
  contracts: sums.contracts + older.contracts,
  activeMiners: plusKnown(sums.activeMiners, older.activeMiners),
});

/**
 * Actors and active providers that an index which begins after the genesis found there; the sums count
 * from there on. Null while not all providers are known that were.
 */
export async function olderCounts(db: View['db'], startHeight: number): Promise<OlderCounts> {
  if (startHeight === 0) return { accounts: 0, contracts: 0, activeMiners: 0 };
  const rows = await db.selectFrom('counter').selectAll().where('key', 'like', 'older:%').execute();
  const counts = new Map(rows.map(({ key, value }) => [key, value]));
  const of = (counted: string): number => counts.get(`older:${counted}`) ?? 0;
  return {
    accounts: of('actors:account') + of('actors:ethaccount'),
    contracts: of('actors:evm'),
    activeMiners: (await isOpened(db, 'providers')) ? of('miners:active') : null,
  };
}

function plusKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function sumsOf(row: Row): Sums {
  return {
    tipsets: row.tipsets,
    blocks: row.blocks,
    wins: row.wins,
    messages: row.messages,
    executed: row.executed,
    rewards: BigInt(row.rewards),
    tips: BigInt(row.tips),
    penalties: BigInt(row.penalties),
    fees: BigInt(row.fees),
    gasPremium: BigInt(row.gas_premium),
    gasLimit: BigInt(row.gas_limit),
    gasUsed: BigInt(row.gas_used),
    baseFee: BigInt(row.base_fee),
    sealedBytes: BigInt(row.sealed_bytes),
    power: powerOf(row),
    accounts: row.accounts,
    contracts: row.contracts,
    activeMiners: row.active_miners,
  };
}

type PowerRow = Pick<
  Row,
  'epoch' | 'height' | 'power_epochs' | 'qa_power' | 'qa_power_now' | 'raw_power_now'
>;

/** Null rounds after the row's tipset have the power that it stands on: how many of them, where it is known. */
function epochsAfter(row: PowerRow): number {
  const known = row.qa_power_now !== null && row.raw_power_now !== null;
  return known ? row.epoch - row.height : 0;
}

function qaPowerOf(row: PowerRow): Pick<Sums['power'], 'epochs' | 'qaPower'> {
  const epochs = epochsAfter(row);
  const qaPower = BigInt(row.qa_power_now ?? 0) * BigInt(epochs);
  return { epochs: row.power_epochs + epochs, qaPower: BigInt(row.qa_power) + qaPower };
}

function powerOf(row: Row): Sums['power'] {
  const count = BigInt(epochsAfter(row));
  const qaPower = BigInt(row.qa_power_now ?? 0);
  return {
    ...qaPowerOf(row),
    rawPower: BigInt(row.raw_power) + BigInt(row.raw_power_now ?? 0) * count,
    inversePower: BigInt(row.inverse_power) + (qaPower > 0n ? (1n << 128n) / qaPower : 0n) * count,
  };
}

/** Block rewards and tips of the window, attoFIL. */
export const rewardsBetween = (start: Earned, end: Earned): bigint =>
  end.rewards + end.tips - start.rewards - start.tips;

/** Mean quality-adjusted power of the window's epochs, bytes, cut off; null where it is not known. */
export function meanPower(start: Sums, end: Sums): bigint | null {
  const epochs = end.power.epochs - start.power.epochs;
  return epochs === 0 ? null : (end.power.qaPower - start.power.qaPower) / BigInt(epochs);
}

/** Block rewards, tips and power of the sums through an epoch. */
export type Earned = Pick<Sums, 'rewards' | 'tips'> & {
  power: Pick<Sums['power'], 'epochs' | 'qaPower'>;
};

/** Those through each epoch from `low` up to `high`, which is below the head; null before the index, as above. */
export async function earnedThrough(
  { db, network }: View,
  low: number,
  high: number,
): Promise<(Earned | null)[]> {
  type Told = Pick<
    Row,
    'height' | 'rewards' | 'tips' | 'power_epochs' | 'qa_power' | 'qa_power_now' | 'raw_power_now'
  >;
  const { rows } = await sql<Told>`
    select s.height, s.rewards, s.tips, s.power_epochs, s.qa_power,
      n.quality_adj_power as qa_power_now, n.raw_byte_power as raw_power_now
    from network_sum s join network_state n on n.height = s.height
    where s.height <= ${high} and s.height >= coalesce(
      (select height from network_sum where height <= ${low} order by height desc limit 1), 0)
    order by s.height`.execute(db);
  const before = network.startHeight === 0 ? NOTHING : null;
  const told: (Earned | null)[] = [];
  for (let epoch = low, place = -1; epoch <= high; epoch++) {
    while ((rows[place + 1]?.height ?? Infinity) <= epoch) place++;
    const row = rows[place];
    told.push(
      row
        ? {
            rewards: BigInt(row.rewards),
            tips: BigInt(row.tips),
            power: qaPowerOf({ ...row, epoch }),
          }
        : before,
    );
  }
  return told;
}

/**
 * What an epoch's window earned per byte of quality-adjusted power and epoch, attoFIL: block rewards
 * and tips ÷ mean power ÷ epochs. Null where the power of an epoch is not known or all of it is 0.
 */
export function rewardPerByte(start: Earned, end: Earned, epochs: number): number | null {
  const power = end.power.qaPower - start.power.qaPower;
  if (power === 0n || end.power.epochs - start.power.epochs !== epochs) return null;
  return ratio(rewardsBetween(start, end), power);
}

/** The quotient of two exact integers as a number of double precision. */
export function ratio(value: bigint, by: bigint): number {
  // 60 binary digits of the quotient, more than a double holds, whatever the sizes.
  const shift = BigInt(60 + by.toString(2).length - value.toString(2).length);
  const scaled = shift > 0n ? (value << shift) / by : value / (by << -shift);
  return Number(scaled) / 2 ** Number(shift);
}
