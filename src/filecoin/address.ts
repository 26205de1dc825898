/**
 * Addresses. In bytes an address is its protocol number and a payload: 0 id (uvarint), 1 secp256k1
 * and 2 actor (20 bytes), 3 BLS (48), 4 delegated (uvarint namespace, up to 54 bytes). In text it is
 * `f` or `t` (the network), the protocol's digit, and base32 of the payload with a 4-byte blake2b
 * checksum; ids are written in decimal. Namespace 10 holds Ethereum addresses, which may be written
 * as `0x…`; an id masked as an Ethereum address is 0xff, eleven zero bytes and the id.
 */
import { blake2b } from '#filecoin/encoding/blake2b.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeBase32, encodeBase32 } from './encoding/base32.ts';
import { concatBytes, equalBytes, fromHex, toHex } from './encoding/bytes.ts';
import { decodeUvarint, encodeUvarint } from './encoding/varint.ts';

export const PROTOCOL_ID = 0;
export const PROTOCOL_SECP256K1 = 1;
export const PROTOCOL_ACTOR = 2;
export const PROTOCOL_BLS = 3;
export const PROTOCOL_DELEGATED = 4;

/** Actors that every network has at fixed ids. */
export const SYSTEM_ID = 0;
export const INIT_ID = 1;
export const REWARD_ID = 2;
export const STORAGE_POWER_ID = 4;
export const STORAGE_MARKET_ID = 5;
export const VERIFIED_REGISTRY_ID = 6;
export const DATACAP_ID = 7;
export const EAM_ID = 10;
export const BURNT_FUNDS_ID = 99;

/** Namespace of Ethereum addresses: the id of the Ethereum address manager. */
export const ETH_NAMESPACE = EAM_ID;

export type NetworkPrefix = 'f' | 't';

/** Why a text or byte string is not an address; part of the i18n key of the message shown. */
export type AddressReason =
  | 'empty'
  | 'prefix'
  | 'protocol'
  | 'length'
  | 'encoding'
  | 'checksum'
  | 'id'
  | 'namespace'
  | 'eip55';

export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly reason: AddressReason;

  constructor(reason: AddressReason, options?: ErrorOptions) {
    super(`invalid address: ${reason}`, options);
    this.reason = reason;
  }
}

const CHECKSUM_LENGTH = 4;
const MAX_SUBADDRESS_LENGTH = 54;
/** Ids and namespaces are unsigned 64-bit integers (fvm_shared, `ActorID`); Lotus reads them below 2^63. */
const MAX_ID = (1n << 64n) - 1n;
const MASKED_ID_PREFIX = Uint8Array.of(0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
/** f4, 20 digits of namespace, f, base32 of 54 + 4 bytes. */
const MAX_TEXT_LENGTH = 2 + 20 + 1 + 93;

function checksum(address: Uint8Array): Uint8Array {
  return blake2b(address, CHECKSUM_LENGTH);
}

function checkId(id: number | bigint): void {
  if (typeof id === 'number' && (!Number.isSafeInteger(id) || id < 0)) throw new AddressError('id');
  if (typeof id === 'bigint' && (id < 0n || id > MAX_ID)) throw new AddressError('id');
}

/** Bytes of the id address of this actor. @throws AddressError (`id`) */
export function idAddress(id: number | bigint): Uint8Array {
  checkId(id);
  return concatBytes(Uint8Array.of(PROTOCOL_ID), encodeUvarint(id));
}

/** Text of the id address of this actor. @throws AddressError (`id`) */
export function formatId(id: number | bigint, prefix: NetworkPrefix = 'f'): string {
  checkId(id);
  return `${prefix}0${String(id)}`;
}

/** f410 address of these 20 bytes, whatever they are; see `addressFromEth` for masked ids. */
export function delegatedFromEth(eth: Uint8Array): Uint8Array {
  if (eth.length !== 20) throw new AddressError('length');
  return concatBytes(Uint8Array.of(PROTOCOL_DELEGATED, ETH_NAMESPACE), eth);
}

/** The address meant by 20 bytes of Ethereum address: an id address when it masks an id, else f410. */
export function addressFromEth(eth: Uint8Array): Uint8Array {
  if (eth.length === 20 && equalBytes(eth.subarray(0, 12), MASKED_ID_PREFIX))
    return idAddress(new DataView(eth.buffer, eth.byteOffset).getBigUint64(12));
  return delegatedFromEth(eth);
}

function parseDecimal(text: string, reason: AddressReason): bigint {
  if (!/^(0|[1-9][0-9]{0,19})$/.test(text)) throw new AddressError(reason);
  const value = BigInt(text);
  if (value > MAX_ID) throw new AddressError(reason);
  return value;
}

/** Payload of base32 text that ends in its checksum, as a whole address behind `head`. */
function parseChecked(head: Uint8Array, text: string): Uint8Array {
  let decoded: Uint8Array;
  try {
    decoded = decodeBase32(text);
  } catch (error) {
    throw new AddressError('encoding', { cause: error });
  }
  if (decoded.length < CHECKSUM_LENGTH) throw new AddressError('length');
  const end = decoded.length - CHECKSUM_LENGTH;
  const address = concatBytes(head, decoded.subarray(0, end));
  if (!equalBytes(checksum(address), decoded.subarray(end))) throw new AddressError('checksum');
  return address;
}

function parseEth(text: string): Uint8Array {
  if (text.length !== 42) throw new AddressError('length');
  let eth: Uint8Array;
  try {
    eth = fromHex(text);
  } catch (error) {
    throw new AddressError('encoding', { cause: error });
  }
  const digits = text.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && digits !== checksummedHex(eth)) throw new AddressError('eip55');
  return addressFromEth(eth);
}

