/** What an account's page shows of what it did: reads for its tabs. */
import type {
  AccountDetail,
  AccountEvents,
  AccountMessages,
  AccountTransfers,
} from '#explorer/account/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { readPage } from '#format/query.ts';
import { askedOf, readNarrowed, type Narrowed } from '../list/narrowed.ts';
import { pinnedTab, type TabInput, type TabPage } from '../page/attempt.ts';

export type ActivityTabList = TabPage &
  (
    | { tab: 'messages'; list: AccountMessages; method: string; narrowed: Narrowed }
    | { tab: 'transfers'; list: AccountTransfers; type: string; narrowed: Narrowed }
    | { tab: 'events'; list: AccountEvents }
  );

export const PAGE_SIZE = 20;
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
    const asked = { method, ...askedOf(narrowed) };
    const read = (input: TabInput) => reads.messages(address, { ...input, ...asked });
    const pageSize = messageRows(query, waiting);
    const shown = await pinnedTab(query, { ...at, pageSize }, read);
    return { tab, method, narrowed, ...shown };
  }
  if (tab === 'transfers') {
    const type = query.get('type') ?? '';
    const narrowed = readNarrowed(query);
    const { status: _ofMessages, ...asked } = askedOf(narrowed);
    const read = (input: TabInput) => reads.transfers(address, { ...input, ...asked, type });
    const shown = await pinnedTab(query, at, read);
    return { tab, type, narrowed, ...shown };
  }
  if (tab === 'events') {
    const read = (input: TabInput) => reads.events(address, input);
    const shown = await pinnedTab(query, { ...at, pageSize: EVENTS }, read);
    return { tab, ...shown };
  }
  return null;
}
