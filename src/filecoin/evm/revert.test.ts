import fc from 'fast-check';
import { encodeErrorResult, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64, fromHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeRevert, panicCode } from './revert.ts';

const abi = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
  'error Unheard(uint256 x)',
]);
const wrapped = (hex: string): Uint8Array => encodeCbor(fromHex(hex));

describe('reverts', () => {
  it('without a word', () => {
    expect(decodeRevert(new Uint8Array(0))).toEqual({ kind: 'none', text: '' });
    expect(decodeRevert(wrapped(''))).toEqual({ kind: 'none', text: '' });
  });

  it('with a reason, which is text of strangers', () => {
    const reason = '<script>alert(1)</script>\0';
    const data = encodeErrorResult({ abi, errorName: 'Error', args: [reason] });
    const expected = { kind: 'error', text: '<script>alert(1)</script>\ufffd' };
    expect(decodeRevert(wrapped(data))).toEqual(expected);
    expect(decodeRevert(fromHex(data))).toEqual(expected);
  });

  it.each([
    [1n, 'assert'],
    [0x11n, 'overflow'],
    [0x12n, 'division-by-zero'],
    [0x32n, 'out-of-bounds'],
    [0x51n, 'bad-function'],
    [0x77n, 'unknown'],
  ])('with panic %i', (code, text) => {
    const data = encodeErrorResult({ abi, errorName: 'Panic', args: [code] });
    expect(decodeRevert(wrapped(data))).toEqual({ kind: 'panic', text, code: String(code) });
    const written = `0x${code.toString(16).padStart(2, '0')}`;
    expect(panicCode(text)).toBe(text === 'unknown' ? null : written);
  });

  it('with errors of their own', () => {
    const known = encodeErrorResult({
      abi,
      errorName: 'InsufficientBalance',
      args: [`0x${'11'.repeat(20)}`, 1n, 2n],
    });
    expect(decodeRevert(wrapped(known))).toEqual({
      kind: 'custom',
      text: 'InsufficientBalance(address,uint256,uint256)',
      selector: known.slice(0, 10),
      args: [
        { name: 'account', type: 'address', value: `0x${'11'.repeat(20)}` },
        { name: 'balance', type: 'uint256', value: '1' },
        { name: 'needed', type: 'uint256', value: '2' },
      ],
      guessed: true,
    });
    const unheard = encodeErrorResult({ abi, errorName: 'Unheard', args: [1n] });
    const selector = unheard.slice(0, 10);
    expect(decodeRevert(wrapped(unheard))).toEqual({
      kind: 'custom',
      text: selector,
      selector,
      args: null,
    });
  });

  it('with something else', () => {
    expect(decodeRevert(wrapped('0102'))).toEqual({ kind: 'data', text: '0x0102' });
    expect(decodeRevert(wrapped('0102030405'))).toEqual({ kind: 'data', text: '0x0102030405' });
  });

  it('of real calls are read', () => {
    const Row = z.object({ kind: z.string(), exitCode: z.number(), returned: z.string() });
    const rows = readFixture('../actors/calls', Row).filter(
      (row) => row.kind === 'evm' && row.exitCode === 33 && row.returned !== '',
    );
    const kinds = rows.map((row) => decodeRevert(fromBase64(row.returned)).kind);
    expect(kinds).not.toContain('data');
    expect(new Set(kinds).size).toBeGreaterThan(1);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, wrap) => {
        JSON.stringify(decodeRevert(wrap ? encodeCbor(bytes) : bytes));
      }),
    );
  });
});
