export type TimeLocale = 'en' | 'zh' | 'ko';

/** From year 1 to the end of year 9999, Unix seconds. */
const CALENDAR = [-62_135_596_800, 253_402_300_799] as const;

/** Whether there is a date to show: 0 is no time, and senders choose epochs that no calendar has. */
export function hasDate(seconds: number): boolean {
  return seconds !== 0 && seconds >= CALENDAR[0] && seconds <= CALENDAR[1];
}

/** Unix seconds as `YYYY-MM-DD HH:mm:ss` in UTC; `-` where there is no date. */
export function formatUtc(seconds: number): string {
  if (!hasDate(seconds)) return '-';
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Unix seconds as ISO 8601 for the `datetime` attribute; those that no calendar has as its nearest. */
export function formatIso(seconds: number): string {
  const [first, last] = CALENDAR;
  const near = Math.min(Math.max(seconds || 0, first), last);
  return new Date(near * 1000).toISOString().slice(0, 19) + 'Z';
}

/** Now; what stands behind minutes, behind seconds, at the end. */
const WORDS: Record<TimeLocale, readonly [string, string, string, string]> = {
  en: ['just now', ' min ', ' sec ', 'ago'],
  zh: ['刚刚', ' 分 ', ' 秒', '前'],
  ko: ['방금', '분 ', '초 ', '전'],
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
  const [now, min, sec, ago] = WORDS[locale];
  if (seconds === 0) return now;
  if (seconds < 3600) {
    const m = Math.floor(seconds / 60);
    const s = seconds % 60;
    const minutes = s === 0 && locale === 'zh' ? ' 分钟' : min;
    return `${m > 0 ? m + minutes : ''}${s > 0 ? s + sec : ''}${ago}`;
  }
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  // Chinese texts of this site keep digits and characters apart; Intl's do not. Korean ones are as Intl's.
  const gap = locale === 'zh' ? '$& ' : '$&';
  for (const [unit, size, below] of STEPS)
    if (seconds < below)
      return format.format(-Math.floor(seconds / size), unit).replace(/\d+/, gap);
  return now;
}

/** The same of the future, below an hour too: `in 4 days`, `in 1 minute`; from one second on. */
export function formatAhead(ahead: number, locale: TimeLocale): string {
  const seconds = Math.max(1, Math.floor(ahead));
  const [unit, size] =
    [['second', 1, 60] as const, ['minute', 60, 3600] as const, ...STEPS].find(
      ([, , below]) => seconds < below,
    ) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
    .format(Math.floor(seconds / size), unit)
    .replace(/\d+/, locale === 'zh' ? '$& ' : '$&');
}

const DAY_MS = 86_400_000;

/** The day (UTC) of Unix seconds, YYYY-MM-DD. */
export function dayOf(seconds: number): string {
  return formatIso(seconds).slice(0, 10);
}

/** The day that is `count` days before `day`; both YYYY-MM-DD. */
export function daysBefore(day: string, count: number): string {
  return dayOf((Date.parse(`${day}T00:00:00Z`) - count * DAY_MS) / 1000);
}
