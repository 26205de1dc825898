/**
 * Code of contracts that are older than the index: it is asked for when one is called, and here of those
 * that nobody calls. Where a proxy's slots were filled, only the state tells: no event is left of it.
 */
import { ethBytesOf } from '#filecoin/address.ts';
import { PROXY_SLOTS, type ProxySlot } from '#filecoin/evm/proxies.ts';
import { idText } from '#node/state/view.ts';
import { orNull } from '#node/refusals.ts';
import { EVM } from '../parts/contracts/decode.ts';
import { provenCode, slotsOf, type CodeSource } from '../parts/contracts/gather.ts';
import type { ActorChange } from '../types.ts';
import type { OlderContract } from '../older.ts';
import type { OpeningSource, Subject } from './subject.ts';

/** Contracts in one transaction, of at most 24 KiB each. */
const SLICE = 500;
/** So many are asked about at once: their states come at the rate of the slices, and codes no faster. */
const AT_ONCE = 10;

export const CONTRACTS: Subject = {
  name: 'contracts',
  behind: 'actors',
  async read(source, after) {
    const rows = await source.db
      .selectFrom('contract as c')
      .innerJoin('actor as a', 'a.id', 'c.actor_id')
      .select(['a.id', 'a.kind', 'a.delegated'])
      .where('c.actor_id', '>', Number(after ?? -1))
      .where('c.created_height', 'is', null)
      .orderBy('c.actor_id')
      .limit(SLICE)
      .execute();
    const last = rows.length < SLICE ? undefined : rows.at(-1);
    return {
      older: { contracts: await olderContracts(source, rows) },
      taken: rows.length,
      after: last ? String(last.id) : null,
    };
  },
};

/** What the contracts among these actors were before the first tipset, as far as the node can tell. */
export async function olderContracts(
  source: OpeningSource,
  actors: readonly Pick<ActorChange, 'id' | 'kind' | 'delegated'>[],
): Promise<OlderContract[]> {
  const found: OlderContract[] = [];
  for (let at = 0; at < actors.length; at += AT_ONCE) {
    const some = actors.slice(at, at + AT_ONCE).map(async ({ id, kind, delegated }) => {
      const address = delegated && ethBytesOf(delegated);
      return kind === EVM && address ? [await olderContract(source, id, address)] : [];
    });
    found.push(...(await Promise.all(some)).flat());
  }
  return found;
}

async function olderContract(
  { node, info, key, startHeight }: OpeningSource,
  id: number,
  address: Uint8Array,
): Promise<OlderContract> {
  const height = startHeight - 1;
  const source: CodeSource = {
    node,
    info,
    tipset: { height, name: key[0]?.['/'] ?? '' },
    height,
    stateOf: (of) => node.stateReadState(idText(of), key),
  };
  const { code } = await provenCode(source, id, address);
  const wordOf = async (slot: ProxySlot): Promise<Uint8Array | null> =>
    (await orNull(node.ethGetStorageAt(address, PROXY_SLOTS[slot], height))) ??
    orNull(node.ethGetStorageAt(address, PROXY_SLOTS[slot]));
  return { id, code, slots: code ? await slotsOf(code, wordOf) : [] };
}
