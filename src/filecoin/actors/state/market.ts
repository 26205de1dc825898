/** The market's state and the deals in it. */
import { toBase64 } from '../../encoding/bytes.ts';
import { CborBadText } from '../../encoding/cbor.ts';
import { PayloadError } from '../facts/read.ts';
import {
  address,
  amount,
  bool,
  cid,
  epoch,
  int,
  int64,
  tuple,
  uint64,
  versions,
  type Reader,
  type ValueOf,
} from './shape.ts';

const tables = {
  /** AMT by deal, of proposals. */
  Proposals: cid,
  /** AMT by deal, of states; of those only that were activated. */
  States: cid,
  /** HAMT by CID of the proposal. */
  PendingProposals: cid,
  /** HAMTs by address, of amounts. */
  EscrowTable: cid,
  LockedTable: cid,
  NextID: int,
  DealOpsByEpoch: cid,
  LastCron: epoch,
  TotalClientLockedCollateral: amount,
  TotalProviderLockedCollateral: amount,
  TotalClientStorageFee: amount,
};

export const storagemarket = versions(
  [13, tuple({ ...tables, PendingDealAllocationIds: cid, ProviderSectors: cid })],
  [9, tuple({ ...tables, PendingDealAllocationIds: cid })],
  [0, tuple(tables)],
);

/** Text, or bytes where it is no text or not UTF-8. */
const label: Reader<string | Uint8Array> = (value) => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof CborBadText) return value.bytes;
  throw new PayloadError('a label that is neither text nor bytes');
};

const proposal = tuple({
  PieceCID: cid,
  PieceSize: uint64,
  VerifiedDeal: bool,
  Client: address,
  Provider: address,
  Label: label,
  StartEpoch: int64,
  EndEpoch: int64,
  StoragePricePerEpoch: amount,
  ProviderCollateral: amount,
  ClientCollateral: amount,
});

type Proposal = Omit<ValueOf<typeof proposal>, 'Label'> & { Label: string; LabelBytes?: string };

/** A label of bytes is told as an empty one, as nodes do, and in base64 beside it. */
export const dealProposal: Reader<Proposal> = (value) => {
  const { Label, ...rest } = proposal(value);
  if (typeof Label === 'string') return { ...rest, Label };
  return { ...rest, Label: '', LabelBytes: toBase64(Label) };
};

const epochs = { SectorStartEpoch: epoch, LastUpdatedEpoch: epoch, SlashEpoch: epoch };

/** Since version 13 with its sector; from 9 to 12 with its claim. */
export const dealState = versions(
  [13, tuple({ SectorNumber: uint64, ...epochs })],
  [9, tuple({ ...epochs, VerifiedClaim: int })],
  [0, tuple(epochs)],
);
