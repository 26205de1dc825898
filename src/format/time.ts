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

const DAY_MS = 86_400_000;

/** The day (UTC) of Unix seconds, YYYY-MM-DD. */
export function dayOf(seconds: number): string {
  return formatIso(seconds).slice(0, 10);
}

/** The day that is `count` days before `day`; both YYYY-MM-DD. */
export function daysBefore(day: string, count: number): string {
  return dayOf((Date.parse(`${day}T00:00:00Z`) - count * DAY_MS) / 1000);
}
