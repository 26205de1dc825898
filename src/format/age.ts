/** How long ago and how far ahead, in words. A browser loads it when a page has come (islands/elements/clock.ts). */
import dayjs from 'dayjs';
import ko from 'dayjs/locale/ko.js';
import zh from 'dayjs/locale/zh-cn.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import type { PathLocale } from './entity.ts';

// By the largest unit of which there is a whole one.
dayjs.extend(relativeTime, {
  rounding: Math.floor,
  thresholds: [
    { l: 's', r: 59, d: 'second' },
    { l: 'm', r: 1 },
    { l: 'mm', r: 59, d: 'minute' },
    { l: 'h', r: 1 },
    { l: 'hh', r: 23, d: 'hour' },
    { l: 'd', r: 1 },
    { l: 'dd', r: 29, d: 'day' },
    { l: 'M', r: 1 },
    { l: 'MM', r: 11, d: 'month' },
    { l: 'y', r: 1 },
    { l: 'yy', d: 'year' },
  ],
});
dayjs.locale(ko, undefined, true);
// dayjs says of what is ahead that it is within that time.
const words = { ...zh.relativeTime, future: '%s后' };
dayjs.locale({ ...zh, name: 'zh', relativeTime: words }, undefined, true);

/** Now; what stands behind minutes, behind seconds, at the end. */
const WORDS: Record<PathLocale, readonly [string, string, string, string]> = {
  en: ['just now', ' min ', ' sec ', 'ago'],
  zh: ['刚刚', ' 分 ', ' 秒', '前'],
  ko: ['방금', '분 ', '초 ', '전'],
};

/** From one moment to another, Unix seconds. */
const between = (from: number, to: number, locale: PathLocale): string =>
  dayjs.unix(to).locale(locale).from(dayjs.unix(from));

/**
 * How long ago `age` seconds are, in words of the language: under an hour exact (`4 min 12 sec ago`),
 * then the largest whole unit. A time of the future counts as now.
 */
export function formatAge(age: number, locale: PathLocale): string {
  const seconds = Math.max(0, Math.floor(age));
  const [now, min, sec, ago] = WORDS[locale];
  if (seconds === 0) return now;
  if (seconds >= 3600) return between(seconds, 0, locale);
  const m = Math.floor(seconds / 60);
  const s = seconds % 60;
  const minutes = s === 0 && locale === 'zh' ? ' 分钟' : min;
  return `${m > 0 ? m + minutes : ''}${s > 0 ? s + sec : ''}${ago}`;
}

/** How far `ahead` seconds lie ahead, in words of the language: `in 4 days`; from one second on. */
export function formatAhead(ahead: number, locale: PathLocale): string {
  return between(0, Math.max(1, Math.floor(ahead)), locale);
}
