/**
 * Base64 by Node's own code: the objects of a tipset on a large network are megabytes of it, which a loop
 * takes ten times as long for. In the browser `base64.browser.ts` takes this file's place (`imports` in
 * package.json).
 */

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Bytes of base64 text (either alphabet), padded or not; null for what is none. */
export function decodeBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = text.length - padding;
  // Of letters beyond ASCII Node takes a part.
  if (length % 4 === 1 || Buffer.byteLength(text) !== text.length) return null;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  // It passes over what is no digit, and ends with the first padding: fewer bytes come out then.
  const written = Buffer.from(bytes.buffer).write(text, 'base64');
  return written === bytes.length ? bytes : null;
}
