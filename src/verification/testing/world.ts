/** A store with some of the demo chain's contracts and their codes, and nothing else of it. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployments, recordedCode, sourcesOf, type Deployment } from '#contracts/testing/demo.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { sourceOf } from '#explorer/contract/source.ts';
import { NotFound } from '#explorer/errors.ts';
import { Held } from '#explorer/held.ts';
import type { Explorer } from '#explorer/index.ts';
import type { View } from '#explorer/view.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { blank } from '#indexer/parts/contracts/contracts.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { createVerification, type Verification } from '../verification.ts';
import { createWorkshop } from '../workshop/workshop.ts';

/** What is asked is asked at this height. */
const HEIGHT = 100;
/** When everything happens, ms. */
export const NOW = 1_700_000_000_000;

export interface World {
  store: Store;
  /** Answers what a contract is, and what network it is of; nothing else. */
  explorer: Explorer;
  verification: Verification;
  deployed(name: string): Deployment;
  close(): Promise<void>;
}

/** Standard JSON input as tools send it, with settings that say what is the default anyhow. */
export function standardInput({ file, settings }: Deployment) {
  const sources = Object.entries(sourcesOf(file)).map(([name, content]) => [name, { content }]);
  return {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      remappings: [],
      metadata: { useLiteralContent: false, bytecodeHash: 'ipfs', appendCBOR: true },
      ...settings,
      viaIR: false,
      libraries: {},
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode'] } },
    },
  };
}

/** Writes contracts down as the index does. */
export async function addContracts(store: Store, names: readonly string[]): Promise<void> {
  const { created } = await recordedCode();
  const all = deployments();
  for (const [at, name] of names.entries()) {
    const code = created.get(all.get(name)?.tx ?? '');
    if (code === undefined) throw new Error(`no code of ${name}`);
    const hash = keccak_256(code);
    await store.db
      .insertInto('contract_code')
      .values({ hash, code })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await store.db
      .insertInto('contract')
      .values({
        ...blank(1000 + at),
        created_height: 10 + at,
        init_hash: hash,
      })
      .execute();
  }
}

function explorerOf({ db }: Store, names: readonly string[]): Explorer {
  const ids = new Map(
    names.map((name, at) => [deployments().get(name)?.address.toLowerCase(), 1000 + at]),
  );
  const get = async (address: string): Promise<{ data: ContractDetail }> => {
    const row = await db
      .selectFrom('contract as c')
      .innerJoin('contract_code as k', 'k.hash', 'c.init_hash')
      .selectAll()
      .where('actor_id', '=', ids.get(address.toLowerCase()) ?? -1)
      .executeTakeFirst();
    if (row === undefined) throw new NotFound('noContract');
    const initCode = to0x(row.code);
    const head = { answered: { height: HEIGHT }, network: { startHeight: 0 } };
    const source = await sourceOf({ db, held: new Held(0), ...head } as View, row, initCode);
    return {
      data: {
        ...source,
        initCode,
        proxyImpl: null,
        byteCode: null,
        codeHash: null,
        creator: null,
        creatorId: null,
        createHeight: row.created_height,
        createTimestamp: null,
        createMessage: null,
        destroyHeight: null,
        destroyTimestamp: null,
        destroyMessage: null,
        invokeCount: 0,
        userCount: 0,
        totalFee: '0',
        createdContracts: 0,
        proxy: null,
      },
    };
  };
  const facts = async () => ({ chainId: 314 });
  return { contract: { get }, network: { facts } } as unknown as Explorer;
}

/** @param names of contracts, as their makers called them */
export async function openWorld(names: readonly string[]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'world-'));
  const store = await openEither();
  await addContracts(store, names);
  const explorer = explorerOf(store, names);
  const workshop = createWorkshop({ dataDir: folder, registry: null });
  return {
    store,
    explorer,
    verification: createVerification({ store, explorer, workshop, now: () => NOW }),
    deployed(name) {
      const found = deployments().get(name);
      if (found === undefined) throw new Error(`no contract ${name}`);
      return found;
    },
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
