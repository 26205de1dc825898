/**
 * Lists are newest first; `address` takes what one client or provider is a party to, `piece` what has
 * one piece of data.
 */
import { PAGING, party, piece, verified } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { SEARCHES } from '../searched.ts';
import { getDeal, listDeals } from './deals.ts';
import { listPieces } from './pieces.ts';
import { dealDetailSchema, dealListSchema, pieceListSchema } from './schema.ts';

/** `verified` is searched for. */
const SEARCHED_FOR = `With \`verified\` alone the list is searched, ${SEARCHES}`;

export const dealReads = {
  list: defineRead({
    path: '/deal/list',
    tag: 'deal',
    summary: 'Deals of the storage market, newest first',
    description: SEARCHED_FOR,
    params: { ...PAGING, address: party, piece, verified },
    schema: dealListSchema,
    rows: 'deals',
    empty: () => ({ totalCount: 0, deals: [], next: null }),
    read: listDeals,
  }),
  get: defineRead({
    path: '/deal/{id}',
    tag: 'deal',
    summary: 'A deal',
    params: { id: PARTS.deal },
    schema: dealDetailSchema,
    read: (view, { id }) => getDeal(view, id),
  }),
  pieces: defineRead({
    path: '/pieces',
    tag: 'deal',
    summary: 'Pieces in sectors, of deals and onboarded directly (`ddo`), newest first',
    params: { ...PAGING, address: party, piece },
    schema: pieceListSchema,
    rows: 'pieces',
    empty: () => ({ totalCount: 0, pieces: [], next: null }),
    read: listPieces,
  }),
};
