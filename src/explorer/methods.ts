/** Names of methods: of executed messages from the index, of others from the actor's kind. */
import { to0x } from '#filecoin/encoding/bytes.ts';
import { calldataOf } from '#filecoin/evm/calldata.ts';
import { decodeCall, type ContractAbi } from '#filecoin/evm/abi.ts';
import { functionsFor, type Recovered } from '#filecoin/evm/recovered.ts';
import { INVOKE_CONTRACT, isPlainTransfer, namedMethodIds } from '#filecoin/actors/methods.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { records } from '#store/records.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { abisOf } from './contract/abis.ts';
import { KnownSignatures } from './contract/signatures.ts';
import { countsBefore } from './paging.ts';
import type { Past, View } from './view.ts';

/** Anyone may call any number: the filter lists only so many of the names. */
const MAX_FILTER = 200;
/** Where more than these were called, only so many are looked at, and those that exist. */
const MAX_LOOKED_AT = 1000;

/** Ids and names of the methods that lists are made of, as a query: those called most often, and all that exist. */
export const listedMethods = (): RawBuilder<unknown> => sql`(
  (select id, name from method order by count desc, name collate "C" limit ${MAX_LOOKED_AT})
  union (select id, name from method where id = any(${[...namedMethodIds()]}::int4[]))
)`;

/** A call that only moves value, as a member of it. */
export function plainTransfer(
  kind: ActorKind | null,
  method: Uint64,
  params: Uint8Array | null | undefined,
  value: string,
): { plainTransfer?: true } {
  const paramsLength = params?.length ?? 0;
  return isPlainTransfer({ kind, method, paramsLength, value }) ? { plainTransfer: true } : {};
}

/** What is called of a contract, as a member of its call. */
export interface EvmMethod {
  evmMethod: string;
  /** That it is no function of the contract's ABI. */
  evmMethodGuessed?: true;
}

/** By what it is named. */
interface Named {
  /** Of the contract, where it is verified. */
  abi?: ContractAbi | undefined;
  recovered: Recovered;
  /** Tell which function it is where several have the selector. */
  params?: Uint8Array | null | undefined;
  paramsCodec?: Uint64 | undefined;
}

/** Of a call to a contract: the function's signature, or its selector when it is not known; else empty. */
export function evmMethodOf(selector: Uint8Array | null, named: Named): EvmMethod {
  if (selector === null || selector.length !== 4) return { evmMethod: '' };
  const hex = to0x(selector);
  const { functions, guessed } = functionsFor(hex, named.abi, named.recovered);
  const [first] = functions;
  if (first === undefined) return { evmMethod: hex };
  if (!guessed) return { evmMethod: first.canonical };
  const calldata =
    functions.length > 1 && named.params ? calldataOf(named.params, named.paramsCodec) : null;
  const fitting = calldata && decodeCall(calldata, functions)?.signature;
  return { evmMethod: fitting ?? first.canonical, evmMethodGuessed: true };
}

/** A call as `evmMethodOf` names it: where it went to, and its selector. */
interface Called {
  to: Uint64 | null;
  selector: Uint8Array | null;
  params?: Uint8Array | null | undefined;
}

/** The same for all calls of a list, in two statements. */
export async function evmMethodsOf(
  view: View,
  calls: readonly Called[],
): Promise<(call: Called) => EvmMethod> {
  const contracts = calls.filter(({ selector }) => selector !== null);
  const abis = await abisOf(
    view,
    contracts.map(({ to }) => to),
  );
  const recovered = new KnownSignatures();
  for (const { to, selector } of contracts)
    if (selector !== null) functionsFor(to0x(selector), abis(to), recovered);
  await recovered.load(view);
  return ({ to, selector, params }) => evmMethodOf(selector, { abi: abis(to), recovered, params });
}

/** Selector of a call to a contract, out of its params: a CBOR byte string, or bare calldata. */
export function selectorOf(
  kind: ActorKind | null,
  method: Uint64,
  params: Uint8Array | null,
  codec?: Uint64,
): Uint8Array | null {
  if (kind !== 'evm' || method !== INVOKE_CONTRACT || params === null) return null;
  const calldata = calldataOf(params, codec);
  return calldata !== null && calldata.length >= 4 ? calldata.slice(0, 4) : null;
}

