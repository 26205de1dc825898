/** What selectors and topics are called in the verified contracts of this index. */
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { ERROR_FORM, readMember } from '#filecoin/evm/members.ts';
import { SHIPPED, type Recovered } from '#filecoin/evm/recovered.ts';
import type { AbiFunction, AbiSignature } from '#filecoin/evm/abi.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** Hashes of one code or one answer that are looked up, and signatures of one hash that are told. */
const MAX_HASHES = 2000;
const MAX_EACH = 3;
/** Of one hash that are tried: events may differ in what is indexed. */
const MAX_TRIED = 8;

/** By selector (0x and 8 digits) or topic (0x and 64). */
export type Signatures = ReadonlyMap<string, readonly string[]>;

/** Functions and events; those that no verified contract has are left out. One look at the key for each. */
export async function signaturesBy({ db }: View, hashes: readonly string[]): Promise<Signatures> {
  const wanted = hashes.slice(0, MAX_HASHES).map(fromHex);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ hash: Uint8Array; signatures: string[] }>`
    select w.hash, array(
      select distinct s.signature from verified_signature s
      where s.hash = w.hash and s.form <> ${ERROR_FORM} order by s.signature limit ${MAX_EACH}
    ) as signatures
    from unnest(${wanted}::bytea[]) as w (hash)
  `.execute(db);
  return new Map(
    rows.flatMap(({ hash, signatures }) =>
      signatures.length === 0 ? [] : [[to0x(hash), signatures] as const],
    ),
  );
}

/** A selector of a function or a topic; an error's selector with its form before it. */
type Key = string;
const keyOf = (hash: string, isError: boolean): Key => (isError ? `${ERROR_FORM} ${hash}` : hash);

interface MemberRow {
  hash: Uint8Array;
  is_error: boolean;
  signature: string;
  form: string;
  item: string | null;
}

const membersOf = statement(
  (db, { hashes, errors }: Places<{ hashes: readonly Uint8Array[]; errors: readonly boolean[] }>) =>
    sql<MemberRow>`
      select w.hash, w.is_error, s.signature, s.form, s.item
      from unnest(${hashes}::bytea[], ${errors}::boolean[]) as w (hash, is_error)
      cross join lateral (
        select signature, form, item from verified_signature
        where hash = w.hash and (form = ${ERROR_FORM}) = w.is_error
        order by form, signature limit ${MAX_TRIED}
      ) s
    `.compile(db),
);

/** The verified ones, by their keys. */
async function membersBy(
  db: View['db'],
  keys: readonly Key[],
): Promise<ReadonlyMap<Key, readonly AbiFunction[]>> {
  const pairs = keys.map((key) => ({
    hash: fromHex(key.slice(key.lastIndexOf(' ') + 1)),
    isError: key.startsWith(ERROR_FORM),
  }));
  const rows = await membersOf(db, {
    hashes: pairs.map(({ hash }) => hash),
    errors: pairs.map(({ isError }) => isError),
  });
  const found = new Map<Key, AbiFunction[]>();
  for (const row of rows) {
    const member = readMember(row);
    const key = keyOf(to0x(row.hash), row.is_error);
    if (member) found.set(key, [...(found.get(key) ?? []), member]);
  }
  return found;
}

/**
 * The signatures of the product, and those of verified contracts: whatever is asked of it is looked up
 * with the next `load`, all at once. Sources come from strangers, who may write a function whose
 * selector collides with a known one: what the product knows goes before.
 */
export class KnownSignatures implements Recovered {
  private readonly verified = new Map<Key, readonly AbiFunction[]>();
  private readonly asked = new Set<Key>();

  functionsOf(selector: string): readonly AbiFunction[] {
    const found = this.find(keyOf(selector, false));
    const own = SHIPPED.functionsOf(selector).map((shipped) => ({
      ...shipped,
      // The product’s list does not say what they return.
      outputs: found.find(({ canonical }) => canonical === shipped.canonical)?.outputs ?? [],
    }));
    return [...own, ...othersOf(own, found)];
  }

  errorsOf(selector: string): readonly AbiSignature[] {
    const own = SHIPPED.errorsOf(selector);
    return [...own, ...othersOf(own, this.find(keyOf(selector, true)))];
  }

  eventsOf(topic0: string): readonly AbiSignature[] {
    return [...SHIPPED.eventsOf(topic0), ...this.find(topic0)];
  }

  /** Whether anything was asked that had not been looked up. */
  async load({ db, held }: View): Promise<boolean> {
    const keys = [...this.asked];
    this.asked.clear();
    if (keys.length === 0) return false;
    for (const key of keys) this.verified.set(key, []);
    const members = await held.rows('signature', keys.slice(0, MAX_HASHES), (missing) =>
      membersBy(db, missing),
    );
    for (const [key, found] of members) this.verified.set(key, found);
    return true;
  }

  private find(key: Key): readonly AbiFunction[] {
    const found = this.verified.get(key);
    if (found === undefined) this.asked.add(key);
    return found ?? [];
  }
}

const othersOf = <T extends AbiSignature>(
  own: readonly AbiSignature[],
  found: readonly T[],
): readonly T[] =>
  found.filter(({ canonical }) => !own.some((each) => each.canonical === canonical));
