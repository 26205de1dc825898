/** The contract on a real chain: what is told of messages and tipsets of the demo chain's first days is of its shape. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, expect, test } from 'vitest';
import { blockDetailSchema, blockMessagesSchema } from './block/schema.ts';
import { messageDetailSchema, messageListSchema, messageOthersSchema } from './message/schema.ts';
import { messageEventsSchema } from './message/eventSchema.ts';
import { subcallsSchema } from './message/callSchema.ts';
import {
  baseFeeStatsSchema,
  indexStatusSchema,
  networkFactsSchema,
  overviewSchema,
} from './network/schema.ts';
import { searchResultSchema } from './search/schema.ts';
import { openFirstDays, type FirstDays } from './testing/demo.ts';
import { tipsetDetailSchema, tipsetListSchema, tipsetRecentSchema } from './tipset/schema.ts';

eachDatabase((open) => {
  let demo: FirstDays;
  beforeAll(async () => {
    demo = await openFirstDays(open);
  });

  test('who names an owner was it before, or not', async () => {
    const { messages } = (await demo.explorer.message.list({ method: 'ChangeOwnerAddress' })).data;
    const ownersBefore = () =>
      Promise.all(
        messages.map(async ({ cid }) => (await demo.explorer.message.get(cid)).data.ownerBefore),
      );
    // One confirms what the other proposed, which the recording's node does not tell.
    expect(await ownersBefore()).toEqual([
      { isSender: false, hasProposed: false },
      { isSender: true, hasProposed: false },
    ]);
    const [{ toId = '', fromId = '', height = 0 } = {}] = messages;
    const id = (text: string | null) => Number(text?.slice(2));
    const before = demo.store.db
      .updateTable('miner_info_change')
      .where('miner_id', '=', id(toId))
      .where('since', '<', height);
    const { owner_id } = await demo.store.db
      .selectFrom('miner_info_change')
      .select('owner_id')
      .where('miner_id', '=', id(toId))
      .where('since', '<', height)
      .limit(1)
      .executeTakeFirstOrThrow();
    await before.set({ owner_id: id(fromId), pending_owner_id: '1' }).execute();
    expect((await ownersBefore())[0]).toEqual({ isSender: true, hasProposed: true });
    await before.set({ owner_id, pending_owner_id: null }).execute();
  });

  test('every message: detail, rest, events, calls', async () => {
    const rows = await demo.store.db.selectFrom('message').select('cid').execute();
    expect(rows.length).toBeGreaterThan(500);
    const seen = new Set<string>();
    for (const { cid } of rows) {
      const id = cidOf(cid);
      const detail = await demo.checked(messageDetailSchema, demo.explorer.message.get(id));
      seen.add(detail.status).add(detail.toActor ?? 'nobody');
      for (const entry of detail.details) seen.add(entry.type);
      if (detail.revert) seen.add(`revert ${detail.revert.kind}`);
      // All that was executed on this chain is of a known shape.
      if (detail.receipt && detail.params !== '' && !detail.method.startsWith('Unknown'))
        expect(detail, id).toHaveProperty('decodedParams');
      // The code of what is made is of this network's own bundle.
      if (detail.method === 'Exec' && detail.receipt?.exitCode === 0)
        expect(detail.decodedParams, id).toMatchObject({
          Kind: expect.any(String),
          DecodedParams: expect.anything(),
        });
      // Bytes are told the meaning of, or why not.
      expect(
        [detail.decodedParams, detail.paramsReason].filter((x) => x !== undefined),
      ).toHaveLength(detail.params === '' ? 0 : 1);
      if (detail.paramsReason) seen.add(detail.paramsReason);
      const fee = detail.fee;
      if (fee) {
        const parts = [fee.baseFeeBurn, fee.overEstimationBurn, fee.minerTip, fee.refund];
        const paid = parts.reduce((sum, part) => sum + BigInt(part), 0n);
        expect(paid).toBe(BigInt(detail.gasLimit) * BigInt(detail.gasFeeCap));
      }
      const events = await demo.checked(messageEventsSchema, demo.explorer.message.events(id));
      expect(events).toHaveLength(detail.eventLogCount);
      const calls = await demo.checked(subcallsSchema, demo.explorer.message.subcalls(id));
      const count = (list: typeof calls): number =>
        list.reduce((sum, call) => sum + 1 + count(call.subcalls), 0);
      expect(count(calls)).toBe(detail.subcallCount);
      if (events.length > 0) seen.add('events');
      if (calls.length > 0) seen.add('calls');
    }
    for (const kind of [
      'final',
      'evm',
      'multisig',
      'storageminer',
      'storagemarket',
      'transfer',
      'create-account',
      'revert error',
      'events',
      'calls',
    ])
      expect(seen).toContain(kind);
    await demo.checked(
      messageOthersSchema,
      demo.explorer.message.others(cidOf(rows[0]?.cid ?? new Uint8Array())),
    );
  });

  test('every tipset and block, and the messages of all blocks', async () => {
    const heights = await demo.store.db.selectFrom('tipset').select('height').execute();
    for (const { height } of heights) {
      const tipset = await demo.checked(tipsetDetailSchema, demo.explorer.tipset.at(height));
      if (height % 5 !== 0) continue;
      const distinct = new Set<string>();
      for (const { cid } of tipset.blocks) {
        const block = await demo.checked(blockDetailSchema, demo.explorer.block.get(cid));
        const { messages } = await demo.checked(
          blockMessagesSchema,
          demo.explorer.block.messages(cid, { pageSize: 100 }),
        );
        expect(messages).toHaveLength(block.messageCount);
        for (const message of messages) distinct.add(message.cid);
      }
      expect(distinct.size).toBe(tipset.messageCount);
    }
    const all: number[] = [];
    for (let page = 0; ; page++) {
      const { tipsets } = await demo.checked(
        tipsetListSchema,
        demo.explorer.tipset.list({ page, pageSize: 90 }),
      );
      if (tipsets.length === 0) break;
      all.push(...tipsets.map((tipset) => tipset.height));
    }
    expect(all.reverse()).toEqual(heights.map((row) => row.height).sort((a, b) => a - b));
    await demo.checked(tipsetRecentSchema, demo.explorer.tipset.recent());
  });

  test('all messages, by pages and by method', async () => {
    const first = await demo.checked(messageListSchema, demo.explorer.message.list());
    let total = 0;
    for (const method of first.methods)
      total += (await demo.checked(messageListSchema, demo.explorer.message.list({ method })))
        .totalCount;
    expect(total).toBe(first.totalCount);
    const cids = new Set<string>();
    for (let page = 0; page * 100 < first.totalCount; page++)
      for (const message of (await demo.explorer.message.list({ page, pageSize: 100 })).data
        .messages)
        cids.add(message.cid);
    expect(cids.size).toBe(first.totalCount);
  });

  test('the network and search', async () => {
    const overview = await demo.checked(overviewSchema, demo.explorer.network.overview());
    expect(overview).toMatchObject({
      blockReward: expect.any(String),
      totalRawBytePower: expect.any(String),
    });
    const fees = await demo.checked(baseFeeStatsSchema, demo.explorer.network.baseFee());
    expect(fees.at(-1)?.baseFee).toBe(overview.baseFee);
    const status = await demo.explorer.network.status();
    expect(indexStatusSchema.parse(status)).toEqual(status);
    expect(status).toMatchObject({ recorded: true, lagEpochs: 0 });
    expect(networkFactsSchema.parse(await demo.explorer.network.facts())).toMatchObject({
      name: 'harbor',
      chainId: 314,
    });
    for (const id of ['0', 'f099', 'f0999999', 'nothing'])
      await demo.checked(searchResultSchema, demo.explorer.search.find({ id }));
  });
});
