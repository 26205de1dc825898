/**
 * Allocations that the migration to network version 17 made of verified deals without a sector
 * (go-state-types builtin/v9/migration/verifreg.go; claims it made none). No message tells of them: an
 * index that meets this upgrade takes them over as what is older than itself, out of the state after
 * the tipset that carried it out.
 */
import type { Kysely } from 'kysely';
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { MIGRATED_SUBJECT } from '#store/opening.ts';
import type { Database } from '#store/schema.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import type { StatePlace } from './subject.ts';

/** Height of that upgrade; null where the index does not meet it: it comes to none, or begins behind it. */
export function migrationHeight(upgrades: UpgradeHeights, startHeight: number): number | null {
  const upgrade = upgrades['UpgradeSharkHeight'];
  if (upgrade === undefined || upgrade < 0 || startHeight > upgrade + 1) return null;
  return upgrade;
}

/** Where its allocations are read; null while it may be taken back. */
export async function migratedPlace(
  db: Kysely<Database>,
  upgrade: number,
  finalHeight: number | null,
): Promise<StatePlace | null> {
  if (finalHeight === null || finalHeight <= upgrade) return null;
  const [own, child] = await db
    .selectFrom('tipset')
    .select(['height', 'key', 'state_root'])
    .where('height', '>', upgrade)
    .where('height', '<=', finalHeight)
    .orderBy('height')
    .limit(2)
    .execute();
  if (!own || !child) return null;
  return { key: tipsetKeyOf(child.key), root: cidOf(child.state_root), madeHeight: own.height };
}

/** Height of the tipset that carried it out; null where the index has none above the upgrade. */
export async function migratedHeight(
  db: Kysely<Database>,
  upgrade: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('tipset')
    .select('height')
    .where('height', '>', upgrade)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst();
  return row?.height ?? null;
}

/** Whether all of them are taken over. */
export async function areTaken(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('opening')
    .select('done')
    .where('subject', '=', MIGRATED_SUBJECT)
    .executeTakeFirst();
  return row?.done === true;
}
