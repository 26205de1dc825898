/** The sectors of the demo chain, against what its node says at the end and what its providers did. */
import { readFileSync } from 'node:fs';
import {
  decodeRlePlus,
  numbersOfRuns,
  runsFromNumbers,
  type Runs,
} from '#filecoin/encoding/bitfield.ts';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { compareIntegers, int32 } from '#filecoin/encoding/integers.ts';
import { sectorEventIndex, sectorSetIndex, type SectorEvent } from '#filecoin/mining/sectors.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoAt, startDemo, type Demo } from '../../testing/demo.ts';
import { decodeSector } from './told.ts';

const manifest = z
  .object({ head: z.object({ height: z.int(), key: z.array(z.string()) }) })
  .parse(demoFile('manifest.json'));
const HEAD = manifest.head.key.map((cid) => ({ '/': cid }));

const Sector = z.tuple([z.int(), z.enum(['empty', 'deal', 'verified', 'direct']), z.int()]);
const Told = z.array(
  z.union([
    z.tuple([z.int(), z.literal('onboarded'), z.string(), z.array(Sector)]),
    z.tuple([z.int(), z.enum(['faulted', 'terminated', 'extended']), z.string(), z.int()]),
    z.tuple([z.int(), z.literal('recovering'), z.string()]),
  ]),
);
const told = Told.parse(
  JSON.parse(
    readFileSync(
      new URL('../../../../data/fixtures/sectors/providers.json', import.meta.url),
      'utf8',
    ),
  ),
);

const idOf = (address: string): number => Number(address.slice(2));

