/** What of providers' locked rewards is free at a height, and not unlocked yet. */
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { decodeUvarint } from '#filecoin/encoding/varint.ts';
import {
  SOONEST_FUNDS,
  unpackVesting,
  vestedAt,
  type VestingTable,
} from '#filecoin/mining/vesting.ts';
import { ofAnyLength } from '#store/plans.ts';
import { statement, type Places } from '#store/statement.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';

/** A provider's funds in a state. */
export interface Funds {
  id: number;
  available: string;
  /** What vests next, packed; null where it is not known: nothing is told of it then. */
  vesting: Uint8Array | null;
}

/** What a provider can withdraw, attoFIL. */
export interface Available {
  /** With what has vested. */
  available: string;
  /** What has vested and is still locked. */
  vested: string;
}

/** What these can withdraw at their heights (StateMinerAvailableBalance), in their order. */
export async function availableAt(
  store: Pick<Store, 'db'>,
  asked: readonly { funds: Funds; height: number }[],
): Promise<Available[]> {
  const tables = await tablesOf(store, asked);
  return asked.map(({ funds: { available }, height }, at) => {
    const vested = vestedAt(tables[at] ?? [], height);
    return { available: String(BigInt(available) + vested), vested: String(vested) };
  });
}

/** Funds that hold from an epoch up to another one. */
export interface HeldFunds {
  funds: Funds;
  from: number;
  through: number;
}

/** What each of these could withdraw from which epochs on: it changes as funds vest. */
export async function availableFrom(
  store: Pick<Store, 'db'>,
  asked: readonly HeldFunds[],
): Promise<(readonly [epoch: number, available: bigint])[][]> {
  const tables = await tablesOf(
    store,
    asked.map(({ funds, through }) => ({ funds, height: through })),
  );
  return asked.map(({ funds: { available }, from, through }, at) => {
    const table = tables[at] ?? [];
    // It is free behind the epoch at which it vests.
    const steps = table.map(({ epoch }) => epoch + 1).filter((epoch) => epoch > from);
    const epochs = [from, ...steps.filter((epoch) => epoch <= through)];
    return epochs.map((epoch) => [epoch, BigInt(available) + vestedAt(table, epoch)] as const);
  });
}

/** Whether any of it has vested at a height. Its first epoch tells: most states are left before. */
const vestsBefore = (packed: Uint8Array | null, height: number): packed is Uint8Array =>
  packed !== null && packed.length > 0 && decodeUvarint(packed, 0).value < height;

const wholeBy = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('miner_vesting')
    .selectAll()
    .where('miner_id', '=', sql<number>`any(${ofAnyLength(ids)})`)
    .compile(),
);

/** What is known of what vests up to each height; empty where nothing does. */
async function tablesOf(
  { db }: Pick<Store, 'db'>,
  asked: readonly { funds: Funds; height: number }[],
): Promise<VestingTable[]> {
  const rows = asked.map(({ funds, height }) => {
    const table = vestsBefore(funds.vesting, height) ? unpackVesting(funds.vesting) : [];
    const last = table.at(-1);
    const over = table.length === SOONEST_FUNDS && last !== undefined && last.epoch < height;
    return { funds, table, over };
  });
  // The actor unlocks within half an hour, but of one whose cron has stopped all that follows may have vested.
  const over = new Set(rows.filter((row) => row.over).map(({ funds }) => funds.id));
  const whole = over.size === 0 ? [] : await wholeBy(db, { ids: [...over] });
  const wholeOf = new Map(whole.map((row) => [row.miner_id, row.funds]));
  return rows.map(({ funds: { id, vesting }, table, over }) => {
    const all = over ? (wholeOf.get(id) ?? null) : null;
    // It is of these funds if it begins as they do.
    const same = all && vesting && equalBytes(all.subarray(0, vesting.length), vesting);
    return same ? unpackVesting(all) : table;
  });
}