/**
 * Bytes of an address in any of its texts: `f…`, `t…`, or 20 bytes of hex behind `0x` (EIP-55
 * checked when the case is mixed), masked ids included.
 * @throws AddressError with the reason
 */
export function parseAddress(text: string): Uint8Array {
  if (text === '' || text === '<empty>') throw new AddressError('empty');
  if (text.length > MAX_TEXT_LENGTH) throw new AddressError('length');
  if (text.startsWith('0x') || text.startsWith('0X')) return parseEth(text);
  const prefix = text.charAt(0);
  if (prefix !== 'f' && prefix !== 't') throw new AddressError('prefix');
  const rest = text.slice(2);
  switch (text.charAt(1)) {
    case '0':
      return idAddress(parseDecimal(rest, 'id'));
    case '1':
      return checkLength(parseChecked(Uint8Array.of(PROTOCOL_SECP256K1), rest));
    case '2':
      return checkLength(parseChecked(Uint8Array.of(PROTOCOL_ACTOR), rest));
    case '3':
      return checkLength(parseChecked(Uint8Array.of(PROTOCOL_BLS), rest));
    case '4': {
      const separator = rest.indexOf('f');
      if (separator < 0) throw new AddressError('namespace');
      const namespace = encodeUvarint(parseDecimal(rest.slice(0, separator), 'namespace'));
      const head = concatBytes(Uint8Array.of(PROTOCOL_DELEGATED), namespace);
      return checkLength(parseChecked(head, rest.slice(separator + 1)));
    }
    default:
      throw new AddressError('protocol');
  }
}

/** Whether the text is an address; for searching, where why not does not matter. */
export function isAddress(text: string): boolean {
  // Most texts are none, and errors are dear.
  if (!/^(?:0x|0X|[ft][0-4])/.test(text)) return false;
  try {
    parseAddress(text);
    return true;
  } catch (error) {
    if (error instanceof AddressError) return false;
    throw error;
  }
}

/** Gives back bytes that are one well-formed address. @throws AddressError */
export function checkAddress(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new AddressError('empty');
  return checkLength(bytes);
}