describe('the sectors of the demo chain', () => {
  let demo: Demo;
  let store: Store;
  let miners: number[];

  beforeAll(async () => {
    demo = await startDemo(manifest.head.height);
    store = await openEither(demoAt(manifest.head.height));
    miners = (await demo.node.stateListMiners(HEAD)).map(idOf);
  }, 600_000);
  afterAll(async () => {
    await store.close();
    await demo.close();
  });

  const setOf = async (
    miner: number,
    kind: Parameters<typeof sectorSetIndex>[0],
  ): Promise<Runs> => {
    const row = await store.db
      .selectFrom('sector_set')
      .select('sectors')
      .where('miner_id', '=', miner)
      .where('kind', '=', sectorSetIndex(kind))
      .executeTakeFirst();
    return row ? decodeRlePlus(row.sectors) : [];
  };

  it('are in the sets in which the node has them', async () => {
    expect(miners).toHaveLength(17);
    for (const miner of miners) {
      const address = `f0${miner}`;
      const { node } = demo;
      const partitions = (
        await Promise.all(
          Array.from({ length: 48 }, (_, at) => node.stateMinerPartitions(address, at, HEAD)),
        )
      ).flat();
      const live = partitions.flatMap(({ LiveSectors }) => [...numbersOfRuns(LiveSectors)]);
      const row = await store.db
        .selectFrom('sector_miner')
        .select('told_live')
        .where('miner_id', '=', miner)
        .executeTakeFirst();
      const count = await node.stateMinerSectorCount(address, HEAD);
      expect([miner, row?.told_live]).toEqual([miner, count.Live]);
      expect([miner, await setOf(miner, 'live')]).toEqual([
        miner,
        runsFromNumbers(live.sort(compareIntegers)),
      ]);
      expect([miner, await setOf(miner, 'faulty')]).toEqual([
        miner,
        await node.stateMinerFaults(address, HEAD),
      ]);
      expect([miner, await setOf(miner, 'recovering')]).toEqual([
        miner,
        await node.stateMinerRecoveries(address, HEAD),
      ]);
    }
  });

  it('are what the node says of each', async () => {
    let compared = 0;
    let pledges = 0;
    for (const miner of miners) {
      const rows = await store.db
        .selectFrom('sector')
        .selectAll()
        .where('miner_id', '=', miner)
        .where('activation', 'is not', null)
        .orderBy('number')
        .execute();
      const infos = await demo.node.stateMinerSectors(`f0${miner}`, null, HEAD);
      const shown = (sector: ReturnType<typeof decodeSector>) => ({
        ...sector,
        sealedCid: formatCid(sector.sealedCid),
        pledge: null,
      });
      expect(
        rows.map((row) =>
          shown({
            number: row.number,
            sealProof: row.seal_proof ?? int32(-1),
            sealedCid: row.sealed_cid ?? new Uint8Array(),
            activation: row.activation ?? -1,
            expiration: row.expiration ?? -1,
            verifiedBytes: row.verified_bytes ?? -1,
            dealBytes: row.deal_bytes ?? -1,
            pledge: '0',
          }),
        ),
      ).toEqual(
        infos
          .map((info) => shown(decodeSector(info)))
          .sort((a, b) => compareIntegers(a.number, b.number)),
      );
      for (const row of rows)
        if (row.pledge !== null) {
          const info = infos.find((one) => one.SectorNumber === row.number);
          expect([miner, row.number, row.pledge]).toEqual([miner, row.number, info?.InitialPledge]);
          pledges++;
        }
      compared += rows.length;
    }
    // Of those activated together with one that was extended later the recording does not tell it.
    expect([compared, pledges]).toEqual([770, 746]);
  });

  it('did what their providers say', async () => {
    const rows = await store.db.selectFrom('sector_history').selectAll().orderBy('ord').execute();
    const histories = Map.groupBy(rows, (row) => `f0${row.miner_id}/${row.number}`);
    /** What a provider wrote down it did a few epochs before. */
    const happened = (provider: string, number: number, kind: SectorEvent, height: number) =>
      (histories.get(`${provider}/${number}`) ?? []).find(
        (row) =>
          row.kind === sectorEventIndex(kind) && row.height <= height && row.height > height - 30,
      );
    const seen = { onboarded: 0, faulted: 0, faultyAlready: 0, terminated: 0, extended: 0 };
    for (const item of told) {
      const [height, kind, provider] = item;
      if (kind === 'onboarded')
        for (const [number, content, expiration] of item[3]) {
          const row = happened(provider, number, 'commit', height);
          expect([provider, number, row?.new_expiration]).toEqual([provider, number, expiration]);
          const bytes = await bytesOf(provider, number);
          expect([provider, number, bytes]).toEqual([provider, number, BYTES[content]]);
          seen.onboarded++;
        }
      if (kind === 'terminated') {
        expect([item, happened(provider, item[3], 'terminate', height)?.cid]).toEqual([
          item,
          expect.any(Uint8Array),
        ]);
        seen.terminated++;
      }
      if (kind === 'extended') {
        const row = happened(provider, item[3], 'extend', height);
        expect(row?.new_expiration).toBeGreaterThan(row?.old_expiration ?? Infinity);
        seen.extended++;
      }
      if (kind === 'faulted') {
        if (happened(provider, item[3], 'fault-declared', height)) seen.faulted++;
        else {
          // Declaring what is faulty already changes nothing.
          const before = (histories.get(`${provider}/${item[3]}`) ?? []).filter(
            (row) => row.height <= height && FAULTS.includes(row.kind),
          );
          expect(before.length).toBeGreaterThan(0);
          expect([item, before.at(-1)?.kind]).not.toEqual([item, sectorEventIndex('recovered')]);
          seen.faultyAlready++;
        }
      }
      if (kind === 'recovering') {
        const declared = rows.filter(
          (row) =>
            `f0${row.miner_id}` === provider &&
            row.kind === sectorEventIndex('recovery-declared') &&
            row.height <= height &&
            row.height > height - 30,
        );
        expect([item, declared.length > 0]).toEqual([item, true]);
      }
    }
    expect(seen).toEqual({
      onboarded: 370,
      faulted: 12,
      faultyAlready: 17,
      terminated: 27,
      extended: 5,
    });
  });

  const bytesOf = async (provider: string, number: number) => {
    const row = await store.db
      .selectFrom('sector')
      .select(['verified_bytes', 'deal_bytes'])
      .where('miner_id', '=', idOf(provider))
      .where('number', '=', number)
      .executeTakeFirst();
    return [row?.verified_bytes, row?.deal_bytes];
  };
});

const SIZE = 2 ** 35;
/** Verified bytes and others that a sector with such content holds. */
const BYTES: Record<z.infer<typeof Sector>[1], [number, number]> = {
  empty: [0, 0],
  deal: [0, SIZE],
  verified: [SIZE, 0],
  direct: [SIZE, 0],
};
const FAULTS = (['fault-declared', 'fault-skipped', 'fault-detected', 'recovered'] as const).map(
  sectorEventIndex,
);
