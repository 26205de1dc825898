/** The statements beside which calls and pages are measured, by node-postgres alone. */
import type { Pool } from 'pg';

/** Rows of `rows25`, as many as a page of the list of messages has. */
export const LISTED = 25;

const COLUMNS = `e.seq, e.cid, e.height, e.timestamp, e.from_id, e.to_id, e.from_addr, e.to_addr, e.nonce,
  e.value, e.method_id, e.exit_code, e.gas_used, e.return, m.gas_limit, m.gas_fee_cap, m.gas_premium, m.params`;

const STATEMENTS = {
  '25 joined rows': `select ${COLUMNS} from execution e join message m on m.cid = e.cid
    where e.seq >= $1 and e.seq < $2 order by e.seq desc`,
  'one joined row': `select ${COLUMNS} from message m join execution e on e.cid = m.cid where m.cid = $1`,
} as const;

/** Fixed, so that runs of different versions can be compared. */
export type StatementName = keyof typeof STATEMENTS;

/**
 * Answers the rows.
 * @param values its parameters
 * @param prepared by name; else it is parsed and planned each time, as node-postgres does by itself
 */
export async function runStatement(
  pool: Pool,
  name: StatementName,
  values: readonly unknown[],
  prepared = true,
): Promise<object[]> {
  const query = { text: STATEMENTS[name], values: [...values], ...(prepared && { name }) };
  return (await pool.query<object>(query)).rows;
}
