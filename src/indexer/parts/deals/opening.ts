/** What the node tells of deals and data cap that no message tells. */
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { DATACAP_ID, STORAGE_MARKET_ID, VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { orNull } from '#node/refusals.ts';
import type { AllocationJson, ClaimJson, MarketDealJson } from '#node/types.ts';
import { z } from 'zod';
import { requireId } from '../../decode/ids.ts';
import type { GatherContext } from '../context.ts';
import type { Claim, Deal, OlderAllocation, OlderDeal, OlderStorage } from './acts.ts';

/** Above this the genesis is no genesis of a young chain: its deals and claims are not asked for. */
const MAX_OPENING = 50_000;
const UTF8 = new TextEncoder();

const marketState = z.object({ NextID: z.int() });
const registryState = z.object({ NextAllocationId: z.int() });
const tokenState = z.object({ Token: z.object({ Supply: z.string() }) });

function dealOf(id: number, { Proposal: proposal }: MarketDealJson): Deal {
  return {
    id,
    clientId: requireId(proposal.Client),
    providerId: requireId(proposal.Provider),
    pieceCid: parseCid(proposal.PieceCID['/']),
    pieceSize: proposal.PieceSize,
    verified: proposal.VerifiedDeal,
    // A node that is asked by calls tells a label of bytes as an empty text.
    label:
      proposal.LabelBytes === undefined
        ? UTF8.encode(proposal.Label)
        : fromBase64(proposal.LabelBytes),
    labelText: proposal.LabelBytes === undefined,
    startEpoch: proposal.StartEpoch,
    endEpoch: proposal.EndEpoch,
    price: BigInt(proposal.StoragePricePerEpoch),
    providerCollateral: BigInt(proposal.ProviderCollateral),
    clientCollateral: BigInt(proposal.ClientCollateral),
  };
}

export function olderDealOf(id: number, json: MarketDealJson): OlderDeal {
  const { SectorStartEpoch: start, SectorNumber: sector } = json.State;
  return {
    ...dealOf(id, json),
    activatedHeight: start < 0 ? null : start,
    sector: start < 0 ? null : (sector ?? null),
  };
}

export function claimOf(id: number, json: ClaimJson): Claim {
  return {
    id,
    client: json.Client,
    provider: json.Provider,
    pieceCid: parseCid(json.Data['/']),
    size: json.Size,
    termMin: json.TermMin,
    termMax: json.TermMax,
    termStart: json.TermStart,
    sector: json.Sector,
  };
}

/** `madeHeight`: of the tipset whose upgrade made it without a message. */
export function olderAllocationOf(
  id: number,
  json: AllocationJson,
  madeHeight: number | null,
): OlderAllocation {
  return {
    id,
    client: json.Client,
    provider: json.Provider,
    pieceCid: parseCid(json.Data['/']),
    size: json.Size,
    termMin: json.TermMin,
    termMax: json.TermMax,
    expiration: json.Expiration,
    madeHeight,
  };
}

/**
 * Deals and data cap of a genesis. A later beginning has none: a large network's are gigabytes, taken
 * over slice by slice.
 */
export async function openingOf(context: GatherContext): Promise<OlderStorage | null> {
  if (!context.opening || context.tipset.height !== 0) return null;
  const { node, key, executed, log } = context;
  const state = async <T>(id: number, schema: z.ZodType<T>): Promise<T | null> => {
    const answer = await orNull(node.stateReadState(`f0${id}`, key));
    return schema.safeParse(answer?.State).data ?? null;
  };
  const [market, registry, token, actors] = await Promise.all([
    state(STORAGE_MARKET_ID, marketState),
    state(VERIFIED_REGISTRY_ID, registryState),
    state(DATACAP_ID, tokenState),
    orNull(node.stateListActors(key)),
  ]);
  const few = (count: number | undefined): boolean =>
    (count ?? 0) > 0 && (count ?? 0) <= MAX_OPENING;
  const people = actors && few(actors.length) ? actors : [];
  const [deals, claims, allocations, verifiers, holders] = await Promise.all([
    few(market?.NextID) ? orNull(node.stateMarketDeals(key)) : null,
    few(registry?.NextAllocationId) ? orNull(node.stateGetAllClaims(key)) : null,
    few(registry?.NextAllocationId) ? orNull(node.stateGetAllAllocations(key)) : null,
    amountsOf(people, (address) => node.stateVerifierStatus(address, key)),
    token?.Token.Supply === '0'
      ? []
      : amountsOf(people, (address) => node.stateVerifiedClientStatus(address, key)),
  ]);
  if (!deals || !claims || !allocations)
    log.warn(
      { height: executed.network.height },
      'the node does not tell all deals of the genesis',
    );
  return {
    deals: sorted(deals).map(([id, json]) => olderDealOf(id, json)),
    claims: sorted(claims).map(([id, json]) => claimOf(id, json)),
    allocations: sorted(allocations).map(([id, json]) => olderAllocationOf(id, json, null)),
    verifiers: verifiers.map(({ id, amount }) => ({ id, allowance: amount })),
    holders: holders.map(({ id, amount }) => ({ id, balance: amount })),
  };
}

function sorted<T>(map: ReadonlyMap<number, T> | null): [number, T][] {
  return [...(map ?? [])].sort(([a], [b]) => a - b);
}

/** Of those that have one, by id. */
async function amountsOf(
  addresses: readonly string[],
  ask: (address: string) => Promise<string | null>,
): Promise<{ id: number; amount: bigint }[]> {
  const answers = await Promise.all(
    addresses.map(async (address) => ({ address, amount: await orNull(ask(address)) })),
  );
  return answers
    .flatMap(({ address, amount }) =>
      amount === null ? [] : [{ id: requireId(address), amount: BigInt(amount) }],
    )
    .sort((a, b) => a.id - b.id);
}
