/** What an account's page shows of storage: reads for its tabs. */
import type { DataCapReads } from '#explorer/datacap/reads.ts';
import type { AccountDataCap, VerifierDetail } from '#explorer/datacap/schema.ts';
import type { DealReads } from '#explorer/deal/reads.ts';
import type { DealList, PieceList } from '#explorer/deal/schema.ts';
import { readPage } from '#format/query.ts';
import { pinned } from '../page/attempt.ts';

export type StorageTabList = { page: number; pageSize: number; total: number } & (
  | { tab: 'deals'; list: DealList }
  | { tab: 'pieces'; list: PieceList }
  | {
      tab: 'datacap';
      list: AccountDataCap;
      /** What it gave as a verifier; null when it never was one. */
      given: VerifierDetail | null;
      givenPage: number;
    }
);

const PAGE_SIZE = 20;

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
export async function readStorageTab(
  reads: { deal: DealReads; dataCap: DataCapReads },
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<StorageTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'deals' || tab === 'pieces') {
    const input = { ...at, address: account };
    if (tab === 'deals') {
      const { data: list } = await pinned(query, (head) => reads.deal.list({ ...input, head }));
      return { tab, list, total: list.totalCount, ...at };
    }
    const { data: list } = await pinned(query, (head) => reads.deal.pieces({ ...input, head }));
    return { tab, list, total: list.totalCount, ...at };
  }
  if (tab === 'datacap') {
    const { data: list } = await pinned(query, (head) =>
      reads.dataCap.ofAccount(account, { ...at, head }),
    );
    const givenPage = readPage(query, 'given') ?? 0;
    const given =
      list.verifier === null
        ? null
        : await pinned(query, (head) =>
            reads.dataCap.verifier(account, { page: givenPage, pageSize: PAGE_SIZE, head }),
          );
    return { tab, list, given: given?.data ?? null, givenPage, total: list.totalCount, ...at };
  }
  return null;
}
