import { describe, expect, it } from 'vitest';
import { idAddress } from '../../address.ts';
import { encodeRlePlus, runsFromNumbers } from '../../encoding/bitfield.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { CborCid, encodeCbor } from '../../encoding/cbor.ts';
import { parseCid } from '../../encoding/cid.ts';
import { readSectorCall } from './sectors.ts';

const sealed = parseCid('bagboea4b5abcamxgfu3txvd4f5s3xwyk5dqxmqcgtjjpkjvrixgzyqhwsfx5nqtk');
const data = parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my');
const none = new Uint8Array(0);

function bits(...numbers: (number | bigint)[]): Uint8Array {
  return encodeRlePlus(runsFromNumbers(numbers));
}

function read(method: number, version: number, params: CborValue, returned?: CborValue) {
  return readSectorCall({
    method,
    version,
    params: encodeCbor(params),
    returned: returned === undefined ? none : encodeCbor(returned),
  });
}

describe('pre-commitments', () => {
  const common = {
    sealProof: 8,
    sector: 7,
    sealedCid: sealed,
    sealRandEpoch: 100,
    dealIds: [3, 4],
    expiration: 900,
  };
  const start: CborValue[] = [8, 7, new CborCid(sealed), 100, [3, 4], 900];

  it('of the older kind may replace a sector', () => {
    expect(read(6, 8, [...start, true, 1, 2, 5])).toEqual({
      type: 'pre-commit',
      sectors: [{ ...common, unsealedCid: null, replaces: 5 }],
    });
    expect(read(25, 8, [[[...start, false, 0, 0, 0]]])).toEqual({
      type: 'pre-commit',
      sectors: [{ ...common, unsealedCid: null, replaces: null }],
    });
  });

  it('of the newer kind name their data', () => {
    const without = [...start, null];
    expect(read(28, 19, [[[...start, new CborCid(data)], without]])).toEqual({
      type: 'pre-commit',
      sectors: [
        { ...common, unsealedCid: data, replaces: null },
        { ...common, unsealedCid: null, replaces: null },
      ],
    });
  });

  it('of another length are refused', () => {
    expect(read(28, 19, [[[...start, null, 1]]])).toMatchObject({ type: 'malformed' });
  });
});

describe('proofs', () => {
  it('of one sector are submitted, aggregates proven, then confirmed', () => {
    expect(read(7, 8, [7, Uint8Array.of(1)])).toEqual({ type: 'prove-submitted', sector: 7 });
    expect(read(26, 16, [bits(2, 3), none])).toEqual({ type: 'prove-aggregate', sectors: [2, 2] });
    expect(read(17, 13, [[5, 6]])).toEqual({ type: 'confirmed', sectors: [5, 6] });
  });

  it('with manifests succeed one by one', () => {
    const piece = [
      new CborCid(data),
      2048,
      [1001, 55],
      [[idAddress(5), encodeCbor(77)]],
    ] satisfies CborValue;
    const plain = [new CborCid(data), 4096, null, []] satisfies CborValue;
    const params = [
      [
        [1, [piece, plain]],
        [2, []],
      ],
      [none, none],
      none,
      null,
      false,
      false,
    ];
    expect(read(34, 19, params, [1, [[0, 16]]])).toEqual({
      type: 'prove',
      sectors: [
        {
          sector: 1,
          activated: false,
          pieces: [
            {
              cid: data,
              size: 2048,
              allocation: { client: 1001, id: 55 },
              notify: [{ address: idAddress(5), payload: encodeCbor(77) }],
            },
            { cid: data, size: 4096, allocation: null, notify: [] },
          ],
        },
        { sector: 2, activated: true, pieces: [] },
      ],
    });
    expect(read(34, 19, params, [3, []])).toMatchObject({ type: 'malformed' });
  });

  it('without interaction name their expiration', () => {
    const item: CborValue[] = [9, 1000, new CborCid(sealed), 9, 50, 800];
    expect(read(36, 19, [[item], none, 18, 1, 4, true], [1, []])).toEqual({
      type: 'prove-ni',
      sealProof: 18,
      deadline: 4,
      sectors: [
        { sector: 9, sealedCid: sealed, sealRandEpoch: 50, expiration: 800, activated: true },
      ],
    });
  });
});

describe('replica updates', () => {
  const place: CborValue[] = [2, 5, new CborCid(sealed)];
  const common = { deadline: 2, partition: 5, sealedCid: sealed };

  it('of deals return the set of the updated sectors', () => {
    const updates = [
      [1, ...place, [8], 3, none],
      [4, ...place, [9], 3, none],
    ];
    expect(read(27, 12, [updates], bits(4))).toEqual({
      type: 'replica-update',
      sectors: [
        { sector: 1, ...common, unsealedCid: null, dealIds: [8], pieces: [], updated: false },
        { sector: 4, ...common, unsealedCid: null, dealIds: [9], pieces: [], updated: true },
      ],
    });
    expect(read(29, 12, [[[1, ...place, new CborCid(data), [8], 3, none]]], bits(1))).toEqual({
      type: 'replica-update',
      sectors: [
        { sector: 1, ...common, unsealedCid: data, dealIds: [8], pieces: [], updated: true },
      ],
    });
  });

  it('of pieces return a batch', () => {
    const params = [[[1, ...place, [[new CborCid(data), 64, null, []]]]], [none], none, 3, null];
    expect(read(35, 19, [...params, true, true], [1, []])).toEqual({
      type: 'replica-update',
      sectors: [
        {
          sector: 1,
          ...common,
          unsealedCid: null,
          dealIds: [],
          pieces: [{ cid: data, size: 64, allocation: null, notify: [] }],
          updated: true,
        },
      ],
    });
  });
});

