import { expect, test } from 'vitest';
import { isUnreachable, messageOf, StoreError } from './connection.ts';

test('whatever was thrown is told in words', () => {
  expect(messageOf(new Error('no space'))).toBe('no space');
  expect(messageOf(new RangeError())).toBe('RangeError');
  expect(messageOf('closed')).toBe('closed');
  expect(messageOf(null)).toBe('null');
  // As Emscripten's file system and its end throw them.
  expect(messageOf({ name: 'ErrnoError', errno: 44 })).toBe('ErrnoError 44');
  expect(
    messageOf({ name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 }),
  ).toBe('ExitStatus Program terminated with exit(1)');
  expect(messageOf({ pending: [1] })).toBe('{ pending: [ 1 ] }');
});

test('a server whose socket is gone is away, like one that refuses', () => {
  for (const code of ['ENOENT', 'ECONNREFUSED', '57P01'])
    expect(isUnreachable(new StoreError('connect', { code })), code).toBe(true);
  for (const code of ['42P01', '22012', undefined])
    expect(isUnreachable(new StoreError('select', { code })), String(code)).toBe(false);
});
