import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteUnit, formatBytes } from './bytes.ts';
import { glyphOf, rowStrokes } from './glyph.ts';
import {
  formatChance,
  formatCount,
  formatDollars,
  formatInt,
  formatPercent,
  shareOf,
} from './number.ts';
import { identifierPath, inLanguage, paths, withQuery } from './paths.ts';
import { readChoice, readContinent, readPage } from './query.ts';
import { shorten, shortText } from './shorten.ts';

const ADDRESS = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const CID = 'bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4';

test.each([
  ['34359738368', undefined, '32 GiB'],
  ['1024', 2, '1.00 kiB'],
  ['0', 2, '0.00 B'],
  ['-5497558138880', 2, '-5.00 TiB'],
  ['25000000000000000000', 3, '21.684 EiB'],
  ['1023', undefined, '1,023 B'],
])('%s bytes with %s decimals are %s', (bytes, decimals, text) => {
  expect(formatBytes(bytes, decimals)).toBe(text);
});

test('bytes in a unit of choice', () => {
  expect(formatBytes(3n << 37n, undefined, 'TiB')).toBe('0.375 TiB');
  expect(formatBytes(3n << 40n, undefined, 'GiB')).toBe('3,072 GiB');
  expect(formatBytes(0, 2, 'TiB')).toBe('0.00 TiB');
  expect([byteUnit(0n), byteUnit(-1024n), byteUnit(2n ** 40n - 1n)]).toEqual(['B', 'kiB', 'GiB']);
});

test('numbers', () => {
  expect(formatInt('1234567890123456789012')).toBe('1,234,567,890,123,456,789,012');
  expect(formatInt(-1234)).toBe('-1,234');
  expect(formatInt(999)).toBe('999');
  expect(formatPercent(0.9036)).toBe('90.36%');
  expect([287.5966, 1_234_567].map(formatDollars)).toEqual(['$287.60', '$1.2M']);
  expect([0, 9_999, 12_345, 1_234_567].map(formatCount)).toEqual(['0', '9,999', '12.3K', '1.2M']);
});

describe('shortening', () => {
  test.each([
    ['message', CID, 'bafy2bza…42v4'],
    ['address', ADDRESS, 'f1abjx…p3za'],
    ['address', 'f0123456789012', 'f0123456789012'],
    ['address', 'f09007199254740991', 'f09007199254740991'],
    ['address', 'f018446744073709551615', 'f01844…1615'],
    ['address', '0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf', '0x5296…cfEf'],
    ['hash', `0x${'4f2c'.repeat(16)}`, '0x4f2c…4f2c'],
    ['height', '19600', '19600'],
    ['topic', '0x1234', '0x1234'],
    ['topic', '0x123456789', '0x123456789'],
    ['topic', '0x1234567890', '0x1234…7890'],
  ] as const)('%s %s is %s', (kind, text, short) => {
    expect(shortText(kind, text)).toBe(short);
  });
  test('the parts joined are the whole, and shortening never lengthens', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { head, middle, tail } = shorten('address', text);
        expect(head + middle + tail).toBe(text);
        expect(shortText('address', text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('paths', () => {
  test('what the chain says cannot leave its place in an address', () => {
    expect(paths.address('en', '../x?y#z')).toBe('/en/address/..%2Fx%3Fy%23z');
    expect(paths.message('zh', CID, 'b/c')).toBe(`/zh/message/${CID}?block=b%2Fc`);
    expect(identifierPath('ko', 'height', '19,600')).toBe('/ko/tipset/19600');
    expect(identifierPath('ko', 'cid', CID)).toBeNull();
  });
  test('a query changes only where it is told to', () => {
    const url = new URL('http://x/en/message?method=Send&page=3');
    expect(withQuery(url, { page: null }, 'list')).toBe('/en/message?method=Send#list');
    expect(withQuery(url, { page: 4, t: 'logs' })).toBe('/en/message?method=Send&page=4&t=logs');
  });
  test('the language changes and the rest stays', () => {
    expect(inLanguage(new URL('http://x/en/message?method=Send'), 'ko')).toBe(
      '/ko/message?method=Send',
    );
    expect(inLanguage(new URL('http://x/zh'), 'en')).toBe('/en');
    expect(inLanguage(new URL('http://x/nowhere'), 'zh')).toBe('/zh');
  });
});

test.each([
  ['', 0],
  ['page=1', 0],
  ['page=12', 11],
  ['page=0', null],
  ['page=-1', null],
  ['page=1.5', null],
  ['page=9999999999', null],
])('page of "%s" is %s', (query, page) => {
  expect(readPage(new URLSearchParams(query))).toBe(page);
});

test('a choice that is none is the first', () => {
  const tabs = ['messages', 'events'] as const;
  expect(readChoice(new URLSearchParams('t=events'), 't', tabs)).toBe('events');
  expect(readChoice(new URLSearchParams('t=nothing'), 't', tabs)).toBe('messages');
});

test('Oceania goes by both its codes', () => {
  const asked = ['r=OA', 'r=OC', 'r=AS', ''].map((query) => new URLSearchParams(query));
  expect(asked.map((query) => readContinent(query, 'r'))).toEqual(['OC', 'OC', 'AS', '']);
});

test('an account has the same glyph under f and t, and other accounts have others', () => {
  expect(glyphOf('t01234')).toEqual(glyphOf('f01234'));
  const pictures = new Set(
    Array.from({ length: 200 }, (_, id) => JSON.stringify(glyphOf(`f0${id}`))),
  );
  expect(pictures.size).toBeGreaterThan(195);
});

test('cells become strokes, run by run', () => {
  const cells = ['110', '000', '101'];
  expect(rowStrokes(3, (x, y) => cells[y]?.[x] === '1')).toBe('M0 0.5h2M0 2.5h1m1 0h1');
});

describe('probabilities', () => {
  test.each([
    [0, '0.00%'],
    [1, '100.00%'],
    [0.0001, '0.01%'],
    [0.00009, '9.0 × 10⁻⁵'],
    [3.19e-12, '3.2 × 10⁻¹²'],
  ])('%s is %s', (probability, text) => {
    expect(formatChance(probability)).toBe(text);
  });
});

test('a share is exact for amounts beyond what a float holds', () => {
  expect(shareOf(1n, 4n)).toBe(0.25);
  expect(shareOf(10n ** 27n, 3n * 10n ** 27n)).toBe(0.333333);
  expect(shareOf(5n, 0n)).toBe(0);
});
