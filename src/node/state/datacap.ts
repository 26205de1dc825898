/** Data cap of verifiers and clients, out of the states of the verified registry and the data cap token. */
import { DATACAP_ID, idAddress, VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import { amount, type Reader } from '#filecoin/actors/state/shape.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { findInHamt, walkHamt } from '#filecoin/ipld/hamt.ts';
import { actorIdOfKey } from '#filecoin/ipld/stateTree.ts';
import { idOfUintKey } from './keys.ts';
import type { StateView } from './view.ts';

/** Units of the token for a byte of data cap. */
const GRANULARITY = 10n ** 18n;

/** Who has how much data cap. */
export interface DataCap {
  readonly id: Uint64;
  /** Bytes. */
  readonly bytes: string;
}

/** A map of data cap by actor. */
interface Table {
  readonly root: string;
  readonly options: { readonly bitWidth?: number };
  readonly keyOf: (id: Uint64) => Uint8Array;
  readonly idOf: (key: Uint8Array) => Uint64;
  readonly bytesOf: Reader<string>;
}

/** StateVerifierStatus: what it may still give, bytes; null for what is no verifier. */
export async function verifierStatus(view: StateView, id: Uint64): Promise<string | null> {
  return find(view, await verifiers(view), id);
}

/** StateVerifiedClientStatus, bytes; null for what has none. */
export async function verifiedClientStatus(view: StateView, id: Uint64): Promise<string | null> {
  return find(view, await clients(view), id);
}

/** All verifiers, or those behind one. */
export async function* walkVerifiers(
  view: StateView,
  after?: Uint64,
): AsyncGenerator<DataCap, void, undefined> {
  yield* walk(view, await verifiers(view), after);
}

/** All clients with data cap, or those behind one. */
export async function* walkDataCap(
  view: StateView,
  after?: Uint64,
): AsyncGenerator<DataCap, void, undefined> {
  yield* walk(view, await clients(view), after);
}

async function verifiers(view: StateView): Promise<Table> {
  const { state } = await view.read(VERIFIED_REGISTRY_ID, 'verifiedregistry');
  return byAddress(state.Verifiers['/']);
}

/** Before actors version 9 the registry has them, since then the token. */
async function clients(view: StateView): Promise<Table> {
  const { state } = await view.read(VERIFIED_REGISTRY_ID, 'verifiedregistry');
  if ('VerifiedClients' in state) return byAddress(state.VerifiedClients['/']);
  const { Token } = (await view.read(DATACAP_ID, 'datacap')).state;
  return {
    root: Token.Balances['/'],
    options: { bitWidth: Token.HamtBitWidth },
    keyOf: encodeUvarint,
    idOf: idOfUintKey,
    bytesOf: (value) => String(BigInt(amount(value)) / GRANULARITY),
  };
}

function byAddress(root: string): Table {
  return { root, options: {}, keyOf: idAddress, idOf: actorIdOfKey, bytesOf: amount };
}

async function find(view: StateView, table: Table, id: Uint64): Promise<string | null> {
  const [entry] = await findInHamt(view.objects, table.root, [table.keyOf(id)], table.options);
  return entry == null ? null : readValue('data cap', () => table.bytesOf(entry.value));
}

async function* walk(
  view: StateView,
  { root, options, keyOf, idOf, bytesOf }: Table,
  after: Uint64 | undefined,
): AsyncGenerator<DataCap, void, undefined> {
  const from = after === undefined ? options : { ...options, after: keyOf(after) };
  for await (const { key, value } of walkHamt(view.objects, root, from))
    yield { id: idOf(key), bytes: readValue('data cap', () => bytesOf(value)) };
}
