/** What the index of the demo chain holds, against the node's answers and what was done on the network. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf, formatCid } from '#filecoin/encoding/cid.ts';
import { integer } from '#filecoin/encoding/integers.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import { unpackCallTree } from '#store/calltree.ts';
import { unpackEntries } from '#store/entries.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { weightOf } from './chain/weight.ts';
import { demoAt, startDemo, type Demo } from './testing/demo.ts';

const manifest = z
  .object({
    canonicalTipsets: z.number(),
    head: z.object({ height: z.number(), key: z.array(z.string()) }),
  })
  .parse(demoFile('manifest.json'));

const activity = z
  .object({
    contracts: z.record(z.string(), z.object({ address: z.string(), tx: z.string().optional() })),
    accounts: z.array(z.object({ f4: z.string() })),
    native: z.object({
      accounts: z.array(z.string()),
      multisigs: z.array(
        z.object({
          address: z.string(),
          signers: z.array(z.string()),
          need: z.number(),
          cid: z.object({ '/': z.string() }),
        }),
      ),
      deployed: z.object({ cid: z.object({ '/': z.string() }), exit: z.number() }),
    }),
    replaced: z.array(
      z.object({
        first: z.object({ '/': z.string() }),
        second: z.object({ '/': z.string() }),
      }),
    ),
  })
  .parse(demoFile('truth/activity.json'));

let demo: Demo;
let store: Store;

beforeAll(async () => {
  store = await openEither(demoAt(manifest.head.height));
  demo = await startDemo(manifest.head.height);
  while (!demo.recorded.position().ended) await demo.recorded.stepChange();
});
afterAll(async () => {
  await demo.close();
  await store.close();
});

it('has every actor as the node has it at the head', async () => {
  const { node } = demo;
  const head = manifest.head.key.map((cid) => ({ '/': cid }));
  const ids = await node.stateListActors(head);
  const rows = await store.db.selectFrom('actor').selectAll().execute();
  expect(
    rows
      .filter((row) => row.deleted_height === null)
      .map((row) => `f0${row.id}`)
      .sort(),
  ).toEqual([...ids].sort());
  const told = await Promise.all(
    rows.map(async (row) => ({
      actor: await node.stateGetActor(`f0${row.id}`, head),
      robust: row.id < 80 ? null : await node.stateLookupRobustAddress(`f0${row.id}`, head),
    })),
  );
  for (const [index, row] of rows.entries()) {
    const { actor, robust } = told[index] ?? {};
    expect({
      id: row.id,
      code: formatCid(row.code),
      head: formatCid(row.head),
      nonce: integer(row.nonce),
      balance: row.balance,
      // Of an actor with a delegated address, nodes tell now that one, now its f2.
      robust: row.robust && !row.delegated ? formatAddress(row.robust) : null,
      delegated: row.delegated && formatAddress(row.delegated),
    }).toEqual({
      id: row.id,
      code: actor?.Code['/'],
      head: actor?.Head['/'],
      nonce: actor?.Nonce,
      balance: actor?.Balance,
      robust: actor?.DelegatedAddress ? null : (robust ?? null),
      delegated: actor?.DelegatedAddress ?? null,
    });
  }
});

it('has the lists, counters and sums that belong together', async () => {
  const { db } = store;
  const counter = new Map(
    (await db.selectFrom('counter').selectAll().execute()).map((row) => [row.key, row.value]),
  );
  const count = async (
    table: 'execution' | 'transfer' | 'event' | 'actor' | 'account_message',
  ): Promise<number> =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  expect(counter.get('messages')).toBe(await count('execution'));
  expect(counter.get('transfers')).toBe(await count('transfer'));
  expect(counter.get('events')).toBe(await count('event'));
  expect(counter.get('actors')).toBe(await count('actor'));
  const byKind = [...counter].filter(([key]) => key.startsWith('actors:'));
  expect(byKind.reduce((sum, [, value]) => sum + value, 0)).toBe(counter.get('actors'));
  const actors = await db.selectFrom('actor').selectAll().execute();
  expect(counter.get('actors:evm')).toBe(
    actors.filter((actor) => ACTOR_KINDS[actor.kind] === 'evm').length,
  );
  const sums = await db
    .selectFrom('account_transfer')
    .select(({ fn }) => ['actor_id', fn.sum<string>('value').as('sum')])
    .groupBy('actor_id')
    .execute();
  const sumOf = new Map(sums.map((row) => [row.actor_id, BigInt(row.sum)]));
  for (const actor of actors)
    expect([actor.id, sumOf.get(actor.id) ?? 0n]).toEqual([actor.id, BigInt(actor.balance)]);
  expect(actors.reduce((sum, actor) => sum + actor.message_count, 0)).toBe(
    await count('account_message'),
  );
});

it('has weights that follow from power and wins', async () => {
  const rows = await store.db
    .selectFrom('tipset')
    .innerJoin('network_state', 'network_state.height', 'tipset.height')
    .select([
      'tipset.height',
      'tipset.parent_weight',
      'tipset.win_count',
      'network_state.quality_adj_power',
    ])
    .orderBy('tipset.height')
    .execute();
  expect(rows.length).toBe(manifest.canonicalTipsets - 1);
  for (const [index, row] of rows.entries()) {
    const child = rows[index + 1];
    if (!child || row.height === 0) continue;
    const weight = weightOf(
      { parentWeight: BigInt(row.parent_weight), winCount: row.win_count },
      BigInt(row.quality_adj_power ?? 0),
    );
    expect([row.height, weight]).toEqual([row.height, BigInt(child.parent_weight)]);
  }
});

it('knows what the programs on the network say they did', async () => {
  const { db } = store;
  for (const [name, { address, tx }] of Object.entries(activity.contracts)) {
    const bytes = parseAddress(address);
    const contract = await db
      .selectFrom('address')
      .innerJoin('actor', 'actor.id', 'address.actor_id')
      .innerJoin('message', 'message.cid', 'actor.created_by')
      .innerJoin('execution', 'execution.cid', 'actor.created_by')
      .select(['actor.kind', 'message.eth_hash', 'execution.exit_code', 'execution.method_id'])
      .where('address.address', '=', bytes)
      .executeTakeFirst();
    expect([name, contract && ACTOR_KINDS[contract.kind], contract?.exit_code]).toEqual([
      name,
      'evm',
      0,
    ]);
    // Pools are made by their factory's call, of which the file does not have the transaction.
    if (tx) expect(toHex(contract?.eth_hash ?? new Uint8Array())).toBe(toHex(fromHex(tx)));
  }
  for (const text of [...activity.accounts.map(({ f4 }) => f4), ...activity.native.accounts]) {
    const row = await db
      .selectFrom('address')
      .innerJoin('actor', 'actor.id', 'address.actor_id')
      .select('actor.robust')
      .where('address', '=', parseAddress(text))
      .executeTakeFirst();
    expect(row?.robust && formatAddress(row.robust)).toBe(text);
  }
  for (const { address, need, signers, cid } of activity.native.multisigs) {
    const id = Number(address.slice(2));
    const row = await db
      .selectFrom('multisig')
      .innerJoin('actor', 'actor.id', 'multisig.actor_id')
      .select(['threshold', 'signers', 'created_by'])
      .where('multisig.actor_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.threshold).toBe(need);
    expect(JSON.parse(row.signers)).toHaveLength(signers.length);
    expect(cidOf(row.created_by ?? new Uint8Array(32))).toBe(cid['/']);
  }
  const deployed = await db
    .selectFrom('execution')
    .select('exit_code')
    .where('cid', '=', digestOf(activity.native.deployed.cid['/']))
    .executeTakeFirst();
  expect(deployed?.exit_code).toBe(activity.native.deployed.exit);
  for (const { first, second } of activity.replaced) {
    const executed = await db
      .selectFrom('execution')
      .select('cid')
      .where('cid', 'in', [digestOf(first['/']), digestOf(second['/'])])
      .execute();
    expect(executed.length).toBeLessThanOrEqual(1);
  }
});

it('keeps call trees and events that can be read again', async () => {
  const { db } = store;
  const traces = await db
    .selectFrom('trace')
    .innerJoin('execution', 'execution.seq', 'trace.seq')
    .select(['trace.doc', 'execution.from_id', 'execution.subcall_count', 'execution.value'])
    .orderBy('execution.subcall_count', 'desc')
    .limit(200)
    .execute();
  expect(traces[0]?.subcall_count).toBeGreaterThan(3);
  for (const trace of traces) {
    const root = unpackCallTree(trace.doc);
    expect([root.from, root.value]).toEqual([trace.from_id, trace.value]);
    const size = (node: typeof root): number =>
      node.sub.reduce((sum, call) => sum + 1 + size(call), 0);
    expect(size(root)).toBe(trace.subcall_count);
  }
  const events = await db.selectFrom('event').select('entries').limit(500).execute();
  for (const { entries } of events) expect(unpackEntries(entries).length).toBeGreaterThan(0);
});
