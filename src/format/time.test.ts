import { describe, expect, test } from 'vitest';
import { formatAge, formatAhead } from './age.ts';
import { dayOf, daysBefore, formatIso, formatUtc } from './time.ts';

describe('time', () => {
  test('how far something lies ahead', () => {
    const ahead = (seconds: number) =>
      (['en', 'zh', 'ko'] as const).map((l) => formatAhead(seconds, l));
    expect(ahead(0)).toEqual(['in a few seconds', '几秒后', '몇 초 후']);
    expect(ahead(119)).toEqual(['in a minute', '1 分钟后', '1분 후']);
    expect(ahead(7200)).toEqual(['in 2 hours', '2 小时后', '2시간 후']);
    expect(ahead(86_400 * 4.5)).toEqual(['in 4 days', '4 天后', '4일 후']);
    expect(ahead(86_400 * 800)[0]).toBe('in 2 years');
  });

  test('absolute, in UTC', () => {
    expect(formatUtc(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(formatIso(1_700_000_000)).toBe('2023-11-14T22:13:20Z');
    expect(formatUtc(0)).toBe('-');
  });
  test.each([
    [-5, 'just now', '刚刚', '방금'],
    [0, 'just now', '刚刚', '방금'],
    [12, '12 sec ago', '12 秒前', '12초 전'],
    [60, '1 min ago', '1 分钟前', '1분 전'],
    [75, '1 min 15 sec ago', '1 分 15 秒前', '1분 15초 전'],
    [3599, '59 min 59 sec ago', '59 分 59 秒前', '59분 59초 전'],
    [3600, 'an hour ago', '1 小时前', '한 시간 전'],
    [86_399, '23 hours ago', '23 小时前', '23시간 전'],
    [86_400, 'a day ago', '1 天前', '하루 전'],
    [86_400 * 3, '3 days ago', '3 天前', '3일 전'],
    [86_400 * 30 - 1, '29 days ago', '29 天前', '29일 전'],
    [86_400 * 30, 'a month ago', '1 个月前', '한 달 전'],
    [86_400 * 800, '2 years ago', '2 年前', '2년 전'],
  ])('%s seconds ago', (age, en, zh, ko) => {
    expect([formatAge(age, 'en'), formatAge(age, 'zh'), formatAge(age, 'ko')]).toEqual([
      en,
      zh,
      ko,
    ]);
  });
});

describe('days', () => {
  test('begin at midnight UTC', () => {
    expect(dayOf(1_700_006_399)).toBe('2023-11-14');
    expect(dayOf(1_700_006_400)).toBe('2023-11-15');
  });
  test('count back over months', () => {
    expect(daysBefore('2024-03-01', 0)).toBe('2024-03-01');
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
    expect(daysBefore('2026-11-21', 179)).toBe('2026-05-26');
  });
});
