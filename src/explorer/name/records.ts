/** What the resolvers that names have now tell of them. */
import { AddressError, delegatedFromEth, parseAddress } from '#filecoin/address.ts';
import { EncodingError, fromHex } from '#filecoin/encoding/bytes.ts';
import type { View } from '../view.ts';

/** Values of name_record.kind. */
export const RECORD = { address: 0, name: 3 } as const;

/** Coin types (SLIP-44). */
const FIL = '461';
const ETH = '60';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Names of a service (`n`) with their records of a kind (`r`). */
export function recordsOf({ db }: View, service: number, kind: number) {
  return db
    .selectFrom('name_node as n')
    .innerJoin('name_record as r', (join) =>
      join
        .onRef('r.service', '=', 'n.service')
        .onRef('r.node', '=', 'n.node')
        .onRef('r.resolver', '=', 'n.resolver')
        .on('r.kind', '=', kind),
    )
    .where('n.service', '=', service);
}

/**
 * The address of a resolver's record: of FIL as the text of any form in UTF-8, of Ethereum as 20
 * bytes. Null for other coins and for what is no address.
 */
export function recordAddress(coin: string, value: string): Uint8Array | null {
  if (coin !== FIL && coin !== ETH) return null;
  try {
    const bytes = fromHex(value.slice(2));
    return coin === ETH ? delegatedFromEth(bytes) : parseAddress(utf8.decode(bytes).trim());
  } catch (error) {
    // What the decoder throws for bytes that are no UTF-8 is a TypeError.
    if (
      error instanceof AddressError ||
      error instanceof EncodingError ||
      error instanceof TypeError
    )
      return null;
    throw error;
  }
}
