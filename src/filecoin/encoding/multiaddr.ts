/** Multiaddresses: where a provider's peer listens, as bytes in miner info. */
import { encodeBase32 } from './base32.ts';
import { encodeBase58 } from './base58.ts';
import { toHex } from './bytes.ts';
import { cleanText } from './text.ts';
import { decodeUvarint } from './varint.ts';

const MAX_BYTES = 2048;
const MAX_NAME = 255;

type Kind = 'none' | 'ip4' | 'ip6' | 'port' | 'number' | 'name' | 'peer' | 'hash' | 'onion3';

/** Code → name, size of the value in bytes (-1: its length stands before it), how it is written. */
const PROTOCOLS: ReadonlyMap<number, readonly [name: string, size: number, kind: Kind]> = new Map([
  [4, ['ip4', 4, 'ip4']],
  [6, ['tcp', 2, 'port']],
  [33, ['dccp', 2, 'port']],
  [41, ['ip6', 16, 'ip6']],
  [42, ['ip6zone', -1, 'name']],
  [43, ['ipcidr', 1, 'number']],
  [53, ['dns', -1, 'name']],
  [54, ['dns4', -1, 'name']],
  [55, ['dns6', -1, 'name']],
  [56, ['dnsaddr', -1, 'name']],
  [132, ['sctp', 2, 'port']],
  [273, ['udp', 2, 'port']],
  [280, ['webrtc-direct', 0, 'none']],
  [281, ['webrtc', 0, 'none']],
  [290, ['p2p-circuit', 0, 'none']],
  [400, ['unix', -1, 'name']],
  [421, ['p2p', -1, 'peer']],
  [443, ['https', 0, 'none']],
  [445, ['onion3', 37, 'onion3']],
  [448, ['tls', 0, 'none']],
  [449, ['sni', -1, 'name']],
  [454, ['noise', 0, 'none']],
  [460, ['quic', 0, 'none']],
  [461, ['quic-v1', 0, 'none']],
  [465, ['webtransport', 0, 'none']],
  [466, ['certhash', -1, 'hash']],
  [477, ['ws', 0, 'none']],
  [478, ['wss', 0, 'none']],
  [480, ['http', 0, 'none']],
  [481, ['http-path', -1, 'name']],
]);

export class MultiaddrError extends Error {
  override readonly name = 'MultiaddrError';
}

export interface MultiaddrPart {
  /** E.g. `ip4`, `dns4`, `tcp`, `quic-v1`, `p2p`. */
  readonly protocol: string;
  /** Null where the protocol takes none. */
  readonly value: string | null;
}

/** An IPv6 address in its canonical text (RFC 5952): the longest run of zero groups becomes `::`. */
function formatIp6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  let best = { start: 0, length: 1 };
  for (let start = 0; start < 8; start++) {
    let end = start;
    while (groups[end] === '0') end++;
    if (end - start > best.length) best = { start, length: end - start };
  }
  if (best.length < 2) return groups.join(':');
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`;
}

function formatValue(kind: Kind, bytes: Uint8Array): string | null {
  switch (kind) {
    case 'none':
      return null;
    case 'ip4':
      return bytes.join('.');
    case 'ip6':
      return formatIp6(bytes);
    case 'port':
      return String(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
    case 'number':
      return String(bytes[0] ?? 0);
    case 'name':
      return cleanText(new TextDecoder().decode(bytes), MAX_NAME);
    case 'peer':
      return encodeBase58(bytes);
    case 'hash':
      return `b${encodeBase32(bytes)}`;
    case 'onion3':
      return `${encodeBase32(bytes.subarray(0, 35))}:${String(((bytes[35] ?? 0) << 8) | (bytes[36] ?? 0))}`;
  }
}

/** The parts of a multiaddress. @throws MultiaddrError for unknown protocols and malformed bytes */
export function multiaddrParts(bytes: Uint8Array): MultiaddrPart[] {
  if (bytes.length > MAX_BYTES) throw new MultiaddrError('a multiaddress of impossible length');
  const parts: MultiaddrPart[] = [];
  for (let at = 0; at < bytes.length;) {
    const code = readNumber(bytes, at);
    const protocol = PROTOCOLS.get(code.value);
    if (protocol === undefined) throw new MultiaddrError(`unknown protocol ${String(code.value)}`);
    const [name, size, kind] = protocol;
    const length = size < 0 ? readNumber(bytes, code.end) : { value: size, end: code.end };
    at = length.end + length.value;
    if (at > bytes.length) throw new MultiaddrError('a multiaddress that is cut off');
    parts.push({ protocol: name, value: formatValue(kind, bytes.subarray(length.end, at)) });
  }
  return parts;
}

function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  try {
    const { value, end } = decodeUvarint(bytes, at);
    return { value: Number(value), end };
  } catch (error) {
    throw new MultiaddrError('a malformed multiaddress', { cause: error });
  }
}

/** Text of a multiaddress, e.g. `/ip4/192.0.2.1/tcp/24001`; its bytes in hex where they make no sense. */
export function formatMultiaddr(bytes: Uint8Array): string {
  try {
    return multiaddrParts(bytes)
      .map(({ protocol, value }) => (value === null ? `/${protocol}` : `/${protocol}/${value}`))
      .join('');
  } catch (error) {
    if (!(error instanceof MultiaddrError)) throw error;
    return `0x${toHex(bytes.subarray(0, MAX_BYTES))}`;
  }
}
