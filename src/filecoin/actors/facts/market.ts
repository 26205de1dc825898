/**
 * What calls of the storage market did: deals published, activated, settled and terminated, and
 * balances moved (`readMarketCall`); whose deals a call published (`readPublishingProvider`).
 */
import { blake2b256 } from '../../encoding/cid.ts';
import { CborBadText, decodeCbor, encodeCbor } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import type { Runs } from '../../encoding/bitfield.ts';
import { countRuns, numbersOfRuns } from '../../encoding/bitfield.ts';
import type { Integer } from '../../encoding/integers.ts';
import type { Uint64 } from '../../encoding/uint64.ts';
import {
  addressOf,
  amountOf,
  attempt,
  batchOf,
  boolOf,
  bytesOf,
  factReader,
  fieldsOf,
  intOf,
  itemsOf,
  listOf,
  PayloadError,
  runsOf,
  tupleOf,
} from './read.ts';

export interface DealProposal {
  /** Digest of the proposal's CID (dag-cbor, blake2b-256), by which the market knows a pending deal. */
  readonly digest: Uint8Array;
  readonly pieceCid: Uint8Array;
  /** Padded bytes. */
  readonly pieceSize: Uint64;
  readonly verified: boolean;
  readonly client: Uint8Array;
  readonly provider: Uint8Array;
  /** As it came: text (of whatever characters, NUL too), or bytes where it is no text or not UTF-8. */
  readonly label: string | Uint8Array;
  readonly startEpoch: Integer;
  readonly endEpoch: Integer;
  /** attoFIL */
  readonly pricePerEpoch: bigint;
  readonly providerCollateral: bigint;
  readonly clientCollateral: bigint;
}

export interface PublishedDeal {
  readonly dealId: number;
  readonly proposal: DealProposal;
}

/** Deals that a sector was to carry. */
export interface SectorDeals {
  /** Null before actors version 12, which named it first. */
  readonly sector: Integer | null;
  readonly expiration: number;
  readonly dealIds: readonly number[];
  readonly activated: boolean;
}

export interface ChangedSector {
  readonly sector: Integer;
  /** Epoch until which the miner committed to keep the sector. */
  readonly minimumCommitment: number;
  readonly pieces: readonly {
    readonly cid: Uint8Array;
    /** Padded bytes. */
    readonly size: number;
    /** The deal that the payload names; null when it names none. */
    readonly dealId: number | null;
    /** Whether the told actor took the piece for the deal. */
    readonly accepted: boolean;
  }[];
}

export interface SettledDeal {
  readonly dealId: number;
  /** Exit code of the settling of this one deal; 0 is success. */
  readonly exitCode: number;
  /** attoFIL from client to provider; null when it was not settled. */
  readonly payment: bigint | null;
  /** Whether it was the deal's last settlement; null when it was not settled. */
  readonly completed: boolean | null;
}

export type MarketFact =
  /** Only what the market took: proposals that it dropped have no id. */
  | { readonly type: 'publish'; readonly deals: readonly PublishedDeal[] }
  | { readonly type: 'activate'; readonly sectors: readonly SectorDeals[] }
  /** FIP-0076: a miner told the market of pieces of deals (SectorContentChanged). */
  | { readonly type: 'content-changed'; readonly sectors: readonly ChangedSector[] }
  /** By deal until actors version 12, by sector of the calling miner since. */
  | {
      readonly type: 'terminate';
      readonly epoch: number;
      readonly dealIds: readonly number[] | null;
      readonly sectors: Runs | null;
    }
  | { readonly type: 'settle'; readonly deals: readonly SettledDeal[] }
  /** The call's value went to this party's escrow. */
  | { readonly type: 'add-balance'; readonly party: Uint8Array }
  /** attoFIL; `withdrawn` null before actors version 6, which returned nothing. */
  | {
      readonly type: 'withdraw-balance';
      readonly party: Uint8Array;
      readonly requested: bigint;
      readonly withdrawn: bigint | null;
    };

function labelOf(value: CborValue): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof CborBadText) return value.bytes;
  throw new PayloadError('a label that is neither text nor bytes');
}

/** @throws PayloadError and other refusals of ../../cbor.ts, ../../address.ts, ../../amount.ts */
function proposalOf(value: CborValue): DealProposal {
  const fields = tupleOf(value, 11);
  return {
    pieceCid: fields.cid(0),
    pieceSize: fields.unsigned(1),
    verified: fields.bool(2),
    client: fields.address(3),
    provider: fields.address(4),
    label: labelOf(fields.at(5)),
    startEpoch: fields.integer(6),
    endEpoch: fields.integer(7),
    pricePerEpoch: fields.amount(8),
    providerCollateral: fields.amount(9),
    clientCollateral: fields.amount(10),
    digest: blake2b256(encodeCbor(value)),
  };
}

