/** Whatever contracts are called with, emit, answer or call themselves, it is read or shown raw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor } from '../encoding/cbor.ts';
import { anyBytes, anyText, anyUint64 } from '../testing/arbitrary.ts';
import { decodeCall, decodeLog } from './abi.ts';
import { calldataOf, returnDataOf } from './calldata.ts';
import { labelHash, namehash, normalizeName } from './names.ts';
import { addressInWord, minimalProxyTarget, namesSlot, proxyChange } from './proxies.ts';
import { decodeRevert } from './revert.ts';
import { anyCallOfFunction, anyData, anyError, anyTopics } from './testing/arbitrary.ts';
import { readDecimals, readTokenText, readUint } from './token-calls.ts';
import { readTokenLog } from './tokens.ts';
import { keccakOfText } from './words.ts';

const TRANSFER = keccakOfText('Transfer(address,address,uint256)');
const EMPTY = new Uint8Array(0);

describe('contracts are read without a throw', () => {
  it('in what they are called with', () => {
    fc.assert(
      fc.property(fc.oneof(anyCallOfFunction, anyBytes), anyUint64, (data, codec) => {
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
    fc.assert(
      fc.property(anyTopics, anyData, (topics, data) => {
        JSON.stringify(decodeLog(topics, data));
        readTokenLog({ topics, data });
        proxyChange(topics, data);
      }),
      {
        numRuns: 4000,
        examples: [[[TRANSFER, new Uint8Array(32), new Uint8Array(32), EMPTY], EMPTY]],
      },
    );
  });

  it('in what they fail with', () => {
    fc.assert(
      fc.property(fc.oneof(anyError, anyData), fc.boolean(), (data, wrapped) => {
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
