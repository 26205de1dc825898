import { describe, expect, it } from 'vitest';
import { sidesOf } from './geometry.ts';
import { onLeft, summarise, type ChartData, type ChartUnit } from './model.ts';
import { FIL, measured, series } from './testing/series.ts';
import { bare, brief, momentOf, shownUnit, toldBy, written } from './units.ts';

const NANO = { of: 'fil', name: 'nanoFIL', divisor: 1e9 } as const;

describe('shownUnit', () => {
  it('tells a base fee by the newest one, whatever it was before', () => {
    for (const values of [['100'], ['100000000', '100'], ['5000000000', null, '100', null]])
      expect(shownUnit([measured('fee', ...values)])).toMatchObject({ of: 'fil', name: 'attoFIL' });
    expect(shownUnit([measured('fee', '100', '100000000')]).name).toBe('nanoFIL');
  });
  it.each([
    ['9999999', 'attoFIL'],
    ['10000000', 'nanoFIL'],
    ['9999999999999', 'nanoFIL'],
    ['10000000000000', 'FIL'],
    ['-10000000000000', 'FIL'],
    ['0', 'FIL'],
    // What is to be seen as well decides, if the largest does not become too long.
    ['100,42555664', 'attoFIL'],
    ['100,0,99999999', 'attoFIL'],
    ['100,100000000', 'nanoFIL'],
    ['100000,42555664', 'nanoFIL'],
    ['9000000000000,50000000000000000', 'nanoFIL'],
    ['200,5000000000000000000', 'FIL'],
  ])('shows a series of %s in %s', (values, name) => {
    expect(shownUnit([series('0', ...values.split(','), null)]).name).toBe(name);
  });

  it('follows the largest series for bytes, from GiB up', () => {
    expect(shownUnit([measured('bytes', '1024')]).name).toBe('GiB');
    expect(shownUnit([measured('bytes', '1'), measured('bytes', String(2n ** 50n))])).toEqual({
      of: 'bytes',
      name: 'PiB',
      divisor: 2 ** 50,
    });
  });
});

describe('written', () => {
  it('keeps to the unit of the chart', () => {
    expect(written('2500000000', FIL)).toBe('0.0000000025 FIL');
    expect(written(String(3n * 2n ** 49n), shownUnit([measured('bytes', String(2n ** 52n))]))).toBe(
      '1.5 PiB',
    );
    expect(written('1234567', shownUnit([measured('count')]))).toBe('1,234,567');
    expect(written('1234567', shownUnit([measured('usd')]))).toBe('$12,345.67');
  });
});

describe('brief', () => {
  it.each([
    ['90176298602257735563605', '90,176.2986 FIL'],
    ['999999984306749440', '1 FIL'],
    ['-1500000000000000000', '-1.5 FIL'],
    // What these decimals would not show is in the unit that fits it.
    ['200', '200 attoFIL'],
    ['-123456789', '-0.1235 nanoFIL'],
    ['12345678901234', '0.00001235 FIL'],
    ['500000000000000', '0.0005 FIL'],
    ['400000000000000000000', '400 FIL'],
    ['0', '0 FIL'],
  ])('writes %s attoFIL as %s', (value, text) => {
    expect(brief(value, FIL)).toBe(text);
  });
  it('keeps to the unit of its chart', () => {
    expect(brief('12400000', NANO)).toBe('0.0124 nanoFIL');
    expect(brief('9999999', NANO)).toBe('0.01 nanoFIL');
    expect(brief('100', NANO)).toBe('100 attoFIL');
    // A column has one unit, which its head names.
    expect(bare('200', FIL)).toBe('0.0000000000000002');
    expect(brief('100', { of: 'fil', name: 'attoFIL', divisor: 1 })).toBe('100 attoFIL');
  });
});

it('writes values with no more digits than tell them apart', () => {
  const told = (...values: string[]) => {
    const texts = values.map(toldBy(summarise({ values }), FIL));
    return texts.map((text) => text.replace('\u00a0', ' '));
  };
  expect(told('1500000000000000000', '1500100000000000000')).toEqual(['1.5 FIL', '1.5001 FIL']);
  expect(told('1500000000000000000', '1500000000000001000')).toEqual([
    '1.5 FIL',
    '1.500000000000001 FIL',
  ]);
  expect(told('62518979983464222195732', '62518979958077833548482')).toEqual([
    '62,518.97998 FIL',
    '62,518.97996 FIL',
  ]);
  expect(told('1500000000000000001', '1500000000000000002')).toEqual([
    '1.500000000000000001 FIL',
    '1.500000000000000002 FIL',
  ]);
  expect(told('1500000000000000001', '1500000000000000001')).toEqual(['1.5 FIL', '1.5 FIL']);
});

it('writes what is told of a chart in the unit of its axis', () => {
  const told = (unit: ChartUnit, ...values: string[]) => {
    const data: ChartData = { times: [0, 30], series: [measured(unit, ...values)] };
    const { left } = sidesOf(data);
    const kept = values.map(toldBy(summarise({ values }), shownUnit(onLeft(data))));
    const sentence = kept.map((text) => text.replace('\u00a0', ' '));
    expect(values.map((value) => brief(value, left.unit))).toEqual(sentence);
    expect(sentence.at(-1)).toMatch(new RegExp(` ${left.unit.name}$`));
    return sentence;
  };
  expect(told('fil', '100', '42555664')).toEqual(['100 attoFIL', '42,555,664 attoFIL']);
  expect(told('fil', '9000000', '42555664')).toEqual(['0.009 nanoFIL', '0.04256 nanoFIL']);
  expect(told('fil', '100', '5000000000000000000')).toEqual(['100 attoFIL', '5 FIL']);
  // A rise is not told from one unit to another.
  expect(told('fil', '604', '40000000')).toEqual(['604 attoFIL', '40,000,000 attoFIL']);
  expect(told('bytes', String(384n * 2n ** 30n), String(23n * 2n ** 38n))).toEqual([
    '0.375 TiB',
    '5.75 TiB',
  ]);
  expect(told('bytes', '0', String(2n ** 40n))).toEqual(['0 TiB', '1 TiB']);
  // What is small beside the largest keeps its first digits.
  expect(told('bytes', String(2n ** 35n), String(2n ** 60n))).toEqual([
    '0.0000000298 EiB',
    '1 EiB',
  ]);
});

it('measures what its lines are measured in together', () => {
  const data: ChartData = {
    times: [0, 30],
    series: [
      measured('bytes', String(3n * 2n ** 37n)),
      measured('bytes', String(2n ** 41n)),
      { ...measured('bytes', String(2n ** 60n)), right: 'bars' },
    ],
  };
  expect(shownUnit(onLeft(data))).toEqual(sidesOf(data).left.unit);
  expect(written(String(3n * 2n ** 37n), shownUnit(onLeft(data)))).toBe('0.375 TiB');
});

it('tells days as dates and other times to the minute', () => {
  expect(momentOf([86_400, 172_800])(86_400)).toBe('1970-01-02');
  expect(momentOf([86_400, 172_830])(172_830)).toBe('1970-01-03 00:00');
});
