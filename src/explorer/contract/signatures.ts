/** What selectors and topics are called in the verified contracts of this index. */
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** Hashes of one code that are looked up, and signatures of one hash that are told. */
const MAX_HASHES = 2000;
const MAX_EACH = 3;

/** By selector (0x and 8 digits) or topic (0x and 64). */
export type Signatures = ReadonlyMap<string, readonly string[]>;

/** Those that no verified contract has are left out. One look at the key for each. */
export async function signaturesBy({ db }: View, hashes: readonly string[]): Promise<Signatures> {
  const wanted = hashes.slice(0, MAX_HASHES).map(fromHex);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ hash: Uint8Array; signatures: string[] }>`
    select w.hash, array(
      select s.signature from verified_signature s
      where s.hash = w.hash order by s.signature limit ${MAX_EACH}
    ) as signatures
    from unnest(${wanted}::bytea[]) as w (hash)
  `.execute(db);
  return new Map(
    rows.flatMap(({ hash, signatures }) =>
      signatures.length === 0 ? [] : [[to0x(hash), signatures] as const],
    ),
  );
}
