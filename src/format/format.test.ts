import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteUnit, formatBytes } from './bytes.ts';
import {
  attoOfFil,
  besideScale,
  columnScale,
  filDigits,
  filParts,
  filUnit,
  formatFil,
  formatFilExact,
} from './fil.ts';
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
import { formatAge, formatAhead } from './age.ts';
import { dayOf, daysBefore, formatIso, formatUtc } from './time.ts';

const ADDRESS = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const CID = 'bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4';

describe('FIL', () => {
  test('typed amounts become attoFIL, whatever can be written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (atto) => {
        const digits = atto.toString().padStart(19, '0');
        expect(attoOfFil(`${digits.slice(0, -18)}.${digits.slice(-18)}`)).toBe(atto.toString());
      }),
    );
    expect(['1', '0.5', '2.', '007'].map(attoOfFil)).toEqual([
      '1000000000000000000',
      '500000000000000000',
      '2000000000000000000',
      '7000000000000000000',
    ]);
    for (const none of ['', '.5', '-1', '1,5', '1e9', `0.${'1'.repeat(19)}`, '9'.repeat(31)])
      expect(attoOfFil(none)).toBeNull();
  });
  test.each([
    ['0', undefined, '0 FIL'],
    ['9999999', undefined, '9,999,999 attoFIL'],
    ['-9999999', undefined, '-9,999,999 attoFIL'],
    ['10000000', undefined, '0.01 nanoFIL'],
    ['123456789', 2, '0.12 nanoFIL'],
    ['9999999999999', 2, '10,000.00 nanoFIL'],
    ['10000000000000', 4, '< 0.0001 FIL'],
    ['-10000000000000', 4, '> -0.0001 FIL'],
    ['50000000000000', 4, '0.0001 FIL'],
    ['5000000000000000', 2, '0.01 FIL'],
    ['4999999999999999', 2, '< 0.01 FIL'],
    ['1234567890123456789', 4, '1.2346 FIL'],
    ['-1500000000000000000', 4, '-1.5000 FIL'],
    ['1234567890123456789012345678', undefined, '1,234,567,890.123456789012345678 FIL'],
    ['400000000000000000', 0, '< 1 FIL'],
    ['-400000000000000000', 0, '> -1 FIL'],
    ['999999999999999999', 0, '1 FIL'],
  ])('%s with %s decimals is %s', (atto, decimals, text) => {
    expect(formatFil(atto, decimals === undefined ? {} : { decimals })).toBe(text);
  });

  test('signed flows carry their sign, zero none', () => {
    expect(formatFil('2500000000000000000', { decimals: 4, signed: true })).toBe('+2.5000 FIL');
    expect(formatFil('0', { signed: true })).toBe('0 FIL');
  });

  test('exact texts are the amount itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), (atto) => {
        const text = formatFilExact(atto).replace(' FIL', '').replaceAll(',', '');
        const [whole = '', fraction = ''] = text.replace('-', '').split('.');
        const size = BigInt(whole + fraction.padEnd(18, '0'));
        expect(atto < 0n ? -size : size).toBe(atto);
      }),
    );
  });

  test('rounding is off by half a step at most, and never a false zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 28n }), fc.nat(8), (atto, decimals) => {
        const text = formatFil(atto, { decimals, unit: 'FIL' }).replace(' FIL', '');
        if (text.startsWith('< ')) {
          expect(atto * 2n < 10n ** BigInt(18 - decimals)).toBe(true);
          return;
        }
        const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
        const shown = BigInt(whole + fraction.padEnd(18, '0'));
        const off = shown > atto ? shown - atto : atto - shown;
        expect(off * 2n <= 10n ** BigInt(18 - decimals)).toBe(true);
        expect(shown).toBeGreaterThan(0n);
      }),
    );
  });

  test('a column has one unit, by its largest amount', () => {
    const unitOf = (...amounts: string[]) => columnScale(amounts).unit;
    expect(unitOf()).toBe('FIL');
    expect(unitOf('0')).toBe('FIL');
    expect(unitOf('1', '9999999')).toBe('attoFIL');
    expect(unitOf('1', '10000000')).toBe('nanoFIL');
    expect(unitOf('9999999999999999', '5')).toBe('nanoFIL');
    expect(unitOf('1', '-10000000000000000')).toBe('FIL');
  });

  test('an amount that a scale would not show stands whole in its own unit', () => {
    const scale = { unit: 'FIL', decimals: 4 } as const;
    const written = (atto: string) => formatFil(atto, besideScale(atto, scale));
    expect(written('22107077600000000000000')).toBe('22,107.0776 FIL');
    expect(written('50000000000000')).toBe('0.0001 FIL');
    expect(written('2415831700123')).toBe('2,415.831700123 nanoFIL');
    expect(written('-200')).toBe('-200 attoFIL');
    expect(written('0')).toBe('0 FIL');
  });

  test('a column has the decimals that its smallest amount needs', () => {
    const fil = 10n ** 18n;
    const decimals = (amounts: (bigint | null)[], wished?: number) =>
      columnScale(
        amounts.map((atto) => (atto === null ? null : String(atto))),
        wished,
      ).decimals;
    expect(decimals([null, 0n])).toBe(0);
    expect(decimals([3n * fil, 5n * fil])).toBe(0);
    expect(decimals([3n * fil, fil / 2n])).toBe(1);
    expect(decimals([1234567890123456789n])).toBe(4);
    expect(decimals([1234567890123456789n], 0)).toBe(1);
    // 922.187 FIL beside 1,135.4754 nanoFIL.
    expect(decimals([922187n * 10n ** 15n, 1_135_475_400_000n])).toBe(7);
    expect(decimals([fil, 1n])).toBe(9);
    expect(decimals([fil, 1n], Infinity)).toBe(18);
    expect(decimals([9_999_999n, 1n])).toBe(0);
  });

  test('whatever stands in a column: one unit, its order kept, nothing hidden that fits', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), fc.nat(28))
      .map(([size, less]) => size / 10n ** BigInt(less));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), fc.nat(9), (all, wished) => {
        const { unit, decimals } = columnScale(all.map(String), wished);
        expect(decimals).toBeLessThanOrEqual(9);
        const step = 10n ** BigInt({ attoFIL: 0, nanoFIL: 9, FIL: 18 }[unit] - decimals);
        const shown = all.map((atto) => filDigits(filParts(atto, { unit, decimals })));
        for (const [index, text] of shown.entries()) {
          const size = [...String(all[index])].filter((digit) => digit !== '-').join('');
          // One point over the other; nothing is a plain zero.
          expect(text.split('.')[1]?.length ?? 0).toBe(size === '0' ? 0 : decimals);
          // What rounds to a digit of the column stands there as a digit.
          if (BigInt(size) * 2n >= step && BigInt(size) > 0n) {
            expect(text).not.toMatch(/[<>]/);
            expect(text).toMatch(/[1-9]/);
          }
          // Nine decimals are the least that may hide something.
          if (/[<>]/.test(text)) expect(decimals).toBe(9);
        }
        const value = (text: string) => Number(text.replaceAll(/[<>, ]/g, ''));
        const sorted = [...all.keys()].sort((a, b) => ((all[a] ?? 0n) < (all[b] ?? 0n) ? -1 : 1));
        const values = sorted.map((index) => value(shown[index] ?? ''));
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }),
    );
  });

  test('the unit follows the size, whatever the sign', () => {
    expect([filUnit(9_999_999n), filUnit(-10_000_000n), filUnit(10n ** 13n), filUnit(0n)]).toEqual([
      'attoFIL',
      'nanoFIL',
      'FIL',
      'FIL',
    ]);
  });
});

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

