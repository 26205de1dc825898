import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64, fromHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { readContractAbi } from '../evm/abi.ts';
import { keccakOfText } from '../evm/words.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeEvent } from './events.ts';
import type { EventEntry } from './events.ts';

const Row = z.object({
  height: z.number(),
  cid: z.string(),
  entries: z.array(z.tuple([z.string(), z.number(), z.string()])),
});

function cbor(key: string, value: Parameters<typeof encodeCbor>[0]): EventEntry {
  return { key, codec: 0x51, value: encodeCbor(value) };
}

function raw(key: string, hex: string): EventEntry {
  return { key, codec: 0x55, value: fromHex(hex) };
}

const transferTopic: EventEntry = {
  key: 't1',
  codec: 0x55,
  value: keccakOfText('Transfer(address,address,uint256)'),
};
const from = raw('t2', '00'.repeat(12) + 'aa'.repeat(20));
const to = raw('t3', '00'.repeat(12) + 'bb'.repeat(20));
const amount = `${'00'.repeat(31)}05`;

describe('events of real networks', () => {
  const rows = readFixture('../actors/events', Row).map(({ entries, ...row }) => ({
    ...row,
    entries: entries.map(([key, codec, value]): EventEntry => ({
      key,
      codec,
      value: fromBase64(value),
    })),
  }));

  it('are built-in events with named values, or logs', () => {
    const kinds = new Map<string, number>();
    for (const { entries } of rows) {
      const event = decodeEvent(entries);
      expect(event.kind).not.toBe('other');
      if (event.kind === 'actor') expect(event.fields.length).toBe(entries.length - 1);
      const name = event.kind === 'evm' ? (event.log?.name ?? 'unknown') : event.name;
      kinds.set(String(name), (kinds.get(String(name)) ?? 0) + 1);
    }
    expect(kinds.get('claim-updated')).toBeGreaterThan(0);
    expect(kinds.get('sector-precommitted')).toBeGreaterThan(0);
    expect(kinds.get('Transfer')).toBeGreaterThan(0);
    expect(kinds.get('Swap')).toBeGreaterThan(0);
  });
});

describe('built-in events', () => {
  it('have names and values, some of them several times', () => {
    const entries = [
      cbor('$type', 'verifier-balance'),
      cbor('verifier', 100),
      cbor('balance', Uint8Array.of(0, 1, 0)),
      cbor('piece-size', 1),
      cbor('piece-size', 2),
      cbor('unsealed-cid', null),
    ];
    expect(decodeEvent(entries)).toEqual({
      kind: 'actor',
      name: 'verifier-balance',
      fields: [
        { name: 'verifier', value: 100 },
        { name: 'balance', value: '256' },
        { name: 'piece-size', value: 1 },
        { name: 'piece-size', value: 2 },
        { name: 'unsealed-cid', value: null },
      ],
    });
  });

  it('show what they do not understand as hex', () => {
    const entries = [cbor('$type', 'x'), { key: 'y', codec: 0x51, value: fromHex('ff00') }];
    expect(decodeEvent(entries)).toEqual({
      kind: 'actor',
      name: 'x',
      fields: [{ name: 'y', value: '0xff00' }],
    });
    expect(decodeEvent([cbor('a', 1)])).toEqual({
      kind: 'other',
      name: null,
      fields: [{ name: 'a', value: 1 }],
    });
    expect(decodeEvent([])).toEqual({ kind: 'other', name: null, fields: [] });
  });
});

describe('logs', () => {
  it('of ERC-20 and ERC-721 transfers are told apart by what is indexed', () => {
    const erc20 = decodeEvent([transferTopic, from, to, raw('d', amount)]);
    expect(erc20).toMatchObject({
      kind: 'evm',
      name: 'Transfer(address,address,uint256)',
      data: `0x${amount}`,
      log: { name: 'Transfer', args: [{}, {}, { name: 'value', indexed: false, value: '5' }] },
    });
    const erc721 = decodeEvent([transferTopic, from, to, raw('t4', amount)]);
    expect(erc721).toMatchObject({
      data: '0x',
      log: { args: [{}, {}, { name: 'tokenId', indexed: true, value: '5' }] },
    });
  });

  it('are guesses but for events of the contract’s own ABI', () => {
    const inputs = ['from', 'to', 'wad'].map((name, at) => ({
      name,
      type: at < 2 ? 'address' : 'uint256',
      indexed: at < 2,
    }));
    const abi = readContractAbi([{ type: 'event', name: 'Transfer', inputs }]);
    const erc20 = [transferTopic, from, to, raw('d', amount)];
    expect(decodeEvent(erc20)).toMatchObject({ guessed: true });
    expect(decodeEvent(erc20, 'f', abi)).toMatchObject({
      guessed: false,
      log: { args: [{}, {}, { name: 'wad' }] },
    });
    // Its own ABI says otherwise what is indexed.
    expect(decodeEvent([transferTopic, from, to, raw('t4', amount)], 'f', abi)).toMatchObject({
      guessed: true,
      log: { args: [{}, {}, { name: 'tokenId' }] },
    });
  });

  it('keep their topics when the event is unknown, or its values are not of it', () => {
    const unknown = decodeEvent([raw('t1', '11'.repeat(32))]);
    expect(unknown).toEqual({
      kind: 'evm',
      name: null,
      topics: [`0x${'11'.repeat(32)}`],
      data: '0x',
      log: null,
      guessed: false,
    });
    expect(decodeEvent([transferTopic, from, to])).toMatchObject({
      name: 'Transfer(address,address,uint256)',
      log: null,
      guessed: true,
    });
  });

  it('with topics out of order or of wrong length are no logs', () => {
    expect(decodeEvent([from, transferTopic]).kind).toBe('other');
    expect(decodeEvent([raw('t1', '11')]).kind).toBe('other');
  });
});

describe('any entries', () => {
  it('never throw', () => {
    const entry = fc.record({
      key: fc.oneof(fc.constantFrom('$type', 't1', 't2', 'd', 'balance'), fc.string()),
      codec: fc.constantFrom(0x51, 0x55, 0, 7),
      value: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        JSON.stringify(decodeEvent(entries));
      }),
      { numRuns: 2000 },
    );
  });
});