/** Names that have been read, by their ids, which are their hashes: they stay what they are. */
const NAMES = new WeakMap<Past, LRUCache<number, string>>();
const KEPT_NAMES = 5_000;

function knownNames({ past }: View): LRUCache<number, string> {
  const known = NAMES.get(past) ?? new LRUCache({ max: KEPT_NAMES });
  NAMES.set(past, known);
  return known;
}

const methodsBy = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('method')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .compile(),
);

/** Names in the index, by the ids that rows carry. */
export async function methodNames(
  view: View,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const known = knownNames(view);
  const names = new Map<number, string>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const name = known.get(id);
    if (name === undefined) missing.push(id);
    else names.set(id, name);
  }
  if (missing.length === 0) return names;
  const rows = await methodsBy(view.db, { ids: missing });
  for (const { id, name } of rows) {
    known.set(id, name);
    names.set(id, name);
  }
  return names;
}

/** All methods of the index by id, most frequent first; those of the newest head once per head. */
export function allMethods(view: View): Promise<ReadonlyMap<number, string>> {
  return view.pinned
    ? readMethods(view)
    : view.past.now(view, 'all methods', () => readMethods(view));
}

async function readMethods(view: View): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${await methodsAt(view)} m
    where count > 0 order by count desc, name collate "C" limit ${MAX_FILTER}`.execute(view.db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function methodsAt(view: View): Promise<RawBuilder<unknown>> {
  const changed = await view.changed('method');
  if (changed.size === 0) return sql`method`;
  const then = [...changed.values()].filter((row) => row !== null);
  return sql`(
    (select id, name, count from method where id <> all(${[...changed.keys()]}::int8[])
      order by count desc, name collate "C" limit ${MAX_FILTER})
    union all select id, name, count from ${records('method', then)}
  )`;
}

const methodsCalled = statement((db, { id }: Places<{ id: number }>) =>
  db
    .selectFrom('account_method')
    .select(['method_id', 'count'])
    .where('actor_id', '=', id)
    .orderBy('method_id')
    .limit(MAX_LOOKED_AT)
    .compile(),
);

const existingCalled = statement(
  (db, { id, ids }: Places<{ id: number; ids: readonly number[] }>) =>
    db
      .selectFrom('account_method')
      .select(['method_id', 'count'])
      .where('actor_id', '=', id)
      .where('method_id', '=', sql<number>`any(${ids}::int4[])`)
      .compile(),
);

/** Methods of an account's messages, most frequent first, twice as many as are listed. */
async function calledMost(
  view: View,
  id: number,
): Promise<{ id: number; name: string; count: number }[]> {
  let called = await methodsCalled(view.db, { id });
  if (called.length === MAX_LOOKED_AT) {
    const existing = await existingCalled(view.db, { id, ids: [...namedMethodIds()] });
    const ids = new Set(existing.map(({ method_id }) => method_id));
    called = [...existing, ...called.filter(({ method_id }) => !ids.has(method_id))];
  }
  const counted = called.filter(({ count }) => count > 0);
  const names = await methodNames(
    view,
    counted.map(({ method_id }) => method_id),
  );
  return (
    counted
      .map(({ method_id, count }) => ({ id: method_id, name: names.get(method_id) ?? '', count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      // Some of the first ones may have been called only since an earlier head.
      .slice(0, 2 * MAX_FILTER)
  );
}

/**
 * Methods of an account's messages by id, most frequent first; of more than a thousand, all that exist
 * and some that do not. `before`: only of so many of its messages; null: of all.
 */
export async function accountMethods(
  view: View,
  actorId: number,
  before: number | null,
): Promise<ReadonlyMap<number, string>> {
  const rows = await calledMost(view, actorId);
  if (before === null) return new Map(rows.slice(0, MAX_FILTER).map((row) => [row.id, row.name]));
  const counts = await countsBefore(view, {
    table: 'account_method_message',
    ord: 'ord',
    list: sql`actor_id = ${actorId} and method_id = halving.key`,
    isBefore: sql`account_ord < ${before}`,
    totals: new Map(rows.map(({ id, count }) => [id, count])),
  });
  const countOf = ({ id }: { id: number }): number => counts.get(id) ?? 0;
  return new Map(
    rows
      .filter((row) => countOf(row) > 0)
      .sort((a, b) => countOf(b) - countOf(a) || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_FILTER)
      .map((row) => [row.id, row.name]),
  );
}
