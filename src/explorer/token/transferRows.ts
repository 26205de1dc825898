/** Transfers of tokens as the index keeps them, page by page. */
import type { TokenStandard } from '#filecoin/evm/tokens.ts';
import { sql } from 'kysely';
import { countBefore, sliceOf, type PageRequest, type Place, type Slice } from '../paging.ts';
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

/** Of an executed message, in their order. */
export function messageRows({ db }: View, seq: number, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('token_transfer as t')
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(COLUMNS)
    .where('t.seq', '=', seq)
    .orderBy('t.position')
    .limit(limit)
    .execute();
}

/** A page of a list. */
interface Part {
  slice: Slice;
  rows: TransferRow[];
}

/** Of a token, newest first. */
export async function tokenPage(
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

/** Of a holder, newest first: all, or those of one standard or token. */
export async function ownPage(view: View, request: PageRequest, list: OwnList): Promise<Part> {
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
