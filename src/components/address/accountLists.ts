/** What an account's page shows of what it did: reads for its tabs. */
import type {
  AccountDetail,
  AccountEvents,
  AccountMessages,
  AccountTransfers,
} from '#explorer/account/schema.ts';
import type { Explorer } from '#explorer/types.ts';
import { readPage } from '#format/query.ts';
import { pinned } from '../page/attempt.ts';

export type ActivityTabList = { page: number; pageSize: number; total: number } & (
  | { tab: 'messages'; list: AccountMessages; method: string }
  | { tab: 'transfers'; list: AccountTransfers; type: string }
  | { tab: 'events'; list: AccountEvents }
);

const PAGE_SIZE = 20;
/** Events are cards, not rows. */
const EVENTS = 10;

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
export async function readActivityTab(
  reads: Explorer['account'],
  tab: string,
  { actor, address }: Pick<AccountDetail, 'actor' | 'address'>,
  query: URLSearchParams,
): Promise<ActivityTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'messages' && actor !== null) {
    const method = query.get('method') ?? '';
    const { data: list } = await pinned(query, (head) =>
      reads.messages(address, { ...at, head, method }),
    );
    return { tab, list, method, total: list.totalCount, ...at };
  }
  if (tab === 'transfers') {
    const type = query.get('type') ?? '';
    const { data: list } = await pinned(query, (head) =>
      reads.transfers(address, { ...at, head, type }),
    );
    return { tab, list, type, total: list.totalCount, ...at };
  }
  if (tab === 'events') {
    const { data: list } = await pinned(query, (head) =>
      reads.events(address, { ...at, pageSize: EVENTS, head }),
    );
    return { tab, list, total: list.totalCount, ...at, pageSize: EVENTS };
  }
  return null;
}
