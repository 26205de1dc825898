/** Lists of tokens. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { parsePage, parseSize, type OffsetPageInput } from '../input.ts';
import { namesOf } from '../names.ts';
import { counter } from '../paging.ts';
import { SNAPSHOT_ROWS, snapshotPage, type Snapshots } from '../snapshots.ts';
import type { View } from '../view.ts';
import { supplyOf, tokenItem, tokenRows } from './rows.ts';
import type { TokenList } from './schema.ts';

/** The conditions of the lists' own indexes, word for word. */
const LISTS = {
  erc20: sql<boolean>`standard = 1`,
  nft: sql<boolean>`standard > 1`,
} satisfies Record<string, RawBuilder<boolean>>;

/** Figures are the snapshot's, so that every page of it is of one head. */
const rankedSchema = z.object({
  actor_id: z.int(),
  transfer_count: z.int(),
  holder_count: z.int(),
  minted: z.string(),
  burned: z.string(),
});

/** ERC-20 tokens, or NFT collections, most transfers first. */
export async function listTokens(
  view: View,
  snapshots: Snapshots,
  kind: keyof typeof LISTS,
  input: OffsetPageInput = {},
): Promise<TokenList> {
  const { before, head } = input;
  const page = await snapshotPage(
    view,
    snapshots,
    {
      key: `tokens ${kind}`,
      row: rankedSchema,
      read: ({ db }) =>
        db
          .selectFrom('token')
          .select(['actor_id', 'transfer_count', 'holder_count', 'minted', 'burned'])
          .where(LISTS[kind])
          .orderBy('transfer_count', 'desc')
          .orderBy('actor_id')
          .limit(SNAPSHOT_ROWS)
          .execute(),
    },
    { size: parseSize(input.limit), skip: parsePage(input.offset), before, head },
  );
  const ids = page.rows.map((row) => row.actor_id);
  const tokens = new Map((await tokenRows(view, ids)).map((row) => [row.actor_id, row]));
  const names = await namesOf(view, ids);
  const counted = kind === 'erc20' ? ['tokens:1'] : ['tokens:2', 'tokens:3'];
  const totals = await Promise.all(counted.map((key) => counter(view, key)));
  return {
    totalCount: totals.reduce((sum, total) => sum + total, 0),
    tokens: page.rows.flatMap((ranked) => {
      const token = tokens.get(ranked.actor_id);
      if (!token) return [];
      const row = { ...token, ...ranked };
      const item = tokenItem(row, names);
      return [kind === 'nft' ? { ...item, totalValue: supplyOf(row) } : item];
    }),
    next: page.next,
  };
}
