/** Transfers of tokens as answers show them. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { tokenType } from '#filecoin/evm/tokens.ts';
import { evmMethodsOf, methodNames } from '../methods.ts';
import { cursorText } from '../paging.ts';
import type { View } from '../view.ts';
import { holdersOf, type Holders } from './holder.ts';
import { nftNames } from './names.ts';
import { tokenRows, wordsOf } from './rows.ts';
import type { TokenPageTransfer } from './schema.ts';
import type { BareRow, TransferRow } from './transferRows.ts';
import type { TokenTransfer } from './transferSchema.ts';

/** With message and time; `cursor` is behind the last of them, null when there are none. */
export async function listedTransfers(
  view: View,
  rows: readonly TransferRow[],
): Promise<{ items: TokenPageTransfer[]; cursor: string | null }> {
  const last = rows.at(-1);
  if (!last) return { items: [], cursor: null };
  const call = (row: (typeof rows)[number]) => ({ to: row.to_id, selector: row.selector });
  const [holders, methods, evmMethod, called] = await Promise.all([
    endsOf(view, rows),
    methodNames(
      view,
      rows.map((row) => row.method_id),
    ),
    evmMethodsOf(view, rows.map(call)),
    nftNames(view, rows),
  ]);
  const items = rows.map((row) => ({
    height: row.height,
    timestamp: row.timestamp,
    message: cidOf(row.cid),
    method: methods.get(row.method_id) ?? '',
    ...evmMethod(call(row)),
    ...transferOf(row, holders),
    ...called(row),
  }));
  return { items, cursor: cursorText(last) };
}

/** As their message's page shows them: with the token, without message and time. */
export async function bareTransfers(
  view: View,
  rows: readonly BareRow[],
): Promise<TokenTransfer[]> {
  if (rows.length === 0) return [];
  const [holders, named, called] = await Promise.all([
    endsOf(view, rows),
    nameTokens(view, rows),
    nftNames(view, rows),
  ]);
  return rows.map((row) => ({ ...transferOf(row, holders), ...called(row), ...named(row) }));
}

const endsOf = (view: View, rows: readonly BareRow[]): Promise<Holders> =>
  holdersOf(
    view,
    rows.flatMap((row) => [row.from_addr, row.to_addr]),
  );

function transferOf(row: BareRow, holders: Holders) {
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
export async function nameTokens(view: View, rows: readonly BareRow[]) {
  const ids = rows.map((row) => row.token_id);
  const [known, { names }] = await Promise.all([tokenRows(view, ids), holdersOf(view, [], ids)]);
  const tokens = new Map(known.map((row) => [row.actor_id, row]));
  return (row: BareRow | undefined) => {
    const id = row?.token_id ?? 0;
    const { name, symbol, decimals } = wordsOf(tokens.get(id));
    return {
      token: names.shown(id),
      tokenActorId: names.idText(id),
      name: name ?? '',
      symbol: symbol ?? '',
      decimals: decimals ?? 0,
    };
  };
}
