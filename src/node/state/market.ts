/** Deals, out of the market's state. */
import { STORAGE_MARKET_ID } from '#filecoin/address.ts';
import { dealProposal, dealState } from '#filecoin/actors/state/market.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import { atVersion } from '#filecoin/actors/state/shape.ts';
import { findInAmt, walkAmt, type AmtEntry } from '#filecoin/ipld/amt.ts';
import type { MarketDealJson } from '../types.ts';
import { countedId, legible } from './keys.ts';
import type { StateView } from './view.ts';

/** States name the deal's sector since this actors version (network version 22). */
const FIRST_WITH_SECTOR = 13;

/** StateMarketStorageDeal; null for a deal that the market does not have (any more). */
export async function marketDeal(view: StateView, id: number): Promise<MarketDealJson | null> {
  const { version, state } = await view.read(STORAGE_MARKET_ID, 'storagemarket');
  const [[proposal], [own]] = await Promise.all([
    findInAmt(view.objects, state.Proposals['/'], [id]),
    findInAmt(view.objects, state.States['/'], [id]),
  ]);
  return proposal == null ? null : dealOf(version, proposal, own ?? null);
}

export interface WalkedDeal {
  readonly id: number;
  /** Null where nodes' JSON has no form for it: of numbers beyond 2^53. */
  readonly deal: MarketDealJson | null;
}

/** The market's deals by ascending id, all or those behind one; as many as it has. */
export async function* walkDeals(
  view: StateView,
  after = -1,
): AsyncGenerator<WalkedDeal, void, undefined> {
  const { version, state } = await view.read(STORAGE_MARKET_ID, 'storagemarket');
  const from = { from: after + 1 };
  const states = walkAmt(view.objects, state.States['/'], from);
  let own = await states.next();
  for await (const proposal of walkAmt(view.objects, state.Proposals['/'], from)) {
    while (own.done !== true && own.value.key < proposal.key) own = await states.next();
    const active = own.done !== true && own.value.key === proposal.key ? own.value : null;
    yield {
      id: countedId(proposal.key),
      deal: legible(() => dealOf(version, proposal, active)),
    };
  }
}

/** @param own the deal's state; null before it is active */
function dealOf(version: number, proposal: AmtEntry, own: AmtEntry | null): MarketDealJson {
  return readValue('deal of the market', () => ({
    Proposal: dealProposal(proposal.value),
    State: own === null ? notActive(version) : stateOf(version, own),
  }));
}

function notActive(version: number): MarketDealJson['State'] {
  const none = { SectorStartEpoch: -1, LastUpdatedEpoch: -1, SlashEpoch: -1 };
  return version < FIRST_WITH_SECTOR ? none : { SectorNumber: 0, ...none };
}

function stateOf(version: number, own: AmtEntry): MarketDealJson['State'] {
  const state = atVersion(dealState, version)(own.value);
  const { SectorStartEpoch, LastUpdatedEpoch, SlashEpoch } = state;
  const epochs = { SectorStartEpoch, LastUpdatedEpoch, SlashEpoch };
  return 'SectorNumber' in state ? { SectorNumber: state.SectorNumber, ...epochs } : epochs;
}
