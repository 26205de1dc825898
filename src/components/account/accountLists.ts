/** What an account's page shows of what it did: reads for its tabs. */
import type {
  AccountDetail,
  AccountEvents,
  AccountMessages,
  AccountTransfers,
} from '#explorer/account/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { readPage } from '#format/query.ts';
import { askedOf, narrowedTab, readNarrowed, type Narrowed } from '../list/narrowed.ts';
import { pinnedTab } from '../page/attempt.ts';
import { PAGE_SIZE, type TabInput, type TabPage } from '../list/paging.ts';

export type ActivityTabList = TabPage &
  (
    | { tab: 'messages'; list: AccountMessages; method: string; narrowed: Narrowed }
    | { tab: 'transfers'; list: AccountTransfers; type: string; narrowed: Narrowed }
    | { tab: 'events'; list: AccountEvents }
  );

/** Below messages that wait. */
const BELOW_PENDING = 10;
/** Events are cards, not rows. */
const EVENTS = 10;

/**
 * Rows of a page of messages: fewer below messages that wait. The pages after the first keep what
 * the first had (`?rows=`), or they would begin elsewhere when what waited is executed.
 */
export function messageRows(query: URLSearchParams, waiting: boolean): number {
  const few = (readPage(query) ?? 0) === 0 ? waiting : query.get('rows') === String(BELOW_PENDING);
  return few ? BELOW_PENDING : PAGE_SIZE;
}

/**
 * Reads the list of a tab as the page's address asks for it; null for a tab of something else.
 * `waiting`: messages in the pool stand above it.
 */
export async function readActivityTab(
  reads: Explorer['account'],
  tab: string,
  { actor, address, messageCount }: Pick<AccountDetail, 'actor' | 'address' | 'messageCount'>,
  query: URLSearchParams,
  waiting: boolean,
): Promise<ActivityTabList | null> {
  const at = { page: readPage(query) ?? 0, pageSize: PAGE_SIZE };
  if (tab === 'messages' && (actor !== null || messageCount > 0)) {
    const method = query.get('method') ?? '';
    const narrowed = readNarrowed(query);
    const read = (input: TabInput) =>
      reads.messages(address, { ...input, method, ...askedOf(narrowed) });
    const none: AccountMessages = { totalCount: 0, messages: [], methods: [], next: null };
    const pageSize = messageRows(query, waiting);
    const shown = await narrowedTab(narrowed, query, { ...at, pageSize }, read, none);
    return { tab, method, ...shown };
  }
  if (tab === 'transfers') {
    const type = query.get('type') ?? '';
    const narrowed = readNarrowed(query);
    const read = (input: TabInput) => {
      const { status: _ofMessages, ...asked } = askedOf(narrowed);
      return reads.transfers(address, { ...input, ...asked, type });
    };
    const none: AccountTransfers = { totalCount: 0, transfers: [], types: [], next: null };
    const shown = await narrowedTab(narrowed, query, at, read, none);
    return { tab, type, ...shown };
  }
  if (tab === 'events') {
    const read = (input: TabInput) => reads.events(address, input);
    const shown = await pinnedTab(query, { ...at, pageSize: EVENTS }, read);
    return { tab, ...shown };
  }
  return null;
}
