/** One chain, indexed by a node's calls and by the objects of its state. */
import { createKindTable } from '#filecoin/actors/kinds.ts';
import { NodeError } from '#node/errors.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither, type Filling } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { differences } from './testing/facts.ts';
import { indexState, LATE, stateFrom } from './testing/stateIndex.ts';

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

type Calls = Record<string, (...given: unknown[]) => Promise<unknown>>;

/**
 * A recording's calls, as a node without objects has them. Of some actors it was asked at its end only:
 * what it lacks is filled in, so that both ways know of all there is. From the genesis on vesting tables
 * follow from the chain; `told` are they to an index that begins later.
 */
function byCalls(node: NodeClient, told: RegExp): NodeClient {
  const kinds = createKindTable();
  const filled = stateByObjects(node, createNodeObjects(node).urgent, {
    kindOf: async (code) => kinds(code),
  });
  const calls = Object.entries(node as unknown as Calls).filter(
    ([name, call]) => told.test(name) && typeof call === 'function',
  );
  const patient = calls.map(([name, call]) => {
    const fill = (...given: unknown[]) => (filled as unknown as Calls)[name]?.(...given);
    return [
      name,
      async (...given: unknown[]) => {
        try {
          return (await call(...given)) ?? (await fill(...given));
        } catch (error) {
          if (error instanceof NodeError && /^not recorded/.test(error.details))
            return fill(...given);
          throw error;
        }
      },
    ];
  });
  return {
    ...node,
    ...(Object.fromEntries(patient) as Partial<NodeClient>),
    async probe() {
      const info = await node.probe();
      const capabilities = new Set(info.capabilities);
      capabilities.delete('ChainReadObj');
      capabilities.delete('ActorObjects');
      return { ...info, capabilities };
    },
  };
}

async function open(filling?: Filling): Promise<Store> {
  const store = await openEither(filling);
  opened.push(store);
  return store;
}

/** Whether it is a recording, and what of the state is proven, is all that tells the two apart. */
async function withoutProofs({ db }: Store): Promise<void> {
  await sql`update network set recorded = true`.execute(db);
  await sql`update proof set states = 0, actors = 0`.execute(db);
  await sql`delete from progress where part = 'proof:state'`.execute(db);
}

test.each([
  ['from the genesis on', undefined, /^(state|msig)/],
  ['from a later height on', LATE, /^(state|msig|minerVesting)/],
])(
  'by objects and by calls the index is the same, row for row, %s',
  async (_, startHeight, told) => {
    const calls = await open();
    await indexState(calls, startHeight, [], (node) => byCalls(node, told));
    const objects = await open(stateFrom(startHeight));
    for (const store of [calls, objects]) await withoutProofs(store);
    expect(await differences(calls, objects)).toEqual([]);
  },
);
