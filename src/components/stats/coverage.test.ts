import { describe, expect, it } from 'vitest';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { askedDays, coverageText, heldShare, lateStart, withCoverage } from './coverage.ts';

const en = useT('en');
const GENESIS = Date.parse('2026-11-01T00:00:00Z') / 1000;
/** An index that begins with the third day and holds 6.8 days. */
const held = {
  network: { startHeight: 2 * 2880, genesisTimestamp: GENESIS, epochSeconds: 30 },
  head: { height: 2 * 2880 + 6.8 * 2880 },
};
const query = (text: string) => new URLSearchParams(text);

describe('coverageText', () => {
  it('says where the index begins, where that is inside of the span', () => {
    expect(coverageText(en, held, 30)).toBe(
      'The index begins on 2026‑11‑03: of the last 30 days it holds 6.8, all of which are shown.',
    );
    expect(coverageText(en, { ...held, head: { height: 2 * 2880 + 720 } }, 1)).toBe(
      'The index begins on 2026‑11‑03: it holds 25.00% of the last 24 hours.',
    );
    for (const locale of LOCALES)
      expect(coverageText(useT(locale), held, 30)).toMatch(/2026‑11‑03.*30.*6\.8/s);
  });

  it('says nothing of what is held whole, and before there is an index', () => {
    expect(coverageText(en, held, 1)).toBeNull();
    expect(coverageText(en, { network: null, head: null }, 30)).toBeNull();
    expect([heldShare(held, 1), heldShare(held, 13.6)]).toEqual([1, 0.5]);
  });
});

it('knows an index that begins later than the chain', () => {
  expect(lateStart(held)).toBe(2 * 2880);
  expect(lateStart({ network: { ...held.network, startHeight: 0 } })).toBeNull();
  expect(lateStart({ network: null })).toBeNull();
});

it('counts what a page’s address asks for, where less is shown', () => {
  expect(askedDays(query('duration=30d'), 7)).toBe(30);
  expect(askedDays(query('days=365'), 7)).toBe(365);
  expect(askedDays(query('days=365&duration=7d'), 7)).toBe(7);
  expect(askedDays(query('duration=zz&days=8'), 7)).toBe(7);
  expect(askedDays(query(''), 7)).toBe(7);
});

it('puts it beside the spans of a chart, and what was asked for beside what is shown', () => {
  const of = (shown: string, asked: string | null, values = ['24h', '7d']) =>
    withCoverage(
      en,
      held,
      { duration: shown, durations: values.map((value) => ({ value, label: value, href: '?' })) },
      asked,
    ).map(({ note }) => /last (\d+) days/.exec(note ?? '')?.[1] ?? null);
  expect(of('24h', null)).toEqual([null, '7']);
  expect(of('7d', '30d')).toEqual([null, '30']);
  expect(of('24h', '%00')).toEqual([null, '7']);
  // Those of the FEVM have nothing to do with it.
  expect(of('7', '1y', ['7', '30', '180'])).toEqual(['7', '30', '180']);
});
