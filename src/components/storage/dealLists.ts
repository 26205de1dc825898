/** The lists of the page about what is stored for whom. */
import type { Explorer } from '#explorer/index.ts';
import type { DealList, PieceList } from '#explorer/deal/schema.ts';
import type { Answer } from '#explorer/wire.ts';
import { readChoice } from '#format/query.ts';
import { type BoxName, unlessBoxRefused } from '../list/refused.ts';
import type { At } from '../list/paging.ts';
import { pinned } from '../page/attempt.ts';

export const DEAL_TABS = ['deals', 'pieces'] as const;
export type DealTab = (typeof DEAL_TABS)[number];

/** By what a reader narrows them, as the page's address says it. */
export interface DealsAsked {
  address: string;
  piece: string;
  verified: string;
  /** Where an earlier search went on. */
  before: string;
}

export interface DealLists {
  tab: DealTab;
  /** The tab that opens unless another one is asked for. */
  opens: DealTab;
  /** How much each tab has of one piece; null where none is asked for. */
  counts: Record<DealTab, number> | null;
  /** The box whose text makes no sense. */
  refused: BoxName | null;
  /** Null on the other tab. */
  deals: Answer<DealList> | null;
  pieces: Answer<PieceList> | null;
}

/** Reads the tab that is asked for; without rows where it cannot be narrowed so. */
export function readDealLists(
  deal: Explorer['deal'],
  query: URLSearchParams,
  at: At,
  asked: DealsAsked,
): Promise<DealLists> {
  const { verified, before, ...by } = asked;
  const tabOf = (opens: DealTab): DealTab =>
    query.has('t') ? readChoice(query, 't', DEAL_TABS) : opens;
  return unlessBoxRefused(
    ['address', 'piece'],
    () =>
      pinned(query, async (head): Promise<DealLists> => {
        const input = { ...at, ...by, head };
        const counts = by.piece === '' ? null : await countsOf(deal, input);
        const opens: DealTab = counts?.deals === 0 && counts.pieces > 0 ? 'pieces' : 'deals';
        const tab = tabOf(opens);
        const shown = { tab, opens, counts, refused: null, deals: null, pieces: null };
        return tab === 'deals'
          ? { ...shown, deals: await deal.list({ ...input, before, verified }) }
          : { ...shown, pieces: await deal.pieces(input) };
      }),
    (refused) => {
      const tab = tabOf('deals');
      const none = { totalCount: 0, next: null };
      return {
        tab,
        opens: 'deals',
        counts: null,
        refused,
        deals: tab === 'deals' ? { head: null, data: { ...none, deals: [] } } : null,
        pieces: tab === 'pieces' ? { head: null, data: { ...none, pieces: [] } } : null,
      };
    },
  );
}

/** A piece may be known by one of the tabs only. */
async function countsOf(
  deal: Explorer['deal'],
  input: At & { address: string; piece: string; head: string | undefined },
): Promise<Record<DealTab, number>> {
  const one = { ...input, page: 0, pageSize: 1 };
  const [deals, pieces] = await Promise.all([deal.list(one), deal.pieces(one)]);
  return { deals: deals.data.totalCount, pieces: pieces.data.totalCount };
}
