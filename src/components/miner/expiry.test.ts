import { expect, it } from 'vitest';
import { expiryCsv, expiryMonths, mostSectors, type ExpiryRow } from './expiry.ts';

const day = (date: string, sectors: number, known = true): ExpiryRow => ({
  date,
  sectors,
  rawBytePower: known ? '9007199254740993' : null,
  qualityAdjPower: known ? '20' : null,
  initialPledge: '30000000000000000000000',
});

it('sums the days of each month, exactly, and tells no power that a day does not know', () => {
  const months = expiryMonths([
    day('2026-11-29', 1),
    day('2026-11-30', 2),
    day('2026-12-01', 4),
    day('2027-11-01', 8, false),
    day('2027-11-02', 16),
  ]);
  expect(months).toEqual([
    {
      date: '2026-11',
      sectors: 3,
      rawBytePower: '18014398509481986',
      qualityAdjPower: '40',
      initialPledge: '60000000000000000000000',
    },
    { ...day('2026-12', 4) },
    {
      date: '2027-11',
      sectors: 24,
      rawBytePower: null,
      qualityAdjPower: null,
      initialPledge: '60000000000000000000000',
    },
  ]);
  expect(mostSectors(months)).toBe(24);
  expect(expiryMonths([])).toEqual([]);
  expect(mostSectors([])).toBe(0);
});

it('is told as CSV, what is not known left out', () => {
  const [kind, text = ''] = expiryCsv([day('2026-11', 3), day('2026-12', 1, false)]).split(',', 2);
  expect(kind).toBe('data:text/csv;charset=utf-8');
  expect(decodeURIComponent(text)).toBe(
    [
      'date,sectors,rawBytePower,qualityAdjPower,initialPledge',
      '2026-11,3,9007199254740993,20,30000000000000000000000',
      '2026-12,1,,,30000000000000000000000',
      '',
    ].join('\r\n'),
  );
});
