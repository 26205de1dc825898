import { describe, expect, it } from 'vitest';
import type { CborValue } from '../../encoding/cbor.ts';
import { CborCid, encodeCbor } from '../../encoding/cbor.ts';
import { parseCid } from '../../encoding/cid.ts';
import type { EventEntry } from '../events.ts';
import { readActorEvent } from './events.ts';

const cid = parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my');
const link = new CborCid(cid);

function event(...entries: (readonly [key: string, value: CborValue])[]): EventEntry[] {
  return entries.map(([key, value]) => ({ key, codec: 0x51, value: encodeCbor(value) }));
}

const parties: [string, CborValue][] = [
  ['id', 7],
  ['client', 1000],
  ['provider', 1001],
];
const terms: [string, CborValue][] = [
  ...parties,
  ['piece-cid', link],
  ['piece-size', 2048],
  ['term-min', 10],
  ['term-max', 20],
];
const read = {
  id: 7,
  client: 1000,
  provider: 1001,
  pieceCid: cid,
  pieceSize: 2048,
  termMin: 10,
  termMax: 20,
};

describe('built-in events', () => {
  it('tell of verifiers', () => {
    const entries: [string, CborValue][] = [
      ['$type', 'verifier-balance'],
      ['verifier', 1002],
      ['balance', Uint8Array.of(0, 1, 0)],
    ];
    const fact = { type: 'verifier-balance', verifier: 1002, balance: 256n };
    expect(readActorEvent(event(...entries))).toEqual({ ...fact, client: null });
    expect(readActorEvent(event(...entries, ['client', 1000]))).toEqual({ ...fact, client: 1000 });
  });

  it('tell of allocations and claims', () => {
    expect(readActorEvent(event(['$type', 'allocation'], ...terms, ['expiration', 15]))).toEqual({
      type: 'allocation',
      ...read,
      expiration: 15,
    });
    expect(readActorEvent(event(['$type', 'allocation-removed'], ...parties))).toEqual({
      type: 'allocation-removed',
      id: 7,
      client: 1000,
      provider: 1001,
      pieceCid: null,
      pieceSize: null,
      termMin: null,
      termMax: null,
      expiration: null,
    });
    for (const type of ['claim', 'claim-updated', 'claim-removed'])
      expect(
        readActorEvent(event(['$type', type], ...terms, ['term-start', 12], ['sector', 3])),
      ).toEqual({ type, ...read, termStart: 12, sector: 3 });
  });

  it('tell of deals', () => {
    for (const type of ['deal-published', 'deal-activated', 'deal-terminated', 'deal-completed'])
      expect(readActorEvent(event(['$type', type], ...parties))).toEqual({
        type,
        id: 7,
        client: 1000,
        provider: 1001,
      });
  });

  it('tell of sectors and their pieces', () => {
    expect(readActorEvent(event(['$type', 'sector-precommitted'], ['sector', 5]))).toEqual({
      type: 'sector-precommitted',
      sector: 5,
    });
    expect(readActorEvent(event(['$type', 'sector-terminated'], ['sector', 5]))).toMatchObject({
      type: 'sector-terminated',
    });
    const empty = event(['$type', 'sector-activated'], ['sector', 5], ['unsealed-cid', null]);
    expect(readActorEvent(empty)).toEqual({
      type: 'sector-activated',
      sector: 5,
      unsealedCid: null,
      pieces: [],
    });
    const full = event(
      ['$type', 'sector-updated'],
      ['sector', 5],
      ['unsealed-cid', link],
      ['piece-cid', link],
      ['piece-size', 1],
      ['piece-cid', link],
      ['piece-size', 2],
    );
    expect(readActorEvent(full)).toEqual({
      type: 'sector-updated',
      sector: 5,
      unsealedCid: cid,
      pieces: [
        { cid, size: 1 },
        { cid, size: 2 },
      ],
    });
  });
});

describe('other events', () => {
  it('are none', () => {
    expect(readActorEvent([])).toBeNull();
    expect(readActorEvent(event(['$type', 'something-new'], ['sector', 5]))).toBeNull();
    expect(readActorEvent(event(['$type', 7]))).toBeNull();
    expect(readActorEvent([{ key: 't1', codec: 0x55, value: new Uint8Array(32) }])).toBeNull();
    const raw = event(['$type', 'sector-precommitted'], ['sector', 5]).map((entry) => ({
      ...entry,
      codec: 0x55,
    }));
    expect(readActorEvent(raw)).toBeNull();
  });

  it('that lack a value or have it twice are malformed', () => {
    const malformed = { type: 'malformed' };
    expect(readActorEvent(event(['$type', 'sector-precommitted']))).toMatchObject(malformed);
    const twice = event(['$type', 'sector-terminated'], ['sector', 5], ['sector', 6]);
    expect(readActorEvent(twice)).toMatchObject(malformed);
    const sizeless = event(
      ['$type', 'sector-activated'],
      ['sector', 5],
      ['unsealed-cid', null],
      ['piece-cid', link],
    );
    expect(readActorEvent(sizeless)).toMatchObject(malformed);
  });
});
