/** Proposals by what became of them, and who is still to approve those that wait. */
import { PROPOSAL_STATUS } from '#filecoin/actors/facts/multisig.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { BadInput } from '../errors.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { digest, MULTISIG, robustOf, SENDERS } from '../testing/rows.ts';
import { proposalsSchema, type Proposals } from './schema.ts';

const [FIRST, SECOND] = SENDERS;
const PENDING = 0;
const EXECUTED = 1;
const CANCELLED = 3;
/** Status and approvals of each, oldest first. */
const MADE = [
  [EXECUTED, [FIRST, SECOND]],
  [PENDING, [FIRST]],
  [CANCELLED, [FIRST]],
  [PENDING, [SECOND]],
  [EXECUTED, [FIRST, SECOND]],
  [PENDING, [FIRST, SECOND]],
] as const;

let store: Store;
let explorer: Explorer;

beforeAll(async () => {
  store = await openEither();
  await writeChain(store, makeChain({ height: 5, messages: 1 }));
  await store.db.deleteFrom('multisig').where('actor_id', '=', MULTISIG).execute();
  await store.db
    .insertInto('multisig')
    .values({
      actor_id: MULTISIG,
      signers: JSON.stringify([FIRST, SECOND]),
      threshold: int32(2),
      initial_balance: '0',
      start_epoch: 0,
      unlock_duration: 0,
      next_txn_id: MADE.length,
    })
    .execute();
  await store.db
    .insertInto('proposal')
    .values(
      MADE.map(([status, approvals], txn) => ({
        actor_id: MULTISIG,
        txn_id: txn,
        ord: txn,
        proposer_id: approvals[0],
        to_addr: robustOf(FIRST),
        value: '1',
        method: 0n,
        params: null,
        approvals: JSON.stringify(approvals),
        status,
        height: 2,
        cid: digest(`proposal ${txn}`),
        settled_height: status === PENDING ? null : 3,
        settled_cid: null,
        exit_code: status === EXECUTED ? 0 : null,
        return: null,
      })),
    )
    .execute();
  await store.db
    .insertInto('wallet_count')
    .values({ actor_id: MULTISIG, proposals: MADE.length, channels: 0 })
    .execute();
  explorer = createExplorer(store);
});
afterAll(() => store.close());

async function listed(query: object): Promise<Proposals> {
  const { data } = await explorer.wallet.proposals(`f0${MULTISIG}`, query);
  return proposalsSchema.parse(data);
}
const idsOf = ({ proposals }: Proposals): number[] => proposals.map(({ id }) => id);

it('lists all of them, or those of one status, newest first, and counts what waits', async () => {
  const all = await listed({});
  expect([all.totalCount, all.pendingCount]).toEqual([MADE.length, 3]);
  expect(idsOf(all)).toEqual([5, 4, 3, 2, 1, 0]);
  const ids = { pending: [5, 3, 1], executed: [4, 0], failed: [], cancelled: [2] };
  for (const status of PROPOSAL_STATUS) {
    const some = await listed({ status });
    expect({ status, ids: idsOf(some) }).toEqual({ status, ids: ids[status] });
    expect([some.totalCount, some.pendingCount]).toEqual([ids[status].length, 3]);
  }
  await expect(listed({ status: 'open' })).rejects.toThrow(BadInput);
  const account = (await explorer.account.get(`f0${MULTISIG}`)).data;
  expect([account.proposalCount, account.pendingProposalCount]).toEqual([MADE.length, 3]);
});

it('pages through one status by number and by cursor', async () => {
  const first = await listed({ status: 'pending', pageSize: 2 });
  expect(idsOf(first)).toEqual([5, 3]);
  const second = await listed({ status: 'pending', pageSize: 2, before: first.next ?? '' });
  expect([idsOf(second), second.next]).toEqual([[1], null]);
  expect(idsOf(await listed({ status: 'pending', pageSize: 2, page: 1 }))).toEqual([1]);
});

it('says who is still to approve, and how many of them', async () => {
  const { proposals } = await listed({});
  const told = proposals.map(({ id, approvalsMissing, missing }) => [
    id,
    approvalsMissing,
    missing.map((signer) => signer.id),
  ]);
  expect(told).toEqual([
    [5, 0, []],
    [4, null, []],
    [3, 1, [`f0${FIRST}`]],
    [2, null, []],
    [1, 1, [`f0${SECOND}`]],
    [0, null, []],
  ]);
});
