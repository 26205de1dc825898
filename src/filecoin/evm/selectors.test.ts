import { toEventSelector, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { errorOf, eventSignature, eventsOf, functionOf, selectorSignature } from './selectors.ts';
import * as contracts from './signatures/contracts.ts';
import * as defi from './signatures/defi.ts';
import * as demo from './signatures/demo.ts';
import * as names from './signatures/names.ts';
import * as standards from './signatures/standards.ts';
import * as tokens from './signatures/tokens.ts';
import { parseSignature } from './types.ts';

const groups = [tokens, contracts, defi, names, standards, demo];
const functions = groups.flatMap((group) => group.functions);
const events = groups.flatMap((group) => group.events);
const errors = groups.flatMap((group) => group.errors);

describe('known signatures', () => {
  // Selectors as block explorers of Ethereum show them.
  it.each([
    ['0xa9059cbb', 'transfer(address,uint256)'],
    ['0x23b872dd', 'transferFrom(address,address,uint256)'],
    ['0x095ea7b3', 'approve(address,uint256)'],
    ['0xd0e30db0', 'deposit()'],
    ['0x38ed1739', 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'],
    ['0xac9650d8', 'multicall(bytes[])'],
    [
      '0x414bf389',
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    ],
    ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
    ['0x4f1ef286', 'upgradeToAndCall(address,bytes)'],
    ['0x868e10c4', 'handle_filecoin_method(uint64,uint64,bytes)'],
  ])('%s is %s', (selector, signature) => {
    expect(selectorSignature(selector)).toBe(signature);
    expect(selectorSignature(selector.toUpperCase().replace('0X', '0x'))).toBe(signature);
  });

  it('have the hashes that viem computes', () => {
    for (const text of functions) {
      const { canonical } = parseSignature(text);
      expect(selectorSignature(toFunctionSelector(canonical))).toBe(canonical);
    }
    for (const text of errors) {
      const { canonical } = parseSignature(text);
      expect(errorOf(toFunctionSelector(canonical))?.canonical).toBe(canonical);
    }
    for (const text of events) {
      const { canonical, params } = parseSignature(text);
      const topic = toEventSelector(canonical);
      expect(eventSignature(topic)).toBe(canonical);
      expect(eventsOf(topic).map((event) => event.params)).toContainEqual(params);
    }
  });

  it('stand once each', () => {
    const canonical = (text: string): string => parseSignature(text).canonical;
    expect(new Set(functions.map(canonical)).size).toBe(functions.length);
    expect(new Set(errors.map(canonical)).size).toBe(errors.length);
    const indexed = events.map((text) => {
      const signature = parseSignature(text);
      return `${signature.canonical} ${signature.params.map((param) => Number(param.indexed)).join('')}`;
    });
    expect(new Set(indexed).size).toBe(events.length);
  });

  it.each(['', '0x', 'a9059cbb', '0xa9059cb', '0xzzzzzzzz', '0x00000000', '<b>'])(
    'has none for %j',
    (selector) => {
      expect(functionOf(selector)).toBeNull();
      expect(errorOf(selector)).toBeNull();
      expect(eventsOf(selector)).toEqual([]);
      expect(eventSignature(selector)).toBeNull();
    },
  );
});
