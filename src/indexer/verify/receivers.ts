/** Who received the messages of a tipset, by the actors and addresses that the index has. */
import { sql, type Kysely } from 'kysely';
import { protocolOf, PROTOCOL_ID } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Database } from '#store/schema.ts';
import type { ExecutedFacts } from '../types.ts';

/** Each message's, as `Folder` (fold/fold.ts) finds them; null where there was no such actor after the tipset. */
export async function receiversOf(
  db: Kysely<Database>,
  height: number,
  { executions }: Pick<ExecutedFacts, 'executions'>,
): Promise<(number | null)[]> {
  const ids = [...new Set(executions.flatMap(({ toId }) => toId ?? []))];
  const { rows: actors } = await sql<{ id: number; created: number }>`
    select id, created_height as created from actor
    where id = any(${ids}::int8[]) and created_height <= ${height}`.execute(db);
  const created = new Map(actors.map((row) => [row.id, row.created]));
  const addresses = [...new Map(executions.map(({ toAddr }) => [toHex(toAddr), toAddr])).values()];
  const known =
    addresses.length === 0
      ? []
      : await db
          .selectFrom('address as d')
          .innerJoin('actor as a', 'a.id', 'd.actor_id')
          .select(['d.address', 'd.actor_id'])
          .where('d.address', 'in', addresses)
          .where('a.created_height', '<=', height)
          .execute();
  const byAddress = new Map(known.map((row) => [toHex(row.address), row.actor_id]));
  return executions.map(({ toId, toAddr, exitCode }) => {
    const since = toId === null ? undefined : created.get(toId);
    if (exitCode === 0 || protocolOf(toAddr) === PROTOCOL_ID)
      return since === undefined ? null : toId;
    const named = byAddress.get(toHex(toAddr));
    if (named !== undefined) return named;
    // The trace of a failed message names the id that its receiver would have got.
    return since !== undefined && since < height ? toId : null;
  });
}
