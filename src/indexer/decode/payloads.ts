import { decodeParams, decodeReturn, type Decoded } from '#filecoin/actors/decode.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { ReceiptJson } from '#node/types.ts';
import type { MessageRow } from '../types.ts';

/**
 * Params and return of a message that no decoder can read, as `kind.method.params|return`. They are
 * shown raw; this is to count them. Methods that do not exist have nothing to be decoded.
 */
export function undecodedPayloads(
  kind: ActorKind,
  version: number | undefined,
  message: MessageRow,
  receipt: ReceiptJson,
  /** Multicodec of what it returned. */
  codec: Uint64,
): string[] {
  const { method } = message;
  const missing: string[] = [];
  if (message.params && isUnread(decodeParams({ kind, method, version, params: message.params })))
    missing.push(`${kind}.${method}.params`);
  if (receipt.ExitCode === 0 && receipt.Return) {
    const returned = fromBase64(receipt.Return);
    if (isUnread(decodeReturn({ kind, method, version, codec, returned })))
      missing.push(`${kind}.${method}.return`);
  }
  return missing;
}

function isUnread(decoded: Decoded): boolean {
  return !decoded.ok && (decoded.reason === 'codec' || decoded.reason === 'malformed');
}
