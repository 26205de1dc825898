/** What an account's page shows of what it did: reads for its tabs. */
import type {
  AccountDetail,
  AccountEvents,
  AccountMessages,
  AccountTransfers,
} from '#explorer/account/schema.ts';
import type { Explorer } from '#explorer/types.ts';
import { readPage } from '#format/query.ts';
import { pinnedTab, type TabInput, type TabPage } from '../page/attempt.ts';

export type ActivityTabList = TabPage &
  (
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
    const read = (input: TabInput) => reads.messages(address, { ...input, method });
    const shown = await pinnedTab(query, at, read);
    return { tab, method, ...shown };
  }
  if (tab === 'transfers') {
    const type = query.get('type') ?? '';
    const read = (input: TabInput) => reads.transfers(address, { ...input, type });
    const shown = await pinnedTab(query, at, read);
    return { tab, type, ...shown };
  }
  if (tab === 'events') {
    const read = (input: TabInput) => reads.events(address, input);
    const shown = await pinnedTab(query, { ...at, pageSize: EVENTS }, read);
    return { tab, ...shown };
  }
  return null;
}
