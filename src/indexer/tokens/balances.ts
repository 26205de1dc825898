/** Compares holders' balances of the index with what the contract itself answers. */
import { sql, type Kysely } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { balanceOfCall, readUint } from '#filecoin/evm/token-calls.ts';
import { ERC1155, UNKNOWN_STANDARD } from '#filecoin/evm/tokens.ts';
import type { NodeClient } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import { askBeside } from './ask.ts';

export interface BalanceSample {
  /** The contract's 20 bytes. */
  address: Uint8Array;
  /** Newest executed tipset of the index. */
  height: number;
  /** `item` of an ERC-1155. */
  holders: { holder: Uint8Array; item: string | null; amount: string }[];
}

export interface BalanceDifference {
  holder: Uint8Array;
  item: string | null;
  indexed: bigint;
  /** Null when the contract does not tell. */
  answered: bigint | null;
}

export interface BalanceCheck {
  /** How many the node told, and how many not. */
  checked: number;
  untold: number;
  differences: BalanceDifference[];
}

/**
 * The largest holders of a token and as many others, beginning at `pivot` (20 bytes); each once, and
 * all from there on while they are no more than `size`. Null for a token whose balances are not known: older than the index, or of no standard yet.
 */
export async function sampleBalances(
  db: Kysely<Database>,
  tokenId: number,
  size: number,
  pivot: Uint8Array,
): Promise<BalanceSample | null> {
  const token = await db
    .selectFrom('token')
    .innerJoin('checkpoint as c', (join) => join.onTrue())
    .select(['address', 'standard', 'partial', 'c.executed_height'])
    .where('actor_id', '=', tokenId)
    .executeTakeFirst();
  if (!token || token.partial || token.standard === UNKNOWN_STANDARD) return null;
  if (token.executed_height === null) return null;
  const holders =
    token.standard === ERC1155
      ? await itemHolders(db, tokenId, size, pivot)
      : await unitHolders(db, tokenId, size, pivot);
  return { address: token.address, height: token.executed_height, holders };
}

/** Asks the contract for the balances of a sample. Throws NodeError when the node is away. */
export async function compareBalances(
  node: NodeClient,
  { address, height, holders }: BalanceSample,
): Promise<BalanceCheck> {
  const differences: BalanceDifference[] = [];
  let checked = 0;
  await Promise.all(
    holders.map(async ({ holder, item, amount }) => {
      const data = balanceOfCall(holder, item === null ? undefined : BigInt(item));
      const answer = await askBeside(node, address, data, height);
      if (answer === 'refused') return;
      checked++;
      const answered = answer && readUint(answer);
      const indexed = BigInt(amount);
      if (answered !== indexed) differences.push({ holder, item, indexed, answered });
    }),
  );
  return { checked, untold: holders.length - checked, differences };
}

async function unitHolders(
  db: Kysely<Database>,
  tokenId: number,
  size: number,
  pivot: Uint8Array,
): Promise<BalanceSample['holders']> {
  const of = db
    .selectFrom('token_holder')
    .select(['holder', sql<null>`null`.as('item'), 'amount'])
    .where('token_id', '=', tokenId);
  const largest = await of
    .where('amount', '>', sql<string>`0`)
    .orderBy('amount', 'desc')
    .orderBy('holder')
    .limit(size)
    .execute();
  const others = await of.where('holder', '>=', pivot).orderBy('holder').limit(size).execute();
  const told = new Set(largest.map(({ holder }) => toHex(holder)));
  return [...largest, ...others.filter(({ holder }) => !told.has(toHex(holder)))];
}

async function itemHolders(
  db: Kysely<Database>,
  tokenId: number,
  size: number,
  pivot: Uint8Array,
): Promise<BalanceSample['holders']> {
  // Ids are anything up to 2^256: the row at hand is found over its holder.
  return (
    db
      .selectFrom('token_holder as t')
      .innerJoin('nft_holder as n', (join) =>
        join.onRef('n.holder', '=', 't.holder').onRef('n.token_id', '=', 't.token_id'),
      )
      .select(['n.holder', 'n.item', 'n.amount'])
      .where('t.token_id', '=', tokenId)
      .where('t.holder', '>=', pivot)
      // Whoever a contract took more from than it ever gave has all of them below zero.
      .where('n.amount', '>', sql<string>`0`)
      .orderBy('t.holder')
      .limit(2 * size)
      .execute()
  );
}
