/** Every contract of the demo chain at its last head against what the node and the programs on it say. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { PROXY_SLOTS } from '#filecoin/evm/proxies.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWhole, type WholeDemo } from '../testing/demo.ts';
import {
  contractCallsSchema,
  contractDetailSchema,
  contractListSchema,
  createdContractsSchema,
  fevmAddressSchema,
  fevmDaysSchema,
} from './schema.ts';

const ZERO = '0'.repeat(64);

const truth = z
  .object({
    contracts: z.record(
      z.string(),
      z.object({
        address: z.string(),
        tx: z.string().optional(),
        createdBy: z.string().optional(),
      }),
    ),
    native: z.object({ deployed: z.object({ cid: z.object({ '/': z.string() }) }) }),
  })
  .parse(demoFile('truth/activity.json'));

let whole: WholeDemo;
beforeAll(async () => {
  whole = await openWhole();
}, 300_000);
afterAll(() => whole.close());

describe('contracts', () => {
  it('are all there, with the code that the node has', async () => {
    const rows = await whole.store.db
      .selectFrom('contract as c')
      .innerJoin('actor as a', 'a.id', 'c.actor_id')
      .leftJoin('contract_code as k', 'k.hash', 'c.code_hash')
      .select(['a.delegated', 'k.code', 'k.hash', 'c.destroyed_height'])
      .execute();
    expect(rows).toHaveLength(22);
    for (const { delegated, code, hash, destroyed_height } of rows) {
      const address = delegated?.subarray(2) ?? new Uint8Array(20);
      const recorded = await whole.node.ethGetCode(address);
      expect([toHex(address), to0x(code ?? new Uint8Array(0))]).toEqual([
        toHex(address),
        to0x(recorded),
      ]);
      expect(code === null).toBe(destroyed_height !== null);
      if (code && hash) expect(toHex(keccak_256(code))).toBe(toHex(hash));
    }
    const addresses = rows.map(({ delegated }) => to0x(delegated?.subarray(2) ?? fromHex('00')));
    for (const { address } of Object.values(truth.contracts))
      expect(addresses).toContain(address.toLowerCase());
    // Equal codes are kept once: the two pools are one code.
    const codes = await whole.store.db.selectFrom('contract_code').select('hash').execute();
    expect(codes).toHaveLength(37);
  });

  it('have the slots of proxies as the node has them', async () => {
    for (const { address } of Object.values(truth.contracts)) {
      const { proxy } = (await whole.explorer.contract.get(address)).data;
      const word = (slot: Uint8Array) =>
        whole.node.ethGetStorageAt(fromHex(address.slice(2)), slot).then(toHex);
      const padded = (text: string | null | undefined) =>
        text ? text.slice(2).toLowerCase().padStart(64, '0') : ZERO;
      expect([address, padded(proxy?.implementation)]).toEqual([
        address,
        await word(PROXY_SLOTS.implementation),
      ]);
      expect(padded(proxy?.admin)).toBe(await word(PROXY_SLOTS.admin));
      expect(padded(proxy?.beacon)).toBe(await word(PROXY_SLOTS.beacon));
    }
  });

  it('were created by whom and in what the programs say', async () => {
    for (const { address, tx, createdBy } of Object.values(truth.contracts)) {
      const { data } = await whole.explorer.contract.get(address);
      expect(data).toEqual(contractDetailSchema.parse(data));
      expect(data.initCode?.length).toBeGreaterThan(100);
      if (createdBy !== undefined) expect([address, data.creatorId]).toEqual([address, 'f01057']);
      if (tx === undefined) continue;
      const { data: message } = await whole.explorer.message.get(tx);
      expect([address, data.createMessage]).toEqual([address, message.cid]);
      expect([data.creatorId, data.createHeight]).toEqual([message.fromId, message.height]);
    }
    const native = truth.native.deployed.cid['/'];
    const row = await whole.store.db
      .selectFrom('contract')
      .selectAll()
      .where('actor_id', '=', 1072)
      .executeTakeFirstOrThrow();
    expect(cidOf(row.created_by ?? new Uint8Array(32))).toBe(native);
  });

  it('tell of the upgrade, the destruction and the factory', async () => {
    const { data: staking } = await whole.explorer.contract.get('f01060');
    expect(staking.proxyImpl).toBe('0xafa6D4d201F0289E96A36Ee0F8C1d44004fA153a');
    expect(staking.proxy).toMatchObject({ kind: 'EIP-1967', upgradeCount: 3 });
    expect(staking.proxy?.upgrades.map(({ kind, height }) => [kind, height])).toEqual([
      ['implementation', 12_708],
      ['implementation', 321],
      ['admin', 321],
    ]);
    const { data: doomed } = await whole.explorer.contract.get('f01067');
    expect([doomed.byteCode, doomed.destroyHeight]).toEqual([null, 1703]);
    const { data: account } = await whole.explorer.account.get('f01067');
    expect(account).toMatchObject({ status: 'deleted', contractUserCount: 1 });
    expect([account.deleteHeight, account.deleteTimestamp]).toEqual([
      1703,
      doomed.destroyTimestamp,
    ]);
    const { data: created } = await whole.explorer.contract.created('f01057');
    expect(created).toEqual(createdContractsSchema.parse(created));
    expect(created.contracts.map(({ id }) => id)).toEqual(['f01069', 'f01068']);
    const first = await whole.explorer.contract.created('f01025', { pageSize: 5 });
    const second = await whole.explorer.contract.created('f01025', {
      pageSize: 100,
      before: first.data.next ?? '',
    });
    expect([first.data.totalCount, second.data.contracts.length]).toEqual([19, 14]);
  });
});

describe('use of contracts', () => {
  interface Use {
    contract_id: number;
    calls: number;
    users: number;
    fees: string;
  }

  /** Counted from the messages themselves. */
  const counted = async (since: number): Promise<Use[]> => {
    const { rows } = await sql<Use>`
      select to_id as contract_id, count(*)::int as calls, count(distinct from_id)::int as users,
        sum(base_fee_burn + over_estimation_burn + miner_tip) as fees
      from execution
      where method = 3844450837 and timestamp >= ${since}
        and to_kind = (select kind from actor where id = 1049)
      group by to_id order by to_id`.execute(whole.store.db);
    return rows;
  };

  it.each([
    [0, null],
    [24, 1],
    [168, 7],
    [720, 30],
    [8760, 365],
  ])('is right in the window of %i hours', async (hours, days) => {
    const head = await whole.store.db
      .selectFrom('tipset')
      .select('timestamp')
      .where('executed', '=', true)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const since = days === null ? 0 : (Math.floor(head.timestamp / 3600) - hours + 1) * 3600;
    const rows = await whole.store.db
      .selectFrom('contract_window')
      .select(['contract_id', 'calls', 'users', 'fees'])
      .where('hours', '=', hours)
      .orderBy('contract_id')
      .execute();
    expect(rows).toEqual(await counted(since));
    expect(rows.length).toBeGreaterThan(10);
    const { data } = await whole.explorer.contract.list(days === null ? {} : { days, limit: 100 });
    expect(data).toEqual(contractListSchema.parse(data));
    expect([data.totalCount, data.contractList.length]).toEqual([rows.length, rows.length]);
  });

  it('are called as often, by whom and how, as was executed', async () => {
    const { rows } = await sql<{ id: number; calls: number; failed: number; users: number }>`
      select to_id::int as id, count(*)::int as calls,
        (count(*) filter (where exit_code <> 0))::int as failed,
        count(distinct from_id)::int as users
      from execution
      where to_id in (select actor_id from contract) group by to_id`.execute(whole.store.db);
    expect(rows.length).toBeGreaterThan(10);
    for (const { id, calls, failed, users } of rows) {
      const { data } = await whole.explorer.contract.calls(`f0${id}`);
      expect(data).toEqual(contractCallsSchema.parse(data));
      const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
      expect(sum(data.methods.map((row) => row.callCount))).toBe(calls);
      expect(sum(data.methods.map((row) => row.failedCount))).toBe(failed);
      expect(data.countedMessages).toBe(calls);
      expect(data.callers).toHaveLength(Math.min(users, 20));
    }
    const named = (await whole.explorer.contract.calls('f01049')).data.methods;
    expect(named.map((row) => [row.evmMethod, row.evmMethodGuessed])).toEqual([
      ['transfer(address,uint256)', true],
      ['approve(address,uint256)', true],
    ]);
    await expect(whole.explorer.contract.calls('f05')).rejects.toThrow('noContract');
  });

  it('ranks by each figure', async () => {
    const by = async (sortBy: string) =>
      (await whole.explorer.contract.list({ sortBy, limit: 100 })).data.contractList;
    const descending = (values: readonly bigint[]) =>
      expect(values).toEqual([...values].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    descending((await by('transaction')).map((row) => BigInt(row.invokeCount)));
    descending((await by('users')).map((row) => BigInt(row.userCount)));
    descending((await by('fee')).map((row) => BigInt(row.totalFee.$numberDecimal)));
    const rich = await by('balance');
    descending(rich.map((row) => BigInt(row.balance.$numberDecimal)));
    expect(rich).toHaveLength(22);
    const recent = await whole.explorer.contract.recent({ limit: 3, offset: 1 });
    expect(recent.data.contractList.map(({ rank }) => rank)).toEqual([2, 3, 4]);
    await expect(whole.explorer.contract.list({ sortBy: 'name' })).rejects.toThrow('badSort');
    await expect(whole.explorer.contract.list({ days: 2 })).rejects.toThrow('badDays');
  });

  it('adds up by day', async () => {
    const { data } = await whole.explorer.contract.days();
    expect(data).toEqual(fevmDaysSchema.parse(data));
    const { rows } = await sql<{ day: number; calls: number; fees: string }>`
      select (timestamp / 86400)::int as day, count(*)::int as calls,
        sum(base_fee_burn + over_estimation_burn + miner_tip) as fees
      from execution
      where method = 3844450837 and to_kind = (select kind from actor where id = 1049)
      group by 1 order by 1`.execute(whole.store.db);
    const days = data.filter((day) => day.invokeCount > 0);
    expect(
      days.map((day) => [Date.parse(day.date) / 86_400_000, day.invokeCount, day.gasFee]),
    ).toEqual(rows.map((row) => [row.day, row.calls, row.fees]));
    const last = data.at(-1);
    expect(last?.accumulateCreateContractCount).toBe(22);
    expect(last?.accumulateInvokeCount).toBe(rows.reduce((sum, row) => sum + row.calls, 0));
    expect(last?.accumulateGasFee).toBe(
      rows.reduce((sum, row) => sum + BigInt(row.fees), 0n).toString(),
    );
    const one = await whole.explorer.contract.days({
      startDate: '2026-11-14',
      endDate: '2026-11-14',
    });
    expect(one.data).toHaveLength(1);
    await expect(whole.explorer.contract.days({ startDate: '14.11.' })).rejects.toThrow('badDate');
    await expect(whole.explorer.contract.days({ metric: 'x' })).rejects.toThrow('badMetric');
  });

  it('sums up what the kinds of the FEVM hold', async () => {
    const { data } = await whole.explorer.contract.addressStats();
    expect(data).toEqual(fevmAddressSchema.parse(data));
    const { rows } = await sql<{ kind: number; count: number; balance: string }>`
      select kind, count(*)::int as count, sum(balance) as balance from actor
      where deleted_height is null group by kind`.execute(whole.store.db);
    for (const { actor, count, balance } of data.addressStates) {
      const sample = { evm: 5, ethaccount: 4, placeholder: 9 }[actor] ?? -1;
      const row = rows.find(({ kind }) => kind === sample);
      expect([actor, count, balance.$numberDecimal]).toEqual([actor, row?.count, row?.balance]);
    }
  });
});
