/** Whatever may stand on a chain, for property tests: the ends of what a type holds come often. */
import fc from 'fast-check';
import { idAddress } from '../address.ts';
import { bigintToBytes } from '../amount.ts';
import { encodeRlePlus, runsFromNumbers } from '../encoding/bitfield.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { CborBadText, CborCid, CborTagged, encodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { chainCidBytes } from '../encoding/cid.ts';
import { compareIntegers, integer } from '../encoding/integers.ts';
import type { Integer } from '../encoding/integers.ts';
import { encodeUvarint } from '../encoding/varint.ts';
import type { Shape, Word } from '../actors/shape.ts';

function between(least: bigint, most: bigint, ...ends: readonly bigint[]): fc.Arbitrary<Integer> {
  return fc
    .oneof(
      fc.constantFrom(least, most, ...ends),
      fc.bigInt(least, most),
      fc.bigInt(0n, 5000n),
      // So few that what one thing names, another one names again.
      fc.bigInt(0n, 5n),
    )
    .map(integer);
}

const ENDS = [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n] as const;
export const anyUint64 = between(0n, 2n ** 64n - 1n, ...ENDS, 2n ** 63n);
export const anyInt64 = between(-(2n ** 63n), 2n ** 63n - 1n, ...ENDS, -1n, -(2n ** 53n));
/** Of 128 bytes at most. */
export const anyAmount = fc.oneof(
  fc.constantFrom(0n, -1n, 2n ** 256n - 1n, 2n ** 1016n - 1n, 1n - 2n ** 1016n),
  fc.bigInt(0n, 2n ** 90n),
);

const sized = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const behind = (protocol: number, payload: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  payload.map((bytes) => concatBytes(Uint8Array.of(protocol), bytes));

export const anyBytes = fc.uint8Array({ maxLength: 80 });
/** Of all protocols. */
export const anyAddress = fc.oneof(
  anyUint64.map((id) => idAddress(id)),
  behind(1, sized(20)),
  behind(2, sized(20)),
  behind(3, sized(48)),
  fc
    .tuple(
      fc.oneof(fc.constant(10), anyUint64),
      fc.oneof(sized(20), fc.uint8Array({ maxLength: 54 })),
    )
    .map(([space, rest]) => concatBytes(Uint8Array.of(4), encodeUvarint(space), rest)),
);
export const anyDigest = sized(32);
/** Of the chain's own objects, of code (identity), and of pieces. */
export const anyCid = fc.oneof(
  anyDigest.map(chainCidBytes),
  fc
    .uint8Array({ minLength: 1, maxLength: 32 })
    .map((code) => concatBytes(Uint8Array.of(1, 0x55, 0, code.length), code)),
  anyDigest.map((digest) =>
    concatBytes(Uint8Array.of(1, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20), digest),
  ),
);
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constant('\0\u202e'),
);
const badText = fc.uint8Array({ maxLength: 8 }).map((bytes) => new CborBadText(bytes));
/** Sets of numbers up to 2^64; of as many as that, too. */
export const anyBitfield = fc.oneof(
  fc
    .uniqueArray(between(0n, 2n ** 64n - 2n, ...ENDS), { maxLength: 20 })
    .map((numbers) => encodeRlePlus(runsFromNumbers(numbers.sort(compareIntegers)))),
  fc.constant(encodeRlePlus([0, 2n ** 64n - 1n])),
  fc.constant(new Uint8Array(0)),
);

export const { value: anyCbor } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
    fc.double(),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }),
    badText,
    anyCid.map((cid) => new CborCid(cid)),
    anyAddress,
    fc.array(tie('value'), { maxLength: 7 }),
    fc
      .tuple(fc.bigInt({ min: 43n, max: 2n ** 64n - 1n }), tie('value'))
      .map(([tag, value]) => new CborTagged(tag, value)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
  ),
}));

const WORDS: Readonly<Record<Word, fc.Arbitrary<CborValue>>> = {
  address: fc.oneof(anyAddress, fc.constant(new Uint8Array(0))),
  amount: anyAmount.map(bigintToBytes),
  int: fc.oneof(anyInt64, anyUint64),
  bool: fc.boolean(),
  text: fc.oneof(anyText, badText),
  label: fc.oneof(anyText, badText, anyBytes),
  bytes: anyBytes,
  cid: anyCid.map((cid) => new CborCid(cid)),
  bitfield: anyBitfield,
  peer: anyBytes,
  multiaddr: anyBytes,
  signature: fc.uint8Array({ minLength: 1, maxLength: 100 }),
  calldata: fc.oneof(anyBytes, fc.constant(null)),
  evmReturn: fc.oneof(anyBytes, fc.constant(null)),
  initcode: anyBytes,
  ethAddress: sized(20),
  any: anyCbor,
  none: fc.constantFrom<CborValue>(null, []),
};

/** A value of a shape, its numbers of whatever size. */
export function ofShape(shape: Shape): fc.Arbitrary<CborValue> {
  if (typeof shape === 'string') return WORDS[shape];
  switch (shape.form) {
    case 'tuple': {
      const fields = Object.values(shape.fields).map(ofShape);
      return fc
        .tuple(fc.integer({ min: shape.least, max: fields.length }), fc.tuple(...fields))
        .map(([length, values]) => values.slice(0, length));
    }
    case 'list':
      return fc.array(ofShape(shape.of), { maxLength: 4 });
    case 'maybe':
      return fc.option(ofShape(shape.of));
    case 'oneOf':
      return fc.oneof(...shape.of.map(ofShape));
    case 'inside':
      return fc.oneof(ofShape(shape.of).map(encodeCbor), anyBytes);
    case 'call':
      return anyBytes;
  }
}
