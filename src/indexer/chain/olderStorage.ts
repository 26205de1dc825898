/** Deals, allocations, claims, verifiers and data cap as they were before a tipset that touches them. */
import { orNull } from '#node/refusals.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { OlderStorage } from '../parts/deals/acts.ts';
import type { StorageKey } from '../parts/deals/older.ts';
import { claimOf, olderAllocationOf, olderDealOf } from '../parts/deals/opening.ts';

/**
 * Those of `keys` that are there in the state of `key`. What is not there, or what the node cannot tell
 * (any more), is left out. Allocations were made by an upgrade at `madeHeight`, if that is known. Rejects
 * with NodeError when the node is away.
 */
export async function olderStorage(
  node: NodeClient,
  keys: readonly StorageKey[],
  key: TipsetKey,
  madeHeight: number | null = null,
): Promise<OlderStorage> {
  const of = async <T>(
    table: StorageKey['table'],
    ask: (id: number, owner: string) => Promise<T | null>,
  ): Promise<{ id: number; told: T }[]> => {
    const wanted = keys.filter((each) => each.table === table);
    const answers = await Promise.all(
      wanted.map(async ({ id, owner }) => {
        const told = await orNull(ask(id, `f0${String(owner)}`));
        return told === null ? [] : [{ id, told }];
      }),
    );
    return answers.flat();
  };
  const [deals, allocations, claims, verifiers, holders] = await Promise.all([
    of('deal', (id) => node.stateMarketStorageDeal(id, key)),
    of('allocation', (id, client) => node.stateGetAllocation(client, id, key)),
    of('claim', (id, provider) => node.stateGetClaim(provider, id, key)),
    of('verifier', (id) => node.stateVerifierStatus(`f0${id}`, key)),
    of('data_cap', (id) => node.stateVerifiedClientStatus(`f0${id}`, key)),
  ]);
  return {
    deals: deals.map(({ id, told }) => olderDealOf(id, told)),
    allocations: allocations.map(({ id, told }) => olderAllocationOf(id, told, madeHeight)),
    claims: claims.map(({ id, told }) => claimOf(id, told)),
    verifiers: verifiers.map(({ id, told }) => ({ id, allowance: BigInt(told) })),
    holders: holders.map(({ id, told }) => ({ id, balance: BigInt(told) })),
  };
}
