/** Transfers of tokens: of one token, of an account, of a message. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import {
  ERC1155,
  ERC20,
  ERC721,
  tokenStandard,
  tokenType,
  type TokenStandard,
} from '#filecoin/evm/tokens.ts';
import { sql } from 'kysely';
import { BadInput } from '../errors.ts';
import type { OffsetPageInput, TransferPageInput } from '../input.ts';
import type { TokenTransfer } from '../message/schema.ts';
import { evmMethodOf, methodNames } from '../methods.ts';
import {
  countBefore,
  cursorText,
  parseOffsetPaging,
  parsePaging,
  sliceOf,
  type PageRequest,
  type Place,
  type Slice,
} from '../paging.ts';
import type { View } from '../view.ts';
import { holderOf, holdersOf, type Holders } from './holder.ts';
import { nftNames } from './names.ts';
import { findToken, tokenRows, typeOf, wordsOf } from './rows.ts';
import type { AccountTokenTransfers, TokenPageTransfer, TokenTransfers } from './schema.ts';

export interface TokenTransferInput extends OffsetPageInput {
  /** Only transfers from or to this account. */
  userAddress?: string | undefined;
}

const COLUMNS = [
  't.token_id',
  't.height',
  't.position',
  't.timestamp',
  't.cid',
  't.log_index',
  't.standard',
  't.from_addr',
  't.to_addr',
  't.item',
  't.value',
  'e.method_id',
  'e.selector',
] as const;

interface Row {
  token_id: number;
  height: number;
  position: number;
  timestamp: number;
  cid: Uint8Array;
  log_index: number;
  standard: number;
  from_addr: Uint8Array;
  to_addr: Uint8Array;
  item: string | null;
  value: string;
  method_id: number;
  selector: Uint8Array | null;
}

/** Which rows of account_token_transfer a list has, and which of its columns counts them. */
interface OwnList {
  ord: 'ord' | 'standard_ord' | 'token_place';
  holder: Uint8Array;
  standard?: TokenStandard;
  tokenId?: number;
  total: number;
}

/** Transfers of a token, newest first; all, or those of one account. */
export async function tokenTransfers(
  view: View,
  text: string,
  input: TokenTransferInput = {},
): Promise<TokenTransfers> {
  const request = await parseOffsetPaging(view, input);
  const token = await findToken(view, text);
  const user = input.userAddress || null;
  const own = user === null ? null : await ownOf(view, token.actor_id, user);
  const { slice, rows } = own
    ? await ownRows(view, request, own.list)
    : await allOf(view, request, token.actor_id, token.transfer_count);
  const { items, cursor } = await itemsOf(view, rows);
  return {
    totalCount: slice.total,
    tokenType: typeOf(token),
    ...wordsOf(token),
    ...(own && !token.partial ? { userBalance: own.amount } : {}),
    transfers: items,
    next: slice.from > 0 ? cursor : null,
  };
}

/** Token transfers from and to an account, newest first; all, or those of one standard. */
export async function accountTokenTransfers(
  view: View,
  text: string,
  input: TransferPageInput = {},
): Promise<AccountTokenTransfers> {
  const request = await parsePaging(view, input);
  const standard = parseStandard(input.type);
  const holder = await holderOf(view, text);
  const account = holder
    ? await view.db
        .selectFrom('token_account')
        .selectAll()
        .where('holder', '=', holder)
        .executeTakeFirst()
    : undefined;
  if (!holder || !account) return { totalCount: 0, transfers: [], types: [], next: null };
  const counts = {
    [ERC20]: account.erc20_count,
    [ERC721]: account.erc721_count,
    [ERC1155]: account.erc1155_count,
  };
  const { slice, rows } = await ownRows(
    view,
    request,
    standard === null
      ? { ord: 'ord', holder, total: account.transfer_count }
      : { ord: 'standard_ord', holder, standard, total: counts[standard] },
  );
  const { items, cursor } = await itemsOf(view, rows);
  const named = await nameTokens(view, rows);
  return {
    totalCount: slice.total,
    transfers: items.map((item, at) => ({ ...item, ...named(rows[at]) })),
    types: ([ERC20, ERC721, ERC1155] as const).filter((of) => counts[of] > 0).map(tokenType),
    next: slice.from > 0 ? cursor : null,
  };
}

/** Token transfers of an executed message in their order, at most `limit`. */
export async function messageTokenTransfers(
  view: View,
  seq: number,
  limit: number,
): Promise<TokenTransfer[]> {
  const rows: Row[] = await view.db
    .selectFrom('token_transfer as t')
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .where('t.seq', '=', seq)
    .orderBy('t.position')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const holders = await holdersOf(
    view,
    rows.flatMap((row) => [row.from_addr, row.to_addr]),
  );
  const named = await nameTokens(view, rows);
  const called = await nftNames(view, rows);
  return rows.map((row) => ({ ...transferOf(row, holders), ...called(row), ...named(row) }));
}

