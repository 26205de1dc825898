import { encodeRlePlus, runsFromNumbers } from '#filecoin/encoding/bitfield.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../types.ts';
import { MINER_KIND, sectorActs } from './acts.ts';

const sealed = parseCid('bagboea4b5abcamxgfu3txvd4f5s3xwyk5dqxmqcgtjjpkjvrixgzyqhwsfx5nqtk');
const data = parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my');
const none = new Uint8Array(0);

function base64(value: CborValue): string {
  return Buffer.from(encodeCbor(value)).toString('base64');
}

function call(method: number, version: number, params: CborValue, returned?: CborValue): Call {
  return {
    message: 3,
    top: true,
    from: 100,
    to: 1000,
    kind: MINER_KIND,
    version,
    method,
    value: 0n,
    trace: {
      Msg: { From: 'f0100', To: 'f01000', Value: '0', Method: method, Params: base64(params) },
      MsgRct: { ExitCode: 0, Return: returned === undefined ? null : base64(returned) },
      Subcalls: null,
    },
  };
}

function bits(...numbers: number[]): Uint8Array {
  return encodeRlePlus(runsFromNumbers(numbers));
}

const verified: CborValue = [new CborCid(data), 2048, [1001, 55], []];
const plain: CborValue = [new CborCid(data), 4096, null, []];
const unknown = {
  sealProof: null,
  sealedCid: null,
  expiration: null,
  verifiedBytes: null,
  dealBytes: null,
};

describe('what calls do to sectors', () => {
  it('activates the items of a batch that succeeded, with the bytes that they hold', () => {
    const items: CborValue = [
      [1, [verified]],
      [2, [verified, plain]],
    ];
    const prove = call(34, 17, [items, [none, none], none, null, false, false], [1, [[0, 16]]]);
    expect(sectorActs([prove])).toEqual([
      {
        type: 'commit',
        miner: 1000,
        message: 3,
        deadline: null,
        sectors: [{ ...unknown, number: 2, verifiedBytes: 2048, dealBytes: 4096 }],
      },
    ]);
  });

  it('activates sectors without a pre-commitment, in the deadline that is asked for', () => {
    const item: CborValue = [9, 1000, new CborCid(sealed), 9, 50, 800];
    expect(sectorActs([call(36, 17, [[item], none, 18, 1, 4, true], [1, []])])).toEqual([
      expect.objectContaining({
        deadline: 4,
        sectors: [
          {
            number: 9,
            sealProof: 18,
            sealedCid: sealed,
            expiration: 800,
            verifiedBytes: 0,
            dealBytes: 0,
          },
        ],
      }),
    ]);
  });

  it('does not tell the bytes of aggregates, nor of updates by deals', () => {
    const aggregate = call(26, 16, [bits(2, 3), none]);
    const update: CborValue = [4, 2, 5, new CborCid(sealed), [9], 3, none];
    expect(sectorActs([aggregate, call(27, 12, [[update]], bits(4))])).toEqual([
      expect.objectContaining({
        type: 'commit',
        sectors: [
          { ...unknown, number: 2 },
          { ...unknown, number: 3 },
        ],
      }),
      expect.objectContaining({
        type: 'update',
        sectors: [{ ...unknown, number: 4, sealedCid: sealed, deadline: 2, partition: 5 }],
      }),
    ]);
  });

  it('extends the sectors with claims together with the others', () => {
    const entry: CborValue = [
      1,
      2,
      bits(5),
      [
        [7, [1], [2]],
        [8, [3], []],
      ],
      900,
    ];
    expect(sectorActs([call(32, 17, [[entry]])])).toEqual([
      expect.objectContaining({
        type: 'extension',
        extensions: [
          {
            deadline: 1,
            partition: 2,
            sectors: runsFromNumbers([5, 7, 8]),
            expiration: 900,
            dropped: [7],
          },
        ],
      }),
    ]);
  });

  it('leaves out what is malformed, other actors, and a bit field beyond any batch', () => {
    const huge = call(26, 16, [encodeRlePlus([0, 2 ** 50]), none]);
    const foreign = { ...call(26, 16, [bits(1), none]), kind: MINER_KIND + 1 };
    expect(sectorActs([huge, foreign, call(26, 16, [1, 2, 3]), call(2, 16, [])])).toEqual([]);
  });
});
