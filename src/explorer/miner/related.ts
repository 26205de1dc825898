import { sql } from 'kysely';
import type { Names } from '../names.ts';
import type { View } from '../view.ts';

/** An account is told of at most so many providers of each kind. */
const MAX_MINERS = 1000;

export interface RelatedMiners {
  ownedMiners: string[];
  workerMiners: string[];
  benefitedMiners: string[];
}

/** The providers that an account owns, works for, and benefits from. */
export async function relatedMiners(
  { db }: View,
  id: number,
  names: Names,
): Promise<RelatedMiners> {
  const { rows } = await sql<{ role: string; id: number }>`
    (select 'owned' as role, id from miner_info where owner_id = ${id} order by id limit ${MAX_MINERS})
    union all
    (select 'worked', id from miner_info where worker_id = ${id} order by id limit ${MAX_MINERS})
    union all
    (select 'benefited', id from miner_info where beneficiary_id = ${id} order by id limit ${MAX_MINERS})`.execute(
    db,
  );
  const of = (role: string): string[] =>
    rows.filter((row) => row.role === role).map((row) => names.idText(row.id));
  return {
    ownedMiners: of('owned'),
    workerMiners: of('worked'),
    benefitedMiners: of('benefited'),
  };
}
