import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { chartData, fieldFigures, type FieldSource } from './figures.ts';
import { Still } from './Still.tsx';
import { TimeChart } from './TimeChart.tsx';

const words = {
  time: 'Time',
  table: 'View data',
  csv: 'CSV',
  empty: 'Nothing is known.',
  loading: 'Loading',
  failed: 'Failed',
  retry: 'Retry',
  duration: 'Duration',
  band: 'Between two points',
  low: 'lowest',
  high: 'highest',
  at: '{{value}} at {{time}}',
  points: 'Of the points.',
  exactFrom: 'Exact from {{time}}.',
};
const texts = {
  title: 'Balance',
  lines: { balance: 'Balance', baseFee: 'Base fee' },
  flat: 'Always {{last}}.',
  sentence: 'From {{first}} to {{last}}, lowest {{low}}, highest {{high}}.',
};
const durations = [
  { value: '24h', label: '24 h', href: '?duration=24h' },
  { value: '7d', label: '7 d', href: '?duration=7d' },
];
const point = (height: number, balance: string) => ({ height, timestamp: height * 30, balance });
const fieldSource = (...fields: string[]): FieldSource => ({
  of: 'fields',
  call: '/x',
  fields,
  unit: 'fil',
  samples: 2,
});
const source = fieldSource('balance');
const htmlOf = (points: Parameters<typeof fieldFigures>[1], of: FieldSource) => {
  const initial = fieldFigures(of, points);
  return renderToString(
    <TimeChart
      source={of}
      initial={initial}
      duration="24h"
      durations={durations}
      words={words}
      texts={texts}
    >
      <Still data={chartData(of, initial, texts)} />
    </TimeChart>,
  );
};

/** With plain spaces where no line may end. */
const html = (points: Parameters<typeof fieldFigures>[1], of = source) =>
  htmlOf(points, of).replaceAll('\u00a0', ' ');

