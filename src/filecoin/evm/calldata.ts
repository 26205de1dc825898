/** What is given to a contract and what it returns: in CBOR bytes in messages, bare between contracts. */
import { CborError, decodeCbor } from '../encoding/cbor.ts';
import { CODEC_RAW } from '../encoding/cid.ts';
import type { Uint64 } from '../encoding/uint64.ts';

/** Codecs of those who do not tell: messages, and traces of older nodes. */
const UNTOLD: ReadonlySet<Uint64 | undefined> = new Set([undefined, 0]);
const CBOR: ReadonlySet<Uint64 | undefined> = new Set([...UNTOLD, 0x51, 0x71]);
const SELECTOR = 4;
const WORD = 32;

/**
 * Calldata of InvokeContract's params, null when they are none. `codec`: as a trace declares them.
 * Where nobody tells, bare bytes are recognised by their length, that of a selector and whole words.
 */
export function calldataOf(params: Uint8Array, codec?: Uint64): Uint8Array | null {
  const data = returnDataOf(params, codec);
  if (data !== null) return data;
  return UNTOLD.has(codec) && params.length % WORD === SELECTOR ? params : null;
}

/** What a contract's function returned, null when the bytes are not such. `codec`: as a trace declares it. */
export function returnDataOf(returned: Uint8Array, codec?: Uint64): Uint8Array | null {
  if (codec === CODEC_RAW) return returned;
  if (!CBOR.has(codec)) return null;
  try {
    const data = decodeCbor(returned);
    return data instanceof Uint8Array ? data : null;
  } catch (error) {
    if (!(error instanceof CborError)) throw error;
    return null;
  }
}
