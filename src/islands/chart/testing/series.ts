/** Series of a chart, for tests. */
import type { ChartSeries, ChartUnit } from '../model.ts';

export const FIL = { of: 'fil', name: 'FIL', divisor: 1e18 } as const;

export const measured = (unit: ChartUnit, ...values: (string | null)[]): ChartSeries => ({
  key: 'a',
  label: 'Balance',
  unit,
  values,
});
export const series = (...values: (string | null)[]): ChartSeries => measured('fil', ...values);
