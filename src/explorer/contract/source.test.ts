/** What is told of contracts whose sources are verified. */
import { ethAddressOf, formatAddress, idAddress } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { blank } from '#indexer/parts/contracts/contracts.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, expect, test } from 'vitest';
import { accountDetailSchema } from '../account/schema.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, MINERS, MULTISIG, robustOf, SENDERS } from '../testing/rows.ts';
import { writeNetwork } from '../testing/network.ts';
import { contractDetailSchema, verifiedContractsSchema } from './schema.ts';

const [PROXY = 100, CHILD = 101] = SENDERS;
const shown = (id: number): string => formatAddress(robustOf(id));
const TOP = 10;

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;
  const contract = (id: number, changes: object) => ({
    ...blank(id),
    init_hash: digest(`init ${id}`),
    ...changes,
  });
  const code = (name: string, at: number, changes: object = {}) => ({
    key: digest(`key ${name}`),
    deployed: false,
    length: 4,
    head: digest('head'),
    build: digest('build'),
    file: 'a.sol',
    name,
    complete: true,
    abi: '[]',
    docs: '{}',
    libraries: '[]',
    immutables: '[]',
    license: null,
    brought_by: null,
    verified_at: at,
    ...changes,
  });
  const source = (id: number, name: string, at: number) => ({
    hash: digest(`init ${id}`),
    key: digest(`key ${name}`),
    length: 4,
    complete: true,
    verified_at: at,
  });

  beforeAll(async () => {
    store = await open();
    const chain = makeChain({ height: TOP, messages: 2 });
    await writeChain(store, chain);
    await writeNetwork(store, chain);
    explorer = createExplorer(store);
    const { db } = store;
    await db
      .insertInto('contract')
      .values([
        contract(CONTRACT, {}),
        contract(CHILD, {}),
        contract(MULTISIG, {}),
        contract(PROXY, { proxy_kind: 0, implementation: robustOf(CONTRACT).subarray(2) }),
      ])
      .execute();
    // A contract whose source nobody has verified.
    await db
      .updateTable('actor')
      .set({ kind: kindIndex('evm') })
      .where('id', '=', MULTISIG)
      .execute();
    await db
      .insertInto('contract_code')
      .values({ hash: digest(`init ${CHILD}`), code: new Uint8Array([1, 2, 3, 4, 5, 6]) })
      .execute();
    await db
      .insertInto('verified_build')
      .values({
        key: digest('build'),
        compiler: 'v0.8.23+commit.f704f362',
        input: JSON.stringify({
          language: 'Solidity',
          sources: {
            'a.sol': { content: 'contract Factory {}' },
            ['__proto__']: { content: 'library L {}' },
            constructor: { content: '' },
          },
          settings: {
            optimizer: { enabled: true },
            libraries: { ['__proto__']: { ['__proto__']: '0x01' } },
            outputSelection: { '*': {} },
          },
        }),
        optimize: true,
      })
      .execute();
    await db
      .insertInto('verified_code')
      .values([
        code('Factory', 10),
        code('Child', 20, { brought_by: digest('key Factory'), complete: false }),
      ])
      .execute();
    await db
      .insertInto('contract_source')
      .values([source(CONTRACT, 'Factory', 10), source(CHILD, 'Child', 20)])
      .execute();
  });

  test('a child says with whom it was verified', async () => {
    const { data } = await explorer.contract.get(shown(CHILD));
    expect(contractDetailSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      verified: true,
      verifiedMatch: 'partial',
      broughtBy: { name: 'Factory', address: shown(CONTRACT) },
      contractName: 'Child',
      optimizeRuns: 200,
      settings: '{"optimizer":{"enabled":true},"libraries":{"__proto__":{"__proto__":"0x01"}}}',
      parameters: '0x0506',
    });
    expect((await explorer.contract.get(shown(CONTRACT))).data.broughtBy).toBeNull();
  });

  test('files and libraries may have any name', async () => {
    const { data } = await explorer.contract.get(shown(CONTRACT));
    expect(data.sourceFiles.map(({ name, content }) => [name, content])).toEqual([
      ['a.sol', 'contract Factory {}'],
      ['__proto__', 'library L {}'],
      ['constructor', ''],
    ]);
    expect(data.libraries).toEqual([{ file: '__proto__', name: '__proto__', address: '0x01' }]);
  });

  test('a proxy names its implementation', async () => {
    const { data } = await explorer.contract.get(shown(PROXY));
    expect(data).toMatchObject({
      verified: false,
      proxyImpl: ethAddressOf(robustOf(CONTRACT)),
      proxy: { implementationName: 'Factory' },
    });
  });

  test('accounts have the names of their sources', async () => {
    const told = async (id: number) => {
      const { data } = await explorer.account.get(shown(id));
      expect(accountDetailSchema.parse(data)).toEqual(data);
      return [data.contractVerified, data.contractName];
    };
    expect(await told(CONTRACT)).toEqual([true, 'Factory']);
    expect(await told(MULTISIG)).toEqual([false, undefined]);
    expect(await told(99)).toEqual([undefined, undefined]);
  });

  test('they are listed, those of the last sources first', async () => {
    const { data } = await explorer.contract.verified({ limit: 1 });
    expect(verifiedContractsSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      totalCount: 2,
      verifiedContractList: [
        { name: 'Child', match: 'partial', optimize: true, optimizeRuns: 200 },
      ],
    });
    const { data: next } = await explorer.contract.verified({ before: data.next ?? '' });
    expect(next.verifiedContractList.map(({ name }) => name)).toEqual(['Factory']);
    expect(next.next).toBeNull();
  });

  test('contracts of one code, and children of what only runs, say by whom they were verified', async () => {
    const [twin = 1000, maker = 1001] = MINERS;
    const made = SENDERS[2];
    const { db } = store;
    const runs = digest('runs');
    const init_hash = null;
    await db
      .insertInto('contract')
      .values([
        contract(twin, {}),
        contract(maker, { init_hash, code_hash: runs }),
        contract(made, {}),
      ])
      .execute();
    await db
      .insertInto('verified_code')
      .values([
        code('Maker', 5, { deployed: true }),
        code('Made', 5, { brought_by: digest('key Maker') }),
      ])
      .execute();
    await db
      .insertInto('contract_source')
      .values([
        source(twin, 'Factory', 10),
        { ...source(maker, 'Maker', 5), hash: runs },
        source(made, 'Made', 5),
      ])
      .execute();
    const told = async (address: string) => (await explorer.contract.get(address)).data.broughtBy;
    expect(await told(`f0${twin}`)).toEqual({ name: 'Factory', address: shown(CONTRACT) });
    expect(await told(shown(CONTRACT))).toBeNull();
    const handIn = async (address: Uint8Array | null) => {
      await db
        .updateTable('verified_code')
        .set({ submitted_for: address })
        .where('key', '=', digest('key Factory'))
        .execute();
    };
    await handIn(idAddress(twin));
    expect(await told(`f0${twin}`)).toBeNull();
    const byTwin = { name: 'Factory', address: `f0${twin}` };
    expect(await told(shown(CONTRACT))).toEqual(byTwin);
    expect(await told(shown(CHILD))).toEqual(byTwin);
    // Of another code here.
    await handIn(robustOf(PROXY));
    expect(await told(`f0${twin}`)).toEqual({ name: 'Factory', address: shown(CONTRACT) });
    expect(await told(shown(CONTRACT))).toBeNull();
    await handIn(null);
    expect(await told(`f0${maker}`)).toBeNull();
    expect(await told(shown(made))).toEqual({ name: 'Maker', address: `f0${maker}` });
  });
});
