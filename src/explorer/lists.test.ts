/** Paging of every list: nothing lost, nothing twice, stable under new heads and forks. */
import { formatAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createExplorer, type Explorer } from './index.ts';
import type { PAGING } from './parameters.ts';
import { makeChain, writeChain, isNull } from './testing/chain.ts';
import { CONTRACT, NOBODY, robustOf, digest } from './testing/rows.ts';
import type { Answer } from './wire.ts';
import { headToken } from './head.ts';

type PageInput = z.input<z.ZodObject<typeof PAGING>>;

const TOP = 40;
const MESSAGES = 6;

interface Listing {
  totalCount: number;
  next: string | null;
}

/** A list of the explorer, and what tells its rows apart. */
interface ListCase {
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

const CASES: ListCase[] = [
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

async function byPages(
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

async function byCursor(
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

eachDatabase((open) => {
  const chain = makeChain({ height: TOP, messages: MESSAGES });
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    await writeChain(store, chain);
    explorer = createExplorer(store);
  });

  describe.each(CASES)('$name', (list) => {
    test('pages and cursors give every row once', async () => {
      const { data } = await list.read(explorer, {});
      const pages = await byPages(list, explorer);
      expect(pages.length).toBeGreaterThan(list.name.includes('block') ? 5 : 14);
      expect(pages).toHaveLength(data.totalCount);
      expect(new Set(pages).size).toBe(pages.length);
      expect(await byCursor(list, explorer)).toEqual(pages);
    });

    test('beyond the end is empty', async () => {
      for (const page of [10_000, '99999999999999999999']) {
        const { data } = await list.read(explorer, { page });
        expect(list.rows(data)).toEqual([]);
        expect(data.next).toBeNull();
        expect(data.totalCount).toBeGreaterThan(0);
      }
    });

    test('sizes are clamped, nonsense is refused', async () => {
      const { data } = await list.read(explorer, { pageSize: 100_000 });
      expect(list.rows(data)).toHaveLength(Math.min(100, data.totalCount));
      for (const pageSize of ['0', '-1', 'x', '1.5', 'NaN', -3, 0])
        await expect(list.read(explorer, { pageSize })).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badPageSize',
        });
      for (const page of ['-1', 'x', '1e3', -1])
        await expect(list.read(explorer, { page })).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badPage',
        });
      await expect(list.read(explorer, { before: 'no cursor' })).rejects.toMatchObject({
        code: 'badCursor',
      });
    });
  });

  test('tipsets narrowed are those between the heights', async () => {
    const { data } = await explorer.tipset.list({ startHeight: 6, endHeight: 20, pageSize: 100 });
    const due = chain.heights.filter((height) => height >= 6 && height <= 20).reverse();
    expect(data.tipsets.map(({ height }) => height)).toEqual(due);
    expect(data).toMatchObject({ totalCount: due.length, next: null });
  });

  test('messages narrowed are those of all that fit', async () => {
    const list = async (input: object) => {
      const { data } = await explorer.message.list({ ...input, pageSize: 100 });
      const rows = [...data.messages];
      for (let page = 1; rows.length < data.totalCount; page++)
        rows.push(
          ...(await explorer.message.list({ ...input, page, pageSize: 100 })).data.messages,
        );
      return { rows, data };
    };
    const all = (await list({})).rows;
    expect(all).toHaveLength(chain.executed.length);
    const day = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 10);
    const newest = all[0]?.timestamp ?? 0;
    const cases: [object, (row: (typeof all)[number]) => boolean][] = [
      [{ status: 'failed' }, (row) => row.receipt?.exitCode !== 0],
      [{ status: 'ok', minValue: '1' }, (row) => row.receipt?.exitCode === 0 && row.value !== '0'],
      [{ maxValue: '0' }, (row) => row.value === '0'],
      [{ startHeight: 9, endHeight: 20 }, (row) => row.height >= 9 && row.height <= 20],
      [{ startDate: day(newest), endDate: day(newest) }, () => true],
      [{ endDate: day(newest - 86_400) }, () => false],
      [
        { method: 'Send', status: 'ok', endHeight: 30 },
        (row) => row.method === 'Send' && row.receipt?.exitCode === 0 && row.height <= 30,
      ],
    ];
    for (const [input, fits] of cases) {
      const { rows, data } = await list(input);
      expect([input, rows]).toEqual([input, all.filter(fits)]);
      expect(data).not.toHaveProperty('searched');
    }
  });

  test('an account’s messages narrowed are those of all that fit', async () => {
    const whole = (await explorer.account.messages('f0100', { pageSize: 100 })).data;
    const rest = (await explorer.account.messages('f0100', { pageSize: 100, page: 1 })).data;
    const all = [...whole.messages, ...rest.messages];
    expect(all).toHaveLength(whole.totalCount);
    const contract = formatAddress(robustOf(CONTRACT));
    const day = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 10);
    const last = all[0];
    if (!last) throw new Error('no messages');
    const cases: [object, (row: (typeof all)[number]) => boolean][] = [
      [{ status: 'failed' }, (row) => row.receipt?.exitCode !== 0],
      [{ status: 'ok', startHeight: 7 }, (row) => row.receipt?.exitCode === 0 && row.height >= 7],
      [{ counterparty: 'f0101' }, (row) => [row.fromId, row.toId].includes('f0101')],
      [{ counterparty: contract }, (row) => row.toId === `f0${CONTRACT}`],
      [{ counterparty: formatAddress(NOBODY) }, (row) => row.toId === null],
      [{ counterparty: 'f0100' }, (row) => row.fromId === row.toId],
      [{ minValue: '8' }, () => false],
      [{ maxValue: '7', endHeight: 20 }, (row) => row.height <= 20],
      [{ startDate: day(last.timestamp), endDate: day(last.timestamp) }, () => true],
      [{ endDate: day(last.timestamp - 86_400) }, () => false],
      [{ startDate: day(last.timestamp + 86_400) }, () => false],
      [{ startHeight: 9, endHeight: 8 }, () => false],
      [
        { method: 'Send', counterparty: 'f0102', endHeight: 30 },
        (row) =>
          row.method === 'Send' && [row.fromId, row.toId].includes('f0102') && row.height <= 30,
      ],
    ];
    for (const [input, fits] of cases) {
      const { data } = await explorer.account.messages('f0100', { ...input, pageSize: 100 });
      const due = all.filter(fits);
      expect([input, data.messages.map(({ cid }) => cid)]).toEqual([
        input,
        due.slice(0, 100).map(({ cid }) => cid),
      ]);
      expect([input, data.totalCount]).toEqual([input, due.length]);
      expect(data).not.toHaveProperty('searched');
    }
  });

  test('an account’s transfers narrowed are those of all that fit', async () => {
    const read = (input: object) =>
      explorer.account.transfers('f0100', { pageSize: 100, ...input });
    const all = (await Promise.all([0, 1, 2, 3, 4].map((page) => read({ page })))).flatMap(
      ({ data }) => data.transfers,
    );
    expect(all).toHaveLength((await read({})).data.totalCount);
    const size = ({ value }: { value: string }) => Math.abs(Number(value));
    const cases: [object, (row: (typeof all)[number]) => boolean][] = [
      [{ counterparty: 'f099' }, (row) => row.toId === 'f099'],
      // Of a tip the provider is shown that it is for.
      [{ counterparty: 'f01000' }, (row) => row.toId === 'f01000'],
      [{ counterparty: 'f02' }, () => false],
      [
        { type: 'transfer', counterparty: 'f0101', endHeight: 25 },
        (row) =>
          ['send', 'receive'].includes(row.type) &&
          [row.fromId, row.toId].includes('f0101') &&
          row.height <= 25,
      ],
      [{ minValue: '2', maxValue: '109' }, (row) => size(row) === 7],
      [
        { type: 'burn-fee', minValue: '110', startHeight: 30 },
        (row) => row.type === 'burn-fee' && row.height >= 30,
      ],
      [{ counterparty: formatAddress(NOBODY) }, () => false],
    ];
    for (const [input, fits] of cases) {
      const { data } = await read(input);
      const due = all.filter(fits);
      expect([input, data.transfers]).toEqual([input, due.slice(0, 100)]);
      expect([input, data.totalCount]).toEqual([input, due.length]);
    }
  });

  test('what lists cannot be narrowed by is refused', async () => {
    for (const [input, code] of [
      [{ counterparty: 'nobody' }, 'badCounterparty'],
      [{ counterparty: 'f0999999' }, 'badCounterparty'],
      [{ status: 'maybe' }, 'badOutcome'],
      [{ startDate: '2026-02-30' }, 'badDay'],
      [{ endHeight: '-1' }, 'badHeightOf'],
      [{ maxValue: '1.5' }, 'badValue'],
    ] as const)
      await expect(explorer.account.messages('f0100', input)).rejects.toMatchObject({
        name: 'BadInput',
        code,
      });
  });

  test('a list of messages agrees with what was executed', async () => {
    const all = CASES[1];
    if (!all) throw new Error('no case');
    expect(await byPages(all, explorer)).toEqual(
      chain.executed.map((row) => cidOf(row.cid)).reverse(),
    );
  });

  describe('pinned to an earlier head', () => {
    const height = 31;
    const head = headToken(height, chain.keyAt(height));
    let then: Explorer;
    beforeAll(async () => {
      const fresh = await open();
      await writeChain(fresh, makeChain({ height, messages: MESSAGES }));
      then = createExplorer(fresh);
    });

    const lists = CASES.filter((list) => list.name !== 'messages of a block');
    test.each(lists)('$name are as they were then', async (list) => {
      const expected = await byPages(list, then);
      expect(await byPages(list, explorer, { head })).toEqual(expected);
      expect(await byCursor(list, explorer, { head })).toEqual(expected);
      const { data } = await list.read(explorer, { head });
      expect(data.totalCount).toBe(expected.length);
    });
  });

  test('a head that is too old, replaced or malformed is refused', async () => {
    const token = headToken(19, chain.keyAt(19));
    expect((await explorer.message.list({ head: token })).data.totalCount).toBeGreaterThan(0);
    await expect(
      explorer.message.list({ head: token.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
    ).rejects.toMatchObject({ name: 'Gone', code: 'goneHead' });
    // A null round was never a head.
    await expect(explorer.message.list({ head: `20${token.slice(2)}` })).rejects.toMatchObject({
      name: 'Gone',
    });
    await expect(explorer.message.list({ head: `99${token.slice(2)}` })).rejects.toMatchObject({
      name: 'Gone',
    });
    await expect(explorer.message.list({ head: 'x' })).rejects.toMatchObject({
      name: 'BadInput',
      code: 'badHead',
    });
    const current = (await explorer.network.info()).head;
    expect((await explorer.message.list({ head: current?.token })).data.totalCount).toBe(
      chain.executed.length,
    );
  });

  test('a cursor beyond the last row of its tipset stands at the end of that', async () => {
    const within = await explorer.message.list({ before: '19.999999' });
    const after = await explorer.message.list({ before: '20' });
    expect(within.data).toEqual(after.data);
    const before = await explorer.message.list({ before: '19' });
    expect(before.data.messages).not.toEqual(within.data.messages);
  });

  test('a cursor goes on at its place when rows above it were replaced', async () => {
    const shorter = await open();
    const all = CASES[1];
    if (!all) throw new Error('no case');
    const first = await explorer.message.list({ pageSize: 30 });
    // The same chain with another end: what is below the cursor is the same.
    await writeChain(shorter, makeChain({ height: TOP - 2, messages: MESSAGES }));
    const rest = await byCursor(all, createExplorer(shorter), { before: first.data.next ?? '' });
    const expected = (await byPages(all, explorer)).slice(30);
    expect(rest).toEqual(expected);
    expect(rest.length).toBeGreaterThan(0);
  });

  test('filters name only what the list has', async () => {
    expect((await explorer.message.list()).data.methods.sort()).toEqual(['InvokeContract', 'Send']);
    expect((await explorer.account.messages(`f0${CONTRACT}`)).data.methods).toEqual([
      'InvokeContract',
    ]);
    expect((await explorer.account.transfers('f0100')).data.types.sort()).toEqual([
      'burn-fee',
      'miner-fee',
      'receive',
      'send',
    ]);
    expect((await explorer.message.list({ method: 'NoSuchMethod' })).data).toMatchObject({
      totalCount: 0,
      messages: [],
    });
    await expect(explorer.message.list({ method: 'x'.repeat(101) })).rejects.toMatchObject({
      code: 'badMethod',
    });
    await expect(explorer.account.transfers('f0100', { type: 'gift' })).rejects.toMatchObject({
      code: 'badTransferType',
    });
  });

  test('null rounds are not tipsets', async () => {
    const { data } = await explorer.tipset.list({ pageSize: 100 });
    expect(data.tipsets.map((tipset) => tipset.height)).toEqual(chain.heights.toReversed());
    expect(data.tipsets.some((tipset) => isNull(tipset.height))).toBe(false);
  });
});
