/**
 * The Ethereum transaction that a Filecoin message is, and the hash by which Ethereum tools know it.
 * A message with a delegated signature was made from a transaction that a wallet signed; it is put
 * together again from the message (lotus chain/types/ethtypes, FIP-0054 and FIP-0091). For all other
 * messages the hash is the digest of the message's CID.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toRlp } from 'viem/utils';
import { EAM_ID, actorIdOf, ethBytesOf } from '../address.ts';
import { concatBytes, to0x } from '../encoding/bytes.ts';
import { decodeCbor } from '../encoding/cbor.ts';
import { messageDigest, signedMessageDigest } from '../message.ts';
import type { Message } from '../message.ts';
import type { Integer } from '../encoding/integers.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { SIGNATURE_DELEGATED } from '../signature.ts';
import type { Signature } from '../signature.ts';

const METHOD_CREATE_EXTERNAL = 4;
const METHOD_INVOKE_CONTRACT = 3844450837;

const EIP1559_SIGNATURE_LENGTH = 65;
const HOMESTEAD_SIGNATURE_LENGTH = 66;
const HOMESTEAD_PREFIX = 1;
const EIP155_PREFIX = 2;

export type EthTransactionKind = 'eip1559' | 'eip155' | 'homestead';

/** A signed Ethereum transaction; amounts in attoFIL. */
export interface EthTransaction {
  readonly kind: EthTransactionKind;
  readonly chainId: number;
  readonly nonce: Uint64;
  /** Null: creates a contract. */
  readonly to: Uint8Array | null;
  readonly value: bigint;
  readonly input: Uint8Array;
  readonly gasLimit: Integer;
  /** The gas price of a legacy transaction. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly r: bigint;
  readonly s: bigint;
  readonly v: bigint;
}

/** A member of a transaction, in RLP's terms: bytes, or a list of such. */
type Member = Uint8Array | readonly Member[];

/** A number as RLP has it: big-endian without leading zeros, zero being no bytes. */
function rlpInteger(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn));
  return Uint8Array.from(bytes.reverse());
}

/** Of one byte at least. */
function unsigned(bytes: Uint8Array): bigint {
  return BigInt(to0x(bytes));
}

/** Which kind of transaction a delegated signature is of, and its numbers; null when of none. */
function readSignature(
  data: Uint8Array,
  chainId: number,
): Pick<EthTransaction, 'kind' | 'r' | 's' | 'v'> | null {
  if (data.length === EIP1559_SIGNATURE_LENGTH)
    return {
      kind: 'eip1559',
      r: unsigned(data.subarray(0, 32)),
      s: unsigned(data.subarray(32, 64)),
      v: unsigned(data.subarray(64)),
    };
  if (data.length < HOMESTEAD_SIGNATURE_LENGTH) return null;
  const r = unsigned(data.subarray(1, 33));
  const s = unsigned(data.subarray(33, 65));
  const v = unsigned(data.subarray(65));
  if (data[0] === HOMESTEAD_PREFIX)
    return data.length === HOMESTEAD_SIGNATURE_LENGTH && (v === 27n || v === 28n)
      ? { kind: 'homestead', r, s, v }
      : null;
  const even = BigInt(chainId) * 2n + 35n;
  const fits = (v === even || v === even + 1n) && data.length === 65 + rlpInteger(v).length;
  return data[0] === EIP155_PREFIX && fits ? { kind: 'eip155', r, s, v } : null;
}

/** Calldata or initcode: params are empty or one CBOR byte string that is not. Null when they are not. */
function readInput(params: Uint8Array): Uint8Array | null {
  if (params.length === 0) return params;
  try {
    const input = decodeCbor(params);
    return input instanceof Uint8Array && input.length > 0 ? input : null;
  } catch {
    return null;
  }
}

/**
 * The Ethereum transaction of a message with a delegated signature. Null when the message is no
 * transaction: another type of signature, another method than calling or creating a contract, a
 * receiver without Ethereum address, params or a signature of another shape.
 */
export function ethTransactionOf(
  message: Message,
  signature: Signature,
  chainId: number,
): EthTransaction | null {
  if (signature.type !== SIGNATURE_DELEGATED || message.version !== 0) return null;
  const input = readInput(message.params);
  const signed = readSignature(signature.data, chainId);
  if (input === null || signed === null || ethBytesOf(message.from) === null) return null;
  let to: Uint8Array | null = null;
  if (actorIdOf(message.to) === EAM_ID) {
    if (message.method !== METHOD_CREATE_EXTERNAL) return null;
  } else {
    to = ethBytesOf(message.to);
    if (to === null || message.method !== METHOD_INVOKE_CONTRACT) return null;
  }
  return {
    ...signed,
    chainId,
    nonce: message.nonce,
    to,
    value: message.value,
    input,
    gasLimit: message.gasLimit,
    maxFeePerGas: message.gasFeeCap,
    maxPriorityFeePerGas: message.gasPremium,
  };
}

function fields(transaction: EthTransaction): Member[] {
  const to = transaction.to ?? new Uint8Array(0);
  const price = rlpInteger(transaction.maxFeePerGas);
  const gas = rlpInteger(transaction.gasLimit);
  const value = rlpInteger(transaction.value);
  const nonce = rlpInteger(transaction.nonce);
  if (transaction.kind !== 'eip1559') return [nonce, price, gas, to, value, transaction.input];
  const tip = rlpInteger(transaction.maxPriorityFeePerGas);
  const chain = rlpInteger(transaction.chainId);
  return [chain, nonce, tip, price, gas, to, value, transaction.input, []];
}

/** The transaction as it goes over an Ethereum wire; its keccak-256 is its hash. */
export function encodeEthTransaction(transaction: EthTransaction): Uint8Array {
  const { kind, v, r, s } = transaction;
  const encoded = toRlp(
    [...fields(transaction), rlpInteger(v), rlpInteger(r), rlpInteger(s)],
    'bytes',
  );
  return kind === 'eip1559' ? concatBytes(Uint8Array.of(2), encoded) : encoded;
}

/**
 * 32-byte hash under which Ethereum tools know a message: of the transaction for delegated
 * signatures, else the digest of its CID. `signature` null stands for BLS (aggregated in blocks);
 * `digest`, where known, saves computing it. Null for a delegated message that is no transaction:
 * Ethereum tools do not know it.
 */
export function ethTransactionHash(
  message: Message,
  signature: Signature | null,
  chainId: number,
  digest?: Uint8Array,
): Uint8Array | null {
  if (signature?.type === SIGNATURE_DELEGATED) {
    const transaction = ethTransactionOf(message, signature, chainId);
    return transaction === null ? null : keccak_256(encodeEthTransaction(transaction));
  }
  if (digest !== undefined) return digest;
  return signature === null ? messageDigest(message) : signedMessageDigest(message, signature);
}
