/** The messages that a block includes. */
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import { blake2b256 } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { ethTransactionHash } from '#filecoin/evm/ethtx.ts';
import { chainMessage, messageFromJson } from '#filecoin/message.ts';
import { SIGNATURE_BLS, SIGNATURE_DELEGATED, signatureFromJson } from '#filecoin/signature.ts';
import type { BlockMessagesJson, MessageJson, SignatureJson } from '#node/types.ts';
import { InvariantError } from '../errors.ts';
import type { MessageRow, TipsetRef } from '../types.ts';
import { digest } from './ids.ts';

/**
 * Messages in the block's order: BLS first, then the signed ones. `known`, by the text of their CIDs:
 * what other blocks of the tipset brought need not be decoded again.
 * Throws InvariantError 1 when a message's CID is not that of its content.
 */
export function decodeBlockMessages(
  json: BlockMessagesJson,
  tipset: TipsetRef,
  chainId: number,
  known: Map<string, MessageRow> = new Map(),
): MessageRow[] {
  const { BlsMessages: bls, SecpkMessages: signed, Cids: cids } = json;
  if (bls.length + signed.length !== cids.length)
    throw new InvariantError(1, tipset, 'a block tells other CIDs than messages');
  return cids.map((cid, index) => {
    const before = known.get(cid['/']);
    if (before) return before;
    const bare = bls[index];
    const withSignature = signed[index - bls.length];
    const row = bare
      ? messageRow(bare, null, chainId)
      : withSignature
        ? messageRow(withSignature.Message, withSignature.Signature, chainId)
        : null;
    if (!row || !equalBytes(row.cid, digest(cid)))
      throw new InvariantError(1, tipset, `message ${cid['/']} has another CID than its content`);
    known.set(cid['/'], row);
    return row;
  });
}

/** `signature` is null for a BLS message, whose signature is part of the block's aggregate. */
export function messageRow(
  json: MessageJson,
  signatureJson: SignatureJson | null,
  chainId: number,
): MessageRow {
  const message = messageFromJson(json);
  const signature = signatureJson ? signatureFromJson(signatureJson) : null;
  const bytes = chainMessage(message, signature);
  const type = signature?.type ?? SIGNATURE_BLS;
  return {
    cid: blake2b256(bytes),
    version: message.version,
    from_addr: message.from,
    to_addr: message.to,
    nonce: message.nonce,
    value: message.value,
    gas_limit: message.gasLimit,
    gas_fee_cap: message.gasFeeCap,
    gas_premium: message.gasPremium,
    method: message.method,
    params: message.params.length > 0 ? message.params : null,
    signature_type: int16(type),
    size: bytes.length,
    eth_hash:
      signature && type === SIGNATURE_DELEGATED
        ? ethTransactionHash(message, signature, chainId)
        : null,
  };
}

/** First four bytes of the calldata in InvokeContract's params (a CBOR byte string). */
export function selectorOf(params: Uint8Array | null | undefined): Uint8Array | null {
  if (!params) return null;
  try {
    const calldata = decodeCbor(params);
    return calldata instanceof Uint8Array && calldata.length >= 4 ? calldata.slice(0, 4) : null;
  } catch {
    return null;
  }
}
