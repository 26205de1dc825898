/** Recursive length prefix encoding: how Ethereum writes transactions. */
import { concatBytes } from '../encoding/bytes.ts';

export type RlpValue = Uint8Array | readonly RlpValue[];

function head(short: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(short + length);
  const size: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256);
  return Uint8Array.of(short + 55 + size.length, ...size);
}

export function encodeRlp(value: RlpValue): Uint8Array {
  if (value instanceof Uint8Array) {
    const [first] = value;
    if (value.length === 1 && first !== undefined && first < 0x80) return value;
    return concatBytes(head(0x80, value.length), value);
  }
  const items = concatBytes(...value.map(encodeRlp));
  return concatBytes(head(0xc0, items.length), items);
}

/** A number as RLP has it: big-endian without leading zeros, zero being no bytes. */
export function rlpInteger(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn));
  return Uint8Array.from(bytes.reverse());
}
