import { describe, expect, it, test } from 'vitest';
import { attempt, attemptList, attemptPage, pinned, pinnedTab } from './page/attempt.ts';
import { emptyOf, limitOf, type TabInput } from './list/paging.ts';
import { definitionId } from './fact/definitions.ts';
import { bannerOf } from './shell/banner.ts';
import { cutTree } from './tree/tree.ts';
import type { IndexStatus } from '#explorer/network/schema.ts';

class Told extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;
  constructor(name: string, code: string, params: Record<string, unknown> = {}) {
    super(code);
    this.name = name;
    this.code = code;
    this.params = params;
  }
}

test.each([
  ['NotFound', 404],
  ['BadInput', 400],
  ['Gone', 410],
])('%s is shown as %s', async (name, status) => {
  const found = await attempt(() => Promise.reject(new Told(name, 'noBlock', { id: 'x', no: {} })));
  expect(found).toEqual({ ok: false, problem: { status, code: 'noBlock', params: { id: 'x' } } });
});

test('what is not the reader’s fault is thrown on', async () => {
  await expect(attempt(() => Promise.reject(new Error('database')))).rejects.toThrow('database');
});

test('a list pinned to a head that is gone is read as it is now', async () => {
  const heads: (string | undefined)[] = [];
  const read = (head: string | undefined): Promise<string> => {
    heads.push(head);
    return head === undefined
      ? Promise.resolve('now')
      : Promise.reject(new Told('Gone', 'goneHead'));
  };
  expect(await pinned(new URLSearchParams('head=7:ab'), read)).toBe('now');
  expect(heads).toEqual(['7:ab', undefined]);
});

test('a tab’s list tells the head that it is of, which the ways on from it keep', async () => {
  const read = ({ head = 'now' }: TabInput) =>
    Promise.resolve({ head: { height: 7, token: head }, data: { totalCount: 30 } });
  const at = { page: 1, pageSize: 20 };
  const tab = await pinnedTab(new URLSearchParams('page=2&head=7:ab'), at, read);
  expect(tab).toEqual({ list: { totalCount: 30 }, total: 30, head: '7:ab', ...at });
  expect((await pinnedTab(new URLSearchParams(), at, read)).head).toBe('now');
});

