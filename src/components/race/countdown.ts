/** What is left until a moment, in whole days, hours, minutes and seconds; nothing when it has passed. */
export interface Left {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

export function leftUntil(end: number, now: number): Left {
  const left = Math.max(0, Math.floor(end - now));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
