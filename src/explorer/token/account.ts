/** What an account has of tokens, and what it is as one. */
import { formatEthAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { ERC20, UNKNOWN_STANDARD } from '#filecoin/evm/tokens.ts';
import type { PastRow } from '#store/undo.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { CONTRACT, type ActorRow } from '../account/find.ts';
import type { AccountDetail } from '../account/schema.ts';
import { askedPage, type PageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import { amountColumn, countedPage, headOf, idColumn, type OrderedList } from '../ordered.ts';
import { asOf } from '../past.ts';
import type { View, HeadView } from '../view.ts';
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
): Promise<Omit<NonNullable<AccountDetail['tokenInfo']>, 'address' | 'id'> | null> {
  if (actor.kind !== CONTRACT) return null;
  const [row] = await tokenRows(view, [actor.id]);
  if (!row || row.standard === UNKNOWN_STANDARD) return null;
  return { ...wordsOf(row), type: typeOf(row) };
}

/** What an account has of tokens, most transferred tokens first; `tokenName`: part of a name or symbol. */
export async function tokenHoldings(
  view: View,
  text: string,
  tokenName: string,
): Promise<TokenHoldings> {
  const holder = await holderOf(view, text);
  const held = holder ? await heldBy(view.db, { holder }) : [];
  const rows = new Map(
    (
      await tokenRows(
        view,
        held.map((row) => row.token_id),
      )
    ).map((row) => [row.actor_id, row]),
  );
  const wanted = tokenName.slice(0, MAX_FILTER).toLowerCase();
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
        tokenActorId: names.idText(row.actor_id),
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
const heldBy = statement((db, { holder }: Places<{ holder: Uint8Array }>) =>
  db
    .selectFrom('token_holder as h')
    .innerJoin('token as t', 't.actor_id', 'h.token_id')
    .select(['h.token_id', 'h.amount'])
    .where('h.holder', '=', holder)
    .where('h.amount', '>', sql<string>`0`)
    .where('t.standard', '>', UNKNOWN_STANDARD)
    .where('t.partial', '=', false)
    .orderBy('h.token_id')
    .limit(MAX_HOLDINGS)
    .compile(),
);

const countsOf = statement((db, { holder }: Places<{ holder: Uint8Array }>) =>
  db
    .selectFrom('token_account')
    .select(['transfer_count', 'nft_count'])
    .where('holder', '=', holder)
    .compile(),
);

export interface AccountTokens {
  transferCount: number;
  /** Tokens of which it has something; at most 1,000. */
  tokens: number;
  nftCount: number;
}

/** Counts for an account's page. */
export async function accountTokens(view: View, holder: Uint8Array | null): Promise<AccountTokens> {
  if (!holder) return { transferCount: 0, tokens: 0, nftCount: 0 };
  const [[account], held] = await Promise.all([
    countsOf(view.db, { holder }),
    heldBy(view.db, { holder }),
  ]);
  return {
    transferCount: account?.transfer_count ?? 0,
    tokens: held.length,
    nftCount: account?.nft_count ?? 0,
  };
}

type HeldNft = PastRow<'nft_holder'>;

/** NFTs of an account, by contract and id. */
export async function accountNfts(
  view: View,
  text: string,
  input: PageInput,
): Promise<AccountNfts> {
  const asked = askedPage(input);
  const holder = await holderOf(view, text);
  const at = await headOf(view, asked);
  if (!holder) return { totalCount: 0, nfts: [], next: null };
  const { total, rows, next } = await countedPage(
    at,
    heldNfts(holder),
    nftCountOf(at, holder),
    asked,
  );
  return { totalCount: total, nfts: await nftsOf(at, rows), next };
}

async function nftCountOf(at: HeadView, holder: Uint8Array): Promise<number> {
  const [now, changed] = await Promise.all([
    at.db
      .selectFrom('token_account')
      .select('nft_count')
      .where('holder', '=', holder)
      .executeTakeFirst(),
    at.changed('token_account'),
  ]);
  return asOf<{ nft_count: number }>(changed, toHex(holder), now)?.nft_count ?? 0;
}

function heldNfts(holder: Uint8Array): OrderedList<'nft_holder', HeldNft> {
  const hex = toHex(holder);
  return {
    name: `nfts ${hex}`,
    table: 'nft_holder',
    order: [idColumn('token_id'), amountColumn('item')],
    largestFirst: false,
    place: ({ token_id, item }) => [BigInt(token_id), BigInt(item)],
    keyOf: ({ token_id, item }) => `${token_id}/${item}/${hex}`,
    rowOf: (image) => (BigInt(image.amount) > 0n && toHex(image.holder) === hex ? image : null),
    read: ({ db }, range, limit) =>
      db
        .selectFrom('nft_holder')
        .select(['token_id', 'item', 'holder', 'amount'])
        .where('holder', '=', holder)
        .where('amount', '>', sql<string>`0`)
        .where(range)
        .orderBy('token_id')
        .orderBy('item')
        .limit(limit)
        .execute(),
  };
}

async function nftsOf(view: HeadView, held: readonly HeldNft[]): Promise<AccountNfts['nfts']> {
  if (held.length === 0) return [];
  const ids = held.map((row) => row.token_id);
  const items = held.map(({ token_id, item }) => sql`(${token_id}::int8, ${item}::numeric)`);
  const [tokens, names, { rows: told }, changed, called] = await Promise.all([
    tokenRows(view, ids),
    namesOf(view, ids),
    sql<PastRow<'nft'> & { token_id: number; item: string }>`
      select token_id, item, supply, uri from nft where (token_id, item) in (${sql.join(items)})
    `.execute(view.db),
    view.changed('nft'),
    nftNames(view, held),
  ]);
  const rows = new Map(tokens.map((row) => [row.actor_id, row]));
  const toldOf = new Map(told.map((row) => [`${row.token_id}/${row.item}`, row]));
  return held.flatMap(({ token_id, item, amount }) => {
    const row = rows.get(token_id);
    if (!row) return [];
    const key = `${token_id}/${item}`;
    return [
      {
        token: names.shown(token_id),
        tokenActorId: names.idText(token_id),
        tokenEthAddress: formatEthAddress(row.address),
        type: typeOf(row),
        ...wordsOf(row),
        tokenId: item,
        amount,
        uri: asOf(changed, key, toldOf.get(key))?.uri ?? null,
        ...called({ token_id, item }),
      },
    ];
  });
}
