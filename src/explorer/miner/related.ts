import { formatId } from '#filecoin/address.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** An account is told of at most so many providers of each kind. */
const MAX_MINERS = 1000;

export interface RelatedMiners {
  ownedMiners: string[];
  workerMiners: string[];
  benefitedMiners: string[];
}

const related = statement((db, { id }: Places<{ id: number }>) =>
  sql<{ role: string; id: number }>`
    (select 'owned' as role, id from miner_info where owner_id = ${id} order by id limit ${MAX_MINERS})
    union all
    (select 'worked', id from miner_info where worker_id = ${id} order by id limit ${MAX_MINERS})
    union all
    (select 'benefited', id from miner_info where beneficiary_id = ${id} order by id limit ${MAX_MINERS})`.compile(
    db,
  ),
);

/** The providers that an account owns, works for, and benefits from. */
export async function relatedMiners({ db, network }: View, id: number): Promise<RelatedMiners> {
  const rows = await related(db, { id });
  const of = (role: string): string[] =>
    rows.filter((row) => row.role === role).map((row) => formatId(row.id, network.prefix));
  return {
    ownedMiners: of('owned'),
    workerMiners: of('worked'),
    benefitedMiners: of('benefited'),
  };
}