async function ownOf(
  view: View,
  tokenId: number,
  text: string,
): Promise<{ list: OwnList; amount: string }> {
  const holder = (await holderOf(view, text)) ?? new Uint8Array();
  const row = await view.db
    .selectFrom('token_holder')
    .select(['amount', 'transfer_count'])
    .where('token_id', '=', tokenId)
    .where('holder', '=', holder)
    .executeTakeFirst();
  const total = row?.transfer_count ?? 0;
  return { list: { ord: 'token_place', holder, tokenId, total }, amount: row?.amount ?? '0' };
}

interface Part {
  slice: Slice;
  rows: Row[];
}

async function allOf(
  view: View,
  request: PageRequest,
  tokenId: number,
  total: number,
): Promise<Part> {
  const slice = await sliceOf(request, total, (place) =>
    countBefore(view, {
      table: 'token_transfer',
      ord: 'ord',
      list: sql`token_id = ${tokenId}`,
      isBefore: isBefore(place),
      total,
    }),
  );
  const rows = await view.db
    .selectFrom('token_transfer as t')
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .where('t.token_id', '=', tokenId)
    .where('t.ord', '>=', slice.from)
    .where('t.ord', '<', slice.to)
    .orderBy('t.ord', 'desc')
    .execute();
  return { slice, rows };
}

async function ownRows(view: View, request: PageRequest, list: OwnList): Promise<Part> {
  const { ord, holder, standard, tokenId, total } = list;
  const slice = await sliceOf(request, total, (place) =>
    countBefore(view, {
      table: 'account_token_transfer',
      ord,
      list: sql.join(
        [
          sql`holder = ${holder}`,
          ...(standard === undefined ? [] : [sql`standard = ${standard}`]),
          ...(tokenId === undefined ? [] : [sql`token_id = ${tokenId}`]),
        ],
        sql` and `,
      ),
      isBefore: isBefore(place),
      total,
    }),
  );
  const rows = await view.db
    .selectFrom('account_token_transfer as l')
    .innerJoin('token_transfer as t', (join) =>
      join.onRef('t.token_id', '=', 'l.token_id').onRef('t.ord', '=', 'l.token_ord'),
    )
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .where('l.holder', '=', holder)
    .$if(standard !== undefined, (query) => query.where('l.standard', '=', standard ?? 0))
    .$if(tokenId !== undefined, (query) => query.where('l.token_id', '=', tokenId ?? 0))
    .where(`l.${ord}`, '>=', slice.from)
    .where(`l.${ord}`, '<', slice.to)
    .orderBy(`l.${ord}`, 'desc')
    // The rows are so many anyway; PostgreSQL guesses far more and would join whole tables.
    .limit(slice.to - slice.from)
    .execute();
  return { slice, rows };
}

function isBefore(place: Place) {
  return sql`(height, position) < (${place.height}, ${place.position})`;
}

async function itemsOf(
  view: View,
  rows: readonly Row[],
): Promise<{ items: TokenPageTransfer[]; cursor: string | null }> {
  const last = rows.at(-1);
  if (!last) return { items: [], cursor: null };
  const holders = await holdersOf(
    view,
    rows.flatMap((row) => [row.from_addr, row.to_addr]),
  );
  const methods = await methodNames(
    view,
    rows.map((row) => row.method_id),
  );
  const called = await nftNames(view, rows);
  const items = rows.map((row) => ({
    height: row.height,
    timestamp: row.timestamp,
    message: cidOf(row.cid),
    method: methods.get(row.method_id) ?? '',
    evmMethod: evmMethodOf(row.selector),
    ...transferOf(row, holders),
    ...called(row),
  }));
  return { items, cursor: cursorText(last) };
}

function transferOf(row: Row, holders: Holders) {
  const { names } = holders;
  return {
    from: holders.shown(row.from_addr),
    fromId: holders.idText(row.from_addr),
    to: holders.shown(row.to_addr),
    toId: holders.idText(row.to_addr),
    ...names.ends(holders.end(row.from_addr), holders.end(row.to_addr)),
    value: row.item ?? row.value,
    ...(row.item === null ? {} : { tokenId: row.item }),
    amount: row.value,
    type: tokenType(row.standard),
    logIndex: row.log_index,
  };
}

/** The tokens of transfers, with their names. */
async function nameTokens(view: View, rows: readonly Row[]) {
  const ids = rows.map((row) => row.token_id);
  const tokens = new Map((await tokenRows(view, ids)).map((row) => [row.actor_id, row]));
  const { names } = await holdersOf(view, [], ids);
  return (row: Row | undefined) => {
    const id = row?.token_id ?? 0;
    const { name, symbol, decimals } = wordsOf(tokens.get(id));
    return {
      token: names.shown(id),
      name: name ?? '',
      symbol: symbol ?? '',
      decimals: decimals ?? 0,
    };
  };
}

function parseStandard(input: string | undefined): TokenStandard | null {
  if (input === undefined || input === '') return null;
  const standard = tokenStandard(input);
  if (standard === null) throw new BadInput('badTokenType');
  return standard;
}
