/** What the resolvers that names have tell of them. */
import { AddressError, delegatedFromEth, parseAddress } from '#filecoin/address.ts';
import { EncodingError, equalBytes, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { records } from '#store/records.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** Values of name_record.kind. */
export const RECORD = { address: 0, name: 3 } as const;

/** Coin types (SLIP-44). */
const FIL = '461';
const ETH = '60';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface NameRecord {
  node: Uint8Array;
  kind: number;
  key: string;
  value: string;
}

/** Of one kind, of these names of a service; addresses of FIL and Ethereum only. */
export async function recordsOf(
  view: View,
  service: number,
  kind: number,
  nodes: readonly Uint8Array[],
): Promise<NameRecord[]> {
  if (nodes.length === 0) return [];
  const nodesThen = await view.changed('name_node');
  const then = await view.changed('name_record');
  const resolvers = [...nodesThen.values()].filter((row) => row !== null);
  const changed = [...nodesThen.keys()];
  const { rows } = await sql<{
    node: Uint8Array;
    resolver: Uint8Array;
    key_hash: Uint8Array | null;
    key: string;
    value: string;
  }>`
    with asked as (
      select n.node, n.resolver from name_node n
      where n.service = ${service} and n.node in (${sql.join(nodes)})
        and n.service || '/' || encode(n.node, 'hex') <> all(${changed}::text[])
      union all
      select t.node, t.resolver from ${records('name_node', resolvers)} t
      where t.service = ${service} and t.node in (${sql.join(nodes)})
    )
    select a.node, a.resolver, r.key_hash, r.key, r.value from asked a
    left join name_record r on r.service = ${service} and r.node = a.node
      and r.resolver = a.resolver and r.kind = ${kind} and r.key in ('', ${FIL}, ${ETH})
    where a.resolver is not null`.execute(view.db);
  const present = rows.filter(({ node, resolver, key_hash }) => {
    if (key_hash === null) return false;
    return !then.has([service, toHex(node), toHex(resolver), kind, toHex(key_hash)].join('/'));
  });
  const was = [...then.values()].filter(
    (row) =>
      row?.service === service &&
      row.kind === kind &&
      ['', FIL, ETH].includes(row.key) &&
      rows.some(
        ({ node, resolver }) => equalBytes(node, row.node) && equalBytes(resolver, row.resolver),
      ),
  );
  return [...present, ...was].flatMap((row) =>
    row ? [{ node: row.node, kind, key: row.key, value: row.value }] : [],
  );
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
