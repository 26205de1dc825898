/** Storage providers of the demo chain: each one's state and lists, and what its makers wrote down. */
import { unpackVesting, vestedAt } from '#filecoin/mining/vesting.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountDetailSchema } from '../account/schema.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { untold } from '../testing/truth.ts';
import {
  infoChangesSchema,
  minerBlocksSchema,
  minerBriefSchema,
  minerFeesSchema,
  minerPowerStatsSchema,
  minerSectorStatsSchema,
  miningStatsSchema,
  peerSchema,
  type InfoChanges,
} from './schema.ts';
import { checked, head, truth } from './testing/demo.ts';

describe('storage providers', () => {
  let store: Store;
  let explorer: Explorer;
  let ids: number[];

  beforeAll(async () => {
    store = await openEither(demoAt(head.height));
    explorer = createExplorer(store);
    const rows = await store.db.selectFrom('miner').select('id').orderBy('id').execute();
    ids = rows.map((row) => row.id);
  }, 600_000);
  afterAll(() => store.close());

  it('answers in their shapes', async () => {
    expect(ids).toHaveLength(17);
    for (const id of ids) {
      const address = `f0${id}`;
      const account = await checked(accountDetailSchema, explorer.account.get(address));
      expect(account.miner?.miningStats).toEqual(
        await checked(miningStatsSchema, explorer.miner.miningStats(address)),
      );
      const brief = await checked(minerBriefSchema, explorer.miner.brief(address));
      expect(brief).toMatchObject({
        rawBytePower: account.miner?.rawBytePower,
        totalRewards: account.miner?.totalRewards,
        faultySectors: account.miner?.sectors.faulty,
      });
      const power = await checked(minerPowerStatsSchema, explorer.miner.powerStats(address));
      expect(power.at(-1)?.qualityAdjPower).toBe(brief.qualityAdjPower);
      // What the genesis gave a provider did not grow.
      const whole = (await explorer.miner.powerStats(address, { duration: '1y' })).data;
      if (account.createHeight === 0) expect(whole[0]?.qualityAdjPowerDelta).toBe('0');
      const balances = (await explorer.account.balanceStats(address)).data;
      expect(balances.at(-1)).toMatchObject({
        balance: account.balance,
        availableBalance: account.miner?.availableBalance,
        sectorPledgeBalance: account.miner?.sectorPledgeBalance,
        vestingFunds: account.miner?.vestingFunds,
        preCommitDeposits: account.miner?.preCommitDeposits,
        feeDebt: account.miner?.feeDebt,
      });
      const sectors = await checked(minerSectorStatsSchema, explorer.miner.sectorStats(address));
      expect(sectors.at(-1)).toMatchObject(account.miner?.sectors ?? {});
      const fees = await checked(minerFeesSchema, explorer.miner.fees(address, { duration: '1y' }));
      expect(fees.totalCount).toBe(fees.fees.count + fees.penalties.count);
      for (const duration of ['24h', '7d'] as const) {
        const shown = await explorer.miner.fees(address, {
          duration,
          windowed: 'true',
          pageSize: 5,
        });
        const { totalCount, fees: paid, penalties, costs, next } = shown.data;
        expect(totalCount).toBe(paid.count + penalties.count);
        expect(costs).toEqual(
          (await explorer.miner.fees(address, { pageSize: 5 })).data.costs.slice(0, totalCount),
        );
        expect(next === null).toBe(totalCount <= 5);
      }
      const peerId = account.miner?.peerId ?? '';
      const peer = await checked(peerSchema, explorer.miner.peer(peerId));
      expect(peer).toMatchObject({ miners: [address] });
      expect(peer.multiAddresses).toEqual(account.miner?.multiAddresses);
      expect((await explorer.search.find({ id: peerId })).data).toEqual({
        type: 'peer',
        id: peerId,
      });
    }
  });

  it('counts what has vested by the height that is asked for', async () => {
    const { db } = store;
    const rows = await db
      .selectFrom('miner_funds')
      .selectAll()
      .orderBy('miner_id')
      .orderBy('since')
      .execute();
    const tipsets = await db.selectFrom('tipset').select('height').orderBy('height').execute();
    const cases = rows.flatMap((row, at) => {
      const next = rows[at + 1];
      const until = next?.miner_id === row.miner_id ? next.since : Infinity;
      const height = tipsets.findLast((tipset) => tipset.height < until)?.height ?? 0;
      const vested = vestedAt(unpackVesting(row.vesting ?? new Uint8Array(0)), height);
      return vested > 0n && height >= row.since ? [{ row, height, vested }] : [];
    });
    expect(cases.length).toBeGreaterThan(20);
    for (const { row, height, vested } of cases.slice(0, 20)) {
      const address = `f0${row.miner_id}`;
      const { miner } = await checked(
        accountDetailSchema,
        explorer.account.get(address, { height }),
      );
      expect(miner, `${address} at ${height}`).toMatchObject({
        availableBalance: String(BigInt(row.available) + vested),
        vestingFunds: row.locked_funds,
        vestedFunds: String(vested),
      });
    }
  });

  it('lists blocks and costs to their ends', async () => {
    const address = 'f01003';
    let rows = 0;
    let rewards = 0n;
    let before: string | undefined;
    do {
      const page = await checked(
        minerBlocksSchema,
        explorer.miner.blocks(address, { pageSize: 100, before }),
      );
      rows += page.blocks.length;
      rewards += page.blocks.reduce((sum, { reward }) => sum + BigInt(reward), 0n);
      before = page.next ?? undefined;
    } while (before !== undefined);
    const miner = (await explorer.account.get(address)).data.miner;
    expect(miner).toMatchObject({ blocksMined: rows, totalRewards: rewards.toString() });
    const pages = [
      ...(await explorer.miner.fees('f01080', { pageSize: 60 })).data.costs,
      ...(await explorer.miner.fees('f01080', { pageSize: 60, page: 1 })).data.costs,
    ];
    const { totalCount } = (await explorer.miner.fees('f01080')).data;
    expect(pages).toHaveLength(totalCount);
    const terminated = truth.events.filter(
      ({ kind, provider }) => kind === 'terminated' && provider === 'f01080',
    );
    expect(pages.filter(({ kind }) => kind === 'termination')).toHaveLength(terminated.length);
  });

  it('tells every row that the makers wrote down', async () => {
    const { rows, missing } = await untold(explorer);
    expect(missing).toEqual([]);
    expect(rows).toBe(940);
  }, 120_000);

  it('knows owners, now and then', async () => {
    for (const { Address: address, Owner: owner } of truth.genesisProviders) {
      expect((await explorer.account.get(address)).data.miner?.owner.address).toBe(owner);
      expect((await explorer.account.get(owner)).data).toMatchObject({
        ownedMiners: [address],
        workerMiners: [address],
        benefitedMiners: [address],
      });
    }
    const changes = truth.events.filter(({ kind }) => kind === 'owner changed');
    expect(changes.length).toBeGreaterThan(5);
    for (const { height, provider = '', to = '' } of changes) {
      const ownerAt = async (at: number): Promise<string | undefined> =>
        (await explorer.account.get(provider, { height: at })).data.miner?.owner.address;
      const later = changes.find(
        (change) => change.provider === provider && change.height > height,
      );
      // The makers wrote it down when they saw it, some epochs later than it was.
      expect(await ownerAt(height - 60)).not.toBe(to);
      expect(await ownerAt(height + 5)).toBe(to);
      if (!later) expect((await explorer.account.get(to)).data.ownedMiners).toContain(provider);
    }
    const early = (await explorer.account.get('f01080', { height: 500 })).data;
    expect(early).toMatchObject({ height: 500, balance: '0' });
    expect(early.miner).toBeUndefined();
    await expect(explorer.account.get('f01080', { height: 99_999 })).rejects.toMatchObject({
      code: 'noTipset',
    });
    await expect(explorer.miner.brief('f0104')).rejects.toMatchObject({ code: 'noMiner' });
    await expect(explorer.miner.peer('12D3KooWNobody')).rejects.toMatchObject({ code: 'noPeer' });
  });

  it('tells how people and places changed', async () => {
    const changes = new Map<string, InfoChanges>();
    for (const id of ids)
      changes.set(
        `f0${id}`,
        await checked(infoChangesSchema, explorer.miner.infoChanges(`f0${id}`)),
      );
    const seen = (provider: string, field: string, to: string, height: number): boolean =>
      (changes.get(provider) ?? []).some(
        (change) =>
          change.field === field &&
          change.to.includes(to) &&
          // The makers wrote it down when they saw it, up to a day later.
          change.height > height - 2880 &&
          change.height <= height,
      );
    const kinds = {
      'owner changed': 'owner',
      beneficiary: 'beneficiary',
      'worker changed': 'worker',
    };
    for (const [kind, field] of Object.entries(kinds)) {
      const events = truth.events.filter((event) => event.kind === kind);
      expect(events.length).toBeGreaterThan(5);
      for (const { provider = '', to = '', height } of events)
        expect([kind, provider, height, seen(provider, field, to, height)]).toEqual([
          kind,
          provider,
          height,
          true,
        ]);
    }
    const moved = [...changes.values()].flat().filter(({ field }) => field === 'multiAddresses');
    expect(moved).toHaveLength(truth.events.filter(({ kind }) => kind === 'readdressed').length);
    for (const { from, to, fromIds, toIds } of moved) {
      expect(from).not.toEqual(to);
      expect([...fromIds, ...toIds]).toEqual([]);
    }
  });
});
