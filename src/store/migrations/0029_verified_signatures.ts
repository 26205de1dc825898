import { signaturesOf } from '#filecoin/evm/abi.ts';
import { sql, type Kysely } from 'kysely';

/** Signatures of verified ABIs. What each column means: ../schema/sources.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table verified_signature (
    hash bytea not null, signature text not null, primary key (hash, signature)
  )`.execute(db);
  // Those that were verified before, one ABI in memory at a time.
  let last = new Uint8Array(0);
  for (;;) {
    const { rows } = await sql<{ key: Uint8Array; abi: string }>`
      select key, abi from verified_code where key > ${last} order by key limit 1
    `.execute(db);
    const [row] = rows;
    if (row === undefined) return;
    last = Uint8Array.from(row.key);
    const found = signaturesOf(JSON.parse(row.abi));
    await sql`
      insert into verified_signature (hash, signature)
      select * from unnest(
        ${found.map(({ hash }) => hash)}::bytea[], ${found.map(({ signature }) => signature)}::text[]
      ) on conflict do nothing
    `.execute(db);
  }
}