describe('time', () => {
  test('how far something lies ahead', () => {
    const ahead = (seconds: number) =>
      (['en', 'zh', 'ko'] as const).map((l) => formatAhead(seconds, l));
    expect(ahead(0)).toEqual(['in a few seconds', '几秒后', '몇 초 후']);
    expect(ahead(119)).toEqual(['in a minute', '1 分钟后', '1분 후']);
    expect(ahead(7200)).toEqual(['in 2 hours', '2 小时后', '2시간 후']);
    expect(ahead(86_400 * 4.5)).toEqual(['in 4 days', '4 天后', '4일 후']);
    expect(ahead(86_400 * 800)[0]).toBe('in 2 years');
  });

  test('absolute, in UTC', () => {
    expect(formatUtc(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(formatIso(1_700_000_000)).toBe('2023-11-14T22:13:20Z');
    expect(formatUtc(0)).toBe('-');
  });
  test.each([
    [-5, 'just now', '刚刚', '방금'],
    [0, 'just now', '刚刚', '방금'],
    [12, '12 sec ago', '12 秒前', '12초 전'],
    [60, '1 min ago', '1 分钟前', '1분 전'],
    [75, '1 min 15 sec ago', '1 分 15 秒前', '1분 15초 전'],
    [3599, '59 min 59 sec ago', '59 分 59 秒前', '59분 59초 전'],
    [3600, 'an hour ago', '1 小时前', '한 시간 전'],
    [86_399, '23 hours ago', '23 小时前', '23시간 전'],
    [86_400, 'a day ago', '1 天前', '하루 전'],
    [86_400 * 3, '3 days ago', '3 天前', '3일 전'],
    [86_400 * 30 - 1, '29 days ago', '29 天前', '29일 전'],
    [86_400 * 30, 'a month ago', '1 个月前', '한 달 전'],
    [86_400 * 800, '2 years ago', '2 年前', '2년 전'],
  ])('%s seconds ago', (age, en, zh, ko) => {
    expect([formatAge(age, 'en'), formatAge(age, 'zh'), formatAge(age, 'ko')]).toEqual([
      en,
      zh,
      ko,
    ]);
  });
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

describe('days', () => {
  test('begin at midnight UTC', () => {
    expect(dayOf(1_700_006_399)).toBe('2023-11-14');
    expect(dayOf(1_700_006_400)).toBe('2023-11-15');
  });
  test('count back over months', () => {
    expect(daysBefore('2024-03-01', 0)).toBe('2024-03-01');
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
    expect(daysBefore('2026-11-21', 179)).toBe('2026-05-26');
  });
});

test('a share is exact for amounts beyond what a float holds', () => {
  expect(shareOf(1n, 4n)).toBe(0.25);
  expect(shareOf(10n ** 27n, 3n * 10n ** 27n)).toBe(0.333333);
  expect(shareOf(5n, 0n)).toBe(0);
});
