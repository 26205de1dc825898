import { fromBase64 } from '#filecoin/encoding/bytes.ts';

/** Text that PostgreSQL can hold and a page can bear: no NUL, well-formed, bounded. */
export function storableText(text: string, limit: number): string {
  return text.slice(0, limit).replaceAll('\u0000', '').toWellFormed();
}

/** Bytes of an optional base64 field; empty and absent are both null. */
export function optionalBytes(base64: string | null | undefined): Uint8Array | null {
  return base64 ? fromBase64(base64) : null;
}
