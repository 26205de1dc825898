/** Charts whose lines are fields of a call's rows: what the network, its days and a provider's sectors were. */
import type { Translate } from '#i18n/translate.ts';
import { fieldFigures, type FieldSource } from '#islands/chart/figures.ts';
import type { TimeChartProps } from '#islands/chart/TimeChart.tsx';
import { FEWER_SAMPLES, SAMPLES } from '#islands/queries/figures.ts';
import { propsOf, USUAL, type Duration } from './charts.ts';

const NETWORK = '/stats/network';

/** The lines of each chart; its sentence is about the first. */
const CHARTS = {
  baseFee: { call: '/stats/base-fee', unit: 'fee', fields: ['baseFee'], samples: SAMPLES },
  networkPower: {
    call: '/stats/power',
    unit: 'bytes',
    fields: ['qualityAdjPower', 'qualityAdjPowerDelta'],
    samples: SAMPLES,
  },
  sectorPledge: {
    call: '/stats/miner/sector-initial-pledge',
    unit: 'fil',
    fields: ['sectorPledge'],
    samples: SAMPLES,
  },
  supply: {
    call: NETWORK,
    unit: 'fil',
    fields: ['circulatingSupply', 'totalSupply', 'filReserveDisbursed'],
  },
  supplyParts: {
    call: NETWORK,
    unit: 'fil',
    fields: ['filMined', 'filVested', 'filLocked', 'burntSupply'],
  },
  pledge: { call: NETWORK, unit: 'fil', fields: ['totalPledgeCollateral', 'totalMarketPledge'] },
  epochReward: { call: NETWORK, unit: 'fil', fields: ['epochReward'] },
  accounts: { call: NETWORK, unit: 'count', fields: ['accounts'] },
  contracts: { call: NETWORK, unit: 'count', fields: ['contracts'] },
  providers: { call: NETWORK, unit: 'count', fields: ['activeMiners'] },
  baseline: { call: '/stats/power', unit: 'bytes', fields: ['baselinePower', 'rawBytePower'] },
  tipsets: { call: '/stats/activity', unit: 'count', fields: ['tipsets', 'blocks', 'wins'] },
  power: {
    call: '/power-stats',
    unit: 'bytes',
    fields: ['qualityAdjPower', 'qualityAdjPowerDelta'],
  },
  balance: { call: '/balance-stats', unit: 'fil', fields: ['balance'], samples: SAMPLES },
  balances: {
    call: '/balance-stats',
    unit: 'fil',
    fields: [
      'balance',
      'availableBalance',
      'sectorPledgeBalance',
      'vestingFunds',
      'preCommitDeposits',
    ],
  },
  sectors: {
    call: '/sector-stats',
    unit: 'count',
    fields: ['live', 'active', 'faulty', 'recovering'],
  },
  debt: { call: '/balance-stats', unit: 'fil', fields: ['feeDebt'] },
} as const satisfies Record<string, Omit<FieldSource, 'of' | 'samples'> & { samples?: number }>;

/** Charts of an account: their calls are below its path. */
type OfAccount = 'power' | 'balance' | 'balances' | 'sectors' | 'debt';
type Rows = Parameters<typeof fieldFigures>[1];

/** All props of a <TimeChart> of the network; `rows` are its call's for the page's duration. */
export function fieldChart(
  t: Translate,
  name: Exclude<keyof typeof CHARTS, OfAccount>,
  rows: Rows,
  url: URL,
  height: number,
): TimeChartProps {
  const usual = name === 'networkPower' ? USUAL.networkPower : undefined;
  return chartOf(t, name, CHARTS[name].call, rows, url, height, { usual });
}

/** The same of an account. */
export function accountChart(
  t: Translate,
  name: OfAccount,
  address: string,
  rows: Rows,
  url: URL,
  height: number,
): TimeChartProps {
  const call = `/address/${encodeURIComponent(address)}${CHARTS[name].call}`;
  return chartOf(t, name, call, rows, url, height);
}

/** Power of a merchant's providers together, of which no bands are told. */
export function merchantChart(
  t: Translate,
  merchant: string,
  rows: Rows,
  url: URL,
  height: number,
): TimeChartProps {
  const call = `/merchant/${encodeURIComponent(merchant)}${CHARTS.power.call}`;
  return chartOf(t, 'power', call, rows, url, height, {
    usual: USUAL.merchantPower,
    sampled: true,
  });
}

/** Beside what a page calls available, which is none in debt, the line goes below zero. */
const wordOf = <F extends string>(field: F, rows: Rows): F | 'availableLessDebt' =>
  field === 'availableBalance' && rows.some((row) => String(row[field]).startsWith('-'))
    ? 'availableLessDebt'
    : field;

function chartOf(
  t: Translate,
  name: keyof typeof CHARTS,
  call: string,
  rows: Rows,
  url: URL,
  height: number,
  { usual, sampled = false }: { usual?: Duration | undefined; sampled?: boolean } = {},
): TimeChartProps {
  const chart = CHARTS[name];
  const { unit, fields } = chart;
  const samples = 'samples' in chart ? chart.samples : FEWER_SAMPLES;
  const source: FieldSource = {
    of: 'fields',
    call,
    fields,
    unit,
    samples,
    sampled,
  };
  const texts = {
    title: t(`network.chart.${name}.title`),
    lines: Object.fromEntries(
      fields.map((field): [string, string] => [field, t(`network.line.${wordOf(field, rows)}`)]),
    ),
    flat: t(`network.chart.${name}.flat`, { last: '{{last}}' }),
    sentence: t(`network.chart.${name}.sentence`, {
      first: '{{first}}',
      last: '{{last}}',
      low: '{{low}}',
      high: '{{high}}',
    }),
  };
  return { ...propsOf(t, source, texts, url, height, usual), initial: fieldFigures(source, rows) };
}
