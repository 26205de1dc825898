/** Accounts and search on a made chain, and what is refused. */
import { delegatedFromEth, ethAddressOf, formatAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountDetailSchema, accountEventsSchema, balanceStatsSchema } from './account/schema.ts';
import { createExplorer, type Explorer } from './index.ts';
import { idText } from './testing/chain.ts';
import { address, at, block, MESSAGES, TOP, writeNamed } from './testing/named.ts';
import {
  CONTRACT,
  digest,
  GENESIS_TIME,
  MULTISIG,
  NOBODY,
  robustOf,
  SENDERS,
} from './testing/rows.ts';

eachDatabase((open) => {
  let explorer: Explorer;
  beforeAll(async () => {
    ({ explorer } = await writeNamed(await open()));
  });

  describe('an account', () => {
    test('is the same by every form of its address', async () => {
      const eth = ethAddressOf(robustOf(CONTRACT)) ?? '';
      const forms = [
        idText(CONTRACT),
        'F0300',
        't0300',
        address(CONTRACT),
        address(CONTRACT).toUpperCase(),
        eth,
        eth.toLowerCase(),
        '0xff0000000000000000000000000000000000012c',
      ];
      const answers = await Promise.all(forms.map((form) => explorer.account.get(form)));
      for (const { data } of answers) {
        expect(accountDetailSchema.parse(data)).toEqual(data);
        expect(data).toMatchObject({
          id: idText(CONTRACT),
          address: address(CONTRACT),
          ethAddress: eth,
          actor: 'evm',
          status: 'active',
          balance: `${CONTRACT}${'0'.repeat(18)}`,
        });
      }
    });

    test('that is a multisig tells what is locked', async () => {
      const { data } = await explorer.account.get(idText(MULTISIG));
      expect(data.multisig).toMatchObject({
        signers: SENDERS.map(address),
        signerIds: SENDERS.map(idText),
        approvalsThreshold: 2,
        initialBalance: '1000',
        lockingBalance: '500',
        availableBalance: (BigInt(MULTISIG) * 10n ** 18n - 500n).toString(),
        unlockStartTimestamp: GENESIS_TIME,
        unlockEndTimestamp: GENESIS_TIME + TOP * 60,
      });
    });

    test('is in the rich list with what it can take out', async () => {
      const { richList } = (await explorer.richList.list({ pageSize: 100 })).data;
      const available = new Map(richList.map(({ id, availableBalance }) => [id, availableBalance]));
      const fil = (id: number) => BigInt(id) * 10n ** 18n;
      expect(available.get(idText(MULTISIG))).toBe((fil(MULTISIG) - 500n).toString());
      for (const id of [...SENDERS, CONTRACT])
        expect(available.get(idText(id))).toBe(fil(id).toString());
      for (const id of [2, 99]) expect(available.get(idText(id))).toBeUndefined();
    });

    test('that is a miner is shown by its id', async () => {
      expect((await explorer.account.get('f01000')).data).toMatchObject({
        address: 'f01000',
        id: 'f01000',
        actor: 'storageminer',
      });
    });

    test('to be created is answered, with the messages that failed', async () => {
      const { data } = await explorer.account.get(formatAddress(NOBODY));
      expect(accountDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        status: 'absent',
        id: null,
        actor: null,
        balance: '0',
        address: formatAddress(NOBODY),
      });
      expect(data.messageCount).toBe(
        (await explorer.account.messages(formatAddress(NOBODY))).data.totalCount,
      );
      expect(data.messageCount).toBeGreaterThan(0);
      const eth = '0x52963ef50e27e06d72d59fcb4f3c2a687be3cfef';
      expect((await explorer.account.get(eth)).data).toMatchObject({
        status: 'absent',
        address: formatAddress(delegatedFromEth(Uint8Array.from(Buffer.from(eth.slice(2), 'hex')))),
      });
      expect((await explorer.account.transfers(eth)).data).toEqual({
        totalCount: 0,
        transfers: [],
        types: [],
        next: null,
      });
      expect((await explorer.account.events(eth)).data.eventLogs).toEqual([]);
      expect((await explorer.account.balanceStats(eth)).data).toEqual([]);
    });

    test('with an id that was never given does not exist', async () => {
      for (const id of [
        'f0999999',
        'f018446744073709551615',
        '0xff0000000000000000000000ffffffffffffffff',
      ])
        await expect(explorer.account.get(id)).rejects.toMatchObject({
          name: 'NotFound',
          code: 'noAddress',
        });
      for (const id of [
        '',
        'f0',
        'f01x',
        'f1zzz',
        '0x12',
        'f018446744073709551616',
        'x'.repeat(300),
      ])
        await expect(explorer.account.get(id)).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badAddress',
        });
    });

    test('lists transfers with signs, and events', async () => {
      const { data } = await explorer.account.transfers('f0100', { type: 'send' });
      expect(data.transfers.every((row) => row.value === '-7' && row.fromId === 'f0100')).toBe(
        true,
      );
      const fee = await explorer.account.transfers('f0100', { type: 'miner-fee', pageSize: 1 });
      expect(fee.data.transfers[0]).toMatchObject({ value: '-1', to: 'f01000', type: 'miner-fee' });
      // The tips come to f02, which finds itself the receiver in its own list.
      const tips = await explorer.account.transfers('f02', { type: 'miner-fee', pageSize: 1 });
      expect(tips.data.transfers[0]).toMatchObject({ value: '1', to: 'f02', toId: 'f02' });
      // The old type: burns and tip of a message in one row.
      const old = await explorer.account.transfers('f0100', { type: 'fee' });
      const burns = await explorer.account.transfers('f0100', { type: 'burn-fee' });
      expect(old.data.totalCount).toBe(burns.data.totalCount);
      expect(old.data.transfers[0]).toMatchObject({ value: '-111', type: 'fee' });
      const events = await explorer.account.events(idText(CONTRACT), { pageSize: 2 });
      expect(accountEventsSchema.parse(events.data)).toEqual(events.data);
      expect(events.data.eventLogs[0]).toMatchObject({ blockNumber: 39, message: at(39, 5) });
    });

    test('samples its balance on an even grid that ends at the head', async () => {
      const { data } = await explorer.account.balanceStats('f0100', {
        duration: '24h',
        samples: 288,
      });
      expect(balanceStatsSchema.parse(data)).toEqual(data);
      expect(data.map((sample) => sample.height)).toEqual([0, 10, 20, 30, 40]);
      // What the messages of height 30 moved is in the state of the tipset after it.
      expect(data.map((sample) => sample.balance)).toEqual(['0', '9', '18', '24', '39']);
      for (const input of [{ duration: '2d' }, { duration: 'constructor' }])
        await expect(explorer.account.balanceStats('f0100', input)).rejects.toMatchObject({
          code: 'badDuration',
        });
      for (const samples of ['0', '-1', 'x'])
        await expect(explorer.account.balanceStats('f0100', { samples })).rejects.toMatchObject({
          code: 'badSamples',
        });
    });
  });

  describe('search', () => {
    test.each([
      ['4', { type: 'tipset', height: 4 }],
      [' 13 ', { type: 'tipset', height: 13 }],
      [String(TOP + 1), {}],
      ['99999999999999999999999', {}],
      [block(8), { type: 'block', cid: block(8) }],
      [block(8).toUpperCase(), { type: 'block', cid: block(8) }],
      [cidOf(digest('orphan')), { type: 'block', cid: cidOf(digest('orphan')) }],
      [at(8, 1), { type: 'message', cid: at(8, 1) }],
      [`0x${toHex(digest(`eth ${8 * MESSAGES + 1}`))}`, { type: 'message', cid: at(8, 1) }],
      [`0x${'00'.repeat(32)}`, {}],
      ['f0100', { type: 'address', address: address(100) }],
      ['t0100', { type: 'address', address: address(100) }],
      ['f01000', { type: 'address', address: 'f01000' }],
      ['f0999999', {}],
      [formatAddress(NOBODY), { type: 'address', address: formatAddress(NOBODY) }],
      [address(CONTRACT), { type: 'address', address: address(CONTRACT) }],
      [ethAddressOf(robustOf(CONTRACT)) ?? '', { type: 'address', address: address(CONTRACT) }],
      [cidOf(digest('unknown')), {}],
      ['', {}],
      ['hello', {}],
      ['%00', {}],
      ["'; drop table x", {}],
    ])('%s', async (text, expected) => {
      expect((await explorer.search.find({ id: text })).data).toEqual(expected);
    });

    test('what is too long is refused', async () => {
      await expect(explorer.search.find({ id: 'x'.repeat(201) })).rejects.toMatchObject({
        name: 'BadInput',
        code: 'badSearch',
      });
    });
  });

  test('an empty index answers lists with nothing and details with a reason', async () => {
    const empty = createExplorer(await open());
    expect(await empty.tipset.recent()).toEqual({ head: null, data: [] });
    expect((await empty.message.list()).data.totalCount).toBe(0);
    expect((await empty.search.find({ id: '4' })).data).toEqual({});
    const noIndex = { name: 'Unavailable', code: 'noIndex' };
    await expect(empty.network.overview()).rejects.toMatchObject(noIndex);
    // What is sent with the look itself says nothing before it.
    await expect(empty.message.get('no message')).rejects.toMatchObject(noIndex);
    expect(await empty.network.facts()).toBeNull();
    expect(await empty.network.status()).toMatchObject({
      state: 'starting',
      headHeight: null,
      clock: { offset: 0 },
    });
  });
});
