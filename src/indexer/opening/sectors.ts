/**
 * Sectors of providers that have more than are read with them: a tipset that looks at some brings them
 * along, the others come provider by provider, in the order of their numbers. Which are left is a set
 * of the provider (parts/sectors/unopened.ts), so a slice begins with the first of them.
 */
import { sql, type Kysely } from 'kysely';
import { decodeRlePlus, type Runs } from '#filecoin/encoding/bitfield.ts';
import {
  intersectRuns,
  NO_RUNS,
  runsOf,
  sliceRuns,
  subtractRuns,
  unionRuns,
} from '#filecoin/encoding/bitsets.ts';
import { orNull } from '#node/refusals.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import { liveAt, olderSectors, type OlderSectors } from '../parts/sectors/opening.ts';
import { UNOPENED } from '../parts/sectors/unopened.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { Subject } from './subject.ts';

/** What is left of each provider. */
export type Unopened = Map<number, Runs>;

export const SECTORS: Subject = {
  name: 'sectors',
  behind: 'providers',
  async read({ node, key, db, room }, after) {
    const row = await db
      .selectFrom('sector_set')
      .select(['miner_id', 'sectors'])
      .where('kind', '=', UNOPENED)
      .where('miner_id', '>=', Number(after ?? 0))
      .orderBy('miner_id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return { older: {}, taken: 0, after: null };
    const numbers = sliceRuns(decodeRlePlus(row.sectors, Infinity), 0, room);
    const sectors = [await olderSectors(node, key, row.miner_id, runsOf(numbers))];
    return { older: { sectors }, taken: numbers.length, after: String(row.miner_id) };
  },
};

/** What is left of the providers whose sectors these units look at. */
export async function unopenedOf(
  db: Kysely<Database>,
  units: readonly ChainUnit[],
): Promise<Unopened> {
  const miners = units
    .flatMap((unit) => unit.parts)
    .flatMap((part) => part.sectors())
    .map(({ miner }) => miner);
  if (miners.length === 0) return new Map();
  const rows = await db
    .selectFrom('sector_set')
    .select(['miner_id', 'sectors'])
    .where('kind', '=', UNOPENED)
    .where('miner_id', '=', sql<number>`any(${[...new Set(miners)]}::int8[])`)
    .execute();
  return new Map(rows.map((row) => [row.miner_id, decodeRlePlus(row.sectors, Infinity)]));
}

/** Those of them that the unit looks at, as they were before it (`key`) and so at the beginning. */
export async function touchedSectors(
  node: NodeClient,
  unit: Pick<ChainUnit, 'parts'>,
  unopened: Unopened,
  key: TipsetKey,
  childKey: TipsetKey,
): Promise<OlderSectors[]> {
  const wanted: Unopened = new Map();
  for (const { miner, named, ending } of unit.parts.flatMap((part) => part.sectors())) {
    const left = unopened.get(miner) ?? NO_RUNS;
    if (left.length === 0) continue;
    const live = ending ? await orNull(liveAt(node, childKey, miner)) : null;
    const ended = live ? subtractRuns(left, live) : NO_RUNS;
    const both = unionRuns(intersectRuns(left, named), ended);
    wanted.set(miner, unionRuns(wanted.get(miner) ?? NO_RUNS, both));
  }
  const told = await Promise.all(
    [...wanted].map(([miner, numbers]) =>
      numbers.length === 0 ? null : orNull(olderSectors(node, key, miner, numbers)),
    ),
  );
  return told.filter((some) => some !== null);
}