describe('declarations', () => {
  const one = { deadline: 3, partition: 1, sectors: [5, 1] };
  const params = [[[3, 1, bits(5)]]];

  it('are of faults, recoveries and terminations', () => {
    expect(read(10, 19, params)).toEqual({ type: 'fault', declarations: [one] });
    expect(read(11, 19, params)).toEqual({ type: 'recovery', declarations: [one] });
    expect(read(9, 19, params, [true])).toEqual({
      type: 'termination',
      declarations: [one],
      done: true,
    });
  });

  it('of any size stay runs', () => {
    const huge = encodeRlePlus([5, 2 ** 52]);
    expect(read(10, 19, [[[3, 1, huge]]])).toMatchObject({
      declarations: [{ sectors: [5, 2 ** 52] }],
    });
    expect(read(20, 19, [huge])).toEqual({ type: 'compact-numbers', sectors: [5, 2 ** 52] });
    expect(read(19, 19, [3, bits(0, 1)])).toEqual({
      type: 'compact-partitions',
      deadline: 3,
      partitions: [0, 2],
    });
  });

  it('extend sectors, those with claims one by one', () => {
    expect(read(8, 16, [[[3, 1, bits(5), 999]]])).toEqual({
      type: 'extension',
      extensions: [{ ...one, newExpiration: 999, withClaims: [] }],
    });
    expect(read(32, 19, [[[3, 1, bits(5), [[6, [1], [2]]], 999]]])).toEqual({
      type: 'extension',
      extensions: [
        {
          ...one,
          newExpiration: 999,
          withClaims: [{ sector: 6, maintained: [1], dropped: [2] }],
        },
      ],
    });
  });
});

describe('Window PoSt', () => {
  it('names partitions and what it skipped', () => {
    const params = [
      4,
      [
        [0, none],
        [1, bits(9)],
      ],
      [[8, Uint8Array.of(1)]],
      123,
      none,
    ];
    expect(read(5, 19, params)).toEqual({
      type: 'post',
      deadline: 4,
      partitions: [
        { index: 0, skipped: [] },
        { index: 1, skipped: [9, 1] },
      ],
      proofs: [8],
      chainCommitEpoch: 123,
    });
    expect(read(24, 19, [4, 0])).toEqual({ type: 'dispute', deadline: 4, postIndex: 0 });
  });
});

describe('params with bytes behind them', () => {
  it('were taken until actors version 7', () => {
    const params = Uint8Array.of(...encodeCbor([4, 0]), 1);
    const call = { method: 24, params, returned: none };
    const dispute = { type: 'dispute', deadline: 4, postIndex: 0 };
    expect(readSectorCall({ ...call, version: 7 })).toEqual(dispute);
    expect(readSectorCall(call)).toEqual(dispute);
    expect(readSectorCall({ ...call, version: 8 })).toMatchObject({ type: 'malformed' });
  });
});

describe('bit fields', () => {
  const last = 2n ** 63n - 1n;
  const named: Record<string, (sectors: Uint8Array) => ReturnType<typeof read>> = {
    ProveCommitAggregate: (sectors) => read(26, 16, [sectors, none]),
    DeclareFaults: (sectors) => read(10, 19, [[[1, 2, sectors]]]),
    ExtendSectorExpiration: (sectors) => read(8, 12, [[[1, 2, sectors, 900]]]),
    CompactSectorNumbers: (sectors) => read(20, 19, [sectors]),
    SubmitWindowedPoSt: (sectors) => read(5, 19, [4, [[0, sectors]], [], 123, none]),
  };
  it.each(Object.keys(named))('of %s name sectors up to 2^63 − 1', (method) => {
    const fact = named[method]?.(bits(1, last));
    expect(fact).toMatchObject({ type: expect.not.stringMatching('malformed') as string });
    expect(named[method]?.(bits(1, last + 1n))).toMatchObject({ type: 'malformed' });
    expect(named[method]?.(bits(2n ** 64n - 2n))).toMatchObject({ type: 'malformed' });
  });
});

it('a deadline that no database holds is none', () => {
  const post = (deadline: number) => read(5, 19, [deadline, [[0, none]], [], 123, none]);
  expect(post(47)).toMatchObject({ type: 'post', deadline: 47 });
  for (const deadline of [-1, 2 ** 31, 2 ** 32])
    expect(post(deadline)).toMatchObject({ type: 'malformed' });
});

describe('other calls', () => {
  it('say nothing of sectors', () => {
    expect(read(16, 19, [none])).toBeNull();
    expect(read(0, 19, [none])).toBeNull();
    expect(read(6, 19, [none])).toBeNull();
    expect(readSectorCall({ method: 2n ** 60n, params: none, returned: none })).toBeNull();
  });
});
