/** Proposals and channels that are older than the index, in its lists. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { formatAddress, idAddress } from '#filecoin/address.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { anActor } from '#indexer/testing/units.ts';
import type { OlderWallet, OpeningActor } from '#indexer/older.ts';
import { readCheckpoint } from '#indexer/write/checkpoint.ts';
import { NOTHING_OLDER } from '#indexer/fold/older.ts';
import { writeOpening } from '#indexer/write/opening.ts';
import { verify } from '#indexer/verify/index.ts';
import { LIST_CHECKS } from '#indexer/verify/lists.ts';
import { createNodeClient } from '#node/client.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { digest, GENESIS_TIME, SENDERS } from '../testing/rows.ts';
import { writeNetwork } from '../testing/network.ts';
import { channelsSchema, proposalsSchema } from './schema.ts';

const TOP = 40;
const START = 20;
const [PAYER, PAYEE] = SENDERS;
const TOLD = 2000;
const UNTOLD = 2001;
/** One that the index saw created, among older ones. */
const CREATED = 3000;
const OLDER = [2010, 2011, 2012, 2013, 2014];
const LANELESS = 2012;

const text = (id: number): string => formatAddress(idAddress(id));

function actor(id: number, kind: 'multisig' | 'paymentchannel', wallet: OlderWallet | null) {
  return { ...anActor(id, 0n, 0), kind: kindIndex(kind), robust: null, wallet };
}

function multisig(actor_id: number) {
  return {
    actor_id,
    signers: '[100,101]',
    threshold: int32(2),
    initial_balance: '0',
    start_epoch: 0,
    unlock_duration: 0,
    next_txn_id: 7,
  };
}

function channel(id: number): OpeningActor {
  const state = { id, from: PAYER, to: PAYEE, toSend: '5', settlingAt: 0, minSettleHeight: 0 };
  return actor(id, 'paymentchannel', {
    channel: state,
    lanes: id === LANELESS ? null : [[3, 1, '7']],
  });
}

