/** What an account's page shows of it as a contract. */
import type { ContractReads } from '#explorer/contract/reads.ts';
import type { ContractDetail, CreatedContracts } from '#explorer/contract/schema.ts';
import { readPage } from '#format/query.ts';
import { pinned } from '../page/attempt.ts';

export const CREATED_PAGE = 10;

export interface ContractTab {
  /** Null for a contract that the index knows nothing of but its account. */
  contract: ContractDetail | null;
  /** What it created; null when it never created any. */
  created: CreatedContracts | null;
  page: number;
  /** The head that the list of those is of. */
  head: string | null;
}

/** Reads the contract's tab as the page's address asks for it; null for another tab. */
export async function readContractTab(
  reads: ContractReads,
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<ContractTab | null> {
  if (tab !== 'contract') return null;
  const page = readPage(query) ?? 0;
  const contract = await known(async () => (await reads.get(account)).data);
  const created =
    contract === null || contract.createdContracts === 0
      ? null
      : await pinned(query, (head) =>
          reads.created(account, { pageSize: CREATED_PAGE, page, head }),
        );
  return { contract, created: created?.data ?? null, page, head: created?.head?.token ?? null };
}

async function known<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFound') return null;
    throw error;
  }
}
