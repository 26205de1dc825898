/** Text from the chain made fit to store and show: it may hold anything. */

/**
 * Text without NUL (which PostgreSQL cannot hold) and other control characters except line breaks
 * and tabs, without halves of surrogate pairs, at most `limit` UTF-16 units long (`…` marks a cut).
 */
export function cleanText(text: string, limit: number): string {
  const start = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return start.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}
