import type { Access } from '../access.ts';
import type { NumberInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import { getDeal, listDeals } from './deals.ts';
import type { StoredInput } from './lists.ts';
import { listPieces } from './pieces.ts';
import type { DealDetail, DealList, PieceList } from './schema.ts';

export interface DealReads {
  /** Newest first; `address`: only those of this client or provider. */
  list(input?: StoredInput): Promise<Answer<DealList>>;
  get(id: NumberInput): Promise<Answer<DealDetail>>;
  /** Pieces of deals and pieces onboarded directly, newest first. */
  pieces(input?: StoredInput): Promise<Answer<PieceList>>;
}

export function dealReads({ read, readOr }: Access): DealReads {
  return {
    list: (input) =>
      readOr({ totalCount: 0, deals: [], next: null }, (view) => listDeals(view, input)),
    get: (id) => read((view) => getDeal(view, id)),
    pieces: (input) =>
      readOr({ totalCount: 0, pieces: [], next: null }, (view) => listPieces(view, input)),
  };
}
