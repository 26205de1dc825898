import { membersOf } from '#filecoin/evm/members.ts';
import { sql, type Kysely } from 'kysely';

/**
 * Signatures of verified ABIs with the names of their params, those of errors too, and each way in which
 * an event's params are indexed. What each column means: ../schema/sources.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from verified_signature`.execute(db);
  await sql`alter table verified_signature
    add column form text not null, add column item text,
    drop constraint verified_signature_pkey, add primary key (hash, form, signature)
  `.execute(db);
  // All of them are out of ABIs that are kept: one of these in memory at a time.
  let last = new Uint8Array(0);
  for (;;) {
    const { rows } = await sql<{ key: Uint8Array; abi: string }>`
      select key, abi from verified_code where key > ${last} order by key limit 1
    `.execute(db);
    const [row] = rows;
    if (row === undefined) return;
    last = Uint8Array.from(row.key);
    const found = membersOf(JSON.parse(row.abi));
    await sql`
      insert into verified_signature (hash, form, signature, item)
      select * from unnest(
        ${found.map(({ hash }) => hash)}::bytea[], ${found.map(({ form }) => form)}::text[],
        ${found.map(({ signature }) => signature)}::text[], ${found.map(({ item }) => item)}::text[]
      ) on conflict do nothing
    `.execute(db);
  }
}
