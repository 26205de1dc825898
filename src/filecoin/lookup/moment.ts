/** A day, or a time of it, as people write them; of UTC unless it says otherwise. */
const WRITTEN =
  /^(?<year>\d{4})(?:[-/]|\. ?|[年년] ?)(?<month>\d{1,2})(?:[-/]|\. ?|[月월] ?)(?<day>\d{1,2})[.日일]?(?:(?:T|,? *)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,9})?)? *(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/iu;
/** Unix time in seconds or milliseconds: no height, deal or actor is numbered so high. */
const UNIX = /^[1-9]\d{9}(?<millis>\d{3})?$/;

/** Unix seconds of a time that is written out or counted, a day’s from its midnight; null for any other text. */
export function readMoment(text: string): number | null {
  const counted = UNIX.exec(text);
  if (counted !== null) return Number(text.slice(0, 10));
  const {
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    zone,
  } = WRITTEN.exec(text)?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  const at = new Date(Date.UTC(+year, +month - 1, +day, +hour, +minute, +second));
  // What no calendar or clock has would be another time.
  const isThat =
    at.getUTCFullYear() === +year &&
    at.getUTCMonth() === +month - 1 &&
    at.getUTCDate() === +day &&
    at.getUTCHours() === +hour &&
    at.getUTCMinutes() === +minute &&
    at.getUTCSeconds() === +second;
  return isThat ? at.getTime() / 1000 - offsetOf(zone ?? '') : null;
}

/** Seconds by which a zone such as `+08:00` is ahead of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (+hours * 3600 + +minutes * 60);
}
