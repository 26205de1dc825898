import type { MessageDetail } from '#explorer/message/schema.ts';

export const MESSAGE_TABS = ['transfers', 'internal', 'events', 'params', 'raw'] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];

/** The tabs that a message has something for, in their order. */
export function messageTabs(
  message: Pick<
    MessageDetail,
    'transfers' | 'tokenTransfers' | 'subcallCount' | 'eventLogCount' | 'params' | 'receipt'
  >,
): MessageTab[] {
  const transfers = message.transfers.length + message.tokenTransfers.length > 0;
  const internal = message.subcallCount > 0;
  const events = message.eventLogCount > 0;
  const has: Record<MessageTab, boolean> = {
    transfers,
    internal,
    events,
    // Where there is nothing else, it says that nothing was asked.
    params:
      message.params !== '' ||
      (message.receipt?.return ?? '') !== '' ||
      !(transfers || internal || events),
    raw: true,
  };
  return MESSAGE_TABS.filter((tab) => has[tab]);
}

/** Movements that every message pays for its execution, whatever it was for. */
export const FEE_TRANSFERS: ReadonlySet<string> = new Set(['miner-fee', 'burn-fee']);

interface Outcome {
  transfers: readonly { type: string }[];
  tokenTransfers: readonly unknown[];
  receipt: Pick<NonNullable<MessageDetail['receipt']>, 'exitCode'> | null;
  /** What the node reported of a failure: a line for each call that failed. */
  error?: string | null | undefined;
}

/** Whether the node's backtrace has one call only: no other had failed before it. */
const isOwnFailure = (error: string | null | undefined): boolean =>
  error != null && /^00: /m.test(error) && !/^01: /m.test(error);

/**
 * Where a message opens: a failed one on the calls among which it failed, or, where it failed itself
 * and not for a call that it made, on what it asked; others on the FIL and the
 * tokens that they moved; one that only paid for itself on what it asked.
 */
function firstTab(
  tabs: readonly MessageTab[],
  { transfers, tokenTransfers, receipt, error }: Outcome,
): MessageTab | undefined {
  const moved = tokenTransfers.length > 0 || transfers.some(({ type }) => !FEE_TRANSFERS.has(type));
  const failed = receipt !== null && receipt.exitCode !== 0;
  const wished: readonly MessageTab[] = failed
    ? isOwnFailure(error)
      ? ['params', 'internal']
      : ['internal', 'params']
    : moved
      ? ['transfers']
      : ['params', 'events', 'transfers'];
  return wished.find((tab) => tabs.includes(tab)) ?? tabs[0];
}

/** What tabs were once, by number: transactions, internal transfers, logs, others. */
const OLD_TABS: readonly MessageTab[] = ['transfers', 'internal', 'events', 'params'];

/** All that `?t=` may say of a message's page. */
export const KNOWN_MESSAGE_TABS: readonly string[] = [
  ...MESSAGE_TABS,
  ...OLD_TABS.map((_, number) => String(number)),
];

/** The tab that `?t=` asks for, by name or by number as old links have it; without such a tab the one that tells most. */
export function chosenTab(
  tabs: readonly MessageTab[],
  asked: string | null,
  outcome: Outcome,
): MessageTab {
  const named =
    asked !== null && /^[0-3]$/.test(asked) ? OLD_TABS[Number(asked)] : (asked ?? undefined);
  return tabs.find((tab) => tab === named) ?? firstTab(tabs, outcome) ?? 'raw';
}
