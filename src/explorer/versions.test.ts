/** Calls are named and decoded by the actors version of their height, on payloads of mainnet. */
import { ACTOR_KINDS, kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { idAddress } from '#filecoin/address.ts';
import { chainCidBytes, cidOf } from '#filecoin/encoding/cid.ts';
import { readFixture } from '#filecoin/testing/fixtures.ts';
import { packCallTree, type CallNode } from '#store/calltree.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createExplorer, type Explorer } from './index.ts';
import { messageDetailSchema } from './message/schema.ts';
import { subcallsSchema } from './message/callSchema.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { digest, SENDERS } from './testing/rows.ts';
import { MINERS } from './testing/rows.ts';

const TOP = 12;
/** Network version 19, actors version 11, from the genesis; network version 23, actors 14, from here on. */
const UPGRADE = 9;
const before = digest('message 8 0');
const after = digest('message 9 0');
const waiting = digest(`message ${TOP} 0`);

const row = z.object({
  kind: z.enum(ACTOR_KINDS),
  version: z.number().optional(),
  method: z.number(),
  codec: z.number().optional(),
  params: z.string(),
});
const recorded = readFixture('../actors/calls', row).filter(({ version }) => version === 11);

/** A call that mainnet executed with actors version 11. */
function real(kind: ActorKind, method: number): CallNode {
  const found = recorded.find((each) => each.kind === kind && each.method === method);
  if (!found) throw new Error(`No call of ${kind} ${method}`);
  return {
    from: SENDERS[0],
    to: MINERS[0],
    toKind: kindIndex(kind),
    value: '0',
    method,
    params: found.params,
    paramsCodec: found.codec ?? 0,
    exit: 0,
    ret: null,
    retCodec: 0,
    readOnly: false,
    sub: [],
  };
}

eachDatabase((open) => {
  let explorer: Explorer;
  beforeAll(async () => {
    const store = await open();
    const { rows, ...chain } = makeChain({ height: TOP, messages: 2 });
    const calls = [
      real('storageminer', 17),
      real('storagemarket', 6),
      real('storageminer', 6),
      real('storagepower', 8),
    ];
    const root = { ...real('storageminer', 17), sub: calls };
    for (const message of rows.message)
      if (cidOf(message.cid) === cidOf(waiting))
        Object.assign(message, { method: 6, to_addr: idAddress(MINERS[0]) });
    for (const execution of rows.execution)
      if ([before, after].some((cid) => cidOf(cid) === cidOf(execution.cid))) {
        execution.subcall_count = calls.length;
        rows.trace.push({ seq: execution.seq, doc: packCallTree(root) });
      }
    await writeChain(store, { rows, ...chain });
    await store.db
      .insertInto('network_version')
      .values([
        { height: 0, version: 19 },
        { height: UPGRADE, version: 23 },
      ])
      .execute();
    const kind = kindIndex('storageminer');
    await store.db
      .insertInto('actor_bundle')
      .values([
        { kind, height: 0, code: chainCidBytes(digest('first code')) },
        { kind, height: UPGRADE, code: chainCidBytes(digest('second code')) },
      ])
      .execute();
    await store.db
      .updateTable('actor')
      .set({ deleted_height: UPGRADE - 1 })
      .where('id', '=', MINERS[1])
      .execute();
    explorer = createExplorer(store);
  });

  async function callsOf(cid: Uint8Array) {
    const { data } = await explorer.message.subcalls(cidOf(cid));
    return subcallsSchema.parse(data).map(({ method, decodedParams, paramsReason }) => ({
      method,
      fields: typeof decodedParams === 'object' ? Object.keys(decodedParams ?? {}) : paramsReason,
    }));
  }

  test('before an upgrade', async () => {
    expect(await callsOf(before)).toEqual([
      { method: 'ConfirmSectorProofsValid', fields: expect.arrayContaining(['Sectors']) },
      { method: 'ActivateDeals', fields: ['DealIDs', 'SectorExpiry'] },
      { method: 'PreCommitSector', fields: expect.arrayContaining(['SealedCID']) },
      { method: 'SubmitPoRepForBulkVerify', fields: expect.arrayContaining(['Proof']) },
    ]);
  });

  test('after it', async () => {
    expect(await callsOf(after)).toEqual([
      { method: 'InternalSectorSetupForPreseal', fields: expect.arrayContaining(['Sectors']) },
      { method: 'BatchActivateDeals', fields: 'malformed' },
      { method: 'Unknown (6)', fields: 'unknown-method' },
      { method: 'Unknown (8)', fields: 'unknown-method' },
    ]);
  });

  test('an actor has the code that its kind has since the last upgrade', async () => {
    const codeOf = async (id: number) => (await explorer.account.get(`f0${id}`)).data.actorCode;
    expect(await codeOf(MINERS[0])).toBe(cidOf(digest('second code')));
    // Nobody told the code of this kind, or the actor was gone before the upgrade.
    expect(await codeOf(SENDERS[0])).toBe(cidOf(digest('code')));
    expect(await codeOf(MINERS[1])).toBe(cidOf(digest('code')));
  });

  test('what waits is for the newest', async () => {
    const { data } = await explorer.message.get(cidOf(waiting));
    expect(messageDetailSchema.parse(data).method).toBe('Unknown (6)');
  });
});
