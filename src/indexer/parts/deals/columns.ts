/** What the columns of deals, allocations and claims hold. */
import type { Deal } from './acts.ts';

/** Of a deal's status. */
export const PUBLISHED = 0;
export const ACTIVE = 1;
export const TERMINATED = 2;
export const SLASHED = 3;
export const SETTLED = 4;

/** Of an allocation's status. */
export const OPEN = 0;
export const CLAIMED = 1;
export const REMOVED = 2;

/** Of what was proposed. */
export function columnsOf(deal: Deal) {
  return {
    id: deal.id,
    client_id: deal.clientId,
    provider_id: deal.providerId,
    piece_cid: deal.pieceCid,
    piece_size: String(deal.pieceSize),
    verified: deal.verified,
    label: deal.label,
    label_text: deal.labelText,
    start_epoch: deal.startEpoch,
    end_epoch: deal.endEpoch,
    price: deal.price.toString(),
    provider_collateral: deal.providerCollateral.toString(),
    client_collateral: deal.clientCollateral.toString(),
  };
}
