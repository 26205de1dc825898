/**
 * What is older than the index: of actors at the genesis all, in an index that begins later each
 * one with the balance that it had before the first tipset, whenever the index comes to know it.
 * That holds on every branch, so it is not logged for undoing.
 */
import { SYSTEM_ID } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { foldOlderWallet } from '../parts/wallets/older.ts';
import { foldOlderContracts } from '../parts/contracts/contracts.ts';
import { foldOlderStorage } from '../parts/deals/older.ts';
import { foldOlderMiner } from '../parts/miners/miners.ts';
import { takeOver, takeSectors, type ExpiryClock } from '../parts/sectors/older.ts';
import type { ActorChange, FactRows } from '../types.ts';
import type { Older, OpeningActor } from '../older.ts';
import { count, GENESIS, OLDER, REBALANCE } from './lists.ts';
import type { StateView } from './state.ts';

/** Where the index begins. */
export interface OpeningPlace extends ExpiryClock {
  height: number;
  timestamp: number;
}

/** Adds what is older than the index. It holds on every branch: call it while nothing is logged. */
export function foldOlder(
  view: StateView,
  { actors, providers, sectors, wallets, storage }: Older,
  place: OpeningPlace,
  facts: FactRows,
): void {
  foldOpening(view, actors, place, facts);
  for (const wallet of wallets) foldOlderWallet(view, wallet, place.height - 1);
  foldOlderContracts(view, actors, place.height === 0);
  for (const provider of providers) {
    foldOlderMiner({ view, rows: facts }, provider.miner, place.height);
    takeOver(view, facts, provider, place);
  }
  for (const some of sectors) takeSectors(view, facts, some, place);
  foldOlderStorage(view, storage);
}

/** Counter of the actors with a balance; so many stand in the rich list. */
export const FUNDED = 'funded';

export function kindCounter(kind: number, counted = 'actors'): string {
  return `${counted}:${ACTOR_KINDS[kind] ?? 'unknown'}`;
}

function foldOpening(
  view: StateView,
  actors: readonly OpeningActor[],
  { height, timestamp }: OpeningPlace,
  facts: FactRows,
): void {
  const genesis = height === 0;
  const prefix = genesis ? '' : OLDER;
  const type = genesis ? GENESIS : REBALANCE;
  for (const actor of actors) {
    const { id, balance } = actor;
    putActor(view, actor, actor.robust, genesis ? 0 : height - 1, null);
    foldOlderWallet(view, actor, height - 1);
    count(view, `${prefix}actors`, 1);
    count(view, prefix + kindCounter(actor.kind), 1);
    if (balance === 0n) continue;
    count(view, prefix + FUNDED, 1);
    count(view, prefix + kindCounter(actor.kind, FUNDED), 1);
    count(view, `${prefix}transfers`, 1);
    const row = { height, type, cid: null, from_id: SYSTEM_ID, to_id: id, shown_to_id: null };
    // Before all transfers of the first tipset, at a place that depends on the actor alone.
    const position = -1 - id;
    facts.transfer.push({ ...row, position, seq: null, amount: balance });
    // Opening balances come from nowhere: the system actor's list leaves them out.
    if (id === SYSTEM_ID) continue;
    facts.account_transfer.push({
      ...row,
      position,
      actor_id: id,
      ord: 0,
      timestamp,
      value: balance,
    });
    facts.account_type_transfer.push({ actor_id: id, type, ord: 0, account_ord: 0 });
    view.put('account_transfer_type', { actor_id: id, type, count: 1 });
    const opened = view.get('actor', id);
    if (opened) view.put('actor', { ...opened, transfer_count: 1 });
    // The state before a tipset is the one after the height below it.
    facts.balance.push({ actor_id: id, height: height - 1, balance });
  }
}

/** Puts a new actor, with its addresses. */
export function putActor(
  view: StateView,
  actor: ActorChange,
  robust: Uint8Array | null,
  height: number,
  createdBy: Uint8Array | null,
): void {
  const { id, kind, code, head, nonce, balance, delegated } = actor;
  view.put('actor', {
    id,
    kind,
    code,
    head,
    nonce: nonce.toString(),
    balance: balance.toString(),
    robust,
    delegated,
    created_height: height,
    created_by: createdBy,
    last_seen_height: height,
    message_count: 0,
    transfer_count: 0,
    event_count: 0,
    deleted_height: null,
  });
  if (robust) view.put('address', { address: robust, actor_id: id });
  if (delegated) view.put('address', { address: delegated, actor_id: id });
}
