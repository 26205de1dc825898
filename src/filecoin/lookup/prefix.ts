/**
 * Key ranges of what begins with a text: the bytes between which all CIDs, addresses and hashes lie
 * whose text begins so. Both ends are included.
 */
import { BASE32_ALPHABET } from '../encoding/base32.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { CHAIN_CID_PREFIX } from '../encoding/cid.ts';
import { ETH_NAMESPACE, PROTOCOL_DELEGATED } from '../address.ts';

export interface ByteRange {
  from: Uint8Array;
  to: Uint8Array;
}

/** So many characters must be there beyond what all texts of the kind begin with. */
export const MIN_PREFIX = 3;

const HEX = '0123456789abcdef';
/** Every chain CID begins with these characters; the one after them holds the prefix's last bits. */
const CID_HEAD = 'bafy2bzace';
/** Bytes of a payload that an address's protocol may have; its checksum follows in the text. */
const PAYLOADS: Readonly<Record<string, number>> = { '1': 20, '2': 20, '3': 48 };

/** The lowest and highest `size` bytes whose digits begin with `text`; null when one is no digit. */
function rangeOf(text: string, alphabet: string, size: number): ByteRange | null {
  const width = Math.log2(alphabet.length);
  const from = new Uint8Array(size);
  const to = new Uint8Array(size).fill(0xff);
  let at = 0;
  for (const digit of text) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    for (let bit = width - 1; bit >= 0 && at < size * 8; bit--, at++) {
      const mask = 0x80 >> (at & 7);
      const byte = at >> 3;
      if ((value >> bit) & 1) from[byte] = (from[byte] ?? 0) | mask;
      else to[byte] = (to[byte] ?? 0) & ~mask;
    }
  }
  return { from, to };
}

/** Digests of the blocks and messages whose CIDs begin so; null for what begins none. */
export function digestRange(text: string): ByteRange | null {
  const cid = text.toLowerCase();
  if (!cid.startsWith(CID_HEAD) || cid.length < CID_HEAD.length + MIN_PREFIX) return null;
  const start = CHAIN_CID_PREFIX.length;
  const range = rangeOf(cid.slice(1), BASE32_ALPHABET, start + 32);
  if (range === null || CHAIN_CID_PREFIX.some((byte, at) => range.from[at] !== byte)) return null;
  return { from: range.from.subarray(start), to: range.to.subarray(start) };
}

/** Ethereum hashes that begin so, `0x` included; null for what begins none. */
export function hashRange(text: string): ByteRange | null {
  const digits = hexDigits(text);
  return digits === null || digits.length > 64 ? null : rangeOf(digits, HEX, 32);
}

/** Addresses of f1, f2, f3, f410 (as such or as 0x) that begin so; null for what begins none. */
export function addressRange(text: string): ByteRange | null {
  const digits = hexDigits(text);
  const [, protocol, delegated, body] = /^[ft](?:([123])|(410f))([a-z2-7]{3,})$/i.exec(text) ?? [];
  const eth = Uint8Array.of(PROTOCOL_DELEGATED, ETH_NAMESPACE);
  if (digits !== null && digits.length <= 40) return behind(eth, rangeOf(digits, HEX, 20));
  if (body === undefined) return null;
  const head = delegated === undefined ? Uint8Array.of(Number(protocol)) : eth;
  const size = PAYLOADS[protocol ?? ''] ?? 20;
  return behind(head, rangeOf(body.toLowerCase(), BASE32_ALPHABET, size));
}

function behind(head: Uint8Array, range: ByteRange | null): ByteRange | null {
  if (range === null) return null;
  return { from: concatBytes(head, range.from), to: concatBytes(head, range.to) };
}

function hexDigits(text: string): string | null {
  return /^0x[0-9a-f]{3,}$/i.test(text) ? text.slice(2).toLowerCase() : null;
}

/**
 * Numbers that begin with these digits, of as many digits as still give numbers up to `max`; null when
 * only the number itself does.
 */
export function numberRange(digits: string, max: number): { from: number; to: number } | null {
  if (!/^[1-9]\d{0,14}$/.test(digits)) return null;
  let scale = 1;
  while (Number(digits) * scale * 10 <= max) scale *= 10;
  if (scale === 1) return null;
  const from = Number(digits) * scale;
  return { from, to: from + scale - 1 };
}

/** Texts that begin so, compared by their bytes (collation "C"). */
export function textRange(text: string): { from: string; to: string } {
  return { from: text, to: `${text}\u{10ffff}` };
}
