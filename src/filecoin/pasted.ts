/**
 * The identifier inside what somebody typed or pasted: full-width digits become plain ones, a number
 * loses its separators (`19,600`, `19_600`, `19 600`), an explorer's URL leaves its last path segment,
 * and the 40 or 64 hex digits of an address or hash get the `0x` that they lack. Anything else only
 * loses the blanks around it.
 */
export function pastedIdentifier(input: string): string {
  const text = lastSegment(input.normalize('NFKC').trim());
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)) return `0x${text}`;
  return /^\d[\d,_\s]*$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** The last segment of an address-bar text (no blanks, a slash in it); query and hash left out. */
function lastSegment(text: string): string {
  if (!text.includes('/') || /[\s<>]/.test(text)) return text;
  const path = text.replace(/[?#].*$/, '');
  return path.split('/').findLast((segment) => segment !== '') ?? text;
}
