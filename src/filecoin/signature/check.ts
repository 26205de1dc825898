/** Whether a text was signed by the key of an address: f1, f3 and f410, as wallets sign texts. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '#filecoin/encoding/blake2b.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  ETH_NAMESPACE,
  PROTOCOL_BLS,
  PROTOCOL_DELEGATED,
  PROTOCOL_SECP256K1,
  delegatedFromEth,
} from '../address.ts';
import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { blake2b256 } from '../encoding/cid.ts';
import {
  SIGNATURE_BLS,
  SIGNATURE_DELEGATED,
  SIGNATURE_SECP256K1,
  type Signature,
} from '../signature.ts';
import { isSignedByBls } from './bls.ts';
import { SignatureRefused } from './refused.ts';

/**
 * What stands around the text when it is signed: nothing; FRC-0102, as `lotus wallet sign` has it unless
 * told `--raw`; or EIP-191, as `personal_sign` of Ethereum wallets has it.
 */
export type Envelope = 'bare' | 'filecoin' | 'ethereum';

const PREFIXES: Readonly<Record<Exclude<Envelope, 'bare'>, string>> = {
  filecoin: '\x19Filecoin Signed Message:\n',
  ethereum: '\x19Ethereum Signed Message:\n',
};
/** FRC-0102 first: it is what wallets do today. Lotus has it for delegated keys too. */
const OF_NATIVE: readonly Envelope[] = ['filecoin', 'bare'];
const OF_DELEGATED: readonly Envelope[] = ['ethereum', 'filecoin', 'bare'];

const RECOVERY = 64;
/** Ethereum writes v as 27 or 28, from the days of Bitcoin’s headers. */
const ETHEREUM_V = 27;
/** An address of a secp256k1 key is this many bytes of BLAKE2b of it. */
const HASH_LENGTH = 20;

/** The bytes that are hashed and signed. Lengths are those of the bytes, in decimal (FRC-0102, EIP-191). */
export function enveloped(message: Uint8Array, envelope: Envelope): Uint8Array {
  if (envelope === 'bare') return message;
  const head = `${PREFIXES[envelope]}${String(message.length)}`;
  return concatBytes(new TextEncoder().encode(head), message);
}

/**
 * The type of signature that the key of this address gives.
 * @throws SignatureRefused (`signer`) for an address without a key: an id, an actor, another namespace
 */
export function signatureTypeOf(address: Uint8Array): number {
  switch (address[0]) {
    case PROTOCOL_SECP256K1:
      return SIGNATURE_SECP256K1;
    case PROTOCOL_BLS:
      return SIGNATURE_BLS;
    case PROTOCOL_DELEGATED:
      if (address[1] === ETH_NAMESPACE && address.length === 22) return SIGNATURE_DELEGATED;
  }
  throw new SignatureRefused('signer', 'an address without a key');
}

/**
 * Checks that the address’s key signed the message (the text’s bytes), and tells in which envelope.
 * Hashes are those of Lotus (`lib/sigs`): BLAKE2b-256 for f1, keccak-256 for f410, and for f3 the
 * hash to the curve.
 * @throws SignatureRefused with the reason
 */
export function checkSignature(
  signature: Signature,
  message: Uint8Array,
  address: Uint8Array,
): Envelope {
  const type = signatureTypeOf(address);
  if (signature.type !== type)
    throw new SignatureRefused('type', 'a signature of another type of key');
  const envelopes = type === SIGNATURE_DELEGATED ? OF_DELEGATED : OF_NATIVE;
  const found =
    type === SIGNATURE_BLS
      ? envelopes.find((each) =>
          isSignedByBls(signature.data, enveloped(message, each), address.subarray(1)),
        )
      : findSigned(signature, message, address, envelopes);
  if (found === undefined)
    throw new SignatureRefused('mismatch', 'of another key, or of another message');
  return found;
}

function findSigned(
  { type, data }: Signature,
  message: Uint8Array,
  address: Uint8Array,
  envelopes: readonly Envelope[],
): Envelope | undefined {
  const signature = readEcdsa(data, type === SIGNATURE_DELEGATED);
  return envelopes.find((each) => {
    const bytes = enveloped(message, each);
    const digest = type === SIGNATURE_DELEGATED ? keccak_256(bytes) : blake2b256(bytes);
    return equalBytes(addressOf(recover(signature, digest), type), address);
  });
}

type Ecdsa = ReturnType<ReturnType<typeof secp256k1.Signature.fromBytes>['addRecoveryBit']>;

function readEcdsa(data: Uint8Array, ethereum: boolean): Ecdsa {
  if (data.length !== RECOVERY + 1) throw new SignatureRefused('length', 'not 65 bytes');
  const v = data[RECOVERY] ?? 0;
  const bit = ethereum && v >= ETHEREUM_V ? v - ETHEREUM_V : v;
  if (bit > 1) throw new SignatureRefused('recovery', 'v is neither 0 nor 1');
  let signature: Ecdsa;
  try {
    signature = secp256k1.Signature.fromBytes(data.subarray(0, RECOVERY)).addRecoveryBit(bit);
  } catch (error) {
    throw new SignatureRefused('point', 'r or s is out of range', { cause: error });
  }
  if (signature.hasHighS()) throw new SignatureRefused('malleable', 's is in the upper half');
  return signature;
}

/** The public key, 65 bytes. */
function recover(signature: Ecdsa, digest: Uint8Array): Uint8Array {
  try {
    return signature.recoverPublicKey(digest).toBytes(false);
  } catch (error) {
    throw new SignatureRefused('point', 'r is no point of the curve', { cause: error });
  }
}

function addressOf(publicKey: Uint8Array, type: number): Uint8Array {
  return type === SIGNATURE_DELEGATED
    ? delegatedFromEth(keccak_256(publicKey.subarray(1)).subarray(12))
    : concatBytes(Uint8Array.of(PROTOCOL_SECP256K1), blake2b(publicKey, HASH_LENGTH));
}
