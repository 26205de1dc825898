/** What is verified once, by whom, and for which of two contracts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAddressedRequest } from '#contracts/request/body.ts';
import { COMPILER, type Deployment, sourcesOf } from '#contracts/testing/demo.ts';
import type { Explorer } from '#explorer/index.ts';
import { openWorld, type World } from './testing/world.ts';
import { createVerification, type Verification } from './verification.ts';
import { createWorkshop } from './workshop/workshop.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let world: World;
let folder: string;
let verification: Verification;

/** The proxy's implementation is one of the world's contracts. */
function withProxy({ explorer, deployed }: World): Explorer {
  const get: Explorer['contract']['get'] = async (address) => {
    const told = await explorer.contract.get(address);
    return address === deployed('staking').address
      ? { ...told, data: { ...told.data, proxyImpl: deployed('stakingV2').address } }
      : told;
  };
  return { ...explorer, contract: { ...explorer.contract, get } };
}

beforeAll(async () => {
  world = await openWorld(['staking', 'stakingV2', 'usd']);
  folder = await mkdtemp(join(tmpdir(), 'once-'));
  const workshop = createWorkshop({ dataDir: folder, registry: null });
  verification = createVerification({ store: world.store, explorer: withProxy(world), workshop });
});
afterAll(async () => {
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** `words`: a comment, by which the metadata are others. */
function verify(of: Deployment, address: string, words = '') {
  const { file, name, settings } = of;
  const sources = Object.fromEntries(
    Object.entries(sourcesOf(file)).map(([path, text]) => [path, { content: `${text}${words}` }]),
  );
  const body = { address, compilerVersion: COMPILER, contractIdentifier: `${file}:${name}` };
  return verification.verify(
    () => parseAddressedRequest({ ...body, language: 'Solidity', sources, settings }),
    { client: 'test' },
  );
}

it('of two that verify the same at once one has verified it, the other is told so', async () => {
  const usd = world.deployed('usd');
  const both = await Promise.all(
    ['\n// one', '\n// two'].map((words) => verify(usd, usd.address, words)),
  );
  expect(both.map(({ answer }) => answer.errorCode).toSorted()).toEqual([0, 6]);
  for (const { answer, match } of both) {
    expect(match).toEqual({ kind: 'partial', by: 'creation' });
    expect(answer.contractName).toBe(usd.name);
    expect(answer.message).toContain('Partial match');
    expect(answer.success).toBe(!answer.message?.startsWith('Verified before.'));
  }
  // What is not kept leaves nothing behind.
  const builds = await world.store.db.selectFrom('verified_build').select('key').execute();
  expect(builds).toHaveLength(1);

  const full = await Promise.all([verify(usd, usd.address), verify(usd, usd.address)]);
  expect(full.map(({ answer }) => answer.errorCode).toSorted()).toEqual([0, 6]);
  for (const { match } of full) expect(match).toEqual({ kind: 'full', by: 'creation' });
});

it('an implementation that is named at its proxy’s address is verified, and said to be', async () => {
  const [proxy, implementation] = [world.deployed('staking'), world.deployed('stakingV2')];
  const { answer, explanation, match } = await verify(implementation, proxy.address);
  expect(answer).toMatchObject({
    success: true,
    errorCode: 0,
    contractName: 'StakingV2',
    verifiedAddress: implementation.address,
  });
  expect(answer.message).toContain(
    `The implementation ${implementation.address} was verified behind the proxy, as StakingV2`,
  );
  expect(answer.abi).not.toEqual([]);
  expect(match).not.toBeNull();
  expect(explanation?.causes).toMatchObject([{ kind: 'otherContract', now: true }]);
  const verified = async ({ address }: Deployment): Promise<boolean> =>
    (await world.explorer.contract.get(address)).data.verified;
  expect([await verified(implementation), await verified(proxy)]).toEqual([true, false]);

  const again = await verify(implementation, proxy.address);
  expect(again.answer).toMatchObject({
    success: false,
    errorCode: 6,
    verifiedAddress: implementation.address,
  });
  // Sources of neither are none of the implementation's, though that is verified.
  const neither = await verify(world.deployed('usd'), proxy.address);
  expect(neither).toMatchObject({ answer: { errorCode: 4 }, match: null });
  // The proxy's own make it verified, too.
  const own = await verify(proxy, proxy.address);
  expect(own.answer).toMatchObject({ errorCode: 0, contractName: proxy.name });
  expect(own.answer).not.toHaveProperty('verifiedAddress');
});
