/** The list of verified contracts. */
import { sql } from 'kysely';
import { namesOf } from '../names.ts';
import { parsePaging } from '../paging.ts';
import type { OffsetPageInput } from '../parameters.ts';
import type { View } from '../view.ts';
import type { VerifiedContracts } from './schema.ts';
import { DEFAULT_RUNS } from './source.ts';

const SOURCES = sql`contract c
  join contract_source s on s.hash = coalesce(c.init_hash, c.code_hash)`;

/** Those whose source was handed in last come first. */
export async function verifiedContracts(
  view: View,
  input: OffsetPageInput,
): Promise<VerifiedContracts> {
  const { size, skip } = await parsePaging(view, input);
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ total: number }>`
      select count(*)::int as total from ${SOURCES}
    `.execute(view.db),
    sql<{
      actor_id: number;
      name: string;
      complete: boolean;
      deployed: boolean;
      license: string | null;
      verified_at: number;
      compiler: string;
      optimize: boolean;
      optimize_runs: number | null;
    }>`
    select c.actor_id, v.name, v.complete, v.deployed, v.license, v.verified_at, b.compiler,
      b.optimize, b.optimize_runs
    from ${SOURCES}
    join verified_code v on v.key = s.key
    join verified_build b on b.key = v.build
    order by s.verified_at desc, c.actor_id
    limit ${size} offset ${skip}
  `.execute(view.db),
  ]);
  const totalCount = counted[0]?.total ?? 0;
  const names = await namesOf(
    view,
    rows.map((row) => row.actor_id),
  );
  const next = skip + rows.length;
  return {
    totalCount,
    verifiedContractList: rows.map((row) => {
      return {
        address: names.shown(row.actor_id),
        name: row.name,
        contractName: row.name,
        language: 'Solidity',
        compiler: row.compiler,
        optimize: row.optimize,
        optimizeRuns: row.optimize_runs ?? DEFAULT_RUNS,
        license: row.license ?? '',
        match: row.complete ? 'full' : 'partial',
        by: row.deployed ? 'runtime' : 'creation',
        timestamp: row.verified_at,
      };
    }),
    next: next < totalCount && rows.length > 0 ? `${view.head.token}.${next}` : null,
  };
}