describe('the page of a list', () => {
  const visit = (search: string) => ({
    url: new URL(`https://site.example/en/x${search}`),
    response: {} as { status?: number },
    locals: { explorer: { label: { of: () => Promise.reject(new Error('not asked')) } } },
  });

  it('is asked for from 1 on and read from 0 on, at the head of the one before', async () => {
    const asked = visit('?page=3&head=7:ab');
    const head = { height: 7, token: '7:ab' };
    const { found, list, pager } = await attemptList(asked, (input) =>
      Promise.resolve({ head, data: { ...input, totalCount: 41 } }),
    );
    expect(found.ok).toBe(true);
    expect(list).toEqual({ page: 2, pageSize: 20, head: '7:ab', totalCount: 41 });
    expect(pager).toEqual({ page: 2, pageSize: 20, total: 41, keep: { head: '7:ab' } });
    expect(limitOf(pager)).toEqual({ limit: 20, offset: 40 });
    expect(asked.response).toEqual({});
  });

  it('that is no number is a problem, and nothing is read', async () => {
    const asked = visit('?page=0');
    let reads = 0;
    const { at, found } = await attemptPage(asked, () => Promise.resolve((reads += 1)), 50);
    expect(at).toEqual({ page: 0, pageSize: 50 });
    expect([reads, asked.response.status]).toEqual([0, 400]);
    expect(found).toMatchObject({ ok: false, problem: { code: 'badPage', params: { page: '0' } } });
  });

  it('says of no rows that the list is empty, or that it has ended before', () => {
    expect([0, 1].map((total) => emptyOf(total, 'tipset.empty'))).toEqual([
      'tipset.empty',
      'message.list.beyond',
    ]);
  });

  it('has the status of what became of its reads', async () => {
    const asked = visit('');
    await attemptPage(asked, () => Promise.reject(new Told('NotFound', 'noAccount')));
    expect(asked.response.status).toBe(404);
    await expect(attemptPage(asked, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  });
});

test('definitions of a term have ids of their own on each page', () => {
  const [page, other] = [
    new Request('https://site.example/a'),
    new Request('https://site.example/a'),
  ];
  expect([page, page, other].map((request) => definitionId(request, 'gas.limit'))).toEqual([
    'def-gas.limit',
    'def-gas.limit-2',
    'def-gas.limit',
  ]);
  expect(definitionId(page, 'gas.used')).toBe('def-gas.used');
});

const status: IndexStatus = {
  state: 'following',
  reason: null,
  headHeight: 100,
  headKey: [],
  executedHeight: 99,
  finalHeight: 10,
  certifiedHeight: null,
  nodeHeight: 100,
  startHeight: 0,
  opening: null,
  fromHeight: null,
  targetHeight: null,
  progress: null,
  lagEpochs: 0,
  revision: 1,
  besideRevision: 0,
  passed: [],
  recorded: false,
  ended: false,
  clock: { now: 0, offset: 0 },
  updatedAt: 0,
  price: null,
};

test('the banner says the gravest thing, and nothing when all is well', () => {
  const text = (changes: Partial<IndexStatus>): string | undefined =>
    bannerOf({ ...status, ...changes }, true)?.text;
  expect(text({})).toBeUndefined();
  expect(text({ recorded: true })).toBe('demo');
  expect(text({ recorded: true, ended: true, lagEpochs: 99 })).toBe('ended');
  expect(bannerOf({ ...status, recorded: true }, false)?.text).toBe('recorded');
  const subject = { subject: 'actors', taken: 7, done: true, refused: null };
  const open = { ...subject, subject: 'providers', taken: 2, done: false };
  const late = { ...status, startHeight: 350 };
  expect(bannerOf({ ...late, opening: [subject, open] }, false)).toMatchObject({
    text: 'opening',
    params: { height: 350, taken: 9 },
  });
  expect(
    bannerOf({ ...late, opening: [subject, { ...open, refused: 'no' }] }, false),
  ).toMatchObject({ text: 'unopened', reason: 'no' });
  expect(bannerOf({ ...late, opening: [subject, { ...open, done: true }] }, false)).toBeNull();
  const migrated = { ...open, subject: 'migratedAllocations', taken: 4 };
  expect(bannerOf({ ...late, opening: [subject, open, migrated] }, false)).toMatchObject({
    text: 'opening',
    params: { height: 350, taken: 9 },
  });
  expect(bannerOf({ ...status, opening: [migrated] }, false)).toMatchObject({
    text: 'migrating',
    params: { taken: 4 },
  });
  expect(bannerOf({ ...status, opening: [{ ...migrated, refused: 'no' }] }, false)).toMatchObject({
    text: 'unmigrated',
    reason: 'no',
  });
  expect(bannerOf({ ...status, opening: [{ ...migrated, done: true }] }, false)).toBeNull();
  expect(bannerOf({ ...status, recorded: true, ended: true }, false)?.text).toBe('recordedEnded');
  expect(text({ lagEpochs: 99, nodeHeight: 199, recorded: true })).toBe('late');
  expect(text({ lagEpochs: 99 })).toBe('nodeLate');
  expect(text({ state: 'waiting', recorded: true })).toBe('waiting');
  expect(text({ headHeight: null })).toBe('starting');
  expect(text({ state: 'stopped', lagEpochs: 99 })).toBe('stopped');
});

test('the banner gives the indexer’s reason, cut to a length', () => {
  expect(bannerOf({ ...status, state: 'waiting', reason: 'refused' }, true)?.reason).toBe(
    'refused',
  );
  const long = bannerOf({ ...status, state: 'stopped', reason: 'x'.repeat(1000) }, true);
  expect(long?.reason).toHaveLength(400);
  expect(bannerOf({ ...status, recorded: true, reason: 'old' }, true)?.reason).toBeUndefined();
});

test('a filling index shows how far it is', () => {
  const filling = { ...status, state: 'backfilling', fromHeight: 100, targetHeight: 300 } as const;
  const banner = bannerOf({ ...filling, progress: 0.25 }, true);
  expect(banner).toMatchObject({
    text: 'filling',
    params: { done: 50, total: 200 },
    progress: 0.25,
    growth: { from: 100, to: 300 },
  });
});

test('a tree tells its values apart and is cut to its budget', () => {
  const tree = cutTree(
    { To: 'f01001', Value: '-12', Data: '0x0a', Name: 'a<b>', None: null, List: [true, 1.5] },
    { left: 100, hidden: 0 },
  );
  expect(tree).toMatchObject({
    type: 'record',
    entries: [
      ['To', { type: 'address' }],
      ['Value', { type: 'amount' }],
      ['Data', { type: 'bytes' }],
      ['Name', { type: 'text', text: 'a<b>' }],
      ['None', { type: 'null' }],
      ['List', { type: 'list', count: 2 }],
    ],
  });
  const budget = { left: 10, hidden: 0 };
  cutTree(
    Array.from({ length: 50 }, (_, n) => n),
    budget,
  );
  expect(budget.hidden).toBe(41);
});

test('depth is bounded whatever the chain holds', () => {
  let deep: readonly unknown[] = [];
  for (let i = 0; i < 5000; i += 1) deep = [deep];
  const budget = { left: 10_000, hidden: 0 };
  cutTree(deep as never, budget);
  expect(budget.hidden).toBe(1);
});
