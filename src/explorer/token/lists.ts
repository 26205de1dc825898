/** Lists of tokens. */
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { askedPage, type OffsetPageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import { countedPage, headOf, idColumn, integerColumn, type OrderedList } from '../ordered.ts';
import { countersAt } from '../paging.ts';
import type { View } from '../view.ts';
import { supplyOf, tokenItem, tokenRows } from './rows.ts';
import type { TokenList } from './schema.ts';

/** The conditions of the lists' own indexes, word for word, and of the rows themselves. */
const LISTS = {
  erc20: {
    condition: sql<boolean>`standard = 1`,
    has: (standard: number) => standard === 1,
    counters: ['tokens:1'],
  },
  nft: {
    condition: sql<boolean>`standard > 1`,
    has: (standard: number) => standard > 1,
    counters: ['tokens:2', 'tokens:3'],
  },
} as const;

type Kind = keyof typeof LISTS;

/** ERC-20 tokens, or NFT collections, most transfers first. */
export async function listTokens(
  view: View,
  kind: Kind,
  input: OffsetPageInput,
): Promise<TokenList> {
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const page = await countedPage(at, listOf(kind), countersAt(at, LISTS[kind].counters), asked);
  const ids = page.rows.map((row) => row.actor_id);
  const [rows, names] = await Promise.all([tokenRows(at, ids), namesOf(at, ids)]);
  const tokens = new Map(rows.map((row) => [row.actor_id, row]));
  return {
    totalCount: page.total,
    tokens: page.rows.flatMap((ranked) => {
      const token = tokens.get(ranked.actor_id);
      if (!token) return [];
      const row = { ...token, ...ranked };
      const item = tokenItem(row, names, at.head.height);
      return [kind === 'nft' ? { ...item, totalValue: supplyOf(row) } : item];
    }),
    next: page.next,
  };
}

function listOf(kind: Kind): OrderedList<'token', PastRow<'token'>> {
  return {
    name: `tokens ${kind}`,
    table: 'token',
    order: [integerColumn('transfer_count'), idColumn('actor_id')],
    largestFirst: true,
    place: (row) => [BigInt(row.transfer_count), BigInt(row.actor_id)],
    keyOf: (row) => String(row.actor_id),
    rowOf: (image) => (LISTS[kind].has(image.standard) ? image : null),
    read: ({ db }, range, limit) =>
      db
        .selectFrom('token')
        .selectAll()
        .where(LISTS[kind].condition)
        .where(range)
        .orderBy('transfer_count', 'desc')
        .orderBy('actor_id')
        .limit(limit)
        .execute(),
  };
}