describe('a chart without JavaScript', () => {
  it('has no line end between a figure and its unit in its sentence', () => {
    const page = htmlOf(
      [point(0, '1000000000000000000'), point(10, '2500000000000000000')],
      source,
    );
    expect(page).toContain('From 1\u00a0FIL to 2.5\u00a0FIL, lowest');
  });

  it('has its sentence, its picture, its figures and links for other durations', () => {
    const page = html([point(0, '1000000000000000000'), point(10, '2500000000000000000')]);
    expect(page).toContain('From 1 FIL to 2.5 FIL, lowest 1 FIL, highest 2.5 FIL.');
    expect(page).toMatch(/<path class="chart-line-1" d="M0 [\d.]+L1000 [\d.]+"/);
    expect(page).toContain('<span>3</span><span>2</span><span>1</span><span>0</span>');
    expect(page).toMatch(
      /<text x="0\.0%" y="1\.125rem">00:00<\/text><text x="0\.0%" y="2\.125rem">01-01</,
    );
    expect(page).toContain('1970-01-01 00:05<');
    expect(page).toContain('href="?duration=7d"');
    expect(page).toContain('href="/api/v1/x.csv?duration=24h&amp;samples=2"');
    expect(page).not.toContain('style=');
    expect(page).not.toContain('Between two points');
  });

  it('says when a line never moved', () => {
    const page = html([point(0, '5000000000000000000'), point(10, '5000000000000000000')]);
    expect(page).toContain('Always 5 FIL.');
    // Nothing is drawn of what a sentence says.
    expect(page).not.toContain('<svg');
    expect(page).not.toContain('chart-box');
    expect(page).toContain('href="?duration=7d"');
  });

  it('has no keys where no line is drawn', () => {
    const sectors = (...live: string[]) =>
      html(
        live.map((live, at) => ({ timestamp: at * 30, live, active: '200' })),
        fieldSource('live', 'active'),
      );
    expect(sectors('200', '200')).not.toContain('chart-readout');
    expect(sectors('200', '201')).toContain('chart-readout');
  });

  it('draws what was between its points, and says when it was', () => {
    const between = (height: number, fee: string, min: string, max: string) => ({
      ...point(height, fee),
      bands: {
        balance: {
          first: fee,
          last: fee,
          min,
          minHeight: height - 5,
          max,
          maxHeight: height - 7,
          mean: fee,
        },
      },
    });
    // One point is no line.
    const lone = html([between(2980, '100', '7', '200')]);
    expect(lone).toContain('lowest 7 attoFIL');
    expect(lone).toContain('lowest 7<br/>highest 200</small>');
    expect(lone).not.toContain('chart-still');
    const page = html([
      { ...point(2880, '100'), bands: { balance: null } },
      between(2980, '100', '100', '42555664'),
      between(3080, '100', '7', '100'),
    ]);
    expect(page.replace(/<[^>]+>/g, '')).toContain(
      'From 100 attoFIL to 100 attoFIL, lowest 7 attoFIL at 01-02 01:37, highest 42,555,664 attoFIL at 01-02 00:46. ' +
        // Of the time before the first band only the point is known.
        'Exact from 1970-01-02 00:00.',
    );
    // No line ends within a time.
    expect(page.match(/(?<=<p[^>]*><span>.*<span>)[^<]+(?=<\/span>.*<\/p>)/g)).toEqual([
      '01-02 01:37',
      '01-02 00:46',
      '1970-01-02 00:00',
    ]);
    expect(page.match(/<path class="chart-band chart-band-1" d="[^"]+"/g)).toHaveLength(1);
    expect(page).toContain('Between two points</span>');
    expect(page).not.toContain('data-none');
    expect(page).toContain('lowest 100<br/>highest 42,555,664</small>');
    expect(page).not.toContain('>0.00<');
  });

  it('has the unit of a column in its head', () => {
    const page = html([point(0, '1000000000000000000'), point(10, '2500000000000000001')]);
    expect(page).toContain('<th scope="col">Balance (FIL)</th>');
    expect(page).toContain('<td>1</td>');
    expect(page).toContain('<td>2.5</td>');
  });

  it('tells points of the same minute apart', () => {
    const page = html([2, 3, 4].map((height) => point(height, `${height}000000000000000000`)));
    for (const second of ['01:00', '01:30', '02:00'])
      expect(page).toContain(`<th scope="row">1970-01-01 00:${second}</th>`);
  });

  it('says so when there is nothing to draw', () => {
    const page = html([]);
    expect(page).toContain('Nothing is known.');
    expect(page).not.toContain('<svg');
  });

  it('draws no line of a base fee that never moved, beside bars that did', () => {
    const page = (...fees: string[]) =>
      html(
        fees.map((baseFee, at) => ({ timestamp: at * 30, baseFee, fill: String(10 * at) })),
        fieldSource('baseFee', 'fill'),
      );
    expect(page('100', '100')).not.toContain('chart-line-1');
    expect(page('100', '100')).not.toContain('chart-key-1');
    // Its figure is in the sentence, not among the keys of the picture.
    expect(page('100', '100')).not.toMatch(/Base fee(<!-- -->| )*<b/);
    expect(page('100', '101')).toMatch(/Base fee(<!-- -->| )*<b/);
    expect(page('100', '100')).toContain('Always 100 attoFIL.');
    expect(page('100', '100')).toContain('<i class="chart-key-2 chart-key-bars"');
    expect(page('100', '100')).toContain('chart-bar-2');
    expect(page('100', '101')).toContain('chart-line-1');
  });

  it('counts base fees in the unit that fits them', () => {
    const page = renderToString(
      <TimeChart
        source={fieldSource('baseFee')}
        initial={fieldFigures(fieldSource('baseFee'), [
          { height: 0, timestamp: 0, baseFee: '100' },
          { height: 1, timestamp: 30, baseFee: '112' },
        ])}
        duration="24h"
        durations={durations}
        words={words}
        texts={{ ...texts, title: 'Base fee' }}
      />,
    );
    expect(page).toContain('From 100\u00a0attoFIL to 112\u00a0attoFIL, lowest 100\u00a0attoFIL');
    expect(page).toContain('<span class="chart-unit">attoFIL</span>');
  });
});