function published(params: Uint8Array, returned: Uint8Array): MarketFact {
  const proposals = fieldsOf(params, 1).list(0, (item) => tupleOf(item, 2).at(0));
  const answer = fieldsOf(returned, 1, 2);
  const ids = answer.ints(0);
  const valid = answer.length === 2 ? answer.runs(1) : [0, proposals.length];
  if (countRuns(valid) !== ids.length) throw new PayloadError('ids of other deals');
  const deals: PublishedDeal[] = [];
  let next = 0;
  for (const place of numbersOfRuns(valid)) {
    const proposal = proposals[Number(place)];
    const dealId = ids[next++];
    if (proposal === undefined || dealId === undefined)
      throw new PayloadError('an id of a deal that was not proposed');
    deals.push({ dealId, proposal: proposalOf(proposal) });
  }
  return { type: 'publish', deals };
}

/** The provider of PublishStorageDeals' first proposal (all are of one), whether or not the call succeeded. */
export function readPublishingProvider(params: Uint8Array): Uint8Array | null {
  const provider = attempt(() => {
    const [first] = fieldsOf(params, 1).list(0, (item) => tupleOf(item, 2));
    return first ? tupleOf(first.at(0), 11).address(4) : null;
  });
  return provider instanceof PayloadError ? null : provider;
}

function activatedSectors(params: Uint8Array, returned: Uint8Array): MarketFact {
  const items = fieldsOf(params, 2).list(0, (item) => item);
  const result = batchOf(fieldsOf(returned, 2).at(0), items.length);
  return {
    type: 'activate',
    sectors: itemsOf(items, result, (item, activated) => {
      const fields = tupleOf(item, 4);
      return {
        sector: fields.sector(0),
        expiration: fields.int(2),
        dealIds: fields.ints(3),
        activated,
      };
    }),
  };
}

/** The market is told a deal's id, in CBOR. */
function dealIdOf(payload: Uint8Array): number | null {
  const id = attempt(() => intOf(decodeCbor(payload)));
  return id instanceof PayloadError ? null : id;
}

function contentChanged(params: Uint8Array, returned: Uint8Array): MarketFact {
  const answers = listOf(decodeCbor(returned), (item) => listOf(item, boolOf));
  return {
    type: 'content-changed',
    sectors: listOf(decodeCbor(params), (item) => tupleOf(item, 3)).map((fields, i) => ({
      sector: fields.sector(0),
      minimumCommitment: fields.int(1),
      pieces: fields
        .list(2, (item) => tupleOf(item, 3))
        .map((piece, j) => ({
          cid: piece.cid(0),
          size: piece.int(1),
          dealId: dealIdOf(bytesOf(piece.at(2))),
          accepted: answers[i]?.[j] ?? false,
        })),
    })),
  };
}

function settled(params: Uint8Array, returned: Uint8Array): MarketFact {
  const asked = runsOf(decodeCbor(params));
  const answer = fieldsOf(returned, 2);
  const { count, failed } = batchOf(answer.at(0), countRuns(asked));
  const paid = answer.list(1, (item) => tupleOf(item, 2));
  // What the settlements hold bounds how many numbers the bit field may stand for.
  if (paid.length + failed.size !== count) throw new PayloadError('settlements of other deals');
  const deals: SettledDeal[] = [];
  let next = 0;
  let place = 0;
  for (const dealId of numbersOfRuns(asked)) {
    const exitCode = failed.get(place++) ?? 0;
    const payment = exitCode === 0 ? paid[next++] : undefined;
    // A number beyond 2^53 is no deal's.
    if (typeof dealId === 'bigint') continue;
    deals.push({
      dealId,
      exitCode,
      payment: payment?.amount(0) ?? null,
      completed: payment?.bool(1) ?? null,
    });
  }
  return { type: 'settle', deals };
}

function terminated(params: Uint8Array): MarketFact {
  const fields = fieldsOf(params, 2);
  const bySector = fields.at(1) instanceof Uint8Array;
  return {
    type: 'terminate',
    epoch: fields.int(0),
    dealIds: bySector ? null : fields.ints(1),
    sectors: bySector ? fields.sectors(1) : null,
  };
}

/** What a call of the storage market did; null for methods that only read or check. */
export const readMarketCall = factReader<MarketFact>('storagemarket', {
  PublishStorageDeals: published,
  ActivateDeals: (params) => {
    const fields = fieldsOf(params, 2);
    return {
      type: 'activate',
      sectors: [
        { sector: null, dealIds: fields.ints(0), expiration: fields.int(1), activated: true },
      ],
    };
  },
  BatchActivateDeals: activatedSectors,
  SectorContentChanged: contentChanged,
  OnMinerSectorsTerminate: terminated,
  SettleDealPayments: settled,
  AddBalance: (params) => ({ type: 'add-balance', party: addressOf(decodeCbor(params)) }),
  WithdrawBalance: (params, returned) => {
    const fields = fieldsOf(params, 2);
    return {
      type: 'withdraw-balance',
      party: fields.address(0),
      requested: fields.amount(1),
      withdrawn: returned.length === 0 ? null : amountOf(decodeCbor(returned)),
    };
  },
});
