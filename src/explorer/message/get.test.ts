/** Messages on a made chain, and what is refused. */
import { formatAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Explorer } from '../index.ts';
import { idText } from '../testing/chain.ts';
import { address, at, block, MESSAGES, TOP, writeNamed } from '../testing/named.ts';
import { CONTRACT, digest, NOBODY } from '../testing/rows.ts';
import { messageEventsSchema } from './eventSchema.ts';
import { messageDetailSchema } from './schema.ts';

eachDatabase((open) => {
  let explorer: Explorer;
  beforeAll(async () => {
    ({ explorer } = await writeNamed(await open()));
  });

  describe('a message', () => {
    test('executed: receipt, fees, transfers, both addresses', async () => {
      const { data } = await explorer.message.get(at(8, 1));
      expect(messageDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        status: 'final',
        height: 8,
        confirmations: TOP - 8,
        blocks: [block(8), block(8, 1001)],
        from: address(100),
        fromId: 'f0100',
        fromActor: 'account',
        to: address(CONTRACT),
        toId: idText(CONTRACT),
        toActor: 'evm',
        method: 'InvokeContract',
        methodFamily: 'contract',
        evmMethod: 'transfer(address,uint256)',
        receipt: { exitCode: 0, return: '0x40', gasUsed: 1000 },
        revert: null,
        baseFee: '108',
        fee: {
          baseFeeBurn: '100',
          minerTip: '1',
          totalCost: '111',
          miner: 'f01000',
          gasBurned: 900,
        },
        eventLogCount: 1,
      });
      expect(data.transfers).toEqual([
        {
          from: address(100),
          fromId: 'f0100',
          to: address(CONTRACT),
          toId: idText(CONTRACT),
          value: '7',
          type: 'transfer',
        },
        {
          from: address(100),
          fromId: 'f0100',
          to: 'f099',
          toId: 'f099',
          toTag: { name: 'Burnt Funds', signed: false },
          value: '110',
          type: 'burn-fee',
        },
        {
          from: address(100),
          fromId: 'f0100',
          to: 'f01000',
          toId: 'f01000',
          value: '1',
          type: 'miner-fee',
        },
      ]);
      expect(data.details).toEqual([
        {
          type: 'transfer',
          sender: address(100),
          senderId: 'f0100',
          receiver: address(CONTRACT),
          receiverId: idText(CONTRACT),
          value: '7',
        },
      ]);
    });

    test('is found by its Ethereum hash, in any case', async () => {
      const hash = toHex(digest(`eth ${8 * MESSAGES + 1}`));
      for (const id of [`0x${hash}`, `0x${hash.toUpperCase()}`])
        expect((await explorer.message.get(id)).data.cid).toBe(at(8, 1));
      expect((await explorer.message.get(`0x${toHex(digest('message 8 1'))}`)).data.cid).toBe(
        at(8, 1),
      );
    });

    test('of the head waits for its execution', async () => {
      const { data } = await explorer.message.get(at(TOP, 0));
      expect(messageDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        status: 'included',
        confirmations: 0,
        receipt: null,
        fee: null,
        transfers: [],
        details: [],
        method: 'Send',
      });
    });

    test('that failed to nobody says so', async () => {
      const { data } = await explorer.message.get(at(8, 4));
      expect(data).toMatchObject({
        to: formatAddress(NOBODY),
        toId: null,
        toActor: null,
        error: 'actor not found',
        receipt: { exitCode: 2 },
        details: [],
      });
    });

    test('only in an orphaned block is orphaned', async () => {
      const { data } = await explorer.message.get(cidOf(digest('orphaned message')));
      expect(data).toMatchObject({
        status: 'orphaned',
        height: null,
        blocks: [],
        confirmations: 0,
      });
      expect(data.inclusions).toEqual([
        {
          cid: cidOf(digest('orphan')),
          height: 4,
          miner: 'f01000',
          minerId: 'f01000',
          orphaned: true,
        },
      ]);
    });

    test('asked for in a block must be in it', async () => {
      expect((await explorer.message.get(at(8, 1), { block: block(8) })).data.cid).toBe(at(8, 1));
      await expect(explorer.message.get(at(8, 1), { block: block(9) })).rejects.toMatchObject({
        code: 'noMessage',
      });
      await expect(explorer.message.get(at(8, 1), { block: 'x' })).rejects.toMatchObject({
        code: 'badCid',
      });
    });

    test('shows its events and technical rest', async () => {
      const { data } = await explorer.message.events(at(8, 1));
      expect(messageEventsSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject([
        {
          address: address(CONTRACT),
          addressId: idText(CONTRACT),
          name: 'Transfer(address,address,uint256)',
          logIndex: 0,
          removed: false,
        },
      ]);
      expect(data[0]?.topics).toHaveLength(3);
      expect(data[0]?.decoded?.at(-1)).toMatchObject({ value: '3', indexed: false });
      expect((await explorer.message.subcalls(at(8, 1))).data).toEqual([]);
      expect((await explorer.message.others(at(8, 1))).data).toMatchObject({
        minerTip: '1',
        penalty: '0',
        gasLimit: 2000,
      });
    });

    test('is refused or not found', async () => {
      for (const id of ['', 'x', '0x12', '<script>'])
        await expect(explorer.message.get(id)).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badMessageId',
        });
      await expect(explorer.message.get(cidOf(digest('?')))).rejects.toMatchObject({
        name: 'NotFound',
        code: 'noMessage',
      });
    });
  });
});
