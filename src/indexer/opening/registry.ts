/** Allocations and claims that a reader asks for, in the state before the first tipset. */
import { allocationsOf, claimsOf, findByNumber, type Walked } from '#node/state/registry.ts';
import { Unanswered } from '#node/state/view.ts';
import type { Wish } from '#store/wishes.ts';
import { NO_OLDER_STORAGE, type OlderStorage } from '../parts/deals/acts.ts';
import { claimOf, olderAllocationOf } from '../parts/deals/opening.ts';
import { legible, viewOf } from './storage.ts';
import type { OpeningSource } from './subject.ts';

export type RegistryWish = Extract<Wish, { kind: 'allocation' | 'allocations' | 'claims' }>;

/** Of one client or provider at once; further ones come with their slices. */
const MOST = 10_000;

/** Rejects with NodeError where the node tells no states. */
export async function olderRegistry(
  source: OpeningSource,
  wish: RegistryWish,
): Promise<OlderStorage> {
  try {
    return await (
      await finder(source)
    )(wish);
  } catch (error) {
    // The actors of that time had no such table.
    if (error instanceof Unanswered) return NO_OLDER_STORAGE;
    throw error;
  }
}

async function finder(
  source: OpeningSource,
): Promise<(wish: RegistryWish) => Promise<OlderStorage>> {
  const { madeHeight } = source;
  const view = await viewOf(source);
  if (view === null) return (wish) => listed(source, wish);
  return async ({ kind, id }) => {
    if (kind === 'allocation') {
      const { allocation, claim } = await findByNumber(view, id);
      return {
        ...NO_OLDER_STORAGE,
        allocations: allocation ? [olderAllocationOf(id, allocation, madeHeight)] : [],
        claims: claim ? [claimOf(id, claim)] : [],
      };
    }
    if (kind === 'allocations') {
      const all = legible(await first(allocationsOf(view, id)));
      const allocations = all.map(([id, told]) => olderAllocationOf(id, told, madeHeight));
      return { ...NO_OLDER_STORAGE, allocations };
    }
    const all = legible(await first(claimsOf(view, id)));
    return { ...NO_OLDER_STORAGE, claims: all.map(([id, told]) => claimOf(id, told)) };
  };
}

async function first<T>(walk: AsyncIterable<Walked<T>>): Promise<Walked<T>[]> {
  const found: Walked<T>[] = [];
  for await (const each of walk) if (found.push(each) === MOST) break;
  return found;
}

/** Of a recording without objects, which tells all at once. */
async function listed(
  { node, key, madeHeight }: OpeningSource,
  wish: RegistryWish,
): Promise<OlderStorage> {
  const { kind, id } = wish;
  const allocations = kind === 'claims' ? [] : [...(await node.stateGetAllAllocations(key))];
  const claims = kind === 'allocations' ? [] : [...(await node.stateGetAllClaims(key))];
  return {
    ...NO_OLDER_STORAGE,
    allocations: allocations
      .filter(([number, { Client }]) => (kind === 'allocation' ? number : Client) === id)
      .map(([number, told]) => olderAllocationOf(number, told, madeHeight)),
    claims: claims
      .filter(([number, { Provider }]) => (kind === 'allocation' ? number : Provider) === id)
      .map(([number, told]) => claimOf(number, told)),
  };
}
