import type { Summary } from './model.ts';

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
): string {
  const [widest = ''] = Object.values(summary ?? {})
    .map(show)
    .sort((a, b) => b.length - a.length);
  const wider = `0,0${widest}`;
  return fill(sentence, { first: wider, last: wider, low: wider, high: wider });
}

/** The sentence of a series with its figures filled in, each as `show` writes it; empty when nothing is known. */
export function describe(
  texts: SeriesWords,
  summary: Summary | null,
  show: (value: string) => string,
): string {
  if (summary === null) return '';
  const { first, last, low, high } = summary;
  return fill(low === high ? texts.flat : texts.sentence, {
    first: show(first),
    last: show(last),
    low: show(low),
    high: show(high),
  });
}
