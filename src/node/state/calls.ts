/** The calls of a node that objects of the state answer. */
import { parseAddress } from '#filecoin/address.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { walkActors } from '#filecoin/ipld/stateTree.ts';
import type { NodeClient, TipsetKey } from '../types.ts';
import { accountKey, actorJson, actorState, robustAddress } from './actor.ts';
import { verifiedClientStatus, verifierStatus } from './datacap.ts';
import { marketDeal, walkDeals } from './market.ts';
import { MinerReader, type MinerActor } from './miner.ts';
import { MinimumPower } from './minimum.ts';
import { multisigPending } from './multisig.ts';
import { minerPower, walkMiners } from './power.ts';
import { findAllocation, findClaim, walkAllocations, walkClaims, type Walked } from './registry.ts';
import { idText, Unanswered, type StateView } from './view.ts';

/** A call that `read` answers, and `ask` where it cannot. */
export type Through = <Args extends readonly unknown[], T>(
  ask: (...given: [...Args, TipsetKey]) => Promise<T>,
  read: (view: StateView, ...args: Args) => Promise<T>,
) => (...given: [...Args, TipsetKey]) => Promise<T>;

/**
 * Answers in the form of the node's own. Three of them go through all of a table, as the node does: the
 * lists of actors, providers, deals, allocations and claims are for small networks and tests.
 */
export function stateCalls(
  node: NodeClient,
  objects: ObjectSource,
  through: Through,
): Partial<NodeClient> {
  const minimum = new MinimumPower();
  const miners = new MinerReader(objects);
  return {
    async chainReadObj({ '/': cid }) {
      const [object] = await objects.read([cid]);
      return object ?? node.chainReadObj({ '/': cid });
    },

    stateGetActor: through(node.stateGetActor, async (view, address) => {
      const id = await view.idOf(parseAddress(address));
      const actor = id === null ? null : await view.actor(id);
      return actor && actorJson(actor);
    }),
    stateLookupId: through(node.stateLookupId, async (view, address) => {
      const id = await view.idOf(parseAddress(address));
      return id === null ? null : idText(id);
    }),
    stateLookupRobustAddress: through(node.stateLookupRobustAddress, async (view, address) =>
      robustAddress(view, await idOf(view, address)),
    ),
    stateAccountKey: through(node.stateAccountKey, (view, address) =>
      accountKey(view, parseAddress(address)),
    ),
    stateReadState: through(node.stateReadState, async (view, address) =>
      actorState(view, await view.known(await idOf(view, address)), miners),
    ),
    msigGetPending: through(node.msigGetPending, async (view, address) =>
      multisigPending(view, await idOf(view, address)),
    ),
    stateListActors: through(node.stateListActors, async ({ root }) => {
      const actors = await Array.fromAsync(walkActors(objects, root));
      return actors.map(([id]) => idText(id));
    }),

    stateMinerPower: through(node.stateMinerPower, (view, address) =>
      minerPower(view, address === '' ? null : parseAddress(address), minimum, () =>
        node.stateMinerPower(address, view.key),
      ),
    ),
    stateListMiners: through(node.stateListMiners, async (view) =>
      (await Array.fromAsync(walkMiners(view))).map(idText),
    ),
    stateMinerInfo: through(node.stateMinerInfo, async (view, address) =>
      miners.info(await minerOf(view, address)),
    ),
    stateMinerSectorCount: through(node.stateMinerSectorCount, async (view, address) =>
      miners.sectorCount(await minerOf(view, address)),
    ),
    stateMinerFaults: through(node.stateMinerFaults, async (view, address) =>
      miners.faults(await minerOf(view, address)),
    ),
    stateMinerRecoveries: through(node.stateMinerRecoveries, async (view, address) =>
      miners.recoveries(await minerOf(view, address)),
    ),
    stateMinerSectors: through(node.stateMinerSectors, async (view, address, sectors) =>
      miners.sectors(await minerOf(view, address), sectors),
    ),
    stateMinerPartitions: through(node.stateMinerPartitions, async (view, address, deadline) =>
      miners.partitions(await minerOf(view, address), deadline),
    ),
    stateMinerAvailableBalance: through(node.stateMinerAvailableBalance, async (view, address) => {
      const miner = await minerOf(view, address);
      return miners.availableBalance(miner, miner.balance, view.height);
    }),
    minerVestingFunds: through(node.minerVestingFunds, async (view, address) =>
      miners.vestingFunds(await minerOf(view, address)),
    ),

    stateMarketDeals: through(node.stateMarketDeals, async (view) => {
      const deals = await Array.fromAsync(walkDeals(view));
      return mapOf(deals.map(({ id, deal }) => [id, deal]));
    }),
    stateMarketStorageDeal: through(node.stateMarketStorageDeal, marketDeal),
    stateGetAllAllocations: through(node.stateGetAllAllocations, async (view) =>
      mapOf((await Array.fromAsync(walkAllocations(view))).map(entryOf)),
    ),
    stateGetAllClaims: through(node.stateGetAllClaims, async (view) =>
      mapOf((await Array.fromAsync(walkClaims(view))).map(entryOf)),
    ),
    stateGetAllocation: through(node.stateGetAllocation, async (view, client, id) =>
      findAllocation(view, await idOf(view, client), id),
    ),
    stateGetClaim: through(node.stateGetClaim, async (view, provider, id) =>
      findClaim(view, await idOf(view, provider), id),
    ),
    stateVerifierStatus: through(node.stateVerifierStatus, async (view, address) =>
      verifierStatus(view, await idOf(view, address)),
    ),
    stateVerifiedClientStatus: through(node.stateVerifiedClientStatus, async (view, address) =>
      verifiedClientStatus(view, await idOf(view, address)),
    ),
  };
}

/** Id of the actor that an address names. @throws Unanswered when there is none, AddressError */
async function idOf(view: StateView, address: string): Promise<Uint64> {
  const id = await view.idOf(parseAddress(address));
  if (id === null) throw new Unanswered('no actor has this address');
  return id;
}

async function minerOf(
  view: StateView,
  address: string,
): Promise<MinerActor & { balance: bigint }> {
  const { actor, version } = await view.ofKind(await idOf(view, address), 'storageminer');
  return { head: actor.head, version, balance: actor.balance };
}

function entryOf<T>({ id, value }: Walked<T>): [number, T | null] {
  return [id, value];
}

/** What has no form in JSON is left out. */
function mapOf<T>(entries: readonly (readonly [number, T | null])[]): Map<number, T> {
  return new Map(entries.flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
}
