export type TimeLocale = 'en' | 'zh' | 'ko';

/** Unix seconds as `YYYY-MM-DD HH:mm:ss` in UTC; 0 is no time: `-`. */
export function formatUtc(seconds: number): string {
  if (seconds === 0) return '-';
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Unix seconds as ISO 8601 for the `datetime` attribute. */
export function formatIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19) + 'Z';
}

const WORDS: Record<TimeLocale, { now: string; ago(minutes: number, seconds: number): string }> = {
  en: {
    now: 'just now',
    ago: (m, s) => `${m > 0 ? `${m} min ` : ''}${s > 0 ? `${s} sec ` : ''}ago`,
  },
  zh: {
    now: '刚刚',
    ago: (m, s) =>
      `${m > 0 ? `${m} 分` : ''}${m > 0 && s === 0 ? '钟' : ''}${s > 0 ? `${m > 0 ? ' ' : ''}${s} 秒` : ''}前`,
  },
  ko: {
    now: '방금',
    ago: (m, s) => `${m > 0 ? `${m}분 ` : ''}${s > 0 ? `${s}초 ` : ''}전`,
  },
};

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['hour', 3600, 86_400],
  ['day', 86_400, 30 * 86_400],
  ['month', 30 * 86_400, 365 * 86_400],
  ['year', 365 * 86_400, Infinity],
];

/**
 * How long ago `age` seconds are, in words of the language: under an hour exact (`4 min 12 sec ago`),
 * then the largest whole unit. A time of the future counts as now.
 */
export function formatAge(age: number, locale: TimeLocale): string {
  const seconds = Math.max(0, Math.floor(age));
  if (seconds === 0) return WORDS[locale].now;
  if (seconds < 3600) return WORDS[locale].ago(Math.floor(seconds / 60), seconds % 60);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  // Chinese texts of this site keep digits and characters apart; Intl's do not. Korean ones are as Intl's.
  const gap = locale === 'zh' ? '$& ' : '$&';
  for (const [unit, size, below] of STEPS)
    if (seconds < below)
      return format.format(-Math.floor(seconds / size), unit).replace(/\d+/, gap);
  return WORDS[locale].now;
}

const DAY_MS = 86_400_000;

/** The day (UTC) of Unix seconds, YYYY-MM-DD. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The day that is `count` days before `day`; both YYYY-MM-DD. */
export function daysBefore(day: string, count: number): string {
  return dayOf((Date.parse(`${day}T00:00:00Z`) - count * DAY_MS) / 1000);
}
