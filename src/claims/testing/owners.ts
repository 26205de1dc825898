/** Owners whose keys a test has: of a recorded chain nobody has them. */
import { kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import {
  formatAddress,
  PROTOCOL_BLS,
  PROTOCOL_SECP256K1,
  delegatedFromEth,
} from '#filecoin/address.ts';
import { concatBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { blake2b256 } from '#filecoin/encoding/cid.ts';
import { enveloped, type Envelope } from '#filecoin/signature/check.ts';
import {
  SIGNATURE_BLS,
  SIGNATURE_DELEGATED,
  SIGNATURE_SECP256K1,
  signatureToBytes,
} from '#filecoin/signature.ts';
import type { Database } from '#store/schema.ts';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Kysely } from 'kysely';

export interface TestOwner {
  kind: ActorKind;
  address: Uint8Array;
  text: string;
  /** The signature as `lotus wallet sign` prints it. */
  sign(message: string, envelope?: Envelope): string;
}

const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const bytesOf = (message: string, envelope: Envelope): Uint8Array =>
  enveloped(new TextEncoder().encode(message), envelope);

function ownerOf(
  kind: ActorKind,
  address: Uint8Array,
  type: number,
  sign: (bytes: Uint8Array) => Uint8Array,
): TestOwner {
  return {
    kind,
    address,
    text: formatAddress(address),
    sign: (message, envelope = 'filecoin') =>
      toHex(signatureToBytes({ type, data: sign(bytesOf(message, envelope)) })),
  };
}

function ecdsa(digest: Uint8Array, key: Uint8Array): Uint8Array {
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return concatBytes(signed.subarray(1), signed.subarray(0, 1));
}

/** The owners that the key of 32 such bytes has: f1, f3 and f410. */
export function testOwners(byte: number): { f1: TestOwner; f3: TestOwner; f410: TestOwner } {
  const key = new Uint8Array(32).fill(byte);
  const bls = bls12_381.longSignatures;
  const point = secp256k1.getPublicKey(key, false);
  const f1 = concatBytes(Uint8Array.of(PROTOCOL_SECP256K1), blake2b(point, { dkLen: 20 }));
  const f3 = concatBytes(Uint8Array.of(PROTOCOL_BLS), bls.getPublicKey(key).toBytes());
  const f410 = delegatedFromEth(keccak_256(point.subarray(1)).subarray(12));
  return {
    f1: ownerOf('account', f1, SIGNATURE_SECP256K1, (bytes) => ecdsa(blake2b256(bytes), key)),
    f3: ownerOf('account', f3, SIGNATURE_BLS, (bytes) =>
      bls.sign(bls.hash(bytes, DOMAIN), key).toBytes(),
    ),
    f410: ownerOf('ethaccount', f410, SIGNATURE_DELEGATED, (bytes) =>
      ecdsa(keccak_256(bytes), key),
    ),
  };
}

/** Puts an owner in the place of the one that a provider has. */
export async function setOwner(
  db: Kysely<Database>,
  miner: number,
  { kind, address }: Pick<TestOwner, 'kind' | 'address'>,
): Promise<void> {
  const { owner_id: id } = await db
    .selectFrom('miner_info')
    .select('owner_id')
    .where('id', '=', miner)
    .executeTakeFirstOrThrow();
  const delegated = address[0] === 4;
  await db
    .updateTable('actor')
    .set({
      kind: kindIndex(kind),
      robust: delegated ? null : address,
      delegated: delegated ? address : null,
    })
    .where('id', '=', id)
    .execute();
}
