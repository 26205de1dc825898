/** The day (UTC) of a time in Unix seconds, YYYY-MM-DD. */
export function dayOf(timestamp: number): string {
  return new Date(timestamp * 1000).toISOString().slice(0, 10);
}
