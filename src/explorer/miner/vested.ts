/** What of providers' locked rewards is free at a height, and not unlocked yet. */
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { SOONEST_FUNDS, unpackVesting, vestedAt } from '#filecoin/mining/vesting.ts';
import type { Store } from '#store/store.ts';

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
  { db }: Pick<Store, 'db'>,
  asked: readonly { funds: Funds; height: number }[],
): Promise<Available[]> {
  const rows = asked.map(({ funds, height }) => {
    const table = unpackVesting(funds.vesting ?? NONE);
    const last = table.at(-1);
    const over = table.length === SOONEST_FUNDS && last !== undefined && last.epoch < height;
    return { funds, height, table, over };
  });
  // The actor unlocks within half an hour, but of one whose cron has stopped all that follows may have vested.
  const over = rows.filter((row) => row.over).map(({ funds }) => funds.id);
  const whole =
    over.length === 0
      ? []
      : await db.selectFrom('miner_vesting').selectAll().where('miner_id', 'in', over).execute();
  const wholeOf = new Map(whole.map((row) => [row.miner_id, row.funds]));
  return rows.map(({ funds: { id, available, vesting }, height, table, over }) => {
    const all = over ? (wholeOf.get(id) ?? null) : null;
    // It is of these funds if it begins as they do.
    const same = all && vesting && equalBytes(all.subarray(0, vesting.length), vesting);
    const known = same ? unpackVesting(all) : table;
    const vested = vestedAt(known, height);
    return { available: String(BigInt(available) + vested), vested: String(vested) };
  });
}

const NONE = new Uint8Array(0);