function checkLength(address: Uint8Array): Uint8Array {
  const payload = address.length - 1;
  switch (address[0]) {
    case PROTOCOL_ID:
      readUvarint(address, 'id', (end) => end === address.length);
      return address;
    case PROTOCOL_SECP256K1:
    case PROTOCOL_ACTOR:
      if (payload !== 20) throw new AddressError('length');
      return address;
    case PROTOCOL_BLS:
      if (payload !== 48) throw new AddressError('length');
      return address;
    case PROTOCOL_DELEGATED:
      readUvarint(address, 'namespace', (end) => address.length - end <= MAX_SUBADDRESS_LENGTH);
      return address;
    default:
      throw new AddressError('protocol');
  }
}

function readUvarint(
  address: Uint8Array,
  reason: AddressReason,
  fits: (end: number) => boolean,
): { value: bigint; end: number } {
  let read: { value: bigint; end: number };
  try {
    read = decodeUvarint(address, 1);
  } catch (error) {
    throw new AddressError(reason, { cause: error });
  }
  if (read.value > MAX_ID) throw new AddressError(reason);
  if (!fits(read.end)) throw new AddressError('length');
  return read;
}

/** Text of an address on a network whose addresses begin with `prefix`. @throws AddressError */
export function formatAddress(address: Uint8Array, prefix: NetworkPrefix = 'f'): string {
  checkAddress(address);
  const protocol = protocolOf(address);
  if (protocol === PROTOCOL_ID) return `${prefix}0${String(decodeUvarint(address, 1).value)}`;
  const sum = checksum(address);
  if (protocol === PROTOCOL_DELEGATED) {
    const namespace = decodeUvarint(address, 1);
    const body = encodeBase32(concatBytes(address.subarray(namespace.end), sum));
    return `${prefix}4${String(namespace.value)}f${body}`;
  }
  return `${prefix}${String(protocol)}${encodeBase32(concatBytes(address.subarray(1), sum))}`;
}

/** The protocol's number, 0 to 4. @throws AddressError (`empty`, `protocol`) */
export function protocolOf(address: Uint8Array): number {
  const protocol = address[0];
  if (protocol === undefined) throw new AddressError('empty');
  if (protocol > PROTOCOL_DELEGATED) throw new AddressError('protocol');
  return protocol;
}

/** The actor's id when this is an id address (below 2^53, as every existing one is), else null. */
export function actorIdOf(address: Uint8Array): number | null {
  if (address[0] !== PROTOCOL_ID) return null;
  let id = 0;
  let scale = 1;
  for (let i = 1; i < address.length; i++) {
    const byte = address[i] ?? 0;
    id += (byte & 0x7f) * scale;
    scale *= 128;
  }
  return address.length > 1 && Number.isSafeInteger(id) ? id : null;
}

/** EIP-55: a digit is upper case where the hash of the lower-case text has a high nibble. */
function checksummedHex(eth: Uint8Array): string {
  const digits = toHex(eth);
  const hash = keccak_256(new TextEncoder().encode(digits));
  let text = '';
  for (let i = 0; i < digits.length; i++) {
    const nibble = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15;
    text += nibble >= 8 ? digits.charAt(i).toUpperCase() : digits.charAt(i);
  }
  return text;
}

/** The 20 bytes by which Ethereum tools know this address: f410 and (masked) ids; else null. */
export function ethBytesOf(address: Uint8Array): Uint8Array | null {
  if (address[0] === PROTOCOL_DELEGATED)
    return address[1] === ETH_NAMESPACE && address.length === 22 ? address.slice(2) : null;
  if (address[0] !== PROTOCOL_ID) return null;
  const eth = new Uint8Array(20);
  eth.set(MASKED_ID_PREFIX);
  new DataView(eth.buffer).setBigUint64(12, decodeUvarint(address, 1).value);
  return eth;
}

/** `0x…` in EIP-55 case for f410 addresses and (masked) ids, else null. */
export function ethAddressOf(address: Uint8Array): string | null {
  const eth = ethBytesOf(address);
  return eth === null ? null : formatEthAddress(eth);
}

/** 20 bytes as `0x…` in EIP-55 case. */
export function formatEthAddress(eth: Uint8Array): string {
  return `0x${checksummedHex(eth)}`;
}
