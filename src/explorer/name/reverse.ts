/** What accounts call themselves. A reverse name counts only when its forward record points back. */
import {
  AddressError,
  delegatedFromEth,
  ethBytesOf,
  idAddress,
  parseAddress,
} from '#filecoin/address.ts';
import { EncodingError, equalBytes, fromHex, toHex } from '#filecoin/bytes.ts';
import { namehash, normalizeName, reverseNode } from '#filecoin/evm/names.ts';
import type { View } from '../view.ts';

/** An account by all that a name may point to. */
export interface Called {
  id: number;
  robust: Uint8Array | null;
  delegated: Uint8Array | null;
}

/** Values of name_record.kind. */
const ADDRESS = 0;
const NAME = 3;
/** Coin types (SLIP-44). */
const FIL = '461';
const ETH = '60';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reverse names of the network's first name service, by the accounts' ids. */
export async function reverseNames(
  view: View,
  accounts: Iterable<Called>,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const [service] = view.network.data.nameServices;
  if (!service) return names;
  const byNode = new Map<string, { account: Called; node: Uint8Array }>();
  for (const account of accounts) {
    const eth = account.delegated && ethBytesOf(account.delegated);
    if (!eth) continue;
    const node = reverseNode(eth);
    byNode.set(toHex(node), { account, node });
  }
  if (byNode.size === 0) return names;
  const claimed = await view.db
    .selectFrom('name_node as n')
    .innerJoin('name_record as r', (join) =>
      join
        .onRef('r.service', '=', 'n.service')
        .onRef('r.node', '=', 'n.node')
        .onRef('r.resolver', '=', 'n.resolver')
        .on('r.kind', '=', NAME),
    )
    .select(['n.node', 'r.value'])
    .where('n.service', '=', 0)
    .where(
      'n.node',
      'in',
      [...byNode.values()].map(({ node }) => node),
    )
    .execute();
  const wanted = claimed.flatMap(({ node, value }) => {
    const name = normalizeName(value);
    const labels = name?.split('.') ?? [];
    const account = byNode.get(toHex(node))?.account;
    return name !== null && account && labels.length === 2 && labels[1] === service.suffix
      ? [{ account, name, node: namehash(name) }]
      : [];
  });
  const forward = await pointsTo(
    view,
    wanted.map(({ node }) => node),
  );
  for (const { account, name, node } of wanted)
    if (forward.get(toHex(node))?.some((address) => isOf(address, account)))
      names.set(account.id, name);
  return names;
}

/** Addresses that names point to as long as they have not expired, by the hex of their nodes. */
async function pointsTo(
  view: View,
  nodes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Uint8Array[]>> {
  const found = new Map<string, Uint8Array[]>();
  if (nodes.length === 0) return found;
  const rows = await view.db
    .selectFrom('name_node as n')
    .innerJoin('name as m', (join) =>
      join.onRef('m.service', '=', 'n.service').onRef('m.label_hash', '=', 'n.label_hash'),
    )
    .innerJoin('name_record as r', (join) =>
      join
        .onRef('r.service', '=', 'n.service')
        .onRef('r.node', '=', 'n.node')
        .onRef('r.resolver', '=', 'n.resolver')
        .on('r.kind', '=', ADDRESS),
    )
    .select(['n.node', 'r.key', 'r.value'])
    .where('n.service', '=', 0)
    .where('n.node', 'in', [...nodes])
    .where('m.expires', '>', view.head.timestamp)
    .execute();
  for (const { node, key, value } of rows) {
    const address = recordAddress(key, value);
    const hex = toHex(node);
    if (address) found.set(hex, [...(found.get(hex) ?? []), address]);
  }
  return found;
}

function isOf(address: Uint8Array, { id, robust, delegated }: Called): boolean {
  return [idAddress(id), robust, delegated].some((own) => own && equalBytes(own, address));
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
