/**
 * Content identifiers. Everything on the chain itself (blocks, messages, state) is named by
 * CIDv1, dag-cbor, blake2b-256; code CIDs are raw with an identity or blake2b hash; piece CIDs and
 * what users type may be anything. Bases are multiformats'; its `CID` makes an object of each, and with
 * it indexing takes 1.09 times the processor time (`BENCH_HEIGHT=5000 npm run bench -- ingest`).
 */
import { blake2b } from '#filecoin/encoding/blake2b.ts';
import { decodeBase32, encodeBase32 } from './base32.ts';
import { decodeBase58, encodeBase58 } from './base58.ts';
import { concatBytes } from './bytes.ts';
import { decodeUvarint } from './varint.ts';

/** CIDv1, dag-cbor (0x71), blake2b-256 (0xb220), 32 bytes: what stands before a chain object's digest. */
export const CHAIN_CID_PREFIX: Uint8Array = Uint8Array.of(0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20);

/** The text of every chain CID begins so: the first five bytes of the prefix and part of the sixth. */
const CHAIN_CID_TEXT = 'bafy2bza';
const CHAIN_CID_LENGTH = CHAIN_CID_PREFIX.length + 32;
const CHAIN_CID_TEXT_LENGTH = 62;

/** Longer texts are refused unread; identity CIDs on the chain are far shorter. */
const MAX_TEXT_LENGTH = 512;

export const CODEC_RAW = 0x55;

export class CidError extends Error {
  override readonly name = 'CidError';
}

export interface CidParts {
  version: 0 | 1;
  /** Multicodec of the content, e.g. 0x71 dag-cbor. */
  codec: number;
  /** Multicodec of the hash function, e.g. 0xb220 blake2b-256, 0 identity. */
  hash: number;
  digest: Uint8Array;
}

/** 32-byte blake2b digest. */
export function blake2b256(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, 32);
}

/** Takes a CID's bytes apart. @throws CidError when they are not exactly one CID */
export function cidParts(bytes: Uint8Array): CidParts {
  if (bytes.length === 34 && bytes[0] === 0x12 && bytes[1] === 0x20)
    return { version: 0, codec: 0x70, hash: 0x12, digest: bytes.subarray(2) };
  try {
    const version = decodeUvarint(bytes);
    const codec = decodeUvarint(bytes, version.end);
    const hash = decodeUvarint(bytes, codec.end);
    const size = decodeUvarint(bytes, hash.end);
    if (version.value !== 1n) throw new CidError('unknown CID version');
    if (BigInt(bytes.length - size.end) !== size.value)
      throw new CidError('digest of wrong length');
    return {
      version: 1,
      codec: Number(codec.value),
      hash: Number(hash.value),
      digest: bytes.subarray(size.end),
    };
  } catch (error) {
    throw error instanceof CidError ? error : new CidError('not a CID', { cause: error });
  }
}

/**
 * Bytes of a CID: version 0 (`Qm…`) and version 1 in base32 (`b…`, also all upper case `B…`) or
 * base58 (`z…`). @throws CidError
 */
export function parseCid(text: string): Uint8Array {
  if (text.length === 0 || text.length > MAX_TEXT_LENGTH)
    throw new CidError('a CID of impossible length');
  let bytes: Uint8Array;
  try {
    if (text.startsWith('b')) bytes = decodeBase32(text.slice(1));
    else if (text.startsWith('B') && text === text.toUpperCase())
      bytes = decodeBase32(text.slice(1).toLowerCase());
    else if (text.startsWith('z')) bytes = decodeBase58(text.slice(1));
    else if (text.startsWith('Qm') && text.length === 46) bytes = decodeBase58(text);
    else throw new CidError('not a CID');
  } catch (error) {
    throw error instanceof CidError ? error : new CidError('not a CID', { cause: error });
  }
  // Nearly all are: no need to take them apart.
  if (isChainCid(bytes)) return bytes;
  const { version } = cidParts(bytes);
  if ((version === 0) !== text.startsWith('Qm')) throw new CidError('not a CID');
  return bytes;
}

/** Text of a CID's bytes: base58 for version 0, base32 for version 1. */
export function formatCid(bytes: Uint8Array): string {
  return bytes.length === 34 && bytes[0] === 0x12 && bytes[1] === 0x20
    ? encodeBase58(bytes)
    : `b${encodeBase32(bytes)}`;
}

/** Whether these bytes are a CID as chain objects have it (dag-cbor, blake2b-256). */
export function isChainCid(bytes: Uint8Array): boolean {
  if (bytes.length !== CHAIN_CID_LENGTH) return false;
  for (let at = 0; at < CHAIN_CID_PREFIX.length; at++)
    if (bytes[at] !== CHAIN_CID_PREFIX[at]) return false;
  return true;
}

/** The 32-byte digest of a chain object's CID. @throws CidError when it is not dag-cbor with blake2b-256 */
export function digestOf(text: string): Uint8Array {
  if (text.length !== CHAIN_CID_TEXT_LENGTH || !text.startsWith(CHAIN_CID_TEXT))
    throw new CidError('not the CID of a block, message or state object');
  const bytes = parseCid(text);
  if (!isChainCid(bytes)) throw new CidError('not the CID of a block, message or state object');
  return bytes.subarray(CHAIN_CID_PREFIX.length);
}

/** Text of the CID of the chain object with this 32-byte digest. */
export function cidOf(digest: Uint8Array): string {
  return `b${encodeBase32(concatBytes(CHAIN_CID_PREFIX, digest))}`;
}

/** Bytes of the CID of the chain object with this 32-byte digest. */
export function chainCidBytes(digest: Uint8Array): Uint8Array {
  return concatBytes(CHAIN_CID_PREFIX, digest);
}
