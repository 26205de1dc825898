/** What the resolvers that names have tell of them. */
import { AddressError, delegatedFromEth, parseAddress } from '#filecoin/address.ts';
import { EncodingError, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { RECORD } from '#filecoin/evm/names.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { records } from '#store/records.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PastRow } from '#store/undo.ts';
import { asOf } from '../past.ts';
import type { Changed, View } from '../view.ts';
import { nameKey } from './find.ts';

/** Coin types (SLIP-44). */
const FIL = '461';
const ETH = '60';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface NameRecord {
  node: Uint8Array;
  kind: number;
  key: string;
  value: string;
  /** Of an address of a second-level name, unix seconds, decimal. */
  expires: string | null;
}

interface Row {
  node: Uint8Array;
  resolver: Uint8Array;
  label_hash: Uint8Array | null;
  expires: string | null;
  /** Null where the resolver tells nothing. */
  key_hash: Uint8Array | null;
  key: string;
  value: string;
  /** When the record was set, and now. */
  clearing: number | null;
  times: number | null;
}

/** Keys of the records that are read: those of addresses have their coins. */
const KEYS = ['', FIL, ETH];
/** By their hashes, which an index finds: a resolver may tell of any number of coins. */
const KEY_HASHES = KEYS.map((key) => sql`'\\x${sql.raw(toHex(keccakOfText(key)))}'::bytea`);

/** What is read. */
type Asked = {
  service: number;
  nodes: readonly Uint8Array[];
  kind: number;
  /** Whether the kind is that of addresses, which expire. */
  expire: boolean;
};
/** The values, or where they stand in a statement. */
type Given = Readonly<Record<keyof Asked, unknown>>;

const isOne = ({ service, nodes }: Given): RawBuilder<unknown> =>
  sql`service = ${service} and node = any(${nodes}::bytea[])`;

const presentNodes = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select node, resolver, label_hash from name_node where ${condition}`;

const recordsAt = (nodes: RawBuilder<unknown>, { service, kind, expire }: Given) =>
  sql<Row>`
    select n.node, n.resolver, n.label_hash, m.expires, r.key_hash, r.key, r.value, r.clearing,
      c.times
    from (${nodes}) n
    left join name_clearing c on c.service = ${service} and c.node = n.node
      and c.resolver = n.resolver
    left join name_record r on r.service = ${service} and r.node = n.node
      and r.resolver = n.resolver and r.kind = ${kind} and r.key_hash in (${sql.join(KEY_HASHES)})
    left join name m on ${expire} and m.service = ${service}
      and m.label_hash = n.label_hash
    where n.resolver is not null`;

const presentRecords = statement((db, asked: Places<Asked>) =>
  recordsAt(presentNodes(isOne(asked)), asked).compile(db),
);

/** Of one kind, of these names of a service; addresses of FIL and Ethereum only. */
export async function recordsOf(
  view: View,
  service: number,
  kind: number,
  nodes: readonly Uint8Array[],
): Promise<NameRecord[]> {
  if (nodes.length === 0) return [];
  const asked = { service, nodes, kind, expire: kind === RECORD.address };
  const [moved, changed, names, cleared] = await Promise.all([
    view.changed('name_node'),
    view.changed('name_record'),
    view.changed('name'),
    view.changed('name_clearing'),
  ]);
  const rows =
    moved.size === 0
      ? await presentRecords(view.db, asked)
      : (await recordsAt(nodesAt(moved, isOne(asked)), asked).execute(view.db)).rows;
  const told = new Map(
    rows.map(({ node, resolver, label_hash, expires, times }) => {
      const key = label_hash && nameKey(service, label_hash);
      const name = key === null ? null : asOf<{ expires: string | null }>(names, key, { expires });
      const place = [service, toHex(node), toHex(resolver)].join('/');
      const clearing = asOf<{ times: number | null }>(cleared, place, { times })?.times ?? null;
      return [toHex(node), { resolver: toHex(resolver), expires: name?.expires ?? null, clearing }];
    }),
  );
  const present = rows.filter(({ node, resolver, key_hash, clearing }) => {
    if (key_hash === null || clearing !== told.get(toHex(node))?.clearing) return false;
    return !changed.has([service, toHex(node), toHex(resolver), kind, toHex(key_hash)].join('/'));
  });
  const then = [...changed.values()].filter(
    (row) =>
      row?.service === service &&
      row.kind === kind &&
      KEYS.includes(row.key) &&
      told.get(toHex(row.node))?.resolver === toHex(row.resolver) &&
      told.get(toHex(row.node))?.clearing === row.clearing,
  );
  return [...present, ...then].flatMap((row) => {
    if (!row) return [];
    const { node, key, value } = row;
    return [{ node, kind, key, value, expires: told.get(toHex(node))?.expires ?? null }];
  });
}

/** Nodes with their resolvers, as they were at the head that is answered for. */
function nodesAt(
  changed: Changed<PastRow<'name_node'>>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const then = [...changed.values()].filter((row) => row !== null);
  return sql`
    ${presentNodes(condition)} and service || '/' || encode(node, 'hex') <> all(${[...changed.keys()]}::text[])
    union all select node, resolver, label_hash from ${records('name_node', then)} t where ${condition}`;
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
