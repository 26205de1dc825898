import { dealDetailSchema, dealListSchema, pieceListSchema } from '#explorer/deal/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const DEAL_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/deal/list',
    tag: 'deal',
    summary: 'Deals of the storage market, newest first',
    query: [...PAGING, 'address'],
    schema: dealListSchema,
    rows: 'deals',
    read: (explorer, _, query) => explorer.deal.list(query),
  },
  {
    path: '/deal/{id}',
    tag: 'deal',
    summary: 'A deal',
    part: 'deal',
    query: [],
    schema: dealDetailSchema,
    read: (explorer, part) => explorer.deal.get(part),
  },
  {
    path: '/pieces',
    tag: 'deal',
    summary: 'Pieces in sectors, of deals and onboarded directly (`ddo`), newest first',
    query: [...PAGING, 'address'],
    schema: pieceListSchema,
    rows: 'pieces',
    read: (explorer, _, query) => explorer.deal.pieces(query),
  },
];
