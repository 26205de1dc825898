/** The whole demo chain's index, and where sources of its contracts are handed in as its clients do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import type { Deployment } from '#contracts/testing/demo.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { createVerification, type Verdict } from '../verification.ts';
import { createWorkshop } from '../workshop/workshop.ts';
import { NOW } from './world.ts';

export const HEIGHT = 20_300;

export interface Desk {
  demo: DemoIndex;
  verify(given: unknown): Promise<Verdict>;
  /** Of all contracts in the sources, only one of this name is looked for. */
  verifyNamed(given: unknown, name: string): Promise<Verdict>;
  contract(address: string): Promise<ContractDetail>;
  /** As if nobody had verified it. */
  forget(deployment: Deployment): Promise<void>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const demo = await indexDemo(HEIGHT);
  await demo.caughtUp();
  const { store, explorer } = demo;
  const folder = await mkdtemp(join(tmpdir(), 'verification-'));
  const workshop = createWorkshop({ dataDir: folder, registry: null });
  const verification = createVerification({ store, explorer, workshop, now: () => NOW });
  const client = 'test';
  return {
    demo,
    verify: (given) => verification.verify(() => parseFilfoxForm(given), { client }),
    verifyNamed: (given, name) =>
      verification.verify(
        () => {
          const { address, request } = parseFilfoxForm(given);
          return { address, request: { ...request, target: { file: null, name } } };
        },
        { client },
      ),
    contract: async (address) => (await explorer.contract.get(address)).data,
    async forget({ name }) {
      const { key } = await store.db
        .selectFrom('verified_code')
        .select('key')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      await store.db.deleteFrom('contract_source').where('key', '=', key).execute();
      await store.db.deleteFrom('verified_code').where('key', '=', key).execute();
    },
    async close() {
      await demo.close();
      await rm(folder, { recursive: true });
    },
  };
}
