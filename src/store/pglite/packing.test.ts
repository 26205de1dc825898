import { expect, test } from 'vitest';
import { handedOver, pack, unpack } from './packing.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('values come out as they went in, bytes among them', () => {
  const buffer = bytes(9, 1, 2, 3, 9);
  const values = ['a', buffer.subarray(1, 4), null, 7n, bytes(), true, bytes(255), undefined];
  const packed = pack(values);
  const sent = structuredClone(packed, { transfer: handedOver(packed) });
  expect(unpack(sent)).toEqual([
    'a',
    bytes(1, 2, 3),
    null,
    7n,
    bytes(),
    true,
    bytes(255),
    undefined,
  ]);
  expect(buffer).toEqual(bytes(9, 1, 2, 3, 9));
  expect(values[1]).toEqual(bytes(1, 2, 3));
});

test('bytes that come out stand alone', () => {
  const [first] = unpack(pack([bytes(1), bytes(2, 3)]));
  expect(first).toBeInstanceOf(Uint8Array);
  expect((first as Uint8Array).buffer.byteLength).toBe(1);
});
