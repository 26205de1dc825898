import { describe, expect, test } from 'vitest';
import { concatBytes, fromHex, toHex } from '../encoding/bytes.ts';
import {
  balanceOfCall,
  readDecimals,
  readTokenText,
  readUint,
  TOKEN_READS,
} from './token-calls.ts';

const word = (value: bigint | number): Uint8Array =>
  fromHex(BigInt(value).toString(16).padStart(64, '0'));
const abi = (text: string | Uint8Array): Uint8Array => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32);
  return concatBytes(word(32), word(bytes.length), bytes, padding);
};

test('selectors are those of the standard', () => {
  expect(Object.values(TOKEN_READS).map(toHex)).toEqual([
    '06fdde03',
    '95d89b41',
    '313ce567',
    '18160ddd',
  ]);
  const holder = new Uint8Array(20).fill(0xab);
  expect(toHex(balanceOfCall(holder))).toBe(`70a08231${'0'.repeat(24)}${'ab'.repeat(20)}`);
  expect(toHex(balanceOfCall(holder, 255n))).toBe(
    `00fdd58e${'0'.repeat(24)}${'ab'.repeat(20)}${'ff'.padStart(64, '0')}`,
  );
});

describe('names', () => {
  test('are text, or 32 bytes as old tokens have them', () => {
    expect(readTokenText(abi('Harbor Dollar'), 128)).toBe('Harbor Dollar');
    const old = new Uint8Array(32);
    old.set(new TextEncoder().encode('Maker'));
    expect(readTokenText(old, 128)).toBe('Maker');
    expect(readTokenText(new TextEncoder().encode('x'.repeat(32)), 128)).toBe('x'.repeat(32));
  });

  test('stay what they are, HTML and emoji included', () => {
    const name = '<b>Not HTML</b> "quoted" 漁 🐟 👨‍👩‍👧';
    expect(readTokenText(abi(name), 128)).toBe(name);
  });

  test('are bounded, on one line, without control and direction marks', () => {
    const huge = readTokenText(abi('🐟'.repeat(2_500_000)), 128);
    expect(huge?.length).toBeLessThanOrEqual(128);
    expect(huge?.isWellFormed()).toBe(true);
    expect(readTokenText(abi('x'.repeat(33)), 32)).toBe(`${'x'.repeat(31)}…`);
    expect(readTokenText(abi(' a\u202egnp.exe\u2066\n\tb\u0000 '), 128)).toBe('agnp.exe b\ufffd');
    expect(readTokenText(abi(Uint8Array.of(0xff, 0xfe, 0x41)), 128)).toBe('\ufffd\ufffdA');
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['empty text', abi('')],
    ['spaces', abi('   ')],
    ['a word of zeros', new Uint8Array(32)],
    ['less than a word', new Uint8Array(31).fill(65)],
    ['an offset outside', concatBytes(word(2n ** 255n), word(1))],
    ['a length outside', concatBytes(word(32), word(2 ** 32), word(0))],
  ])('of %s are none', (_, answer) => {
    expect(readTokenText(answer, 128)).toBeNull();
  });
});

test('numbers are words; decimals fit a byte', () => {
  expect(readUint(word(2n ** 256n - 1n))).toBe(2n ** 256n - 1n);
  expect(readUint(new Uint8Array(31))).toBeNull();
  expect(readDecimals(word(255))).toBe(255);
  expect(readDecimals(word(256))).toBeNull();
  expect(readDecimals(new Uint8Array())).toBeNull();
});
