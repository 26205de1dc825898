/** The call tree of an executed message, as `trace.doc` holds it: deflated JSON. */
import { deflateSync, inflateSync } from 'node:zlib';

export interface CallNode {
  /** Actor ids. */
  from: number;
  /** Null when no actor ran; `toAddress` then tells who was called. */
  to: number | null;
  /** Address text of the receiver when the call did not use its id. */
  toAddress?: string;
  /** ACTOR_KINDS index of the receiver as it ran; null when unknown. */
  toKind: number | null;
  /** attoFIL */
  value: string;
  /** This and the other integers of 64 bits: a decimal string above 2^53. */
  method: number | string;
  /** base64; cut at MAX_PAYLOAD characters. */
  params: string | null;
  paramsCodec: number | string;
  exit: number | string;
  /** base64; cut at MAX_PAYLOAD characters. */
  ret: string | null;
  retCodec: number | string;
  gas?: number;
  readOnly: boolean;
  sub: CallNode[];
}

/** Longest payload of a call that is kept, in base64 characters (¾ of it in bytes). */
export const MAX_PAYLOAD = 1 << 20;

/** Largest document that is unpacked: chain data is hostile, and deflate packs a thousandfold. */
const MAX_DOCUMENT = 256 << 20;

export function packCallTree(root: CallNode): Uint8Array {
  // A copy: what comes out of deflating is a small view of a large buffer.
  return new Uint8Array(deflateSync(JSON.stringify(root)));
}

/** Inverse of `packCallTree`. Throws when the bytes are no such document or it is too large. */
export function unpackCallTree(doc: Uint8Array): CallNode {
  return JSON.parse(
    inflateSync(doc, { maxOutputLength: MAX_DOCUMENT }).toString('utf8'),
  ) as CallNode;
}
