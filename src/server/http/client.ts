/** Who a request comes from, as far as limits and the log need it. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Hops of a forwarded chain that are read. */
const MAX_HOPS = 20;

/** An address or a range of them, e.g. `10.0.0.0/8`; null when the text is neither. */
function parseRange(
  text: string,
): { address: string; family: 'ipv4' | 'ipv6'; bits: number } | null {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (bits < 0 || bits > most) return null;
  return { address, family: version === 4 ? 'ipv4' : 'ipv6', bits };
}

/** Whether a text names addresses in the way that {@link ClientAddresses} reads. */
export const isAddressRange = (text: string): boolean => parseRange(text) !== null;

/** An IPv4 address that a socket for both versions gives as IPv6 is IPv4 again. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/**
 * The address of whoever sent a request. Proxies of the given ranges are believed about whom they
 * speak for (`X-Forwarded-For`, from its end); nobody else is.
 */
export class ClientAddresses {
  readonly #proxies = new BlockList();

  /** @param ranges addresses or ranges that {@link isAddressRange} takes */
  constructor(ranges: readonly string[]) {
    for (const text of ranges) {
      const range = parseRange(text);
      if (range !== null) this.#proxies.addSubnet(range.address, range.bits, range.family);
    }
  }

  of(req: IncomingMessage): string {
    let client = plain(req.socket.remoteAddress ?? '');
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .slice(-MAX_HOPS)
      .reverse();
    for (const hop of hops) {
      if (!this.#trusts(client)) break;
      const before = plain(hop.trim());
      if (isIP(before) === 0) break;
      client = before;
    }
    return client;
  }

  #trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** What is counted as one client: an IPv4 address, or the /64 that a subscriber of IPv6 has. */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end stands for two groups; it is never among the first four of an address in use.
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
