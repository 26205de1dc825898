/** Lists of the explorer on a made chain, and how they are read to their ends. */
import { formatAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { z } from 'zod';
import type { Explorer } from '../index.ts';
import type { PAGING } from '../parameters.ts';
import type { Answer } from '../wire.ts';
import { CONTRACT, digest, NOBODY, robustOf } from './rows.ts';

type PageInput = z.input<z.ZodObject<typeof PAGING>>;

interface Listing {
  totalCount: number;
  next: string | null;
}

/** A list of the explorer, and what tells its rows apart. */
export interface ListCase {
  name: string;
  read: (explorer: Explorer, input: PageInput) => Promise<Answer<Listing>>;
  rows: (data: Listing) => string[];
}

const asIds = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row));
const messagesOf = (data: Listing): string[] =>
  'messages' in data && Array.isArray(data.messages)
    ? data.messages.map((row: { cid: string }) => row.cid)
    : [];
const sender = formatAddress(robustOf(100));

export const CASES: ListCase[] = [
  {
    name: 'all tipsets',
    read: (e, input) => e.tipset.list(input),
    rows: (data) =>
      'tipsets' in data && Array.isArray(data.tipsets)
        ? data.tipsets.map((t: { height: number }) => String(t.height))
        : [],
  },
  { name: 'all messages', read: (e, input) => e.message.list(input), rows: messagesOf },
  {
    name: 'messages of a method',
    read: (e, input) => e.message.list({ ...input, method: 'InvokeContract' }),
    rows: messagesOf,
  },
  {
    name: 'messages of a method that succeeded, by value and height',
    read: (e, input) =>
      e.message.list({
        ...input,
        method: 'Send',
        status: 'ok',
        minValue: '7',
        startHeight: 3,
        endHeight: 38,
      }),
    rows: messagesOf,
  },
  {
    name: 'messages that failed',
    read: (e, input) => e.message.list({ ...input, status: 'failed' }),
    rows: messagesOf,
  },
  {
    name: 'tipsets between two heights',
    read: (e, input) => e.tipset.list({ ...input, startHeight: 3, endHeight: 33 }),
    rows: (data) =>
      'tipsets' in data && Array.isArray(data.tipsets)
        ? data.tipsets.map((t: { height: number }) => String(t.height))
        : [],
  },
  {
    name: 'messages of an account',
    read: (e, input) => e.account.messages(sender, input),
    rows: messagesOf,
  },
  {
    name: 'messages of an account and a method',
    read: (e, input) => e.account.messages('f0100', { ...input, method: 'Send' }),
    rows: messagesOf,
  },
  {
    name: 'messages between two accounts that succeeded',
    read: (e, input) =>
      e.account.messages('f0100', {
        ...input,
        method: 'InvokeContract',
        counterparty: `f0${CONTRACT}`,
        status: 'ok',
        minValue: '7',
      }),
    rows: messagesOf,
  },
  {
    name: 'messages of an account between two heights',
    read: (e, input) =>
      e.account.messages('f0100', { ...input, startHeight: 3, endHeight: '28', method: 'Send' }),
    rows: messagesOf,
  },
  {
    name: 'failed messages to nobody',
    read: (e, input) => e.account.messages(formatAddress(NOBODY), input),
    rows: messagesOf,
  },
  {
    name: 'transfers of an account',
    read: (e, input) => e.account.transfers('f0100', input),
    rows: (data) =>
      'transfers' in data && Array.isArray(data.transfers) ? asIds(data.transfers) : [],
  },
  {
    name: 'transfers of an account and a type',
    read: (e, input) => e.account.transfers('f099', { ...input, type: 'burn-fee' } as PageInput),
    rows: (data) =>
      'transfers' in data && Array.isArray(data.transfers) ? asIds(data.transfers) : [],
  },
  {
    name: 'transfers of an account and two types, by value and height',
    read: (e, input) =>
      e.account.transfers('f0100', {
        ...input,
        type: 'transfer',
        minValue: '7',
        maxValue: '7',
        startHeight: 3,
      }),
    rows: (data) =>
      'transfers' in data && Array.isArray(data.transfers) ? asIds(data.transfers) : [],
  },
  {
    name: 'events of a contract',
    read: (e, input) => e.account.events(`f0${CONTRACT}`, input),
    rows: (data) =>
      'eventLogs' in data && Array.isArray(data.eventLogs) ? asIds(data.eventLogs) : [],
  },
  {
    name: 'messages of a block',
    read: (e, input) => e.block.messages(cidOf(digest('block 8 1000')), input),
    rows: messagesOf,
  },
];

export async function byPages(
  list: ListCase,
  explorer: Explorer,
  input: PageInput = {},
): Promise<string[]> {
  const rows: string[] = [];
  for (let page = 0; ; page++) {
    const { data } = await list.read(explorer, { ...input, pageSize: 7, page });
    const got = list.rows(data);
    if (got.length === 0) return rows;
    rows.push(...got);
  }
}

export async function byCursor(
  list: ListCase,
  explorer: Explorer,
  input: PageInput = {},
): Promise<string[]> {
  const rows: string[] = [];
  let before: string | undefined;
  for (;;) {
    const { data } = await list.read(explorer, {
      ...input,
      pageSize: '5',
      ...(before ? { before } : {}),
    });
    rows.push(...list.rows(data));
    if (data.next === null) return rows;
    before = data.next;
  }
}
