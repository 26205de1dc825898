/** Multisigs and payment channels of the demo chain, against their own state at the last head. */
import { idAddress } from '#filecoin/address.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAt, startDemo, type Demo } from '../../testing/demo.ts';

/** The last tipset of the recording. */
const LAST = 20_300;
/** Root of an empty HAMT of 5 bits a level, as pending transactions are kept in. */
const NONE_PENDING = 'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay';

const multisigState = z.object({ NextTxnID: z.int(), PendingTxns: z.object({ '/': z.string() }) });
const channelState = z.object({
  From: z.string(),
  To: z.string(),
  ToSend: z.string(),
  SettlingAt: z.int(),
});

let demo: Demo;
let store: Store;

beforeAll(async () => {
  demo = await startDemo(LAST);
  store = await openEither(demoAt(LAST));
}, 300_000);

afterAll(async () => {
  await store?.close();
  await demo?.close();
});

async function stateOf(id: number): Promise<unknown> {
  const head = await demo.node.chainHead();
  return (await demo.node.stateReadState(`f0${id}`, head.Cids)).State;
}

test('every proposal is known, and whether any waits', async () => {
  const wallets = await store.db
    .selectFrom('multisig')
    .select(['actor_id', 'next_txn_id'])
    .where('next_txn_id', '>', 0)
    .execute();
  expect(wallets.map((row) => row.actor_id)).toEqual([1070]);
  for (const { actor_id } of wallets) {
    const state = multisigState.parse(await stateOf(actor_id));
    const rows = await store.db
      .selectFrom('proposal')
      .selectAll()
      .where('actor_id', '=', actor_id)
      .orderBy('ord')
      .execute();
    expect(rows.map((row) => row.txn_id)).toEqual(
      Array.from({ length: state.NextTxnID }, (_, id) => id),
    );
    const waiting = rows.filter((row) => row.status === 0).length;
    expect(waiting === 0).toBe(state.PendingTxns['/'] === NONE_PENDING);
  }
});

test('a proposal is carried out by the second signature, or cancelled by its proposer', async () => {
  const rows = await store.db
    .selectFrom('proposal')
    .selectAll()
    .where('actor_id', '=', 1070)
    .where('txn_id', 'in', [0, 2])
    .orderBy('txn_id')
    .execute();
  expect(rows).toMatchObject([
    { approvals: '[1009]', status: 3, height: 982, settled_height: 989, exit_code: null },
    {
      proposer_id: 1009,
      value: '726620000000000000',
      method: '0',
      approvals: '[1009,1010]',
      status: 1,
      height: 1244,
      settled_height: 1250,
      exit_code: 0,
    },
  ]);
  const actions = await store.db
    .selectFrom('proposal_action')
    .select(['txn_id', 'kind', 'by_id', 'height'])
    .where('actor_id', '=', 1070)
    .where('txn_id', 'in', [0, 2])
    .orderBy('txn_id')
    .orderBy('height')
    .execute();
  expect(actions).toEqual([
    { txn_id: 0, kind: 0, by_id: 1009, height: 982 },
    { txn_id: 0, kind: 2, by_id: 1009, height: 989 },
    { txn_id: 2, kind: 0, by_id: 1009, height: 1244 },
    { txn_id: 2, kind: 1, by_id: 1010, height: 1250 },
  ]);
});

test('channels stand as their own state says, and are listed at both ends', async () => {
  const channels = await store.db.selectFrom('channel').selectAll().orderBy('actor_id').execute();
  expect(channels.map((row) => row.actor_id)).toEqual([1090, 1145, 1167]);
  for (const channel of channels) {
    const lists = await store.db
      .selectFrom('account_channel')
      .select('actor_id')
      .where('channel_id', '=', channel.actor_id)
      .execute();
    expect(lists.map((row) => row.actor_id).toSorted()).toEqual(
      [channel.from_id, channel.to_id].toSorted(),
    );
    if (channel.collected_height !== null) continue;
    const state = channelState.parse(await stateOf(channel.actor_id));
    expect(idAddress(channel.from_id)).toEqual(idAddress(Number(state.From.slice(2))));
    expect({
      to: `f0${channel.to_id}`,
      send: channel.to_send,
      settling: channel.settling_at,
    }).toEqual({ to: state.To, send: state.ToSend, settling: state.SettlingAt });
  }
  const collected = await store.db
    .selectFrom('actor')
    .select('id')
    .where('kind', '=', 8)
    .where('deleted_height', 'is not', null)
    .orderBy('id')
    .execute();
  expect(
    channels.filter((row) => row.collected_height !== null).map((row) => row.actor_id),
  ).toEqual(collected.map((row) => row.id));
});
