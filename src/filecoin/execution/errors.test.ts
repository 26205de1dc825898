import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVmError } from './errors.ts';
import { cleanText } from '../encoding/text.ts';
import { cpuMs } from '../testing/cpu.ts';

describe('error texts of the virtual machine', () => {
  it('give the innermost message and all frames', () => {
    const text =
      'message failed with backtrace:\n' +
      '00: f01069 (method 3844450837) -- contract reverted at 1238 (33)\n' +
      '01: f01049 (method 3844450837) -- contract reverted at 902 (33)\n (RetCode=33)';
    expect(parseVmError(text)).toEqual({
      reason: 'contract reverted at 902',
      frames: [
        {
          actor: 'f01069',
          method: 3844450837,
          message: 'contract reverted at 1238',
          exitCode: 33,
        },
        { actor: 'f01049', method: 3844450837, message: 'contract reverted at 902', exitCode: 33 },
      ],
      cause: null,
      exitCode: 33,
    });
  });

  it.each([
    [
      'message failed with backtrace:\n00: f01154 (method 28) -- insufficient funds 52104.54 for pre-commit deposit: 52217.77 (19)\n (RetCode=19)',
      'insufficient funds 52104.54 for pre-commit deposit: 52217.77',
      1,
      null,
      19,
    ],
    [
      'message failed with backtrace:\n00: t05 (method 4) -- failed (a (1))\nover two lines (16)\n--> caused by: ipld::block_open -- no such block (6: not found)\n (RetCode=16)',
      'failed (a (1)) over two lines',
      1,
      'ipld::block_open -- no such block (6: not found)',
      16,
    ],
    [
      'pre-validation failed: sender nonce too low',
      'pre-validation failed: sender nonce too low',
      0,
      null,
      null,
    ],
    ['Actor not found (RetCode=1)', 'Actor not found', 0, null, 1],
    ['[FATAL] Error: x\nBacktrace: y', '[FATAL] Error: x Backtrace: y', 0, null, null],
    ['--> caused by: send::send -- limit', 'send::send -- limit', 0, 'send::send -- limit', null],
  ])('reads %j', (text, reason, frames, cause, exitCode) => {
    const error = parseVmError(text);
    expect(error).toMatchObject({ reason, cause, exitCode });
    expect(error?.frames).toHaveLength(frames);
  });

  it('are nothing where nothing failed', () => {
    expect(parseVmError('')).toBeNull();
    expect(parseVmError(' \n')).toBeNull();
  });

  it('stay within bounds and fit into a database, whatever they are', () => {
    const wild = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc
        .array(
          fc.constantFrom('00: f01 (method 1) -- ', ' (1)', '\n', 'x', '\0', '--> caused by: '),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(wild, fc.nat(40), (text, times) => {
        const error = parseVmError(text.repeat(times));
        if (error === null) return;
        expect(error.reason.length).toBeLessThanOrEqual(300);
        expect(error.frames.length).toBeLessThanOrEqual(64);
        expect(JSON.stringify(error)).not.toMatch(/\\u00[01]|\\ud[89a-f]/);
      }),
    );
    const long = `00: f01 (method 1) -- ${'a (1) '.repeat(100_000)}`;
    const taken = cpuMs(() => expect(parseVmError(long)?.reason.length).toBe(300));
    expect(taken).toBeLessThan(500);
  });
});

describe('text made fit', () => {
  it.each([
    ['a\0b', 'a\ufffdb'],
    ['\ud800', '\ufffd'],
    ['a\nb\tc', 'a\nb\tc'],
    ['\u001b[31m', '\ufffd[31m'],
    ['金\u{1f41f}', '金\u{1f41f}'],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text, 100)).toBe(clean);
  });

  it('is cut with a mark', () => {
    expect(cleanText('abcdef', 4)).toBe('abc…');
    expect(cleanText('abcd', 4)).toBe('abcd');
    expect(cleanText('ab\u{1f41f}d', 4)).toBe('ab\ufffd…');
  });
});
