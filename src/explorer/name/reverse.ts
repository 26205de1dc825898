/** What accounts call themselves. A reverse name counts only when its forward record points back. */
import { ethBytesOf, idAddress } from '#filecoin/address.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { integer } from '#filecoin/encoding/integers.ts';
import { namehash, normalizeName, RECORD, reverseNode } from '#filecoin/evm/names.ts';
import { LRUCache } from 'lru-cache';
import { answeredTime, type View } from '../view.ts';
import { recordAddress, recordsOf } from './records.ts';

/** An account by all that a name may point to. */
export interface Called {
  id: number;
  robust: Uint8Array | null;
  delegated: Uint8Array | null;
}

/** Nodes by what they are of, some hashes each: the same accounts stand in many answers. */
type Nodes = LRUCache<string, Uint8Array>;
const NODES: Nodes = new LRUCache({ max: 5_000 });
const NAMES: Nodes = new LRUCache({ max: 5_000 });

function kept(nodes: Nodes, key: string, make: () => Uint8Array): Uint8Array {
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const node = make();
  nodes.set(key, node);
  return node;
}

/** By the hex of an address. */
const nodeOf = (eth: Uint8Array): Uint8Array => kept(NODES, toHex(eth), () => reverseNode(eth));
const nodeOfName = (name: string): Uint8Array => kept(NAMES, name, () => namehash(name));

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
    const node = nodeOf(eth);
    byNode.set(toHex(node), { account, node });
  }
  if (byNode.size === 0) return names;
  const asked = [...byNode.values()].map(({ node }) => node);
  const claimed = await recordsOf(view, 0, RECORD.name, asked);
  const wanted = claimed.flatMap(({ node, value }) => {
    const name = normalizeName(value);
    const labels = name?.split('.') ?? [];
    const account = byNode.get(toHex(node))?.account;
    return name !== null && account && labels.length === 2 && labels[1] === service.suffix
      ? [{ account, name, node: nodeOfName(name) }]
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
  for (const { node, key, value, expires } of await recordsOf(view, 0, RECORD.address, nodes)) {
    if (expires === null || integer(expires) <= answeredTime(view)) continue;
    const address = recordAddress(key, value);
    const hex = toHex(node);
    if (address) found.set(hex, [...(found.get(hex) ?? []), address]);
  }
  return found;
}

function isOf(address: Uint8Array, { id, robust, delegated }: Called): boolean {
  return [idAddress(id), robust, delegated].some((own) => own && equalBytes(own, address));
}
