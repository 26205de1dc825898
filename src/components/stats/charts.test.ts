import { describe, expect, it } from 'vitest';
import { useT } from '#i18n/translate.ts';
import { chartProps, chosenDuration, durationsAt } from './charts.ts';
import { accountChart } from './fieldCharts.ts';

describe('durationsAt', () => {
  it('offers longer ones as the chain grows', () => {
    expect(durationsAt(0)).toEqual(['24h']);
    expect(durationsAt(2880)).toEqual(['24h']);
    expect(durationsAt(2881)).toEqual(['24h', '7d']);
    expect(durationsAt(20_161)).toEqual(['24h', '7d', '30d']);
    expect(durationsAt(86_401)).toEqual(['24h', '7d', '30d', '1y']);
  });
});

it('takes a duration of the query only where the chain is old enough for it', () => {
  const query = new URLSearchParams('duration=7d');
  expect(chosenDuration(query, 2880)).toBe('24h');
  expect(chosenDuration(query, 2881)).toBe('7d');
  // All of a younger chain is what a longer one would show.
  expect(chosenDuration(new URLSearchParams('duration=1y'), 2881)).toBe('7d');
  expect(chosenDuration(new URLSearchParams('duration=%00'), 90_000)).toBe('24h');
});

it('begins with what is usual, or the longest that the chain is old enough for', () => {
  const none = new URLSearchParams();
  const at = (height: number) => chosenDuration(none, height, '30d');
  expect([at(2880), at(2881), at(20_161), at(90_000)]).toEqual(['24h', '7d', '30d', '30d']);
  expect(chosenDuration(new URLSearchParams('duration=24h'), 90_000, '30d')).toBe('24h');
});

it('writes a day out where another span is usual', () => {
  const url = new URL('https://x.example/en/stats/miner');
  const { duration, durations } = chartProps(useT('en'), { of: 'growth' }, url, 3000, '30d');
  expect(duration).toBe('7d');
  expect(durations.map(({ href }) => new URL(href, url).search)).toEqual(['?duration=24h', '']);
});

it('says in what time the fastest-growing providers added power', () => {
  const told = (query: string) => {
    const url = new URL(`https://x.example/en/stats/miner${query}`);
    return chartProps(useT('en'), { of: 'growth' }, url, 90_000, '30d').texts.sentence;
  };
  expect(told('?duration=24h')).toContain('added per hour; the first');
  expect(told('?duration=7d')).toContain('added per day; the first');
  expect(told('')).toContain('added per day; the first');
  expect(told('?duration=1y')).toContain('added per month; the first');
});

it('links each duration on the page as it stands, the usual one without a word', () => {
  const url = new URL('https://x.example/en/address/f01?t=transfers&duration=7d');
  const { duration, durations, texts } = chartProps(useT('en'), { of: 'reward' }, url, 3000);
  expect(duration).toBe('7d');
  expect(durations.map(({ href }) => new URL(href, url).search)).toEqual([
    '?t=transfers',
    '?t=transfers&duration=7d',
  ]);
  expect(texts.sentence).toContain('{{first}}');
});

it('says what a provider’s available balance is where its debt takes it below zero', () => {
  const url = new URL('https://x.example/en/address/f01083');
  const labelOf = (...balances: string[]) => {
    const rows = balances.map((availableBalance, at) => ({ timestamp: at, availableBalance }));
    const { lines } = accountChart(useT('en'), 'balances', 'f01083', rows, url, 3000).texts;
    return lines['availableBalance'];
  };
  expect(labelOf('0', '5')).toBe('Available');
  expect(labelOf('5', '-1')).toBe('Available less fee debt');
});
