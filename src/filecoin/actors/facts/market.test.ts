import { describe, expect, it } from 'vitest';
import { idAddress } from '../../address.ts';
import { encodeRlePlus, runsFromNumbers } from '../../encoding/bitfield.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { CborBadText, CborCid, encodeCbor } from '../../encoding/cbor.ts';
import { blake2b256, parseCid } from '../../encoding/cid.ts';
import { frc42Number } from '../methods.ts';
import { readMarketCall } from './market.ts';

const pieceCid = parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my');
const client = idAddress(1000);
const provider = idAddress(1001);
const none = new Uint8Array(0);

function bits(...numbers: (number | bigint)[]): Uint8Array {
  return encodeRlePlus(runsFromNumbers(numbers));
}

function proposal(label: CborValue = 'label'): CborValue[] {
  const price = Uint8Array.of(0, 9);
  return [new CborCid(pieceCid), 2048, true, client, provider, label, 10, 20, price, none, price];
}

function read(method: number, version: number, params: CborValue, returned?: CborValue) {
  return readMarketCall({
    method,
    version,
    params: encodeCbor(params),
    returned: returned === undefined ? none : encodeCbor(returned),
  });
}

const deal = {
  digest: blake2b256(encodeCbor(proposal())),
  pieceCid,
  pieceSize: 2048,
  verified: true,
  client,
  provider,
  label: 'label',
  startEpoch: 10,
  endEpoch: 20,
  pricePerEpoch: 9n,
  providerCollateral: 0n,
  clientCollateral: 9n,
};

describe('published deals', () => {
  const three = ['a', 'b', 'c'].map((label) => [proposal(label), Uint8Array.of(1)]);

  it('have the ids of those that were valid', () => {
    expect(read(4, 19, [three], [[70, 71], bits(0, 2)])).toMatchObject({
      type: 'publish',
      deals: [
        { dealId: 70, proposal: { label: 'a' } },
        { dealId: 71, proposal: { label: 'c' } },
      ],
    });
    expect(read(4, 0, [three], [[70, 71, 72]])).toMatchObject({
      deals: [{ dealId: 70 }, { dealId: 71 }, { dealId: 72, proposal: { label: 'c' } }],
    });
    expect(read(4, 19, [[[proposal(), none]]], [[1], bits(0)])).toEqual({
      type: 'publish',
      deals: [{ dealId: 1, proposal: deal }],
    });
  });

  it('that do not fit their return are refused', () => {
    expect(read(4, 19, [three], [[70], bits(0, 1)])).toMatchObject({ type: 'malformed' });
    expect(read(4, 19, [three], [[70], bits(3)])).toMatchObject({ type: 'malformed' });
    const endless = encodeRlePlus([0, 2 ** 52]);
    expect(read(4, 19, [three], [[70], endless])).toMatchObject({ type: 'malformed' });
  });

  it('may be of any size of 64 bits: the market asks for a power of two only', () => {
    const huge = proposal().with(1, 2n ** 63n);
    expect(read(4, 19, [[[huge, none]]], [[1], bits(0)])).toMatchObject({
      deals: [{ dealId: 1, proposal: { pieceSize: 2n ** 63n } }],
    });
  });

  it('have labels of text or bytes', () => {
    const published = (label: CborValue) =>
      read(4, 19, [[[proposal(label), none]]], [[1], bits(0)]);
    const labelled = (label: unknown) => ({ deals: [{ proposal: { label } }] });
    expect(published('a\0<b>')).toMatchObject(labelled('a\0<b>'));
    expect(published(Uint8Array.of(0xff))).toMatchObject(labelled(Uint8Array.of(0xff)));
    const broken = new CborBadText(Uint8Array.of(0xff));
    expect(published(broken)).toMatchObject(labelled(Uint8Array.of(0xff)));
    expect(published(7)).toMatchObject({ type: 'malformed' });
  });
});

describe('the life of deals', () => {
  it('is activated by sector, once by deal', () => {
    expect(read(6, 11, [[5, 6], 900])).toEqual({
      type: 'activate',
      sectors: [{ sector: null, expiration: 900, dealIds: [5, 6], activated: true }],
    });
    const sectors = [
      [1, 8, 900, [5]],
      [2, 8, 901, [6, 7]],
    ];
    expect(read(6, 13, [sectors, false], [[1, [[0, 16]]], []])).toEqual({
      type: 'activate',
      sectors: [
        { sector: 1, expiration: 900, dealIds: [5], activated: false },
        { sector: 2, expiration: 901, dealIds: [6, 7], activated: true },
      ],
    });
  });

  it('is told of by sectors that changed', () => {
    const pieces = [
      [new CborCid(pieceCid), 2048, encodeCbor(77)],
      [new CborCid(pieceCid), 64, Uint8Array.of(0x80)],
    ];
    const told = frc42Number('SectorContentChanged');
    expect(read(told, 13, [[4, 999, pieces]], [[true]])).toEqual({
      type: 'content-changed',
      sectors: [
        {
          sector: 4,
          minimumCommitment: 999,
          pieces: [
            { cid: pieceCid, size: 2048, dealId: 77, accepted: true },
            { cid: pieceCid, size: 64, dealId: null, accepted: false },
          ],
        },
      ],
    });
  });

  it('ends by termination and settlement', () => {
    expect(read(7, 12, [50, [1, 2]])).toEqual({
      type: 'terminate',
      epoch: 50,
      dealIds: [1, 2],
      sectors: null,
    });
    expect(read(7, 13, [50, bits(3)])).toEqual({
      type: 'terminate',
      epoch: 50,
      dealIds: null,
      sectors: [3, 1],
    });
    expect(read(7, 13, [50, bits(2n ** 63n)])).toMatchObject({ type: 'malformed' });
    const settle = frc42Number('SettleDealPayments');
    const answer = [
      [2, [[1, 17]]],
      [
        [Uint8Array.of(0, 5), false],
        [none, true],
      ],
    ];
    expect(read(settle, 19, bits(10, 11, 12), answer)).toEqual({
      type: 'settle',
      deals: [
        { dealId: 10, exitCode: 0, payment: 5n, completed: false },
        { dealId: 11, exitCode: 17, payment: null, completed: null },
        { dealId: 12, exitCode: 0, payment: 0n, completed: true },
      ],
    });
    const endless = encodeRlePlus([0, 2 ** 52]);
    expect(read(settle, 19, endless, [[2 ** 52, []], []])).toMatchObject({ type: 'malformed' });
  });
});

describe('balances', () => {
  it('are added to and withdrawn', () => {
    expect(read(2, 19, client)).toEqual({ type: 'add-balance', party: client });
    expect(read(3, 19, [client, Uint8Array.of(0, 9)], Uint8Array.of(0, 4))).toEqual({
      type: 'withdraw-balance',
      party: client,
      requested: 9n,
      withdrawn: 4n,
    });
    expect(read(3, 5, [client, Uint8Array.of(0, 9)])).toMatchObject({ withdrawn: null });
    expect(read(9, 19, [])).toBeNull();
  });
});
