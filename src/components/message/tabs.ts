import type { MessageDetail } from '#explorer/message/schema.ts';

export const MESSAGE_TABS = ['transfers', 'internal', 'events', 'gas', 'params', 'raw'] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];

/** The tabs that a message has something for, in their order. */
export function messageTabs(
  message: Pick<
    MessageDetail,
    'transfers' | 'tokenTransfers' | 'subcallCount' | 'eventLogCount' | 'params' | 'receipt'
  >,
): MessageTab[] {
  const has: Record<MessageTab, boolean> = {
    transfers: message.transfers.length + message.tokenTransfers.length > 0,
    internal: message.subcallCount > 0,
    events: message.eventLogCount > 0,
    gas: true,
    params: message.params !== '' || (message.receipt?.return ?? '') !== '',
    raw: true,
  };
  return MESSAGE_TABS.filter((tab) => has[tab]);
}

/** Movements that every message pays for its execution, whatever it was for. */
export const FEE_TRANSFERS: ReadonlySet<string> = new Set(['miner-fee', 'burn-fee']);

interface Moved {
  transfers: readonly { type: string }[];
  tokenTransfers: readonly unknown[];
}

/** Where a message opens: on the FIL and the tokens that it moved; when it only paid for itself, on what it asked. */
function firstTab(
  tabs: readonly MessageTab[],
  { transfers, tokenTransfers }: Moved,
): MessageTab | undefined {
  if (tokenTransfers.length > 0) return tabs[0];
  if (transfers.some(({ type }) => !FEE_TRANSFERS.has(type))) return tabs[0];
  const wished = (['params', 'events', 'transfers'] as const).find((tab) => tabs.includes(tab));
  return wished ?? tabs[0];
}

/**
 * The tab that `?t=` asks for, by name or by number as old links have it (0 transactions,
 * 1 internal transfers, 2 logs, 3 others); without such a tab the one that tells most.
 */
export function chosenTab(
  tabs: readonly MessageTab[],
  asked: string | null,
  moved: Moved,
): MessageTab {
  const named =
    asked !== null && /^[0-3]$/.test(asked) ? MESSAGE_TABS[Number(asked)] : (asked ?? undefined);
  return tabs.find((tab) => tab === named) ?? firstTab(tabs, moved) ?? 'raw';
}
