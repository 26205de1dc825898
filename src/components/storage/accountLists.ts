/** What an account's page shows of storage: reads for its tabs. */
import type { Explorer } from '#explorer/index.ts';
import type { AccountDataCap, VerifierDetail } from '#explorer/datacap/schema.ts';
import type { DealList, PieceList } from '#explorer/deal/schema.ts';
import { readPage } from '#format/query.ts';
import { pinned, pinnedTab } from '../page/attempt.ts';
import { PAGE_SIZE, type TabInput, type TabPage } from '../list/paging.ts';

export type StorageTabList = TabPage &
  (
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

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
export async function readStorageTab(
  reads: Pick<Explorer, 'deal' | 'dataCap'>,
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<StorageTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'deals') {
    const read = (input: TabInput) => reads.deal.list({ ...input, address: account });
    const shown = await pinnedTab(query, at, read);
    return { tab, ...shown };
  }
  if (tab === 'pieces') {
    const read = (input: TabInput) => reads.deal.pieces({ ...input, address: account });
    const shown = await pinnedTab(query, at, read);
    return { tab, ...shown };
  }
  if (tab === 'datacap') {
    const shown = await pinnedTab(query, at, (input) => reads.dataCap.ofAccount(account, input));
    const givenPage = readPage(query, 'given') ?? 0;
    const given =
      shown.list.verifier === null
        ? null
        : await pinned(query, (head) =>
            reads.dataCap.verifier(account, { page: givenPage, pageSize: PAGE_SIZE, head }),
          );
    return { tab, given: given?.data ?? null, givenPage, ...shown };
  }
  return null;
}
