/**
 * Messages: what users and providers send. Its CID names a message: of the bare message where it is
 * signed with BLS (blocks aggregate those signatures), else of the message with its signature.
 */
import { checkAddress, parseAddress } from './address.ts';
import { bigintFromBytes, parseAmount } from './amount.ts';
import { fromBase64 } from './encoding/bytes.ts';
import { CborWriter } from './encoding/cbor-writer.ts';
import { decodeCbor } from './encoding/cbor.ts';
import type { CborValue } from './encoding/cbor.ts';
import { blake2b256 } from './encoding/cid.ts';
import { SIGNATURE_BLS, signatureToBytes } from './signature.ts';
import type { Signature } from './signature.ts';
import { uint64 } from './encoding/uint64.ts';
import type { Uint64 } from './encoding/uint64.ts';

export interface Message {
  readonly version: number;
  readonly to: Uint8Array;
  readonly from: Uint8Array;
  readonly nonce: number;
  /** attoFIL */
  readonly value: bigint;
  readonly gasLimit: number;
  /** attoFIL per unit of gas */
  readonly gasFeeCap: bigint;
  /** attoFIL per unit of gas */
  readonly gasPremium: bigint;
  readonly method: Uint64;
  /** Empty when the message has none. */
  readonly params: Uint8Array;
}

/** As a message, with the full range of what its 64-bit fields can hold. */
export interface EncodableMessage extends Omit<Message, 'nonce' | 'gasLimit'> {
  readonly nonce: number | bigint;
  readonly gasLimit: number | bigint;
}

/** A message as nodes write it in JSON. */
export interface MessageJson {
  readonly Version: number;
  readonly To: string;
  readonly From: string;
  readonly Nonce: number;
  readonly Value: string;
  readonly GasLimit: number;
  readonly GasFeeCap: string;
  readonly GasPremium: string;
  readonly Method: Uint64;
  /** base64 */
  readonly Params?: string | null | undefined;
}

export class MessageError extends Error {
  override readonly name = 'MessageError';
}

function exact(value: number, field: string): number {
  if (!Number.isSafeInteger(value)) throw new MessageError(`${field} is not an exact integer`);
  return value;
}

function methodNumber(value: Uint64): Uint64 {
  try {
    return uint64(value);
  } catch {
    throw new MessageError('Method is not an exact unsigned 64-bit integer');
  }
}

/**
 * @throws AddressError, EncodingError, or MessageError where a number is beyond 2^53: the JSON parser
 * has lost its digits already. `Method` may be a bigint
 */
export function messageFromJson(json: MessageJson): Message {
  return {
    version: exact(json.Version, 'Version'),
    to: parseAddress(json.To),
    from: parseAddress(json.From),
    nonce: exact(json.Nonce, 'Nonce'),
    value: parseAmount(json.Value),
    gasLimit: exact(json.GasLimit, 'GasLimit'),
    gasFeeCap: parseAmount(json.GasFeeCap),
    gasPremium: parseAmount(json.GasPremium),
    method: methodNumber(json.Method),
    params: fromBase64(json.Params ?? ''),
  };
}

const writer = new CborWriter();

function write(message: EncodableMessage): void {
  writer
    .array(10)
    .int(message.version)
    .bytes(message.to)
    .bytes(message.from)
    .int(message.nonce)
    .bigint(message.value)
    .int(message.gasLimit)
    .bigint(message.gasFeeCap)
    .bigint(message.gasPremium)
    .int(message.method)
    .bytes(message.params);
}

/** CBOR of the bare message. */
export function encodeMessage(message: EncodableMessage): Uint8Array {
  writer.reset();
  write(message);
  return writer.finish();
}

/** Digest of the bare message's CID. */
export function messageDigest(message: EncodableMessage): Uint8Array {
  return blake2b256(encodeMessage(message));
}

/** CBOR of the message with its signature: the form in which secp256k1 and delegated ones are stored. */
export function encodeSignedMessage(message: EncodableMessage, signature: Signature): Uint8Array {
  writer.reset().array(2);
  write(message);
  return writer.bytes(signatureToBytes(signature)).finish();
}

/** Digest of the CID under which the chain knows a signed message (the bare one's for BLS). */
export function signedMessageDigest(message: EncodableMessage, signature: Signature): Uint8Array {
  return blake2b256(chainMessage(message, signature));
}

/** The bytes that the chain stores of a message; their length is its size. `null`: BLS, signature aggregated. */
export function chainMessage(message: EncodableMessage, signature: Signature | null): Uint8Array {
  return signature === null || signature.type === SIGNATURE_BLS
    ? encodeMessage(message)
    : encodeSignedMessage(message, signature);
}

/** Inverse of `encodeMessage`. @throws CborError, AddressError, EncodingError or MessageError */
export function decodeMessage(bytes: Uint8Array): Message {
  const fields = decodeCbor(bytes);
  if (!Array.isArray(fields) || fields.length !== 10) throw new MessageError('not a message');
  const field = (at: number): CborValue => (fields as readonly CborValue[])[at] ?? null;
  const integer = (at: number): number => {
    const value = field(at);
    if (typeof value !== 'number') throw new MessageError('not an exact integer');
    return exact(value, 'a field');
  };
  const binary = (at: number): Uint8Array => {
    const value = field(at);
    if (!(value instanceof Uint8Array)) throw new MessageError('not a byte string');
    return value;
  };
  const unsigned = field(8);
  if (typeof unsigned !== 'number' && typeof unsigned !== 'bigint')
    throw new MessageError('not an integer');
  return {
    version: integer(0),
    to: checkAddress(binary(1)),
    from: checkAddress(binary(2)),
    nonce: integer(3),
    value: bigintFromBytes(binary(4)),
    gasLimit: integer(5),
    gasFeeCap: bigintFromBytes(binary(6)),
    gasPremium: bigintFromBytes(binary(7)),
    method: methodNumber(unsigned),
    params: binary(9),
  };
}
