/** Lists narrowed: all that fits, and what they cannot be narrowed by. */
import { formatAddress } from '#filecoin/address.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, expect, test } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { CONTRACT, NOBODY, robustOf } from './testing/rows.ts';

const TOP = 40;
const MESSAGES = 6;

eachDatabase((open) => {
  const chain = makeChain({ height: TOP, messages: MESSAGES });
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    await writeChain(store, chain);
    explorer = createExplorer(store);
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
      [{ startDate: '2026-12-01', endDate: '2026-11-30' }, 'daysReversed'],
      [{ endHeight: '-1' }, 'badHeightOf'],
      [{ maxValue: '1.5' }, 'badValue'],
    ] as const)
      await expect(explorer.account.messages('f0100', input)).rejects.toMatchObject({
        name: 'BadInput',
        code,
      });
  });

  test('days in the wrong order are refused by every list that takes days', async () => {
    const reversed = { startDate: '2026-12-01', endDate: '2026-11-30' };
    for (const read of [
      () => explorer.account.messages('f0100', reversed),
      () => explorer.account.transfers('f0100', reversed),
      () => explorer.message.list(reversed),
      () => explorer.tipset.list(reversed),
      () => explorer.token.transfersOf('f0100', reversed),
    ])
      await expect(read()).rejects.toMatchObject({ name: 'BadInput', code: 'daysReversed' });
    // One day is a range.
    const day = { startDate: '2026-12-01', endDate: '2026-12-01' };
    expect((await explorer.message.list(day)).data.totalCount).toBe(0);
  });

  test('amounts in the wrong order are refused by every list that takes amounts', async () => {
    // As numbers: as texts 9 is more than 10.
    const reversed = { minValue: '10', maxValue: '9' };
    for (const read of [
      () => explorer.account.messages('f0100', reversed),
      () => explorer.account.messages(formatAddress(NOBODY), reversed),
      () => explorer.account.transfers('f0100', reversed),
      () => explorer.message.list(reversed),
    ])
      await expect(read()).rejects.toMatchObject({ name: 'BadInput', code: 'valuesReversed' });
    for (const [minValue, maxValue] of [
      ['9', '10'],
      ['7', '7'],
    ])
      await expect(explorer.message.list({ minValue, maxValue })).resolves.toBeDefined();
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
});
