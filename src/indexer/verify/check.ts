/** What the verification of a store is made of. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import type { Store } from '#store/store.ts';

/** Where wrong rows are, as far as it is known: what `repair` begins with. */
export type Damage =
  /** What a tipset's arrival wrote, or its execution. */
  | { kind: 'arrival' | 'execution'; height: number }
  /** What an hour's tipsets told, by its last epoch. */
  | { kind: 'hour'; height: number }
  /** What a block of a lost branch includes. */
  | { kind: 'orphan'; cid: Uint8Array }
  | { kind: 'ledger' }
  /** A counter of the whole index. */
  | { kind: 'counter'; key: string }
  /** The books of tokens, which follow from events. */
  | { kind: 'tokens' }
  /** An actor's own row. */
  | { kind: 'account'; id: number }
  /** An account's lists, a method's, a storage provider's state, what it won. */
  | { kind: 'lists' | 'method' | 'provider' | 'blocks'; id: number };

/** Two of the same damage have the same. */
export function damageKey(damage: Damage): string {
  switch (damage.kind) {
    case 'orphan':
      return `orphan ${toHex(damage.cid)}`;
    case 'ledger':
    case 'tokens':
      return damage.kind;
    case 'counter':
      return `counter ${damage.key}`;
    case 'arrival':
    case 'execution':
    case 'hour':
      return `${damage.kind} ${damage.height}`;
    default:
      return `${damage.kind} ${damage.id}`;
  }
}

/** One thing that is not as it should be. */
export interface Difference {
  /** What it is about: a table's key, an actor. */
  key: string;
  expected: string;
  found: string;
  damage?: Damage;
}

export interface CheckContext {
  store: Store;
  db: Kysely<Database>;
  node: NodeClient;
  /** Asks for the state after the newest executed tipset. */
  key: TipsetKey;
  headHeight: number;
  startHeight: number;
  /** How many accounts, providers, tokens, … are compared with the node; Infinity for all. */
  sample: number;
}

export interface Checked {
  /** How many things were looked at. */
  compared: number;
  /** How many more would have been, had the node told them; none unless told. */
  untold?: number | undefined;
  /** The whole of them may be many, a few hundred are enough. */
  differences: Difference[];
  /** Why something could not be compared: what the node answered instead. */
  refused?: string | undefined;
  /** What is as it should be and yet is to be known. */
  noted?: readonly string[] | undefined;
}

export interface Check {
  name: string;
  run(context: CheckContext): Promise<Checked>;
}

/** Rows of a table, or of what a query selects. */
export async function countOf(
  db: Kysely<Database>,
  from: keyof Database | RawBuilder<unknown>,
): Promise<number> {
  const source = typeof from === 'string' ? sql.table(from) : from;
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${source}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** So many differences of one check are told. */
export const MAX_TOLD = 200;

/** Of `total` things, spread evenly, at most `sample`: the step between them. */
export function stepOf(total: number, sample: number): number {
  return Math.max(1, Math.ceil(total / sample));
}

export function difference(key: string, expected: unknown, found: unknown): Difference {
  return { key, expected: String(expected), found: String(found) };
}
