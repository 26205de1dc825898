import { expect, test } from 'vitest';
import { keptPiece } from './kept.ts';

/** Counts how often pieces are made. */
function maker() {
  let made = 0;
  const make = (text: string) => () => {
    made += 1;
    return Promise.resolve(text);
  };
  return { make, made: () => made };
}

test('a piece is made once', async () => {
  const site = {};
  const { make, made } = maker();
  await keptPiece(site, ['menu', 'en', ''], make('a'));
  expect(keptPiece(site, ['menu', 'en', ''], make('b'))).toBe('a');
  expect(made()).toBe(1);
});

test('what differs in any part of the key, or in the settings, is another piece', async () => {
  const [site, other] = [{}, {}];
  const { make } = maker();
  const keys = [
    ['menu', 'en', ''],
    ['menu', 'zh', ''],
    ['menu', 'en', '/en'],
    ['foot', 'en', ''],
    ['menu', 'en,', ''],
    ['menu', 'en', '', ''],
    ['menu","en', ''],
    ['year', 2026],
    ['year', '2026'],
  ];
  for (const of of [site, other])
    for (const key of keys) await keptPiece(of, key, make(JSON.stringify([of === site, key])));
  for (const of of [site, other])
    for (const key of keys)
      expect(keptPiece(of, key, make('again'))).toBe(JSON.stringify([of === site, key]));
});

test('what could not be made is tried again', async () => {
  const site = {};
  await expect(keptPiece(site, ['x'], () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await keptPiece(site, ['x'], maker().make('whole'))).toBe('whole');
});

test('keys without end do not fill the memory', async () => {
  const site = {};
  const { make, made } = maker();
  for (let page = 0; page < 5000; page++) await keptPiece(site, ['page', page], make('x'));
  await keptPiece(site, ['page', 0], make('x'));
  expect(made()).toBe(5001);
});