const call = { to: idAddress(102), value: 9n, method: 0, params: new Uint8Array(0) };
const multisigs: OpeningActor[] = [
  actor(TOLD, 'multisig', {
    multisig: multisig(TOLD),
    pending: [
      { txId: 3, approvals: [100], ...call },
      { txId: 6, approvals: [101, 100], ...call },
    ],
  }),
  actor(UNTOLD, 'multisig', { multisig: multisig(UNTOLD), pending: null }),
];

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    store = await open();
    const chain = makeChain({ height: TOP, messages: 2 });
    await writeChain(store, chain);
    await writeNetwork(store, chain);
    await store.db.updateTable('network').set({ start_height: START }).execute();
    explorer = createExplorer(store, { now: () => (GENESIS_TIME + 50 * 30) * 1000 });
    // As they become known: by touch, then by slices.
    let checkpoint = await readCheckpoint(store.db);
    for (const actors of [
      [channel(2013), channel(2010)],
      [...multisigs, channel(2014), channel(2011), channel(2012)],
    ])
      checkpoint = await writeOpening(
        store,
        checkpoint,
        START,
        { ...NOTHING_OLDER, actors },
        { subject: 'actors', after: null, taken: 0, done: false, refused: null },
      );
    const [payer] = chain.rows.actor;
    if (payer) {
      const row = { ...payer, id: CREATED, kind: kindIndex('paymentchannel'), created_height: 30 };
      await store.db.insertInto('actor').values(row).execute();
    }
    await store.db
      .insertInto('channel')
      .values({
        actor_id: CREATED,
        from_id: PAYER,
        to_id: PAYEE,
        to_send: '0',
        settling_at: 0,
        min_settle_height: 0,
        lanes: '[]',
        height: 30,
        cid: digest('message 30 0'),
        collected_height: null,
      })
      .execute();
    for (const actor_id of [PAYER, PAYEE]) {
      const list = { actor_id, ord: 0, channel_id: CREATED, height: 30 };
      await store.db.insertInto('account_channel').values(list).execute();
      const counts = { actor_id, proposals: 0, channels: 1 };
      await store.db.insertInto('wallet_count').values(counts).execute();
    }
  });

  test('what multisigs have locked is known once all that are older are', async () => {
    const locked = async () => {
      const { data } = await explorer.network.overview();
      return [data.totalMultisigLockedBalance, data.inputs.unknownMultisigs];
    };
    const open = (rest: OpeningActor[], done: boolean) =>
      readCheckpoint(store.db).then((checkpoint) =>
        writeOpening(
          store,
          checkpoint,
          START,
          { ...NOTHING_OLDER, actors: rest },
          { subject: 'actors', after: null, taken: 0, done, refused: null },
        ),
      );
    const older = (id: number, duration: number) => ({
      multisig: { ...multisig(id), initial_balance: '1000', unlock_duration: duration },
      pending: [],
    });
    expect(await locked()).toEqual([null, []]);
    await open([actor(2020, 'multisig', older(2020, 80))], true);
    const [before] = await locked();
    await open([actor(2021, 'multisig', older(2021, 100))], true);
    // Of 1,000 over 100 epochs, 40 have passed.
    expect(BigInt((await locked())[0]?.toString() ?? 0) - BigInt(before?.toString() ?? 0)).toBe(
      600n,
    );
    await open([actor(2022, 'multisig', null)], true);
    expect(await locked()).toEqual([null, [text(2022)]]);
  });

  describe('channels', () => {
    test('stand below those that the index saw created, by id, whenever they became known', async () => {
      const { data } = await explorer.wallet.channels(text(PAYER));
      expect(channelsSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({ totalCount: 6, next: null });
      expect(data.channels.map(({ id, height }) => [id, height])).toEqual([
        [text(CREATED), 30],
        ...OLDER.toReversed().map((id) => [text(id), null]),
      ]);
      expect((await explorer.account.get(text(PAYEE))).data.channelCount).toBe(6);
    });

    test('of which it is said whether their lanes are known', async () => {
      const { data } = await explorer.wallet.channels(text(PAYEE));
      const told = data.channels.filter(({ lanesTold }) => lanesTold);
      expect(told.map(({ lanes }) => lanes)).toEqual([
        [],
        ...Array.from({ length: 4 }, () => [{ lane: 3, nonce: 1, redeemed: '7' }]),
      ]);
      const [untold] = data.channels.filter(({ lanesTold }) => !lanesTold);
      expect(untold).toMatchObject({
        id: text(LANELESS),
        lanes: [],
        message: null,
        timestamp: null,
      });
    });

    test('page by page and by cursors, to the end', async () => {
      const ids = [CREATED, ...OLDER.toReversed()].map(text);
      const pages = await Promise.all(
        [0, 1, 2, 3].map((page) => explorer.wallet.channels(text(PAYER), { pageSize: 2, page })),
      );
      expect(pages.flatMap(({ data }) => data.channels.map(({ id }) => id))).toEqual(ids);
      const found: string[] = [];
      let before: string | undefined;
      do {
        const { data } = await explorer.wallet.channels(text(PAYER), {
          pageSize: 4,
          ...(before === undefined ? {} : { before }),
        });
        found.push(...data.channels.map(({ id }) => id));
        before = data.next ?? undefined;
      } while (before !== undefined);
      expect(found).toEqual(ids);
    });
  });

  describe('proposals', () => {
    test('that waited are listed with their calls', async () => {
      const { data } = await explorer.wallet.proposals(text(TOLD));
      expect(proposalsSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        totalCount: 2,
        pendingTold: true,
        settledBefore: 5,
        next: null,
      });
      expect(data.proposals).toMatchObject([
        { id: 6, status: 'pending', value: '9', height: null, message: null, method: 'Send' },
        { id: 3, status: 'pending', approvals: [{ id: text(100) }], proposer: { id: text(100) } },
      ]);
      const account = (await explorer.account.get(text(TOLD))).data;
      expect(account).toMatchObject({ proposalCount: 2, multisig: { pendingTold: true } });
    });

    test('that the node could not tell are said to be unknown', async () => {
      const { data } = await explorer.wallet.proposals(text(UNTOLD));
      expect(data).toMatchObject({ totalCount: 0, pendingTold: false, settledBefore: null });
      const account = (await explorer.account.get(text(UNTOLD))).data;
      expect(account).toMatchObject({ proposalCount: 0, multisig: { pendingTold: false } });
    });
  });

  test('the verification finds a place that is missing among older ones', async () => {
    const node = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
    const older = async (): Promise<string[]> => {
      const found: string[] = [];
      const checks = LIST_CHECKS.slice(0, 1);
      for await (const { differences } of verify({ store, node, sample: 1, checks }))
        found.push(...differences.map(({ key }) => key).filter((key) => key.includes('older')));
      return found;
    };
    expect(await older()).toEqual([]);
    const place = store.db
      .updateTable('account_channel')
      .where('actor_id', '=', PAYER)
      .where('channel_id', '=', 2010);
    await place.set({ ord: -9 }).execute();
    expect(await older()).toEqual([`account_channel ${PAYER}, older than the index`]);
    await place.set({ ord: -5 }).execute();
    await node.close();
  });
});
