/** Messages of the pool as rows of the database. */
import { actorIdOf } from '#filecoin/address.ts';
import { actorsVersionOf, kindAt, kindToBe, type ActorKind } from '#filecoin/actors/kinds.ts';
import { INVOKE_CONTRACT, methodName } from '#filecoin/actors/methods.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { SIGNATURE_BLS, SIGNATURE_DELEGATED, SIGNATURE_SECP256K1 } from '#filecoin/signature.ts';
import type { SignedMessageJson } from '#node/types.ts';
import type { Trx } from '#store/store.ts';
import { messageRow, selectorOf } from '../decode/messages.ts';
import type { MessageRow } from '../types.ts';

/** A message of the pool with what names it and its place. */
export interface Pooled {
  /** Hex of its CID's digest. */
  id: string;
  /** Sender and nonce: a pool holds one message of each. */
  slot: string;
  row: MessageRow;
}

const KNOWN_SIGNATURES: ReadonlySet<number> = new Set([
  SIGNATURE_SECP256K1,
  SIGNATURE_BLS,
  SIGNATURE_DELEGATED,
]);
/** Lotus takes no larger message into its pool (MaxMessageSize). */
const MAX_SIZE = 64 * 1024;
/** Nor one of another version (ValidForBlockInclusion). */
const ONLY_VERSION = 0;

export function slotOf(from: Uint8Array, nonce: Uint64 | string): string {
  return `${toHex(from)}/${nonce}`;
}

/** Null for what no honest node has in its pool: a message of another CID than announced, or none at all. */
export function pooledOf(json: SignedMessageJson, chainId: number): Pooled | null {
  try {
    const bls = json.Signature.Type === SIGNATURE_BLS;
    const row = messageRow(json.Message, bls ? null : json.Signature, chainId);
    const announced = json.CID ?? null;
    const fits =
      row.size <= MAX_SIZE &&
      row.version === ONLY_VERSION &&
      KNOWN_SIGNATURES.has(row.signature_type) &&
      (announced === null || equalBytes(digestOf(announced['/']), row.cid));
    return fits ? { id: toHex(row.cid), slot: slotOf(row.from_addr, row.nonce), row } : null;
  } catch {
    return null;
  }
}

export interface Call {
  method_name: string;
  selector: Uint8Array | null;
}

/** What a message says of its call. */
type Called = Pick<MessageRow, 'to_addr' | 'method' | 'params'>;

/** What each message calls, by the kind that its receiver has at the index's head, or will have. */
export async function callsOf(trx: Trx, rows: readonly Called[]): Promise<Call[]> {
  const kinds = await receiverKinds(trx, rows);
  const version = await actorsVersion(trx);
  return rows.map((row) => {
    const known = kinds.get(toHex(row.to_addr));
    const kind = known ?? kindToBe(row.to_addr);
    // A contract may be there that the index does not know yet.
    const mayBe = kind === 'evm' || (known === undefined && kind === 'placeholder');
    const contract = mayBe && row.method === INVOKE_CONTRACT;
    return {
      method_name: methodName(kind, row.method, version),
      selector: contract ? selectorOf(row.params) : null,
    };
  });
}

/** The newest that the index knows of; undefined where the node does not tell. */
async function actorsVersion(trx: Trx): Promise<number | undefined> {
  const row = await trx
    .selectFrom('network_version')
    .select('version')
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && actorsVersionOf(row.version);
}

async function receiverKinds(
  trx: Trx,
  rows: readonly Called[],
): Promise<ReadonlyMap<string, ActorKind>> {
  const kinds = new Map<string, ActorKind>();
  const ids = new Map<number, string>();
  const addresses = new Map<string, Uint8Array>();
  for (const { to_addr } of rows) {
    const id = actorIdOf(to_addr);
    if (id === null) addresses.set(toHex(to_addr), to_addr);
    else ids.set(id, toHex(to_addr));
  }
  const note = (address: string, index: number): void => {
    const kind = kindAt(index);
    if (kind !== null) kinds.set(address, kind);
  };
  if (ids.size > 0) {
    const found = await trx
      .selectFrom('actor')
      .select(['id', 'kind'])
      .where('id', 'in', [...ids.keys()])
      .execute();
    for (const { id, kind } of found) note(ids.get(id) ?? '', kind);
  }
  if (addresses.size > 0) {
    const found = await trx
      .selectFrom('address as a')
      .innerJoin('actor', 'actor.id', 'a.actor_id')
      .select(['a.address', 'actor.kind'])
      .where('a.address', 'in', [...addresses.values()])
      .execute();
    for (const { address, kind } of found) note(toHex(address), kind);
  }
  return kinds;
}
