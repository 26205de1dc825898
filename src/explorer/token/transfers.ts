/** Transfers of tokens: of one token, of an account, of a message. */
import { ERC1155, ERC20, ERC721, tokenStandard, tokenType } from '#filecoin/evm/tokens.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql, type RawBuilder } from 'kysely';
import type { OffsetPageInput, PageInput } from '../parameters.ts';
import { heightsOf, otherOf, type Times } from '../narrowing.ts';
import { parsePaging } from '../paging.ts';
import { narrowedPage } from '../searched.ts';
import type { PastRow } from '#store/undo.ts';
import { asOf } from '../past.ts';
import type { View } from '../view.ts';
import { holderBytes, holderOf } from './holder.ts';
import { findToken, tokenThen, typeOf, wordsOf } from './rows.ts';
import type { AccountTokenTransfers, TokenTransfers } from './schema.ts';
import { listedTransfers, nameTokens } from './transferItems.ts';
import { ownList, tokenPage, type OwnList } from './transferRows.ts';

/** `userAddress`: only transfers from or to this account. */
export type TokenTransferInput = OffsetPageInput & Times & { userAddress: string | null };

/** Transfers of a token, newest first; all, or those that were asked for. */
export async function tokenTransfers(
  view: View,
  text: string,
  input: TokenTransferInput,
): Promise<TokenTransfers> {
  const request = await parsePaging(view, input);
  const present = await findToken(view, text);
  const token = await tokenThen(view, present);
  const user = input.userAddress;
  const own = user === null ? null : await ownOf(view, token.actor_id, user);
  const within = heightsOf(view, input);
  const { total, more, rows } = own
    ? await narrowedPage(view, request, ownList(view, own.list), { within, conditions: [] })
    : await tokenPage(view, request, { id: token.actor_id, total: present.transfer_count, within });
  const { items, cursor } = await listedTransfers(view, rows);
  return {
    totalCount: total,
    tokenType: typeOf(token),
    ...wordsOf(token),
    ...(own && !token.partial ? { userBalance: own.amount } : {}),
    transfers: items,
    next: more ? cursor : null,
  };
}

/** Token transfers from and to an account, newest first; all, or those that were asked for. */
export async function accountTokenTransfers(
  view: View,
  text: string,
  input: PageInput & Times & { type: string | null; counterparty: string | null },
): Promise<AccountTokenTransfers> {
  const request = await parsePaging(view, input);
  const standard = input.type === null ? null : tokenStandard(input.type);
  const within = heightsOf(view, input);
  const holder = await holderOf(view, text);
  const other = await otherOf(view, input.counterparty);
  const account = holder
    ? await view.db
        .selectFrom('token_account')
        .selectAll()
        .where('holder', '=', holder)
        .executeTakeFirst()
    : undefined;
  if (!holder || !account) return { totalCount: 0, transfers: [], types: [], next: null };
  const counts = countsOf(account);
  const then = asOf(await view.changed('token_account'), toHex(holder), account);
  const list = ownList(
    view,
    standard === null
      ? { ord: 'ord', holder, total: account.transfer_count }
      : { ord: 'standard_ord', holder, standard, total: counts[standard] },
  );
  const { total, rows, more, searched } = await narrowedPage(view, request, list, {
    within,
    conditions: other === null ? [] : [between(holder, holderBytes(other.address, other.actor))],
  });
  const [{ items, cursor }, named] = await Promise.all([
    listedTransfers(view, rows),
    nameTokens(view, rows),
  ]);
  return {
    totalCount: total,
    transfers: items.map((item, at) => ({ ...item, ...named(rows[at]) })),
    types: then ? STANDARDS.filter((of) => countsOf(then)[of] > 0).map(tokenType) : [],
    ...(searched && { searched }),
    next: more ? cursor : (searched?.next ?? null),
  };
}

/** Between two holders; `other`: null of an account that no contract can name. */
function between(holder: Uint8Array, other: Uint8Array | null): RawBuilder<unknown> {
  if (other === null) return sql`false`;
  return sql`((from_addr = ${holder} and to_addr = ${other})
    or (from_addr = ${other} and to_addr = ${holder}))`;
}

const STANDARDS = [ERC20, ERC721, ERC1155] as const;

const countsOf = (account: Omit<PastRow<'token_account'>, 'nft_count'>) => ({
  [ERC20]: account.erc20_count,
  [ERC721]: account.erc721_count,
  [ERC1155]: account.erc1155_count,
});

async function ownOf(
  view: View,
  tokenId: number,
  text: string,
): Promise<{ list: OwnList; amount: string }> {
  const holder = (await holderOf(view, text)) ?? new Uint8Array();
  const [row, changed] = await Promise.all([
    view.db
      .selectFrom('token_holder')
      .select(['amount', 'transfer_count'])
      .where('token_id', '=', tokenId)
      .where('holder', '=', holder)
      .executeTakeFirst(),
    view.changed('token_holder'),
  ]);
  const total = row?.transfer_count ?? 0;
  const then = asOf<{ amount: string }>(changed, `${tokenId}/${toHex(holder)}`, row);
  return { list: { ord: 'token_place', holder, tokenId, total }, amount: then?.amount ?? '0' };
}
