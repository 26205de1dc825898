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
import { integer, isInt64 } from './encoding/integers.ts';
import type { Integer } from './encoding/integers.ts';
import { uint64 } from './encoding/uint64.ts';
import type { Uint64 } from './encoding/uint64.ts';

export interface Message {
  readonly version: Uint64;
  readonly to: Uint8Array;
  readonly from: Uint8Array;
  readonly nonce: Uint64;
  /** attoFIL */
  readonly value: bigint;
  readonly gasLimit: Integer;
  /** attoFIL per unit of gas */
  readonly gasFeeCap: bigint;
  /** attoFIL per unit of gas */
  readonly gasPremium: bigint;
  readonly method: Uint64;
  /** Empty when the message has none. */
  readonly params: Uint8Array;
}

/** A message as nodes write it in JSON, its integers exact. */
export interface MessageJson {
  readonly Version: Uint64;
  readonly To: string;
  readonly From: string;
  readonly Nonce: Uint64;
  readonly Value: string;
  readonly GasLimit: Integer;
  readonly GasFeeCap: string;
  readonly GasPremium: string;
  readonly Method: Uint64;
  /** base64 */
  readonly Params?: string | null | undefined;
}

export class MessageError extends Error {
  override readonly name = 'MessageError';
}

function exact(field: string, value: Integer, read: (value: Integer) => Integer): Integer {
  try {
    return read(value);
  } catch {
    throw new MessageError(`${field} is not an exact integer of 64 bits`);
  }
}

function int64(value: Integer): Integer {
  const exactly = integer(value);
  if (!isInt64(exactly)) throw new RangeError('not a signed 64-bit integer');
  return exactly;
}

/**
 * @throws AddressError, EncodingError, or MessageError where a number has no such bits, or is beyond
 * 2^53 and no bigint: then the JSON parser has lost its digits already
 */
export function messageFromJson(json: MessageJson): Message {
  return {
    version: exact('Version', json.Version, uint64),
    to: parseAddress(json.To),
    from: parseAddress(json.From),
    nonce: exact('Nonce', json.Nonce, uint64),
    value: parseAmount(json.Value),
    gasLimit: exact('GasLimit', json.GasLimit, int64),
    gasFeeCap: parseAmount(json.GasFeeCap),
    gasPremium: parseAmount(json.GasPremium),
    method: exact('Method', json.Method, uint64),
    params: fromBase64(json.Params ?? ''),
  };
}

const writer = new CborWriter();

function write(message: Message): void {
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
export function encodeMessage(message: Message): Uint8Array {
  writer.reset();
  write(message);
  return writer.finish();
}

/** Digest of the bare message's CID. */
export function messageDigest(message: Message): Uint8Array {
  return blake2b256(encodeMessage(message));
}

/** CBOR of the message with its signature: the form in which secp256k1 and delegated ones are stored. */
export function encodeSignedMessage(message: Message, signature: Signature): Uint8Array {
  writer.reset().array(2);
  write(message);
  return writer.bytes(signatureToBytes(signature)).finish();
}

/** Digest of the CID under which the chain knows a signed message (the bare one's for BLS). */
export function signedMessageDigest(message: Message, signature: Signature): Uint8Array {
  return blake2b256(chainMessage(message, signature));
}

/** The bytes that the chain stores of a message; their length is its size. `null`: BLS, signature aggregated. */
export function chainMessage(message: Message, signature: Signature | null): Uint8Array {
  return signature === null || signature.type === SIGNATURE_BLS
    ? encodeMessage(message)
    : encodeSignedMessage(message, signature);
}

/** Inverse of `encodeMessage`. @throws CborError, AddressError, EncodingError or MessageError */
export function decodeMessage(bytes: Uint8Array): Message {
  const fields = decodeCbor(bytes);
  if (!Array.isArray(fields) || fields.length !== 10) throw new MessageError('not a message');
  const field = (at: number): CborValue => (fields as readonly CborValue[])[at] ?? null;
  const whole = (at: number, read: (value: Integer) => Integer): Integer => {
    const value = field(at);
    if (typeof value !== 'number' && typeof value !== 'bigint')
      throw new MessageError('not an integer');
    return exact('a field', value, read);
  };
  const binary = (at: number): Uint8Array => {
    const value = field(at);
    if (!(value instanceof Uint8Array)) throw new MessageError('not a byte string');
    return value;
  };
  return {
    version: whole(0, uint64),
    to: checkAddress(binary(1)),
    from: checkAddress(binary(2)),
    nonce: whole(3, uint64),
    value: bigintFromBytes(binary(4)),
    gasLimit: whole(5, int64),
    gasFeeCap: bigintFromBytes(binary(6)),
    gasPremium: bigintFromBytes(binary(7)),
    method: whole(8, uint64),
    params: binary(9),
  };
}
