/** Names of methods: of executed messages from the index, of others from the actor's kind. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { calldataOf } from '#filecoin/evm/calldata.ts';
import type { ContractAbi } from '#filecoin/evm/abi.ts';
import { selectorSignature } from '#filecoin/evm/selectors.ts';
import { INVOKE_CONTRACT, methodId } from '#filecoin/actors/methods.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { records } from '#store/records.ts';
import { sql, type RawBuilder } from 'kysely';
import { BadInput } from './errors.ts';
import { countsBefore } from './paging.ts';
import type { View } from './view.ts';

/** Anyone may call any number: the filter lists only so many of the names. */
const MAX_FILTER = 200;
const MAX_NAME = 100;

/**
 * Of a call to a contract: the function's signature, or its selector when it is not known; else empty.
 * @param abi of the contract, where it is verified
 */
export function evmMethodOf(selector: Uint8Array | null, abi?: ContractAbi): string {
  if (selector === null || selector.length !== 4) return '';
  const hex = `0x${toHex(selector)}`;
  return abi?.functionOf(hex)?.canonical ?? selectorSignature(hex) ?? hex;
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

/** Names in the index, by the ids that rows carry. */
export async function methodNames(
  { db }: View,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('method')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Id of the method that a filter asks for; null when it asks for none. */
export function parseMethod(input: string | undefined): number | null {
  if (input === undefined || input === '') return null;
  if (input.length > MAX_NAME) throw new BadInput('badMethod');
  return methodId(input);
}

/** All methods of the index by id, most frequent first. */
export async function allMethods(view: View): Promise<ReadonlyMap<number, string>> {
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
    select id, name, count from method where id <> all(${[...changed.keys()]}::int8[])
    union all select id, name, count from ${records('method', then)}
  )`;
}

/**
 * Methods of an account's messages by id, most frequent first. `before`: only of so many of its
 * messages; null: of all.
 */
export async function accountMethods(
  view: View,
  actorId: number,
  before: number | null,
): Promise<ReadonlyMap<number, string>> {
  const rows = await view.db
    .selectFrom('account_method as a')
    .innerJoin('method as m', 'm.id', 'a.method_id')
    .select(['m.id', 'm.name', 'a.count'])
    .where('a.actor_id', '=', actorId)
    .where('a.count', '>', 0)
    .orderBy('a.count', 'desc')
    .orderBy(sql`m.name collate "C"`)
    // Some of the first ones may have been called only since.
    .limit(before === null ? MAX_FILTER : 2 * MAX_FILTER)
    .execute();
  if (before === null) return new Map(rows.map((row) => [row.id, row.name]));
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
