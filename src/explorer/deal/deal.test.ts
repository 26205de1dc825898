/** Deals and data cap over a made chain: statuses by the head, lists, labels. */
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { OTHER_TABLES, packImages, partOf, type Image } from '#store/undo.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { digest } from '../testing/rows.ts';
import { sectorRows } from '../testing/sectors.ts';
import { pieceCid, storageRows, writeStorage } from '../testing/storage.ts';
import { headToken } from '../head.ts';
import { dealStatus } from './deals.ts';
import { labelOf } from './label.ts';

const TOP = 100;
const COUNT = 300;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('labels', () => {
  test.each([
    ['plain', bytes('harbor cargo 1080/1'), 'harbor cargo 1080/1'],
    ['empty', bytes(''), ''],
    ['of any script', bytes('订单 거래 🚢'), '订单 거래 🚢'],
    [
      'like HTML, which pages escape',
      bytes('<script>alert(1)</script>'),
      '<script>alert(1)</script>',
    ],
  ])('%s are text', (_, label, text) => {
    expect(labelOf(label)).toEqual({ label: text, labelEncoding: 'text' });
  });

  test.each([
    ['with NUL', bytes('a\u0000b'), '0x610062'],
    ['with a line break', bytes('a\nb'), '0x610a62'],
    ['that turn text around', bytes('\u202eab'), '0xe280ae6162'],
    ['with a byte order mark', bytes('\ufeffa'), '0xefbbbf61'],
    ['not UTF-8', Uint8Array.of(0xff, 0x61, 0xc0), '0xff61c0'],
  ])('%s are hex', (_, label, hex) => {
    expect(labelOf(label)).toEqual({ label: hex, labelEncoding: 'hex' });
  });
});

