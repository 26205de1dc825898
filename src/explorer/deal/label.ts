/** A deal's label: any bytes that the client chose. */
import { to0x } from '#filecoin/encoding/bytes.ts';

export interface Label {
  label: string;
  /** `hex`: the label is 0x hex, since it is no text that can be shown. */
  labelEncoding: 'text' | 'hex';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Control, format (they turn text around), unassigned and private characters, line separators, halves of pairs. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** The label as text when it is UTF-8 and printable, else as 0x hex. */
export function labelOf(bytes: Uint8Array): Label {
  let label: string;
  try {
    label = utf8.decode(bytes);
  } catch {
    return { label: to0x(bytes), labelEncoding: 'hex' };
  }
  return UNPRINTABLE.test(label)
    ? { label: to0x(bytes), labelEncoding: 'hex' }
    : { label, labelEncoding: 'text' };
}
