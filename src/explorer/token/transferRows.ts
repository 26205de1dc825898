/** Transfers of tokens as the index keeps them, page by page. */
import type { TokenStandard } from '#filecoin/evm/tokens.ts';
import { sql } from 'kysely';
import { ofAnyLength } from '#store/plans.ts';
import { countBefore, sliceOf, type Heights, type PageRequest, type Place } from '../paging.ts';
import type { RowList } from '../searched.ts';
import type { View } from '../view.ts';

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
  'e.to_id',
] as const;

export interface TransferRow {
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
  /** Whom the message was for. */
  to_id: number | null;
}

/** Which rows of account_token_transfer a list has, and which of its columns counts them. */
export interface OwnList {
  ord: 'ord' | 'standard_ord' | 'token_place';
  holder: Uint8Array;
  standard?: TokenStandard;
  tokenId?: number;
  total: number;
}

/** What a message's own transfers are told of. */
export type BareRow = Pick<
  TransferRow,
  'token_id' | 'log_index' | 'standard' | 'from_addr' | 'to_addr' | 'item' | 'value'
>;

/** A page of a list. */
interface Part {
  total: number;
  rows: TransferRow[];
  /** Whether older ones follow. */
  more: boolean;
}

/** Of a token, newest first. */
export async function tokenPage(
  view: View,
  request: PageRequest,
  { id, total, within }: { id: number; total: number; within: Heights },
): Promise<Part> {
  const below = (place: Place) =>
    countBefore(view, {
      table: 'token_transfer',
      ord: 'ord',
      list: sql`token_id = ${id}`,
      isBefore: isBefore(place),
      total,
    });
  const slice = await sliceOf(request, total, below, within);
  const rows = await view.db
    .selectFrom('token_transfer as t')
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .where('t.token_id', '=', id)
    .where('t.ord', '>=', slice.from)
    .where('t.ord', '<', slice.to)
    .orderBy('t.ord', 'desc')
    .execute();
  return { total: slice.total, rows, more: slice.more };
}

/** Of a holder: all, or those of one standard or token. */
export function ownList(view: View, list: OwnList): RowList<TransferRow> {
  const { ord, holder, standard, tokenId, total } = list;
  const below = (place: Place) =>
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
    });
  const own = view.db
    .selectFrom('account_token_transfer as l')
    .where('l.holder', '=', holder)
    .$if(standard !== undefined, (query) => query.where('l.standard', '=', standard ?? 0))
    .$if(tokenId !== undefined, (query) => query.where('l.token_id', '=', tokenId ?? 0));
  const joined = own
    .innerJoin('token_transfer as t', (join) =>
      join.onRef('t.token_id', '=', 'l.token_id').onRef('t.ord', '=', 'l.token_ord'),
    )
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .orderBy(`l.${ord}`, 'desc');
  return {
    total,
    below,
    wholeBelow: below,
    async heightAt(ordinal) {
      const row = await own
        .select('l.height')
        .where(`l.${ord}`, '=', ordinal)
        .executeTakeFirstOrThrow();
      return row.height;
    },
    rows: ({ from, to }) =>
      joined
        .where(`l.${ord}`, '>=', from)
        .where(`l.${ord}`, '<', to)
        // The rows are so many anyway; PostgreSQL guesses far more and would join whole tables.
        .limit(to - from)
        .execute(),
    async matching({ from, to }, condition) {
      // A row is looked up for each: a join might go through all of a long list.
      const rows = await own
        .innerJoinLateral(
          (db) =>
            db
              .selectFrom('token_transfer')
              .select('token_transfer.seq')
              .whereRef('token_transfer.token_id', '=', 'l.token_id')
              .whereRef('token_transfer.ord', '=', 'l.token_ord')
              .where(sql<boolean>`${condition}`)
              .offset(0)
              .as('t'),
          (join) => join.onTrue(),
        )
        .select(`l.${ord} as at`)
        .where(`l.${ord}`, '>=', from)
        .where(`l.${ord}`, '<', to)
        .orderBy(`l.${ord}`, 'desc')
        .execute();
      return rows.map(({ at }) => at);
    },
    at: (ordinals) =>
      joined
        // Without a limit: with one it may seem cheaper to go through the whole list in its order.
        .where(`l.${ord}`, '=', sql<number>`any(${ofAnyLength(sql`${ordinals}`)})`)
        .execute(),
  };
}

function isBefore(place: Place) {
  return sql`(height, position) < (${place.height}, ${place.position})`;
}
