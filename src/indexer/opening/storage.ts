/**
 * Deals, allocations, claims, verifiers and data cap, in the order of their tables. Only a node that
 * tells objects tells them in slices, and a recording without any all at once; of another node they
 * appear when something touches them.
 */
import { walkDataCap, walkVerifiers, type DataCap } from '#node/state/datacap.ts';
import { NodeError } from '#node/errors.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import { countedId } from '#node/state/keys.ts';
import { walkDeals } from '#node/state/market.ts';
import {
  walkAllocations,
  walkClaims,
  type RegistryPlace,
  type Walked,
} from '#node/state/registry.ts';
import { Unanswered, type StateView } from '#node/state/view.ts';
import type { AllocationJson, NodeClient, TipsetKey } from '#node/types.ts';
import { MIGRATED_SUBJECT, type SubjectName } from '#store/opening.ts';
import { statesOf } from '../chain/proven.ts';
import { requireId } from '../decode/ids.ts';
import { NO_OLDER_STORAGE, type OlderStorage } from '../parts/deals/acts.ts';
import { claimOf, olderAllocationOf, olderDealOf } from '../parts/deals/opening.ts';
import type { OpeningSource, Slice, Subject } from './subject.ts';

/** Rows in one transaction. */
const SLICE = 2_000;

export const DEALS: Subject = subject({
  name: 'deals',
  walk: (view, after) => walkDeals(view, after === null ? undefined : Number(after)),
  placeOf: ({ id }) => String(id),
  list: async ({ node, key }) =>
    entries(await node.stateMarketDeals(key)).map(([id, deal]) => ({ id, deal })),
  take: (deals) => ({
    deals: deals.flatMap(({ id, deal }) => (deal === null ? [] : [olderDealOf(id, deal)])),
  }),
});

const ALLOCATION: Walk<Walked<AllocationJson>> = {
  walk: (view, after) => walkAllocations(view, registryPlace(after)),
  placeOf: placeText,
  list: async ({ node, key }) =>
    entries(await node.stateGetAllAllocations(key)).map(([id, value]) => ({
      owner: value.Client,
      id,
      value,
    })),
  take: (all, { madeHeight }) => ({
    allocations: legible(all).map(([id, told]) => olderAllocationOf(id, told, madeHeight)),
  }),
};

export const ALLOCATIONS: Subject = subject({ name: 'allocations', ...ALLOCATION });

/** Those that an upgrade made (migrated.ts). */
export const MIGRATED: Subject = subject({ name: MIGRATED_SUBJECT, ...ALLOCATION });

export const CLAIMS: Subject = subject({
  name: 'claims',
  walk: (view, after) => walkClaims(view, registryPlace(after)),
  placeOf: placeText,
  list: async ({ node, key }) =>
    entries(await node.stateGetAllClaims(key)).map(([id, value]) => ({
      owner: value.Provider,
      id,
      value,
    })),
  take: (all) => ({ claims: legible(all).map(([id, told]) => claimOf(id, told)) }),
});

export const VERIFIERS: Subject = subject({
  name: 'verifiers',
  walk: (view, after) => walkVerifiers(view, after === null ? undefined : Number(after)),
  placeOf: ({ id }: DataCap) => String(id),
  list: ({ node, key }) =>
    amountsOf(node, key, (address) => node.stateVerifierStatus(address, key)),
  take: (all) => ({
    verifiers: all.map(({ id, bytes }) => ({ id: countedId(id), allowance: BigInt(bytes) })),
  }),
});

export const DATA_CAP: Subject = subject({
  name: 'dataCap',
  walk: (view, after) => walkDataCap(view, after === null ? undefined : Number(after)),
  placeOf: ({ id }: DataCap) => String(id),
  list: ({ node, key }) =>
    amountsOf(node, key, (address) => node.stateVerifiedClientStatus(address, key)),
  take: (all) => ({
    holders: all.map(({ id, bytes }) => ({ id: countedId(id), balance: BigInt(bytes) })),
  }),
});

interface Walk<T> {
  walk: (view: StateView, after: string | null) => AsyncIterable<T>;
  /** Where the next slice begins behind this one. */
  placeOf: (last: T) => string;
  /** All of them, of a recording without objects. */
  list: (source: OpeningSource) => Promise<T[]>;
  take: (all: T[], source: OpeningSource) => Partial<OlderStorage>;
}

function subject<T>({ name, walk, placeOf, list, take }: Walk<T> & { name: SubjectName }): Subject {
  return {
    name,
    async read(source, after) {
      const sliceOf = (all: T[], end: string | null): Slice => {
        const storage = { ...NO_OLDER_STORAGE, ...take(all, source) };
        return { older: { storage }, taken: all.length, after: end };
      };
      const view = await viewOf(source);
      if (view === null) return sliceOf(await list(source), null);
      const found: T[] = [];
      let next: string | null = null;
      try {
        for await (const each of walk(view, after)) {
          found.push(each);
          if (found.length < SLICE) continue;
          next = placeOf(each);
          break;
        }
      } catch (error) {
        // The actors of that time had no such table.
        if (!(error instanceof Unanswered)) throw error;
      }
      return sliceOf(found, next);
    },
  };
}

/** The state that is taken over; null of a recording without objects. Rejects with NodeError for another node without. */
export async function viewOf({
  node,
  info,
  objects,
  kinds,
  key,
  log,
}: OpeningSource): Promise<StateView | null> {
  const states = objects && statesOf(objects, info);
  if (!states && info.recorded) return null;
  if (!states)
    throw new NodeError('unsupported', 'Filecoin.ChainReadObj', 'the node tells no states', {
      lasting: true,
    });
  const kindOf = (code: string): ReturnType<typeof kinds.kindOf> => kinds.kindOf(code, key);
  return stateByObjects(node, states, { kindOf, log }).stateAt(key);
}

function entries<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b);
}

/** Of those that have one. */
async function amountsOf(
  node: NodeClient,
  key: TipsetKey,
  ask: (address: string) => Promise<string | null>,
): Promise<DataCap[]> {
  const addresses = await node.stateListActors(key);
  const answers = await Promise.all(
    addresses.map(async (address) => ({ id: requireId(address), bytes: await ask(address) })),
  );
  return answers.flatMap(({ id, bytes }) => (bytes === null ? [] : [{ id, bytes }]));
}

function registryPlace(after: string | null): RegistryPlace | undefined {
  if (after === null) return undefined;
  const [owner = 0, id = 0] = after.split('/').map(Number);
  return { owner, id };
}

function placeText({ owner, id }: RegistryPlace): string {
  return `${owner}/${id}`;
}

/** Those that nodes' JSON has a form for, by number. */
export function legible<T>(all: readonly Walked<T>[]): [number, T][] {
  return all.flatMap(({ id, value }) => (value === null ? [] : [[id, value]]));
}
