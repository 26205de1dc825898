/** Arbitrary values of actors' states, as CBOR has them and as a node tells them. */
import fc from 'fast-check';
import { formatAddress, idAddress } from '../../../address.ts';
import { bigintToBytes } from '../../../amount.ts';
import { toBase64 } from '../../../encoding/bytes.ts';
import { CborCid, type CborValue } from '../../../encoding/cbor.ts';
import { blake2b256, chainCidBytes, formatCid } from '../../../encoding/cid.ts';
import { clampInteger } from '../../../encoding/integers.ts';
import { anyInt64, anyUint64 } from '../../../testing/arbitrary.ts';

/** The actors versions that there were. */
export const VERSIONS = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
export const NEWEST = 19;
const MAX = Number.MAX_SAFE_INTEGER;

/** A value as it stands in the state, and as a node's JSON tells it. */
export interface Value {
  cbor: CborValue;
  told: unknown;
}
export const value = (cbor: CborValue, told: unknown): Value => ({ cbor, told });

export const cid = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((digest) => {
  const bytes = chainCidBytes(blake2b256(digest));
  return value(new CborCid(bytes), { '/': formatCid(bytes) });
});
export const address = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(idAddress),
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map((key) => Uint8Array.of(1, ...key)),
    fc.uint8Array({ minLength: 48, maxLength: 48 }).map((key) => Uint8Array.of(3, ...key)),
    fc.uint8Array({ maxLength: 54 }).map((key) => Uint8Array.of(4, 10, ...key)),
    fc.constant(new Uint8Array(0)),
  )
  .map((bytes) => value(bytes, bytes.length === 0 ? '<empty>' : formatAddress(bytes)));
export const amount = fc
  .bigInt({ min: -(1n << 120n), max: 1n << 200n })
  .map((amount) => value(bigintToBytes(amount), String(amount)));
export const counted = fc.nat(MAX).map((int) => value(int, int));
export const wide = anyUint64.map((int) => value(int, int));
export const chosen = anyInt64.map((int) => value(int, int));
/** Bounded by the protocol: what is beyond 2^53 stands for never. */
export const epoch = anyInt64.map((int) => value(int, clampInteger(int)));
export const estimate = fc.tuple(amount, amount).map(([position, velocity]) =>
  value([position.cbor, velocity.cbor], {
    PositionEstimate: position.told,
    VelocityEstimate: velocity.told,
  }),
);
export const text = fc.string().map((told) => value(told, told));
export const bytes = fc
  .uint8Array({ maxLength: 50 })
  .map((content) => value(content, content.length === 0 ? null : toBase64(content)));
export const flag = fc.boolean().map((told) => value(told, told));
export const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((content) => value(content, [...content]));

export function maybe(of: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.option(of).map((some) => some ?? value(null, null));
}
export function list(of: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.array(of, { maxLength: 5 }).map((values) =>
    value(
      values.map(({ cbor }) => cbor),
      values.map(({ told }) => told),
    ),
  );
}
export function tuple(...fields: Field[]): fc.Arbitrary<Value> {
  return fc.tuple(...fields.map(([, of]) => of)).map((values) =>
    value(
      values.map(({ cbor }) => cbor),
      Object.fromEntries(values.map(({ told }, at) => [fields[at]?.[0], told])),
    ),
  );
}
export type Field = readonly [name: string, of: fc.Arbitrary<Value>];

export const of = (type: fc.Arbitrary<Value>, names: string): Field[] =>
  names.split(' ').map((name) => [name, type]);

const versionsFrom = (from: number, to: number): number[] =>
  VERSIONS.filter((version) => version >= from && version <= to);

/** Holds `check` for arbitrary values of the fields at any of the versions from one to another. */
export function forVersions(
  fields: Field[],
  from: number,
  to: number,
  check: (value: Value, version: number) => void,
): void {
  fc.assert(fc.property(tuple(...fields), fc.constantFrom(...versionsFrom(from, to)), check), {
    numRuns: 40,
  });
}
