/** What the index says it has proven. */
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import { startFaultyProxy } from '#node/testing/faulty-proxy.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexAll, startDemo, type Demo } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { readLedger, type ProofPart } from './write/ledger.ts';
import { eagerClient } from './testing/faulty.ts';

/** Dense traffic, with events. */
const START = 19_560;
const HEAD = 19_571;
const LATER = 19_576;

let demo: Demo;
let store: Store;
beforeAll(async () => {
  demo = await startDemo(HEAD);
  store = await openEither();
});
beforeEach(() => clear(store));
afterAll(async () => {
  await store.close();
  await demo.close();
});

const ledger = (part: ProofPart) => store.transaction((trx) => readLedger(trx, part));

/** The counts, and what they count by the index's own rows from a height on. */
async function counted(from = START) {
  const proof = await store.db.selectFrom('proof').selectAll().executeTakeFirst();
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as tipsets, sum(block_count)::int as blocks,
      sum(message_count)::int as messages,
      (select count(*)::int from execution where height >= ${from}) as receipts,
      (select count(*)::int from event where height >= ${from}) as events
    from tipset where executed and height >= ${from}`.execute(store.db);
  return { proof, own: rows[0] };
}

describe('proofs', () => {
  it('are counted, and the ledger says of which heights', async () => {
    await indexAll(store, demo.node, { startHeight: START });
    const { proof, own } = await counted();
    expect(proof).toMatchObject({ ...own });
    expect(own?.['events']).toBeGreaterThan(0);
    expect(proof?.balances).toBeGreaterThan(own?.['receipts'] ?? Infinity);
    expect(proof?.states).toBe(own?.['tipsets']);
    expect(proof?.actors).toBeGreaterThan(own?.['blocks'] ?? Infinity);
    expect(await ledger('proof:messages')).toEqual([{ from: START, to: HEAD }]);
    expect(await ledger('proof:receipts')).toEqual([{ from: START, to: HEAD - 1 }]);
    expect(await ledger('proof:events')).toEqual([{ from: START, to: HEAD - 1 }]);
    expect(await ledger('proof:state')).toEqual([{ from: START, to: HEAD - 1 }]);
  });

  it('are of what the node tells: no events, and no objects of the state', async () => {
    const proxy = await startFaultyProxy({ target: demo.recorded.url });
    const node = eagerClient(proxy.url);
    proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        ['Filecoin.ChainGetEvents', 'Filecoin.ChainReadObj'].includes(method)
          ? { code: METHOD_NOT_FOUND, message: 'method not found' }
          : null,
    }));
    await indexAll(store, node, { startHeight: START });
    await node.close();
    await proxy.close();
    const { proof, own } = await counted();
    expect(proof).toMatchObject({ ...own, events: 0, states: 0, actors: 0 });
    expect(await ledger('proof:receipts')).toEqual([{ from: START, to: HEAD - 1 }]);
    expect(await ledger('proof:events')).toEqual([]);
    expect(await ledger('proof:state')).toEqual([]);
  });

  it('begin in an older index with its next tipset; what its head brought is put right', async () => {
    await indexAll(store, demo.node, { startHeight: START });
    await sql`delete from proof`.execute(store.db);
    await sql`delete from progress where part like 'proof:%'`.execute(store.db);
    // As an older version took it: a message of the head's is missing, another was never included.
    const { cid } = await store.db
      .selectFrom('block')
      .select('cid')
      .where('height', '=', HEAD)
      .where('message_count', '>', 1)
      .limit(1)
      .executeTakeFirstOrThrow();
    await sql`delete from message where cid = (select cid from block_message
      where block_cid = ${cid} and position = 0)`.execute(store.db);
    await sql`delete from block_message where block_cid = ${cid} and position = 0`.execute(
      store.db,
    );
    const false_cid = new Uint8Array(32);
    await sql`insert into message select ${false_cid}, version, from_addr, to_addr, nonce, value,
      gas_limit, gas_fee_cap, gas_premium, method, params, signature_type, size, eth_hash
      from message limit 1`.execute(store.db);
    await sql`insert into block_message values (${cid}, 0, ${false_cid})`.execute(store.db);
    await sql`update tipset set message_count = 1 where height = ${HEAD}`.execute(store.db);

    const later = await startDemo(LATER);
    await indexAll(store, later.node);
    const fresh = await openEither();
    await indexAll(fresh, later.node, { startHeight: START });
    await later.close();
    const tables = ['tipset', 'block', 'block_message', 'message', 'execution', 'event'];
    expect(await differences(store, fresh, tables)).toEqual([]);
    const falsehood = store.db.selectFrom('message').select('cid').where('cid', '=', false_cid);
    expect(await falsehood.execute()).toEqual([]);
    await fresh.close();
    const { proof, own } = await counted(HEAD);
    expect(proof).toMatchObject({ ...own });
    expect(await ledger('proof:messages')).toEqual([{ from: HEAD, to: LATER }]);
    expect(await ledger('proof:events')).toEqual([{ from: HEAD, to: LATER - 1 }]);
  });
});
