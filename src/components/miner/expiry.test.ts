import { expect, it } from 'vitest';
import { expiryCsv, expiryMonths, expiryPage, mostSectors, type ExpiryRow } from './expiry.ts';

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

it('is shown by pages of days, the months and the largest day being of all of them', () => {
  const all = [
    day('2026-11-29', 1),
    day('2026-11-30', 2),
    day('2026-12-01', 4),
    day('2026-12-02', 8),
    day('2027-11-01', 16),
  ];
  const shown = (page: number) => {
    const { months, days, ...rest } = expiryPage(all, { page, pageSize: 3 });
    const sums = months.map(({ date, sectors }) => `${date}: ${String(sectors)}`);
    return { ...rest, months: sums, days: days.map(({ date }) => date) };
  };
  const of = { most: 16, total: 5, pageSize: 3 };
  expect(shown(0)).toEqual({
    ...of,
    page: 0,
    months: ['2026-11: 3', '2026-12: 12', '2027-11: 16'],
    days: ['2026-11-29', '2026-11-30', '2026-12-01'],
  });
  expect(shown(1)).toEqual({ ...of, page: 1, months: [], days: ['2026-12-02', '2027-11-01'] });
  expect(shown(2)).toEqual({ ...of, page: 2, months: [], days: [] });
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
