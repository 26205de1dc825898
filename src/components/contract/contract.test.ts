import { describe, expect, it } from 'vitest';
import { useT } from '#i18n/translate.ts';
import { fevmFigures } from '#islands/chart/figures.ts';
import { chosenDays } from '../ecosystem/windows.ts';
import { chosenFevm, fevmChartProps } from './charts.ts';
import { chosenContracts, windowsAt } from './windows.ts';

describe('charts of days', () => {
  const url = new URL('https://x.example/en/fevm/stats?metric=gasFee&days=7');
  it('takes metric and days of the query, or the usual ones', () => {
    expect(chosenFevm(url.searchParams)).toEqual({ metric: 'gasFee', days: '7' });
    expect(chosenFevm(new URLSearchParams('metric=%00&days=8'))).toEqual({
      metric: 'createContractCount',
      days: '30',
    });
  });
  it('links other spans and keeps the metric, the usual one without a word', () => {
    const props = fevmChartProps(useT('en'), 'fevmFees', '7', '2026-11-21', url);
    expect(props.source).toEqual({ of: 'fevmFees', until: '2026-11-21' });
    expect(props.durations.map(({ href }) => new URL(href, url).search)).toEqual([
      '?metric=gasFee&days=7',
      '?metric=gasFee',
      '?metric=gasFee&days=180',
    ]);
  });
  it('draws the total and the figure of each day at its beginning', () => {
    const day = {
      date: '2026-11-21',
      createContractCount: 1,
      accumulateCreateContractCount: 20,
      invokeCount: 3,
      accumulateInvokeCount: 40,
      gasFee: '5',
      accumulateGasFee: '90071992547409931',
    };
    const drawn = (['fevmCreated', 'fevmCalls', 'fevmFees'] as const).map((of) =>
      fevmFigures(of, [day]),
    );
    expect(drawn.map(({ lines }) => lines)).toEqual([
      [['20'], ['1']],
      [['40'], ['3']],
      [['90071992547409931'], ['5']],
    ]);
    expect(drawn[0]?.times).toEqual([Date.UTC(2026, 10, 21) / 1000]);
  });
});

describe('lists of contracts', () => {
  it('offers windows as the chain grows', () => {
    expect(windowsAt(100)).toEqual(['1']);
    expect(windowsAt(2881)).toEqual(['1', '7', 'all']);
    expect(windowsAt(100_000)).toEqual(['1', '7', '30', '365', 'all']);
  });
  it('takes sort and window of the query, or the usual ones', () => {
    const chosen = (query: string, height = 100_000) =>
      chosenContracts(new URLSearchParams(query), height);
    expect(chosen('sort=fee&days=all')).toEqual({ sort: 'fee', window: 'all' });
    expect(chosen('sort=calls&days=2')).toEqual({ sort: 'transaction', window: '1' });
    expect(chosen('days=365').window).toBe('365');
  });
  it('has the usual window where the chain is too young for the one asked for', () => {
    const young = 30 * 2880;
    expect(chosenContracts(new URLSearchParams('days=365'), young).window).toBe('1');
    expect(chosenDays(new URLSearchParams('days=365'), young)).toBe('1');
    expect(chosenDays(new URLSearchParams('days=365'), young + 1)).toBe('365');
  });
});
