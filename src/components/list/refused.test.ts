import { expect, it, test } from 'vitest';
import { BadInput, NotFound } from '#explorer/errors.ts';
import type { Explorer } from '#explorer/index.ts';
import { readProvider } from '../miner/reads.ts';
import { readDataCapList } from '../storage/dataCapLists.ts';
import { readDealLists } from '../storage/dealLists.ts';
import { isWrongIn, narrowedTab, readNarrowed } from './narrowed.ts';
import { unlessBoxRefused } from './refused.ts';

const at = { page: 0, pageSize: 20 };
const fail = (error: Error) => (): Promise<never> => Promise.reject(error);
const boxOf = (error: Error, boxes: Parameters<typeof unlessBoxRefused>[0]) =>
  unlessBoxRefused<string>(boxes, fail(error), (box) => box);

it('tells which box has the text that a read refuses', async () => {
  const boxes = ['address', 'piece'] as const;
  expect(await boxOf(new BadInput('badPiece'), boxes)).toBe('piece');
  for (const code of ['badAddress', 'badName'] as const)
    expect(await boxOf(new BadInput(code), boxes)).toBe('address');
  for (const code of ['noAddress', 'noName'] as const)
    expect(await boxOf(new NotFound(code), boxes)).toBe('address');
  expect(await unlessBoxRefused(boxes, () => Promise.resolve('rows'), String)).toBe('rows');
});

it('throws on what no box of the list is refused with', async () => {
  await expect(boxOf(new BadInput('badSector'), ['address'])).rejects.toThrow('badSector');
  await expect(boxOf(new BadInput('badCursor'), ['address'])).rejects.toThrow('badCursor');
  await expect(boxOf(new Error('database'), ['address'])).rejects.toThrow('database');
});

test('deals of what is no address are an empty list that keeps its tab', async () => {
  const deal = { list: fail(new BadInput('badAddress')), pieces: fail(new BadInput('badPiece')) };
  const read = (search: string, piece = '') =>
    readDealLists(deal as unknown as Explorer['deal'], new URLSearchParams(search), at, {
      address: 'zzz',
      piece,
      verified: '',
      before: '',
    });
  const none = { head: null, data: { totalCount: 0, next: null, deals: [] } };
  expect(await read('')).toMatchObject({
    tab: 'deals',
    refused: 'address',
    deals: none,
    pieces: null,
  });
  expect(await read('t=pieces')).toMatchObject({ tab: 'pieces', refused: 'piece', deals: null });
});

test('allocations and claims of what is no address are an empty list', async () => {
  const refuse = fail(new NotFound('noAddress'));
  const reads = { allocations: refuse, claims: refuse } as unknown as Explorer['dataCap'];
  for (const tab of ['allocations', 'claims'] as const) {
    const shown = await readDataCapList(reads, tab, {
      ...at,
      address: 'f0999999',
      head: undefined,
    });
    expect(shown).toMatchObject({ tab, refused: 'address', list: { data: { totalCount: 0 } } });
  }
});

test('what is no sector leaves the list and the counts of the other sectors', async () => {
  const nothing = (): Promise<unknown> => Promise.resolve({ head: null, data: [] });
  const miner = {
    miningStats: nothing,
    earnings: nothing,
    powerStats: nothing,
    sectorStats: nothing,
  };
  const refusing =
    (data: object) =>
    (_: string, { sector = '' }: { sector?: string }): Promise<unknown> =>
      sector === ''
        ? Promise.resolve({ head: null, data })
        : Promise.reject(new BadInput('badSector'));
  const sector = {
    list: refusing({ totalCount: 9, counts: { active: 9 }, sectors: [{}], next: '8' }),
    events: refusing({ totalCount: 9, events: [{}], next: '8' }),
  };
  const list = async (tab: string) => {
    const reads = { miner, sector } as unknown as Parameters<typeof readProvider>[0];
    const account = { address: 'f01080', miner: {} } as Parameters<typeof readProvider>[1];
    return (await readProvider(reads, account, tab, new URLSearchParams('sector=abc'), '7d'))?.list;
  };
  expect(await list('sectors')).toMatchObject({
    refused: 'sector',
    sector: 'abc',
    total: 0,
    list: { totalCount: 0, counts: { active: 9 }, sectors: [], next: null },
  });
  expect(await list('sector-events')).toMatchObject({
    refused: 'sector',
    sector: 'abc',
    list: { totalCount: 0, events: [] },
  });
});

test.each([
  ['days', 'startDate=2026-12-01&endDate=2026-11-01', 'daysReversed', ['startDate', 'endDate']],
  ['amounts', 'startDate=2026-12-01&min=2&max=1.5', 'valuesReversed', ['min', 'max']],
] as const)('%s in the wrong order are told beside both', async (_, typed, wrong, fields) => {
  const query = new URLSearchParams(typed);
  const { narrowed } = await narrowedTab(
    readNarrowed(query),
    query,
    at,
    fail(new BadInput(wrong)),
    { totalCount: 0 },
  );
  expect(narrowed).toMatchObject({ ...Object.fromEntries(query), wrong });
  const all = ['startDate', 'endDate', 'min', 'max', 'counterparty'];
  expect(all.filter((name) => isWrongIn(name, narrowed))).toEqual(fields);
});
