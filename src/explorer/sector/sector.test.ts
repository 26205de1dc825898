import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplorer, type Answer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { GENESIS_TIME } from '../testing/rows.ts';
import { minerRows, writeMiners } from '../testing/miners.ts';
import { sectorRows, writeSectors } from '../testing/sectors.ts';
import type { Sectors } from './schema.ts';

const TOP = 301;
const SECTORS = 5000;
const MINER = 'f01000';

describe('sectors of a provider', () => {
  let store: Store;
  let explorer: Explorer;
  const chain = makeChain({ height: TOP, messages: 1 });

  beforeAll(async () => {
    store = await openEither();
    await writeChain(store, chain);
    await writeMiners(store, minerRows(chain, 0));
    await writeSectors(store, sectorRows(chain, SECTORS));
    explorer = createExplorer(store);
  });
  afterAll(() => store.close());

  it('are listed from the highest number down, the same by page and by cursor', async () => {
    const byPage: (number | string)[] = [];
    for (let page = 0; page < 3; page++) {
      const { data } = await explorer.sector.list(MINER, { page, pageSize: 7 });
      byPage.push(...data.sectors.map(({ number }) => number));
    }
    expect(byPage).toEqual(Array.from({ length: 21 }, (_, at) => SECTORS - 1 - at));
    const byCursor: (number | string)[] = [];
    let before: string | null = '';
    while (before !== null && byCursor.length < 21) {
      const { data }: Answer<Sectors> = await explorer.sector.list(MINER, { before, pageSize: 7 });
      byCursor.push(...data.sectors.map(({ number }) => number));
      before = data.next;
    }
    expect(byCursor).toEqual(byPage);
    const head = (await explorer.network.info()).head?.token;
    const last = `${head}.${SECTORS - 3}`;
    const end = await explorer.sector.list(MINER, { before: last, pageSize: 7 });
    expect(end.data.sectors.map(({ number }) => number)).toEqual([2, 1, 0]);
    expect(end.data.next).toBeNull();
    const beyond = await explorer.sector.list(MINER, { page: SECTORS });
    expect(beyond.data).toMatchObject({ totalCount: SECTORS, sectors: [], next: null });
  });

  it('are counted by what they are, each once', async () => {
    const { data } = await explorer.sector.list(MINER, { status: 'faulty', pageSize: 2 });
    expect(data.counts).toEqual({
      precommitted: 0,
      live: 4950,
      faulty: 50,
      recovering: 0,
      expired: 0,
      terminated: 0,
      lapsed: 0,
    });
    expect(data.totalCount).toBe(50);
    expect(data.unexplained).toBe(0);
    expect(data.sectors.map(({ number, status }) => [number, status])).toEqual([
      [4900, 'faulty'],
      [4800, 'faulty'],
    ]);
    await expect(explorer.sector.list(MINER, { status: 'lost' })).rejects.toMatchObject({
      code: 'badSectorStatus',
    });
  });

  it('are told one by one with their history', async () => {
    const { data } = await explorer.sector.list(MINER, { sector: '2400' });
    expect(data.totalCount).toBe(1);
    expect(data.next).toBeNull();
    expect(data.sectors).toEqual([
      expect.objectContaining({
        number: 2400,
        status: 'faulty',
        size: 2 ** 35,
        qualityAdjPower: String(2 ** 35),
        expiration: 1_002_400,
        expirationTimestamp: GENESIS_TIME + 1_002_400 * 30,
        // The second partition's first deadline: sectors from 2,349 on.
        deadline: 1,
        partition: 0,
      }),
    ]);
    for (const read of [explorer.sector.list, explorer.sector.events])
      await expect(read(MINER, { sector: 'x' })).rejects.toMatchObject({ code: 'badSector' });
    const none = await explorer.sector.list(MINER, { sector: SECTORS });
    expect(none.data).toMatchObject({ totalCount: 0, sectors: [] });
    const events = await explorer.sector.events(MINER, { sector: 7 });
    expect(events.data.events).toEqual([
      expect.objectContaining({
        type: 'fault-detected',
        height: chain.heights[7],
        message: null,
        ranges: [{ from: 7, to: 7 }],
      }),
    ]);
  });

  it('have events and proofs, newest first', async () => {
    const heights = chain.heights.toReversed();
    const first = await explorer.sector.events(MINER, { pageSize: 5 });
    expect(first.data.totalCount).toBe(heights.length);
    expect(first.data.events.map(({ height }) => height)).toEqual(heights.slice(0, 5));
    const second = await explorer.sector.events(MINER, {
      pageSize: 5,
      before: first.data.next ?? '',
    });
    expect(second.data.events.map(({ height }) => height)).toEqual(heights.slice(5, 10));
    const proofs = await explorer.sector.proofs(MINER, { pageSize: 5, page: 1 });
    expect(proofs.data.proofs.map(({ height }) => height)).toEqual(heights.slice(5, 10));
  });

  it('stand in deadlines, of which the one at the head is current', async () => {
    const { data } = await explorer.sector.deadlines(MINER);
    // The proving period began at 0, a deadline takes 60 epochs.
    expect([data.provingPeriodStart, data.currentDeadline, data.unplaced]).toEqual([0, 5, 0]);
    expect(data.deadlines).toHaveLength(48);
    expect(data.deadlines.filter(({ current }) => current).map(({ index }) => index)).toEqual([5]);
    expect(data.deadlines.slice(0, 3).map((one) => [one.open, one.sectors, one.faulty])).toEqual([
      [2880, 2349, 24],
      [2940, 2349, 23],
      [3000, 302, 3],
    ]);
    expect([data.deadlines[5]?.open, data.deadlines[5]?.close]).toEqual([300, 360]);
  });

  it('expire by day', async () => {
    const own = await explorer.sector.expiry(MINER);
    const all = await explorer.sector.networkExpiry();
    expect(own.data).toEqual(all.data);
    expect(own.data.days).toHaveLength(1500);
    expect(own.data.days[0]).toEqual({
      date: '2024-10-04',
      timestamp: 20_000 * 86_400,
      sectors: 10,
      rawBytePower: '1',
      qualityAdjPower: '1',
      initialPledge: '1',
    });
  });

  it('are none of an account that is no provider', async () => {
    for (const ask of [
      () => explorer.sector.list('f0100'),
      () => explorer.sector.events('f0100'),
      () => explorer.sector.deadlines('f0100'),
      () => explorer.sector.proofs('f0100'),
      () => explorer.sector.expiry('f0100'),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'noMiner' });
  });
});
