import { formatUtc } from '#format/time.ts';
import type { LineBand, Summary } from './model.ts';

/** Texts that a chart needs, taken from the dictionaries on the server and sent along with it. */
export interface ChartWords {
  /** Head of the time column. */
  time: string;
  /** Opens the figures as a table. */
  table: string;
  csv: string;
  empty: string;
  loading: string;
  failed: string;
  retry: string;
  duration: string;
  /** What is shaded behind a line. */
  band: string;
  /** Before a line's lowest and highest value since the point before. */
  low: string;
  high: string;
  /** An extreme with its time: places for `{{value}}` and `{{time}}`. */
  at: string;
  /** Where only the points are known. */
  points: string;
  /** From when on extremes are exact: a place for `{{time}}`. */
  exactFrom: string;
}

/** A template with its `{{name}}` places filled in; an unknown name stays as it is. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}

/** Texts of one chart: what it shows, what its lines are, and a sentence with the first one's figures. */
export interface SeriesWords {
  title: string;
  lines: Readonly<Record<string, string>>;
  /** With places for `{{first}}`, `{{last}}`, `{{low}}`, `{{high}}`. */
  sentence: string;
  /** The same for a line that never moved, with a place for `{{last}}`. */
  flat: string;
}

/** A sentence as long as any of a series whose figures are up to a hundred times as large. */
export function longestOf(
  { sentence }: SeriesWords,
  summary: Summary | null,
  show: (value: string) => string,
  { at, points }: Pick<ChartWords, 'at' | 'points'>,
  sampled = false,
): string {
  const { first, last, low, high, lowAt = null } = summary ?? {};
  const [widest = ''] = [first, last, low, high]
    .map((value) => (value === undefined ? '' : show(value)))
    .sort((a, b) => b.length - a.length);
  const wider = `0,0${widest}`;
  const timed = lowAt === null ? wider : fill(at, { value: wider, time: minuteOf(lowAt) });
  const longest = fill(sentence, { first: wider, last: wider, low: timed, high: timed });
  return sampled && lowAt === null ? `${longest} ${points}` : longest;
}

/** Month, day and minute (UTC), as `11-20 22:08`. */
const minuteOf = (time: number): string => formatUtc(time).slice(5, 16);

/** The sentence of a series with its figures filled in, each as `show` writes it; empty when nothing is known. */
export function describe(
  texts: SeriesWords,
  summary: Summary | null,
  show: (value: string) => string,
  words: Pick<ChartWords, 'at' | 'exactFrom' | 'points'>,
  { band, sampled = false }: { band?: LineBand | undefined; sampled?: boolean } = {},
): string {
  if (summary === null) return '';
  const { first, last, low, high, lowAt, highAt } = summary;
  const timed = (value: string, time: number | null): string =>
    time === null ? show(value) : fill(words.at, { value: show(value), time: minuteOf(time) });
  const sentence = fill(low === high ? texts.flat : texts.sentence, {
    first: show(first),
    last: show(last),
    low: timed(low, lowAt),
    high: timed(high, highAt),
  });
  if (!band && sampled) return `${sentence} ${words.points}`;
  if (band?.from == null) return sentence;
  return `${sentence} ${fill(words.exactFrom, { time: formatUtc(band.from).slice(0, 16) })}`;
}
