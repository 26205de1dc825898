/** Reads the state rows that units will touch. */
import type { Trx } from '#store/store.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { knownId } from '../decode/ids.ts';
import { PARTS } from '../parts/index.ts';
import { loadOlderStorage } from '../parts/deals/older.ts';
import type { ExpiryClock } from '../parts/sectors/older.ts';
import type { StateTable } from '../types.ts';
import type { ChainUnit } from '../parts/part.ts';
import { loadOlderSectors, PROVIDER_TABLES } from './older.ts';
import { PROOF_KEY } from './proofs.ts';
import { readAll, readOf, readRows, rowReads } from './read.ts';
import { StateView, type StateKey } from './state.ts';
import { keyText } from './tables.ts';

interface Touched {
  actors: Set<number>;
  methods: Set<number>;
  addresses: Map<string, Uint8Array>;
}

function touchedBy(units: readonly ChainUnit[]): Touched {
  const actors = new Set<number>();
  const methods = new Set<number>();
  const addresses = new Map<string, Uint8Array>();
  const address = (bytes: Uint8Array): void => void addresses.set(toHex(bytes), bytes);
  for (const { executed, older } of units) {
    for (const actor of older.actors) actors.add(actor.id);
    for (const change of executed.changes) actors.add(change.id);
    for (const id of executed.deleted) actors.add(id);
    for (const [bytes, id] of executed.learned) {
      actors.add(id);
      address(bytes);
    }
    for (const { from, to } of executed.transfers) actors.add(from).add(to);
    for (const execution of executed.executions) {
      for (const id of [execution.fromId, execution.toId]) if (id !== null) actors.add(id);
      methods.add(execution.methodId);
      address(execution.toAddr);
      for (const { emitter } of execution.events) {
        const id = knownId(emitter);
        if (id !== null) actors.add(id);
      }
    }
  }
  return { actors, methods, addresses };
}

/**
 * By account and method, as many as messages: all that were ever called of an account may be any number,
 * as senders choose the numbers of methods.
 */
function calledMethods(view: StateView, units: readonly ChainUnit[]): [number, number][] {
  const owners = new Map<string, Set<number>>();
  const own = (address: Uint8Array | null, id: number): void => {
    if (address === null) return;
    const key = toHex(address);
    owners.set(key, (owners.get(key) ?? new Set()).add(id));
  };
  for (const { address, actor_id: id } of view.rowsIn('address')) own(address, id);
  // An address may become known in these units, before a message is listed by it.
  for (const { executed, older } of units) {
    for (const { id, robust, delegated } of older.actors) {
      own(robust, id);
      own(delegated, id);
    }
    for (const { id, delegated } of executed.changes) own(delegated, id);
    for (const [address, id] of executed.learned) own(address, id);
  }
  const called = new Map<string, [number, number]>();
  for (const { executed } of units)
    for (const { fromId, toId, toAddr, methodId } of executed.executions)
      for (const id of [fromId, toId, ...(owners.get(toHex(toAddr)) ?? [])])
        if (id !== null) called.set(`${id}/${methodId}`, [id, methodId]);
  return [...called.values()];
}

/** A view of all state that folding these units needs. */
export async function loadView(
  trx: Trx,
  units: readonly ChainUnit[],
  clock: ExpiryClock,
): Promise<StateView> {
  const { actors, methods, addresses } = touchedBy(units);
  const view = new StateView();
  const keysOf = <K extends number | Uint8Array>(keys: Iterable<K>): [K][] =>
    [...keys].map((key) => [key]);
  const addressKeys = keysOf(addresses.values());
  await readRows(trx, view, 'address', addressKeys);
  // A failed message's receiver may be known by its address only.
  for (const [key] of addressKeys) {
    const row = view.get('address', key);
    if (row) actors.add(row.actor_id);
  }
  const reads = [
    ...(['actor', 'account_transfer_type', 'multisig'] as const).flatMap((table) =>
      rowReads(trx, view, table, keysOf(actors)),
    ),
    ...rowReads(trx, view, 'account_method', calledMethods(view, units)),
    ...rowReads(trx, view, 'method', keysOf(methods)),
    ...rowReads(trx, view, 'proof', [PROOF_KEY]),
    readOf(trx.selectFrom('counter').selectAll().compile(), (rows) => view.load('counter', rows)),
  ];
  view.cover('counter', 'all');
  for (const [table, keys] of partKeys(view, units))
    reads.push(...rowReads(trx, view, table, keys));
  const providers = units.flatMap(({ older }) => older.providers);
  for (const table of PROVIDER_TABLES)
    reads.push(
      ...rowReads(
        trx,
        view,
        table,
        providers.map(({ miner }) => [miner.id]),
      ),
    );
  await readAll(trx, reads);
  const sectors = units.flatMap(({ older }) => older.sectors);
  await loadOlderSectors(trx, view, { providers, sectors }, clock);
  for (const { older } of units) await loadOlderStorage(trx, view, older.storage);
  for (const [index, part] of PARTS.entries())
    await part.load(
      trx,
      view,
      units.flatMap((unit) => {
        const own = unit.parts[index];
        return own ? [{ unit, part: own }] : [];
      }),
    );
  return view;
}

/** What the parts of the index need beyond that, as far as keys tell. */
function partKeys(view: StateView, units: readonly ChainUnit[]): [StateTable, StateKey[]][] {
  const wanted = new Map<StateTable, Map<string, StateKey>>();
  for (const unit of units)
    for (const part of unit.parts)
      for (const { table, key } of part.touches(unit)) {
        if (view.covers(table, key)) continue;
        const keys = wanted.get(table) ?? new Map<string, StateKey>();
        wanted.set(table, keys);
        keys.set(keyText(key), key);
      }
  return [...wanted].map(([table, keys]) => [table, [...keys.values()]]);
}
