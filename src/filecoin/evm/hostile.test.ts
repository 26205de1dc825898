/** Whatever contracts are called with, emit, answer or call themselves, it is read or shown raw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { anyBytes, anyText, anyUint64 } from '../testing/arbitrary.ts';
import { decodeCall, decodeLog, parseSignature } from './abi.ts';
import { calldataOf, returnDataOf } from './calldata.ts';
import { labelHash, namehash, normalizeName } from './names.ts';
import { addressInWord, minimalProxyTarget, namesSlot, proxyChange } from './proxies.ts';
import { decodeRevert } from './revert.ts';
import * as contracts from './signatures/contracts.ts';
import * as defi from './signatures/defi.ts';
import * as names from './signatures/names.ts';
import * as tokens from './signatures/tokens.ts';
import { readDecimals, readTokenText, readUint } from './token-calls.ts';
import { readTokenLog } from './tokens.ts';
import { keccakOfText } from './words.ts';

const GROUPS = [contracts, defi, names, tokens];
const hashesOf = (texts: readonly string[]): Uint8Array[] =>
  texts.map((text) => keccakOfText(parseSignature(text).canonical));
const FUNCTIONS = hashesOf(GROUPS.flatMap(({ functions }) => functions));
const EVENTS = hashesOf(GROUPS.flatMap(({ events }) => events));
const ERRORS = hashesOf(GROUPS.flatMap(({ errors }) => errors));

const anyWord = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(0xff)),
  // Offsets and lengths, for what has them.
  fc.nat(300).map((at) => new Uint8Array(32).with(31, at % 256).with(30, at >> 8)),
);
const anyData = fc
  .tuple(fc.array(anyWord, { maxLength: 12 }), anyBytes)
  .map(([words, rest]) => concatBytes(...words, rest));
const selected = (hashes: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...hashes), anyData)
    .map(([hash, data]) => concatBytes(hash.subarray(0, 4), data));

describe('contracts are read without a throw', () => {
  it('in what they are called with', () => {
    fc.assert(
      fc.property(fc.oneof(selected(FUNCTIONS), anyBytes), anyUint64, (data, codec) => {
        JSON.stringify(decodeCall(data));
        for (const given of [data, encodeCbor(data)])
          for (const told of [undefined, codec, 0x51, 0x55]) {
            calldataOf(given, told);
            returnDataOf(given, told);
          }
      }),
      { numRuns: 3000 },
    );
  });

  it('in what they emit', () => {
    const anyTopics = fc.oneof(
      fc
        .tuple(fc.constantFrom(...EVENTS), fc.array(anyWord, { maxLength: 3 }))
        .map(([first, rest]) => [first, ...rest]),
      fc.array(anyWord, { maxLength: 4 }),
    );
    fc.assert(
      fc.property(anyTopics, anyData, (topics, data) => {
        JSON.stringify(decodeLog(topics, data));
        readTokenLog({ topics, data });
        proxyChange(topics, data);
      }),
      { numRuns: 4000 },
    );
  });

  it('in what they fail with', () => {
    fc.assert(
      fc.property(fc.oneof(selected(ERRORS), anyData), fc.boolean(), (data, wrapped) => {
        JSON.stringify(decodeRevert(wrapped ? encodeCbor(data) : data));
      }),
      { numRuns: 2000 },
    );
  });

  it('in what they say of themselves', () => {
    fc.assert(
      fc.property(anyData, (answer) => {
        const text = readTokenText(answer, 64);
        expect(text === null || (text.length <= 64 && text.isWellFormed())).toBe(true);
        const decimals = readDecimals(answer);
        expect(decimals === null || (decimals >= 0 && decimals <= 255)).toBe(true);
        const number = readUint(answer);
        expect(number === null || (number >= 0n && number < 2n ** 256n)).toBe(true);
        addressInWord(answer.subarray(0, 32));
        minimalProxyTarget(answer);
        for (const slot of ['implementation', 'beacon', 'admin'] as const) namesSlot(answer, slot);
      }),
      { numRuns: 2000 },
    );
  });

  it('in how names are written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = normalizeName(text);
        if (name !== null) expect(normalizeName(name)).toBe(name);
        expect([labelHash(text).length, namehash(text).length]).toEqual([32, 32]);
      }),
      { numRuns: 1000 },
    );
  });
});
