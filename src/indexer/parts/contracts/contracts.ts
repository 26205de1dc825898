/** Folds what became of contracts themselves: created, upgraded, destroyed; and what their kinds hold. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { mayBeDiamond } from '#filecoin/evm/diamonds.ts';
import {
  minimalProxyTarget,
  namesSlot,
  proxyKindIndex,
  proxySlotIndex,
} from '#filecoin/evm/proxies.ts';
import type { StateView } from '../../fold/state.ts';
import type { ActorChange, StateRows } from '../../types.ts';
import type { OlderContract } from '../../older.ts';
import type { FoldContext } from '../part.ts';
import { codeHash, EVM, type Creation, type Upgrade } from './decode.ts';
import type { ContractFacts } from './gather.ts';

type ContractRow = StateRows['contract'];

export function foldContracts(context: FoldContext, facts: ContractFacts): void {
  const { view, unit } = context;
  for (const { id, kind } of unit.executed.changes)
    if (kind === EVM && !view.get('contract', id)) view.put('contract', blank(id));
  for (const creation of facts.creations) create(context, creation);
  for (const [id, code] of facts.codes) if (code) takeCode(context, id, code);
  for (const upgrade of facts.upgrades) upgradeOne(context, upgrade);
  for (const { id, message } of facts.destroyed) {
    const row = view.get('contract', id);
    if (row)
      view.put('contract', {
        ...row,
        destroyed_height: unit.tipset.height,
        destroyed_by: cidOfMessage(context, message),
      });
  }
}

/** A contract of which nothing is known yet. */
export function blank(actor_id: number): ContractRow {
  return {
    actor_id,
    creator_id: null,
    created_height: null,
    created_by: null,
    init_hash: null,
    code_hash: null,
    destroyed_height: null,
    destroyed_by: null,
    proxy_kind: null,
    implementation: null,
    beacon: null,
    admin: null,
    upgrades: 0,
  };
}

function cidOfMessage({ unit }: FoldContext, message: number | null): Uint8Array | null {
  return message === null ? null : (unit.executed.executions[message]?.cid ?? null);
}

function create(context: FoldContext, { id, creator, initCode, message }: Creation): void {
  const { view, rows, unit } = context;
  const { height } = unit.tipset;
  // One that was destroyed may come back under its id: what it was before stays in its history.
  const upgrades = view.get('contract', id)?.upgrades ?? 0;
  view.put('contract', {
    ...blank(id),
    creator_id: creator,
    created_height: height,
    created_by: cidOfMessage(context, message),
    init_hash: keep(context, initCode),
    upgrades,
  });
  const ord = view.get('contract_creator', creator)?.contracts ?? 0;
  view.put('contract_creator', { creator_id: creator, contracts: ord + 1 });
  rows.contract_creation.push({ creator_id: creator, ord, contract_id: id, height });
}

/** Keeps a code, once; answers its hash. */
function keep({ view }: FoldContext, code: Uint8Array): Uint8Array {
  const hash = codeHash(code);
  if (!view.get('contract_code', hash)) view.put('contract_code', { hash, code });
  return hash;
}

function takeCode(context: FoldContext, id: number, code: Uint8Array): void {
  const row = context.view.get('contract', id);
  if (!row || row.code_hash) return;
  keep(context, code);
  context.view.put('contract', withCode(row, code));
}

/** A contract's row once its code is known; one that is known stays. */
function withCode(row: ContractRow, code: Uint8Array): ContractRow {
  if (row.code_hash) return row;
  const target = minimalProxyTarget(code);
  const diamond = row.proxy_kind === null && mayBeDiamond(code);
  return {
    ...row,
    code_hash: codeHash(code),
    ...(diamond ? { proxy_kind: proxyKindIndex('EIP-2535') } : {}),
    ...(target ? { proxy_kind: proxyKindIndex('EIP-1167'), implementation: target } : {}),
  };
}

/**
 * The row of a contract that is older than the index, once it is told what it was then. What is known by
 * now is newer, and stays, as does one that was made anew since.
 */
export function withOlder(row: ContractRow, { code, slots }: OlderContract): ContractRow {
  if (row.created_height !== null) return row;
  let known = code ? withCode(row, code) : row;
  for (const [slot, address] of slots) {
    if (known[slot] !== null) continue;
    const undecided = known.proxy_kind === null || known.proxy_kind === proxyKindIndex('EIP-2535');
    const kind =
      slot === 'admin' || !undecided
        ? known.proxy_kind
        : slot === 'beacon'
          ? proxyKindIndex('beacon')
          : proxyKindIndex('EIP-1967');
    known = { ...known, [slot]: address, proxy_kind: kind };
  }
  return known;
}

function upgradeOne(context: FoldContext, { id, slot, address, message }: Upgrade): void {
  const { view, rows, unit } = context;
  const row = view.get('contract', id);
  if (!row) return;
  const code = row.code_hash && view.get('contract_code', row.code_hash)?.code;
  // A beacon says Upgraded of what others run; it names no slot itself.
  const source = slot === 'implementation' && code !== null && code !== undefined;
  const kind =
    slot === 'beacon'
      ? proxyKindIndex('beacon')
      : slot === 'admin'
        ? row.proxy_kind
        : source && !namesSlot(code, 'implementation')
          ? proxyKindIndex('source')
          : proxyKindIndex('EIP-1967');
  view.put('contract', {
    ...row,
    proxy_kind: kind,
    [slot]: address,
    upgrades: row.upgrades + 1,
  });
  rows.contract_upgrade.push({
    contract_id: id,
    ord: row.upgrades,
    height: unit.tipset.height,
    kind: proxySlotIndex(slot),
    address,
    cid: cidOfMessage(context, message),
  });
}

/** Kinds whose balances are summed up. */
export const FEVM_KINDS: ReadonlySet<number> = new Set([
  EVM,
  kindIndex('ethaccount'),
  kindIndex('placeholder'),
]);

/** Keeps what all actors of a kind hold together. */
export function foldBalances({ view, unit }: FoldContext): void {
  const { executed } = unit;
  const ids = new Set([...executed.changes.map(({ id }) => id), ...executed.deleted]);
  const moved = new Map<number, bigint>();
  for (const id of ids) {
    const before = view.before('actor', id);
    const after = view.get('actor', id);
    for (const [row, sign] of [
      [before, -1n],
      [after, 1n],
    ] as const)
      if (row && FEVM_KINDS.has(row.kind))
        moved.set(row.kind, (moved.get(row.kind) ?? 0n) + sign * BigInt(row.balance));
  }
  for (const [kind, by] of moved) addBalance(view, kind, by);
}

/**
 * Contracts that are older than the index, and the balances of what is. Those opened after the genesis
 * have a sum of their own (`-1 - kind`), as it is not undone.
 */
export function foldOlderContracts(
  view: StateView,
  actors: readonly Pick<ActorChange, 'id' | 'kind' | 'balance'>[],
  genesis: boolean,
): void {
  for (const { id, kind, balance } of actors) {
    if (kind === EVM && !view.get('contract', id)) view.put('contract', blank(id));
    if (FEVM_KINDS.has(kind)) addBalance(view, genesis ? kind : -1 - kind, balance);
  }
}

function addBalance(view: StateView, kind: number, by: bigint): void {
  if (by === 0n) return;
  const balance = BigInt(view.get('fevm_balance', kind)?.balance ?? 0) + by;
  view.put('fevm_balance', { kind, balance: balance.toString() });
}
