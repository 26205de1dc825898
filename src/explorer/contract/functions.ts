/** Functions of verified contracts by what they are called, letters in either case. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import { atPresent } from '../past.ts';
import type { Past, View } from '../view.ts';

/** Of the contracts that were verified last; what the others have is not found. */
const MAX_SOURCES = 2_000;
/** Of one ABI, and contracts of one name: anybody may hand in a source. */
const MAX_EACH = 500;
const MAX_CONTRACTS = 5;
/** As Solidity writes them; longer ones are nobody's search. */
const NAME = /^[A-Za-z_$][\w$]{0,127}$/;
/** ABIs that are read at a time. */
const BATCH = 50;

export interface NamedFunction {
  /** As its source writes it. */
  name: string;
  actorId: number;
  /** The contract's name in its source. */
  contract: string;
}

interface CodeFunction {
  name: string;
  key: Uint8Array;
}

/** Functions and the codes that have them, by their names in small letters, newest verified first. */
type Catalog = ReadonlyMap<string, readonly CodeFunction[]>;

/** Names in each verified code, by its key: they stay what they are. */
const NAMES = new WeakMap<Past, Map<string, readonly string[]>>();

/**
 * Contracts with a function of that name, those verified last first. What all of them have is held: it
 * is made anew with a head, and when another contract is verified.
 */
export async function functionsNamed(
  view: View,
  text: string,
  limit: number,
): Promise<NamedFunction[]> {
  const [last] = await newest(view, 1);
  if (last === undefined) return [];
  const made = `functions ${last.verified_at} ${toHex(last.hash)}`;
  const catalog = await view.past.once(atPresent(view), made, () => catalogOf(view));
  const places = (catalog.get(text.toLowerCase()) ?? []).slice(0, limit);
  if (places.length === 0) return [];
  const { rows } = await sql<{ ord: number; actor_id: number; contract: string }>`
    select w.ord::int as ord, c.actor_id, v.name as contract
    from unnest(${places.map(({ key }) => key)}::bytea[]) with ordinality as w (key, ord)
    join verified_code v on v.key = w.key
    cross join lateral (
      select c.actor_id from contract_source s
      join contract c on coalesce(c.init_hash, c.code_hash) = s.hash
      where s.key = w.key limit 1
    ) c
    order by w.ord
  `.execute(view.db);
  return rows.flatMap(({ ord, actor_id: actorId, contract }) => {
    const name = places[ord - 1]?.name;
    return name === undefined ? [] : [{ name, actorId, contract }];
  });
}

const newest = ({ db }: View, limit: number) =>
  db
    .selectFrom('contract_source')
    .select(['key', 'hash', 'verified_at'])
    .orderBy('verified_at', 'desc')
    .orderBy('hash')
    .limit(limit)
    .execute();

async function catalogOf(view: View): Promise<Catalog> {
  const sources = await newest(view, MAX_SOURCES);
  const keys = new Map(sources.map(({ key }) => [toHex(key), key]));
  const names = await namesIn(view, keys);
  const catalog = new Map<string, CodeFunction[]>();
  for (const [hex, key] of keys)
    for (const name of names.get(hex) ?? []) {
      const folded = name.toLowerCase();
      const places = catalog.get(folded) ?? [];
      if (places.length < MAX_CONTRACTS) catalog.set(folded, [...places, { name, key }]);
    }
  return catalog;
}

/** Reads the ABIs that it does not know yet, some at a time, and forgets those that are asked for no more. */
async function namesIn(
  { past, db }: View,
  keys: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = NAMES.get(past) ?? new Map<string, readonly string[]>();
  const names = new Map([...known].filter(([hex]) => keys.has(hex)));
  const missing = [...keys].filter(([hex]) => !names.has(hex)).map(([, key]) => key);
  for (let from = 0; from < missing.length; from += BATCH) {
    const read = await db
      .selectFrom('verified_code')
      .select(['key', 'abi'])
      .where('key', 'in', missing.slice(from, from + BATCH))
      .execute();
    for (const { key, abi } of read) names.set(toHex(key), functionNames(JSON.parse(abi)));
  }
  NAMES.set(past, names);
  return names;
}

/** What the functions of an ABI are called, each name once. */
function functionNames(abi: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(abi) ? abi : [];
  const names = entries.flatMap((entry): string[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { type, name } = entry as { type?: unknown; name?: unknown };
    return type === 'function' && typeof name === 'string' && NAME.test(name) ? [name] : [];
  });
  return [...new Set(names)].slice(0, MAX_EACH);
}
