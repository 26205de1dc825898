import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, it } from 'vitest';
import { childrenOf } from '#contracts/match/children.ts';
import { matchCreation } from '#contracts/match/creation.ts';
import { matchDeployed } from '#contracts/match/deployed.ts';
import { deployments, recordedCode, sourcesOf } from '#contracts/testing/demo.ts';
import { compileSources } from '#contracts/testing/solc.ts';
import { parseAddress } from '#filecoin/address.ts';
import { blank } from '#indexer/parts/contracts/contracts.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { keepVerified } from './keep.ts';

const { created, deployed } = await recordedCode();

eachDatabase((open) => {
  it('a factory that is verified by what it runs brings along its children and its own init code', async () => {
    const store = await open();
    const factory = deployments().get('factory');
    const initCode = created.get(factory?.tx ?? '');
    const code = deployed.get(factory?.address.toLowerCase() ?? '');
    if (factory === undefined || initCode === undefined || code === undefined)
      throw new Error('no factory');
    const { request, compilation } = compileSources(sourcesOf(factory.file), factory.settings);
    const byInitCode = matchCreation(compilation, request, initCode);
    const running = matchDeployed(compilation, request, code);
    if (!('match' in byInitCode) || !('match' in running)) throw new Error('no match');
    // What the chain creates a pool with.
    const pool = childrenOf(compilation, byInitCode.match, initCode)[0]?.initCode;
    if (pool === undefined) throw new Error('no pool');

    const [ofFactory, ofPool, ofInitCode] = [code, pool, initCode].map((bytes) =>
      keccak_256(bytes),
    ) as [Uint8Array, Uint8Array, Uint8Array];
    await store.db
      .insertInto('contract_code')
      .values([
        { hash: ofFactory, code },
        { hash: ofPool, code: pool },
        { hash: ofInitCode, code: initCode },
      ])
      .execute();
    await store.db
      .insertInto('contract')
      .values([
        { ...blank(1), code_hash: ofFactory },
        { ...blank(2), created_height: 9, init_hash: ofPool },
        { ...blank(3), created_height: 9, init_hash: ofInitCode },
      ])
      .execute();

    const { match } = running;
    const children = childrenOf(compilation, match, code);
    await keepVerified(
      store,
      { outcome: 'verified', match, children, request },
      { by: 'deployed', code },
      factory.address,
      1_700_000_000,
    );
    const rows = await store.db
      .selectFrom('contract_source as s')
      .innerJoin('verified_code as v', 'v.key', 's.key')
      .select([
        's.hash',
        'v.key',
        'v.name',
        'v.deployed',
        'v.brought_by',
        'v.immutables',
        'v.submitted_for',
        'v.license',
      ])
      .orderBy('v.deployed', 'desc')
      .orderBy('v.name')
      .execute();
    const key = rows[0]?.key;
    expect(rows).toMatchObject([
      {
        hash: ofFactory,
        name: factory.name,
        deployed: true,
        brought_by: null,
        submitted_for: parseAddress(factory.address),
        // The request names none: the source does.
        license: 'MIT License (MIT)',
      },
      {
        hash: ofPool,
        name: 'Pool',
        deployed: false,
        brought_by: key,
        immutables: '[]',
        submitted_for: null,
        license: 'MIT License (MIT)',
      },
      {
        hash: ofInitCode,
        name: factory.name,
        deployed: false,
        brought_by: null,
        submitted_for: parseAddress(factory.address),
      },
    ]);
  });
});
