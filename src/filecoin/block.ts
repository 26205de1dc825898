/** Block headers. A block's CID is the digest of its header's CBOR, a tuple of sixteen fields. */
import { parseAddress } from './address.ts';
import { parseAmount } from './amount.ts';
import { arrayDigest, encodeLink } from './ipld/buildAmt.ts';
import { fromBase64 } from './encoding/bytes.ts';
import { CborWriter } from './encoding/cbor-writer.ts';
import { blake2b256, chainCidBytes, parseCid } from './encoding/cid.ts';
import { signatureFromJson, signatureToBytes } from './signature.ts';
import type { Signature, SignatureJson } from './signature.ts';
import type { Integer } from './encoding/integers.ts';
import type { Uint64 } from './encoding/uint64.ts';

/** CIDs are whole CID bytes: the parent of a genesis block is no chain CID. */
export interface BlockHeader {
  readonly miner: Uint8Array;
  /** VRF proof of the ticket. */
  readonly ticket: Uint8Array | null;
  readonly electionProof: { readonly winCount: Integer; readonly vrfProof: Uint8Array } | null;
  readonly beaconEntries: readonly { readonly round: Uint64; readonly data: Uint8Array }[];
  readonly winPoStProof: readonly { readonly type: Integer; readonly proof: Uint8Array }[];
  readonly parents: readonly Uint8Array[];
  readonly parentWeight: bigint;
  readonly height: number;
  readonly parentStateRoot: Uint8Array;
  readonly parentMessageReceipts: Uint8Array;
  readonly messages: Uint8Array;
  readonly blsAggregate: Signature | null;
  /** Unix time, seconds. */
  readonly timestamp: Uint64;
  readonly blockSig: Signature | null;
  readonly forkSignaling: Uint64;
  /** attoFIL per unit of gas, of this block's own tipset (named after where it is computed). */
  readonly parentBaseFee: bigint;
}

interface CidJson {
  readonly '/': string;
}

/** A header as nodes write it in JSON. */
export interface BlockHeaderJson {
  readonly Miner: string;
  readonly Ticket: { readonly VRFProof: string | null } | null;
  readonly ElectionProof: { readonly WinCount: Integer; readonly VRFProof: string | null } | null;
  readonly BeaconEntries:
    readonly { readonly Round: Uint64; readonly Data: string | null }[] | null;
  readonly WinPoStProof:
    readonly { readonly PoStProof: Integer; readonly ProofBytes: string | null }[] | null;
  readonly Parents: readonly CidJson[] | null;
  readonly ParentWeight: string;
  readonly Height: number;
  readonly ParentStateRoot: CidJson;
  readonly ParentMessageReceipts: CidJson;
  readonly Messages: CidJson;
  readonly BLSAggregate: SignatureJson | null;
  readonly Timestamp: Uint64;
  readonly BlockSig: SignatureJson | null;
  readonly ForkSignaling: Uint64;
  readonly ParentBaseFee: string;
}

/** @throws AddressError, CidError or EncodingError where a field is malformed */
export function headerFromJson(json: BlockHeaderJson): BlockHeader {
  return {
    miner: parseAddress(json.Miner),
    ticket: json.Ticket === null ? null : fromBase64(json.Ticket.VRFProof ?? ''),
    electionProof:
      json.ElectionProof === null
        ? null
        : {
            winCount: json.ElectionProof.WinCount,
            vrfProof: fromBase64(json.ElectionProof.VRFProof ?? ''),
          },
    beaconEntries: (json.BeaconEntries ?? []).map((entry) => ({
      round: entry.Round,
      data: fromBase64(entry.Data ?? ''),
    })),
    winPoStProof: (json.WinPoStProof ?? []).map((proof) => ({
      type: proof.PoStProof,
      proof: fromBase64(proof.ProofBytes ?? ''),
    })),
    parents: (json.Parents ?? []).map((cid) => parseCid(cid['/'])),
    parentWeight: parseAmount(json.ParentWeight),
    height: json.Height,
    parentStateRoot: parseCid(json.ParentStateRoot['/']),
    parentMessageReceipts: parseCid(json.ParentMessageReceipts['/']),
    messages: parseCid(json.Messages['/']),
    blsAggregate: json.BLSAggregate === null ? null : signatureFromJson(json.BLSAggregate),
    timestamp: json.Timestamp,
    blockSig: json.BlockSig === null ? null : signatureFromJson(json.BlockSig),
    forkSignaling: json.ForkSignaling,
    parentBaseFee: parseAmount(json.ParentBaseFee),
  };
}

const writer = new CborWriter();

function writeSignature(signature: Signature | null): void {
  if (signature === null) writer.null();
  else writer.bytes(signatureToBytes(signature));
}

/** @throws RangeError where an integer is not exact */
export function encodeHeader(header: BlockHeader): Uint8Array {
  writer.reset().array(16).bytes(header.miner);
  if (header.ticket === null) writer.null();
  else writer.array(1).bytes(header.ticket);
  if (header.electionProof === null) writer.null();
  else writer.array(2).int(header.electionProof.winCount).bytes(header.electionProof.vrfProof);
  writer.array(header.beaconEntries.length);
  for (const entry of header.beaconEntries) writer.array(2).int(entry.round).bytes(entry.data);
  writer.array(header.winPoStProof.length);
  for (const proof of header.winPoStProof) writer.array(2).int(proof.type).bytes(proof.proof);
  writer.array(header.parents.length);
  for (const parent of header.parents) writer.cid(parent);
  writer
    .bigint(header.parentWeight)
    .int(header.height)
    .cid(header.parentStateRoot)
    .cid(header.parentMessageReceipts)
    .cid(header.messages);
  writeSignature(header.blsAggregate);
  writer.int(header.timestamp);
  writeSignature(header.blockSig);
  return writer.int(header.forkSignaling).bigint(header.parentBaseFee).finish();
}

/** Digest of the block's CID. */
export function headerDigest(header: BlockHeader): Uint8Array {
  return blake2b256(encodeHeader(header));
}

/**
 * Digest of what a header names as its `Messages`, by the digests of the block's messages: the BLS
 * ones, and those that bring their signatures.
 */
export function messagesDigest(
  bls: readonly Uint8Array[],
  signed: readonly Uint8Array[],
): Uint8Array {
  const roots = [bls, signed].map((digests) => chainCidBytes(arrayDigest(digests.map(encodeLink))));
  writer.reset().array(2);
  for (const root of roots) writer.cid(root);
  return blake2b256(writer.finish());
}
