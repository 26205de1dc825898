/** What an account has of tokens, and what it is as one. */
import { formatEthAddress } from '#filecoin/address.ts';
import { ERC20, UNKNOWN_STANDARD } from '#filecoin/evm/tokens.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ActorRow } from '../account/find.ts';
import type { AccountDetail } from '../account/schema.ts';
import { parsePage, parseSize, type PageInput } from '../input.ts';
import { namesOf } from '../names.ts';
import { SNAPSHOT_ROWS, snapshotPage, type Snapshots } from '../snapshots.ts';
import type { View } from '../view.ts';
import { holderOf } from './holder.ts';
import { nftNames } from './names.ts';
import { tokenRows, typeOf, wordsOf, type TokenRow } from './rows.ts';
import type { AccountNfts, TokenHoldings } from './schema.ts';

/** Tokens of one account that are shown; more are sent by those who want to be seen. */
const MAX_HOLDINGS = 1000;
const MAX_FILTER = 100;

/** What a contract is called as a token; null for everything else. */
export async function tokenInfo(
  view: View,
  actor: ActorRow,
): Promise<Omit<NonNullable<AccountDetail['tokenInfo']>, 'address'> | null> {
  const [row] = await tokenRows(view, [actor.id]);
  if (!row || row.standard === UNKNOWN_STANDARD) return null;
  return { ...wordsOf(row), type: typeOf(row) };
}

/** What an account has of tokens, most transferred tokens first; `tokenName`: part of a name or symbol. */
export async function tokenHoldings(
  view: View,
  text: string,
  tokenName: string | undefined,
): Promise<TokenHoldings> {
  const holder = await holderOf(view, text);
  const held = holder ? await heldBy(view, holder) : [];
  const rows = new Map(
    (
      await tokenRows(
        view,
        held.map((row) => row.token_id),
      )
    ).map((row) => [row.actor_id, row]),
  );
  const wanted = (tokenName ?? '').slice(0, MAX_FILTER).toLowerCase();
  const shown = held
    .flatMap(({ token_id, amount }) => {
      const row = rows.get(token_id);
      return row && isCalled(row, wanted) ? [{ row, amount }] : [];
    })
    .sort((a, b) => b.row.transfer_count - a.row.transfer_count);
  const names = await namesOf(
    view,
    shown.map(({ row }) => row.actor_id),
  );
  const list = (wantErc20: boolean): TokenHoldings['nftList'] => {
    const tokenList = shown
      .filter(({ row }) => (row.standard === ERC20) === wantErc20)
      .map(({ row, amount }) => ({
        tokenAddress: names.shown(row.actor_id),
        tokenEthAddress: formatEthAddress(row.address),
        type: typeOf(row),
        ...wordsOf(row),
        balance: amount,
      }));
    return { tokenCount: tokenList.length, tokenList };
  };
  return { ercTwentyList: list(true), nftList: list(false) };
}

function isCalled({ name, symbol }: TokenRow, wanted: string): boolean {
  return [name, symbol].some((word) => (word ?? '').toLowerCase().includes(wanted));
}

/** Of contracts that have not shown to be tokens nothing is told. */
async function heldBy(
  { db }: View,
  holder: Uint8Array,
): Promise<{ token_id: number; amount: string }[]> {
  return db
    .selectFrom('token_holder as h')
    .innerJoin('token as t', 't.actor_id', 'h.token_id')
    .select(['h.token_id', 'h.amount'])
    .where('h.holder', '=', holder)
    .where('h.amount', '>', sql<string>`0`)
    .where('t.standard', '>', UNKNOWN_STANDARD)
    .where('t.partial', '=', false)
    .orderBy('h.token_id')
    .limit(MAX_HOLDINGS)
    .execute();
}

export interface AccountTokens {
  transferCount: number;
  /** Tokens of which it has something; at most 1,000. */
  tokens: number;
  nftCount: number;
}

/** Counts for an account's page. */
export async function accountTokens(view: View, holder: Uint8Array | null): Promise<AccountTokens> {
  if (!holder) return { transferCount: 0, tokens: 0, nftCount: 0 };
  const account = await view.db
    .selectFrom('token_account')
    .select(['transfer_count', 'nft_count'])
    .where('holder', '=', holder)
    .executeTakeFirst();
  const held = await heldBy(view, holder);
  return {
    transferCount: account?.transfer_count ?? 0,
    tokens: held.length,
    nftCount: account?.nft_count ?? 0,
  };
}

const heldSchema = z.object({ token_id: z.int(), item: z.string(), amount: z.string() });

/** NFTs of an account, by contract and id. */
export async function accountNfts(
  view: View,
  snapshots: Snapshots,
  text: string,
  input: PageInput = {},
): Promise<AccountNfts> {
  const size = parseSize(input.pageSize);
  const skip = parsePage(input.page) * size;
  const { before, head } = input;
  const holder = await holderOf(view, text);
  if (!holder) return { totalCount: 0, nfts: [], next: null };
  const account = await view.db
    .selectFrom('token_account')
    .select('nft_count')
    .where('holder', '=', holder)
    .executeTakeFirst();
  const page = await snapshotPage(
    view,
    snapshots,
    {
      key: `nfts ${formatEthAddress(holder)}`,
      row: heldSchema,
      read: ({ db }) =>
        db
          .selectFrom('nft_holder')
          .select(['token_id', 'item', 'amount'])
          .where('holder', '=', holder)
          .where('amount', '>', sql<string>`0`)
          .orderBy('token_id')
          .orderBy('item')
          .limit(SNAPSHOT_ROWS)
          .execute(),
    },
    { size, skip, before, head },
  );
  return {
    totalCount: account?.nft_count ?? 0,
    nfts: await nftsOf(view, page.rows),
    next: page.next,
  };
}

async function nftsOf(
  view: View,
  held: readonly z.infer<typeof heldSchema>[],
): Promise<AccountNfts['nfts']> {
  if (held.length === 0) return [];
  const ids = held.map((row) => row.token_id);
  const rows = new Map((await tokenRows(view, ids)).map((row) => [row.actor_id, row]));
  const names = await namesOf(view, ids);
  const items = held.map(({ token_id, item }) => sql`(${token_id}::int8, ${item}::numeric)`);
  const { rows: uris } = await sql<{ token_id: number; item: string; uri: string | null }>`
    select token_id, item, uri from nft where (token_id, item) in (${sql.join(items)})`.execute(
    view.db,
  );
  const uriOf = new Map(uris.map((row) => [`${row.token_id}/${row.item}`, row.uri]));
  const called = await nftNames(view, held);
  return held.flatMap(({ token_id, item, amount }) => {
    const row = rows.get(token_id);
    if (!row) return [];
    return [
      {
        token: names.shown(token_id),
        tokenEthAddress: formatEthAddress(row.address),
        type: typeOf(row),
        ...wordsOf(row),
        tokenId: item,
        amount,
        uri: uriOf.get(`${token_id}/${item}`) ?? null,
        ...called({ token_id, item }),
      },
    ];
  });
}
