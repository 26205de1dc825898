/** A token, its holders and its NFTs. */
import { linkIn } from '#content/markdown.ts';
import { say } from '#content/networks.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { ERC721 } from '#filecoin/evm/tokens.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { askedPage, type OffsetPageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import { ratio } from '../network/sums.ts';
import { amountColumn, headOf, holderColumn, orderedPage, type OrderedList } from '../ordered.ts';
import { countBefore, cursorText, parsePaging, sliceOf } from '../paging.ts';
import { sourceNames } from '../contract/source.ts';
import { asOf } from '../past.ts';
import type { View, HeadView } from '../view.ts';
import { holdersOf, type Holders } from './holder.ts';
import { nftNames } from './names.ts';
import {
  findToken,
  supplyOf,
  tokenItem,
  tokenThen,
  typeOf,
  wordsOf,
  type TokenRow,
} from './rows.ts';
import type { TokenDetail, TokenHolders, TokenNfts } from './schema.ts';

export async function getToken(view: View, text: string): Promise<TokenDetail> {
  const row = await findToken(view, text);
  const [names, verified] = await Promise.all([
    namesOf(view, [row.actor_id]),
    sourceNames(view, [row.actor_id]),
  ]);
  const item = tokenItem(row, names, view.head.height);
  return {
    ...item,
    exchangeCount: row.transfer_count,
    itemCount: row.item_count,
    minted: row.minted,
    burned: row.burned,
    contractSupply: row.total_supply,
    wrapped: row.wrapped,
    checked: row.checked,
    verified: verified.has(row.actor_id),
    about: aboutToken(view, item.ethAddress),
  };
}

/** What editors say of a token, by its 0x address. */
function aboutToken({ content, language }: View, address: string): TokenDetail['about'] {
  const of = content.tokens[address.toLowerCase()];
  return of === undefined
    ? null
    : {
        paragraphs: of.text.map((paragraph) => say(paragraph, language)),
        website: of.website === undefined ? '' : linkIn(of.website, language),
      };
}

type Holding = PastRow<'token_holder'>;

/** Holders of a token, largest first. */
export async function tokenHolders(
  view: View,
  text: string,
  input: OffsetPageInput,
): Promise<TokenHolders> {
  const asked = askedPage(input);
  const present = await findToken(view, text);
  const at = await headOf(view, asked);
  const token = await tokenThen(at, present);
  if (token.partial) return { totalCount: 0, holders: [], next: null };
  const page = await orderedPage(at, holdersList(token.actor_id), token.holder_count, asked);
  const holders = await holdersOf(
    at,
    page.rows.map((row) => row.holder),
  );
  const supply = BigInt(supplyOf(token) ?? 0);
  return {
    totalCount: token.holder_count,
    holders: page.rows.map(({ holder, amount }, index) => {
      return {
        rank: page.from + index + 1,
        address: holders.shown(holder),
        id: holders.idText(holder),
        ...holders.called(holder),
        balance: amount,
        percentage: shareOf(BigInt(amount), supply),
      };
    }),
    next: page.next,
  };
}

function holdersList(token: number): OrderedList<'token_holder', Holding> {
  return {
    name: `holders ${token}`,
    table: 'token_holder',
    order: [amountColumn('amount'), holderColumn('holder')],
    largestFirst: true,
    place: ({ amount, holder }) => [BigInt(amount), BigInt(`0x${toHex(holder)}`)],
    keyOf: ({ holder }) => `${token}/${toHex(holder)}`,
    rowOf: (image) => (image.token_id === token && BigInt(image.amount) > 0n ? image : null),
    read: ({ db }, range, limit) =>
      db
        .selectFrom('token_holder')
        .select(['token_id', 'holder', 'amount'])
        .where('token_id', '=', token)
        .where('amount', '>', sql<string>`0`)
        .where(range)
        .orderBy('amount', 'desc')
        .orderBy('holder')
        .limit(limit)
        .execute(),
  };
}

/** 0 where there is nothing to have a share of. */
function shareOf(part: bigint, whole: bigint): number {
  return whole > 0n ? ratio(part, whole) : 0;
}

/** NFTs of a contract, newest first. */
export async function tokenNfts(
  view: View,
  text: string,
  input: OffsetPageInput,
): Promise<TokenNfts> {
  const request = await parsePaging(view, input);
  const present = await findToken(view, text);
  const at = await view.past.at(view, view.answered.token);
  const token = await tokenThen(at, present);
  const slice = await sliceOf(request, present.item_count, (place) =>
    countBefore(view, {
      table: 'nft',
      ord: 'ord',
      list: sql`token_id = ${token.actor_id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total: present.item_count,
    }),
  );
  const rows = await view.db
    .selectFrom('nft')
    .select(['item', 'supply', 'uri', 'height', 'position'])
    .where('token_id', '=', token.actor_id)
    .where('ord', '>=', slice.from)
    .where('ord', '<', slice.to)
    .orderBy('ord', 'desc')
    .execute();
  const token_id = token.actor_id;
  const [{ owners, holders }, changed, called] = await Promise.all([
    ownersOf(
      at,
      token,
      rows.map((row) => row.item),
    ),
    at.changed('nft'),
    nftNames(
      at,
      rows.map(({ item }) => ({ token_id, item })),
    ),
  ]);
  const last = rows.at(-1);
  return {
    totalCount: slice.total,
    tokenType: typeOf(token),
    ...wordsOf(token),
    nfts: rows.map((row) => {
      const { item, height } = row;
      const owner = owners.get(item);
      const named = owner && holders.called(owner);
      const { supply, uri } = asOf(changed, `${token_id}/${item}`, row) ?? row;
      return {
        tokenId: item,
        supply,
        owner: owner ? holders.shown(owner) : null,
        ownerId: owner ? holders.idText(owner) : null,
        ownerTag: named?.tag,
        ownerFnsName: named?.fnsName,
        uri,
        height,
        ...called({ token_id, item }),
      };
    }),
    next: slice.from > 0 && last ? cursorText(last) : null,
  };
}

/** Owners of items, and as what they are known. */
async function ownersOf(
  at: HeadView,
  token: TokenRow,
  items: readonly string[],
): Promise<{ owners: Map<string, Uint8Array>; holders: Holders }> {
  const owners = await ownersByItem(at, token, items);
  return { owners, holders: await holdersOf(at, owners.values()) };
}

/** Owners of an ERC-721's items; of others nothing is owned by one alone. */
async function ownersByItem(
  at: HeadView,
  token: TokenRow,
  items: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (token.standard !== ERC721 || token.partial || items.length === 0) return new Map();
  const [rows, changed] = await Promise.all([
    at.db
      .selectFrom('nft_holder')
      .select(['item', 'holder'])
      .where('token_id', '=', token.actor_id)
      .where('item', '=', sql<string>`any(${items}::numeric[])`)
      .where('amount', '>', sql<string>`0`)
      .execute(),
    at.changed('nft_holder'),
  ]);
  const keyOf = ({ item, holder }: (typeof rows)[number]) =>
    `${token.actor_id}/${item}/${toHex(holder)}`;
  const owners = new Map(
    rows.filter((row) => !changed.has(keyOf(row))).map((row) => [row.item, row.holder]),
  );
  const wanted = new Set(items);
  for (const row of changed.values())
    if (row?.token_id === token.actor_id && wanted.has(row.item) && BigInt(row.amount) > 0n)
      owners.set(row.item, row.holder);
  return owners;
}
