/** Allocations and claims, out of the verified registry's state. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { allocation, claim } from '#filecoin/actors/state/datacap.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import { cid, type Reader } from '#filecoin/actors/state/shape.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { findInHamt, walkHamt, type HamtEntry } from '#filecoin/ipld/hamt.ts';
import type { AllocationJson, ClaimJson } from '../types.ts';
import { idOfUintKey, legible } from './keys.ts';
import { Unanswered, type StateView } from './view.ts';

/** Owners whose maps are searched side by side. */
const OWNERS_AT_ONCE = 50;

/** Where a walk is: allocations are kept by their client, claims by their provider. */
export interface RegistryPlace {
  readonly owner: number;
  readonly id: number;
}

export interface Walked<T> extends RegistryPlace {
  /** Null where nodes' JSON has no form for it: of numbers beyond 2^53. */
  readonly value: T | null;
}

/** All allocations, or those behind one; there are none before actors version 9. */
export async function* walkAllocations(
  view: StateView,
  after?: RegistryPlace,
): AsyncGenerator<Walked<AllocationJson>, void, undefined> {
  const { Allocations } = await registry(view);
  yield* walk(view, Allocations['/'], allocation, after);
}

/** All claims, or those behind one; there are none before actors version 9. */
export async function* walkClaims(
  view: StateView,
  after?: RegistryPlace,
): AsyncGenerator<Walked<ClaimJson>, void, undefined> {
  const { Claims } = await registry(view);
  yield* walk(view, Claims['/'], claim, after);
}

/** StateGetAllocation: null for one that the client does not have. */
export async function findAllocation(
  view: StateView,
  client: Uint64,
  id: number,
): Promise<AllocationJson | null> {
  const { Allocations } = await registry(view);
  return find(view, Allocations['/'], allocation, client, id);
}

/** StateGetClaim: null for one that the provider does not have. */
export async function findClaim(
  view: StateView,
  provider: Uint64,
  id: number,
): Promise<ClaimJson | null> {
  const { Claims } = await registry(view);
  return find(view, Claims['/'], claim, provider, id);
}

/**
 * The allocation, and the claim, with a number, whosever they are: maps by owner have to be asked one
 * after the other, so this costs a few objects for each client and each provider. Null where there is
 * none, which is known at once of numbers that were not given yet.
 */
export async function findByNumber(
  view: StateView,
  id: number,
): Promise<{ allocation: AllocationJson | null; claim: ClaimJson | null }> {
  const { Allocations, Claims, NextAllocationId } = await registry(view);
  if (id >= NextAllocationId) return { allocation: null, claim: null };
  const open = await findOfAny(view, Allocations['/'], allocation, id);
  // An allocation ends when it is claimed.
  return { allocation: open, claim: open ? null : await findOfAny(view, Claims['/'], claim, id) };
}

/** All allocations of a client, in the order of their map. */
export async function* allocationsOf(
  view: StateView,
  client: number,
): AsyncGenerator<Walked<AllocationJson>, void, undefined> {
  const { Allocations } = await registry(view);
  yield* entriesOf(view, Allocations['/'], allocation, client);
}

/** All claims of a provider, in the order of their map. */
export async function* claimsOf(
  view: StateView,
  provider: number,
): AsyncGenerator<Walked<ClaimJson>, void, undefined> {
  const { Claims } = await registry(view);
  yield* entriesOf(view, Claims['/'], claim, provider);
}

async function registry(view: StateView) {
  const { state } = await view.read(VERIFIED_REGISTRY_ID, 'verifiedregistry');
  if ('Claims' in state) return state;
  throw new Unanswered('a registry without allocations and claims');
}

async function find<T>(
  { objects }: StateView,
  root: string,
  read: Reader<T>,
  owner: Uint64,
  id: number,
): Promise<T | null> {
  const [outer] = await findInHamt(objects, root, [encodeUvarint(owner)]);
  if (outer == null) return null;
  const [entry] = await findInHamt(objects, rootOf(outer)['/'], [encodeUvarint(id)]);
  return entry == null ? null : readValue('entry of the registry', () => read(entry.value));
}

async function findOfAny<T>(
  view: StateView,
  root: string,
  read: Reader<T>,
  id: number,
): Promise<T | null> {
  let owners: HamtEntry[] = [];
  const found = async (): Promise<HamtEntry | undefined> => {
    const entries = await Promise.all(
      owners.map((owner) => findInHamt(view.objects, rootOf(owner)['/'], [encodeUvarint(id)])),
    );
    owners = [];
    return entries.flat().find((entry) => entry !== null);
  };
  let entry: HamtEntry | undefined;
  for await (const owner of walkHamt(view.objects, root)) {
    if (owners.push(owner) === OWNERS_AT_ONCE) entry = await found();
    if (entry) break;
  }
  entry ??= await found();
  return entry ? legible(() => readValue('entry of the registry', () => read(entry.value))) : null;
}

async function* entriesOf<T>(
  view: StateView,
  root: string,
  read: Reader<T>,
  owner: number,
): AsyncGenerator<Walked<T>, void, undefined> {
  const [entry] = await findInHamt(view.objects, root, [encodeUvarint(owner)]);
  if (entry != null) yield* walkOwner(view, entry, read);
}

/** A map by owner, of maps by id. */
async function* walk<T>(
  view: StateView,
  root: string,
  read: Reader<T>,
  after: RegistryPlace | undefined,
): AsyncGenerator<Walked<T>, void, undefined> {
  const { objects } = view;
  if (after !== undefined) {
    const [entry] = await findInHamt(objects, root, [encodeUvarint(after.owner)]);
    if (entry != null) yield* walkOwner(view, entry, read, after.id);
  }
  const owners = after === undefined ? {} : { after: encodeUvarint(after.owner) };
  for await (const entry of walkHamt(objects, root, owners)) yield* walkOwner(view, entry, read);
}

async function* walkOwner<T>(
  view: StateView,
  outer: HamtEntry,
  read: Reader<T>,
  after?: number,
): AsyncGenerator<Walked<T>, void, undefined> {
  const owner = idOfUintKey(outer.key);
  const root = rootOf(outer);
  const options = after === undefined ? {} : { after: encodeUvarint(after) };
  for await (const { key, value } of walkHamt(view.objects, root['/'], options))
    yield {
      owner,
      id: idOfUintKey(key),
      value: legible(() => readValue('entry of the registry', () => read(value))),
    };
}

function rootOf({ value }: HamtEntry) {
  return readValue('map of the registry', () => cid(value));
}
