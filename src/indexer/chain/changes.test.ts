import { SYSTEM_ID } from '#filecoin/address.ts';
import { TooManyDifferences } from '#filecoin/ipld/hamt.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../decode/ids.ts';
import { MadeChain } from '../testing/made-chain.ts';
import { bundleOf, Objects, World } from '../testing/made-world.ts';
import { ChangeReader } from './changes.ts';
import { KindSource } from './kinds.ts';

/** One more than a tipset's gas allows to change. */
const MANY = 100_001;

describe('states that differ nearly everywhere, without an upgrade that anybody lists', () => {
  const objects = new Objects();
  const many = new World(bundleOf(15));
  let chain: MadeChain;
  let told: (after: World) => ReturnType<ChangeReader['told']>;
  beforeAll(async () => {
    const genesis = new World(bundleOf(15));
    for (const each of [genesis, many]) each.put(SYSTEM_ID, 'system', 0n);
    chain = new MadeChain({ genesis, objects, versions: [[-1, 24]] });
    for (let at = 0; at < MANY; at++) many.put(1000 + at, 'account', 1n);
    const { node, source } = chain;
    const info = await node.probe();
    const kinds = new KindSource(node, source);
    const reader = new ChangeReader({ node, objects: source, info, kinds });
    const at = (world: World): Parameters<ChangeReader['told']>[0] => ({
      key: new Uint8Array(0),
      stateRoot: digest({ '/': world.root(objects) }),
    });
    const before = at(many);
    told = (after) => reader.told(before, at(after), []);
  }, 120_000);
  afterAll(() => chain.close());

  it('were given the codes of another bundle', async () => {
    const after = many.copy();
    after.bundle = bundleOf(16);
    expect(await told(after)).toBe('recoded');
  });

  it('or are none that a tipset can have made', async () => {
    const after = many.copy();
    for (const actor of after.actors.values()) actor.balance++;
    await expect(told(after)).rejects.toThrow(TooManyDifferences);
  });
});