test('time ends deals: by their start when no sector holds them, by their end otherwise', () => {
  const at = (status: number, head: number) =>
    dealStatus(
      {
        status,
        start_epoch: 50,
        end_epoch: 90,
        activated_height: status === 0 || status === 3 ? null : 40,
        ended_height: status > 1 ? 70 : null,
      },
      head,
    );
  // A sector may still take it in the tipset of its start epoch, which has not run at that head.
  expect([at(0, 49), at(0, 50), at(0, 51)]).toEqual(['published', 'published', 'expired']);
  expect([at(1, 51), at(1, 89), at(1, 90)]).toEqual(['active', 'active', 'completed']);
  expect([at(2, 99), at(3, 99), at(4, 99)]).toEqual(['terminated', 'slashed', 'completed']);
  // At earlier heads that was to come.
  expect([at(2, 71), at(2, 70), at(2, 41), at(2, 40)]).toEqual([
    'terminated',
    'active',
    'active',
    'published',
  ]);
  expect([at(3, 71), at(3, 70), at(3, 50)]).toEqual(['slashed', 'expired', 'published']);
});

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;
  const chain = makeChain({ height: TOP, messages: 1 });
  beforeAll(async () => {
    store = await open();
    await writeChain(store, chain);
    await writeStorage(store, storageRows(chain, COUNT));
    explorer = createExplorer(store);
  });

  test('a deal in all its facts', async () => {
    const { data } = await explorer.deal.get('3');
    expect(data).toMatchObject({
      id: 3,
      height: 0,
      clientId: 'f0100',
      provider: 'f01001',
      providerId: 'f01001',
      pieceSize: 2 ** 35,
      verifiedDeal: true,
      storagePrice: '60',
      stroagePrice: '60',
      storagePricePerEpoch: '3',
      status: 'completed',
      ddo: false,
      message: cidOf(digest('stored 3')),
      pieceCid: formatCid(pieceCid(3)),
      label: 'label 3',
      sector: 3,
      activationHeight: 0,
      allocation: 3,
      endedHeight: null,
    });
    expect((data.startTimestamp ?? 0) - (data.timestamp ?? 0)).toBe(600);
    await expect(explorer.deal.get('99999')).rejects.toMatchObject({ code: 'noDeal' });
    await expect(explorer.deal.get('x')).rejects.toMatchObject({ code: 'badId' });
    await expect(explorer.deal.get('9'.repeat(30))).rejects.toMatchObject({ code: 'noDeal' });
  });

  /** All rows of a list by its cursor, seven at a time. */
  async function walk(
    read: (before: string | undefined) => Promise<[(number | string)[], string | null]>,
  ) {
    const seen: (number | string)[] = [];
    let before: string | undefined;
    for (let turn = 0; turn < 100; turn++) {
      const [ids, next] = await read(before);
      seen.push(...ids);
      if (next === null) return seen;
      before = next;
    }
    throw new Error('endless');
  }
  const numbers = (keep: (n: number) => boolean) =>
    Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n).filter(keep);
  const LISTS: [
    string,
    (address: string, before?: string) => Promise<[(number | string)[], string | null]>,
  ][] = [
    [
      'deals',
      async (address, before) => {
        const { data } = await explorer.deal.list({ address, before, pageSize: 7 });
        return [data.deals.map((deal) => deal.id), data.next];
      },
    ],
    [
      'pieces',
      async (address, before) => {
        const { data } = await explorer.deal.pieces({ address, before, pageSize: 7 });
        for (const piece of data.pieces) expect(piece.ddo).toBe(Number(piece.sector) % 3 !== 0);
        return [data.pieces.map((piece) => piece.sector), data.next];
      },
    ],
    [
      'allocations',
      async (address, before) => {
        const { data } = await explorer.dataCap.allocations({ address, before, pageSize: 7 });
        return [data.allocations.map((row) => row.id), data.next];
      },
    ],
    [
      'claims',
      async (address, before) => {
        const { data } = await explorer.dataCap.claims({ address, before, pageSize: 7 });
        return [data.claims.map((row) => row.id), data.next];
      },
    ],
  ];

  test.each(LISTS)('%s of all, of a client, of a provider', async (_, read) => {
    expect(await walk((before) => read('', before))).toEqual(numbers(() => true));
    expect(await walk((before) => read('f0101', before))).toEqual(numbers((n) => n % 3 === 1));
    expect(await walk((before) => read('f01001', before))).toEqual(numbers((n) => n % 2 === 1));
    expect(await read('f099')).toEqual([[], null]);
  });

  test('counts and pages of a list', async () => {
    const all = (await explorer.deal.list()).data;
    expect([all.totalCount, all.deals.length]).toEqual([COUNT, 20]);
    const second = (await explorer.deal.list({ page: 1, pageSize: 3, address: 'f0100' })).data;
    expect(second.totalCount).toBe(100);
    expect(second.deals.map((deal) => deal.id)).toEqual([288, 285, 282]);
    expect((await explorer.deal.list({ page: 999 })).data.deals).toEqual([]);
  });

  test('deals that are verified, and those that are not', async () => {
    const all = numbers(() => true);
    const truth = new Map<number, boolean>();
    for (const id of all)
      truth.set(Number(id), (await explorer.deal.get(String(id))).data.verifiedDeal);
    const read = (input: object) => async (before: string | undefined) => {
      const { data } = await explorer.deal.list({ ...input, before, pageSize: 7 });
      return [data.deals.map((deal) => deal.id), data.next] as [number[], string | null];
    };
    for (const verified of ['true', 'false']) {
      const due = all.filter((id) => truth.get(Number(id)) === (verified === 'true'));
      expect(await walk(read({ verified }))).toEqual(due);
      const { data } = await explorer.deal.list({ verified, page: 1, pageSize: 5 });
      expect(data).toMatchObject({ totalCount: due.length });
      expect(data.deals.map(({ id }) => id)).toEqual(due.slice(5, 10));
      const ofClient = due.filter((id) => Number(id) % 3 === 1);
      expect(await walk(read({ verified, address: 'f0101' }))).toEqual(ofClient);
    }
    expect(await walk(read({ verified: 'true', address: 'f099' }))).toEqual([]);
    await expect(explorer.deal.list({ verified: 'x' })).rejects.toMatchObject({ code: 'badFlag' });
  });

  test('deals and pieces of one piece of data, by its CID', async () => {
    const cid = formatCid(pieceCid(3));
    await store.db
      .updateTable('deal')
      .set({ piece_cid: pieceCid(3) })
      .where('id', 'in', [7, 200, 201])
      .execute();
    const listed = async (input: object) => {
      const { data } = await explorer.deal.list({ piece: cid, ...input });
      return [data.totalCount, data.deals.map(({ id }) => id), data.next] as const;
    };
    expect(await listed({})).toEqual([4, [201, 200, 7, 3], null]);
    expect(await listed({ page: 1, pageSize: 3 })).toEqual([4, [3], null]);
    const [, first, next] = await listed({ pageSize: 3 });
    expect(first).toEqual([201, 200, 7]);
    expect(await listed({ pageSize: 3, before: next })).toEqual([4, [3], null]);
    expect(await listed({ address: 'f01001' })).toEqual([3, [201, 7, 3], null]);
    expect(await listed({ address: 'f099' })).toEqual([0, [], null]);
    await store.copy('undo', ['height', 'part', 'doc'], [[50, OTHER_TABLES, packImages([])]]);
    const then = headToken(50, chain.keyAt(50));
    expect(await listed({ head: then })).toEqual([2, [7, 3], null]);
    const { data } = await explorer.deal.pieces({ piece: cid });
    expect(data.pieces).toMatchObject([{ sector: 3, dealId: 3, pieceCid: cid }]);
    expect((await explorer.deal.list({ piece: formatCid(pieceCid(999)) })).data.deals).toEqual([]);
    await expect(explorer.deal.list({ piece: 'x' })).rejects.toMatchObject({ code: 'badPiece' });
  });

  test('allocations and claims by their number', async () => {
    expect((await explorer.dataCap.allocation('3')).data).toMatchObject({
      id: 3,
      status: 'expired',
      expiration: 30,
    });
    expect((await explorer.dataCap.allocation(COUNT - 1)).data.status).toBe('open');
    expect((await explorer.dataCap.claim('3')).data).toMatchObject({ sector: 3, status: 'active' });
    await expect(explorer.dataCap.claim('999')).rejects.toMatchObject({ code: 'noClaim' });
    await expect(explorer.dataCap.allocation('999')).rejects.toMatchObject({
      code: 'noAllocation',
    });
  });

  test('verifiers and clients with their histories', async () => {
    const { data: verifiers } = await explorer.dataCap.verifiers();
    expect(verifiers.verifiers).toMatchObject([{ id: 'f0102', allowance: '1', granted: '300' }]);
    const { data: verifier } = await explorer.dataCap.verifier('f0102', { pageSize: 2 });
    expect(verifier).toMatchObject({
      totalCount: COUNT,
      changes: [{ type: 'give', amount: '1', allowance: '1' }, { allowance: '2' }],
    });
    const { data: client } = await explorer.dataCap.client('f0100', {
      pageSize: 2,
      before: verifier.next ?? '',
    });
    expect(client).toMatchObject({
      balance: '300',
      allocationCount: 100,
      totalCount: COUNT,
      changes: [{ type: 'grant', balance: '298', otherId: 'f0102' }, { balance: '297' }],
    });
    const { data: clients } = await explorer.dataCap.clients({ pageSize: 5, page: 59 });
    expect(clients.totalCount).toBe(COUNT);
    expect(clients.clients.at(-1)?.id).toBe('f0100');
    expect((await explorer.dataCap.ofAccount('f0100')).data).toMatchObject({
      verifier: null,
      client: { id: 'f0100' },
      totalCount: COUNT,
    });
    expect((await explorer.dataCap.ofAccount('f0102')).data).toMatchObject({
      verifier: { id: 'f0102' },
      client: null,
      changes: [],
    });
    await expect(explorer.dataCap.verifier('f0100')).rejects.toMatchObject({ code: 'noVerifier' });
    await expect(explorer.dataCap.client('f0102')).rejects.toMatchObject({ code: 'noDataCap' });
  });

  test('claims and sectors that were extended later are told as they were at a head', async () => {
    const height = 92;
    const [sector] = sectorRows(chain, 7).sector.slice(-1);
    if (!sector) throw new Error('no sector');
    await store.db.insertInto('sector').values(sector).execute();
    const docs: [string, Image[]][] = [
      [OTHER_TABLES, []],
      ['claim', [['claim', '6', { term_max: 30, extensions: 0 }]]],
      [
        partOf('sector', '1000'),
        [['sector', '1000/6', { ...sector, expiration: 500, pledge: '1' }]],
      ],
    ];
    await store.copy(
      'undo',
      ['height', 'part', 'doc'],
      docs.map(([part, images]) => [height, part, packImages(images)]),
    );
    await store.db.updateTable('claim').set({ extensions: 1 }).where('id', '=', 6).execute();

    const told = async (head: string | undefined) => {
      const input = { address: 'f01000', pageSize: 100, page: 1, head };
      const { data: claims } = await explorer.dataCap.claims(input);
      const { data: pieces } = await explorer.deal.pieces(input);
      return [
        claims.claims.find(({ id }) => id === 6),
        pieces.pieces.find(({ sector }) => sector === 6),
      ];
    };
    expect(await told(undefined)).toMatchObject([
      { status: 'active', termMax: 1000, extensions: 1 },
      { expiration: 1_000_006 },
    ]);
    expect(await told(headToken(height, chain.keyAt(height)))).toMatchObject([
      { status: 'expired', termMax: 30, extensions: 0 },
      { expiration: 500 },
    ]);
  });
});
