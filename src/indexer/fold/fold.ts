/**
 * Folds what a tipset's execution did into the state and gives every row its place in the lists.
 * Pure: reads and changes a StateView, appends to FactRows. Ordinals begin at 0.
 */
import { protocolOf, PROTOCOL_ID, SYSTEM_ID } from '#filecoin/address.ts';
import { checkBalances } from '../check/balances.ts';
import { storableText } from '../decode/text.ts';
import { InvariantError } from '../errors.ts';
import { MULTISIG_KIND } from '../parts/wallets/decode.ts';
import type {
  ActorChange,
  ExecutedFacts,
  ExecutionFacts,
  FactRows,
  RewardFacts,
  TipsetFacts,
} from '../types.ts';
import type { ChainUnit } from '../parts/part.ts';
import { Lists, REBALANCE } from './lists.ts';
import { FUNDED, foldOlder, kindCounter, putActor, type OpeningPlace } from './opening.ts';
import { countProofs } from './proofs.ts';
import type { StateView, UndoImage } from './state.ts';

/** So much is kept of why a height was let pass, characters. */
const MAX_PASSED = 2_000;

export interface FoldResult {
  firstSeq: number;
  rewards: RewardFacts[];
  undo: UndoImage[];
}

/**
 * Throws InvariantError 4 when balances do not add up; the view is then as it was.
 */
export function foldUnit(
  view: StateView,
  unit: ChainUnit,
  facts: FactRows,
  start: OpeningPlace,
): FoldResult {
  // Before the log begins: what is older than the index is so on every branch.
  foldOlder(view, unit.older, start, facts);
  const folder = new Folder(view, unit.tipset, facts);
  view.begin();
  try {
    const seqs = folder.run(unit.executed);
    for (const part of unit.parts) part.fold({ view, rows: facts, unit, seqs });
  } catch (error) {
    view.revert(view.end());
    throw error;
  }
  return { firstSeq: folder.firstSeq, rewards: unit.executed.rewards, undo: view.end() };
}

class Folder {
  readonly firstSeq: number;
  readonly #view: StateView;
  readonly #tipset: TipsetFacts;
  readonly #facts: FactRows;
  readonly #balances = new Map<number, bigint>();
  readonly #lists: Lists;

  constructor(view: StateView, tipset: TipsetFacts, facts: FactRows) {
    this.#view = view;
    this.#tipset = tipset;
    this.#facts = facts;
    this.#lists = new Lists(view, tipset, facts);
    this.firstSeq = view.get('counter', 'messages')?.value ?? 0;
  }

  /** Answers the `seq` of each execution. */
  run(executed: ExecutedFacts): number[] {
    const passed = [...executed.passed];
    const { corrections, sound } = checkBalances(
      executed,
      (id) => BigInt(this.#view.get('actor', id)?.balance ?? 0),
      (invariant, details) => {
        if (!executed.pass) throw new InvariantError(invariant, this.#tipset, details);
        passed.push(details);
      },
    );
    const createdNow = this.#change(executed);
    this.#learn(executed);
    const seqs = executed.executions.map((execution, position) =>
      this.#lists.message(execution, position, this.#receiver(execution, createdNow)),
    );
    for (const { message, type, from, to, amount, shownTo } of executed.transfers) {
      const seq = message === null ? null : (seqs[message] ?? null);
      const cid = message === null ? null : (executed.executions[message]?.cid ?? null);
      this.#lists.transfer(type, from, to, amount, shownTo, seq, cid);
    }
    for (const [id, amount] of corrections)
      if (amount > 0n) this.#lists.transfer(REBALANCE, SYSTEM_ID, id, amount, null, null, null);
      else this.#lists.transfer(REBALANCE, id, SYSTEM_ID, -amount, null, null, null);
    for (const multisig of executed.multisigs) this.#view.put('multisig', multisig);
    this.#facts.network_state.push(executed.network);
    const { height } = this.#tipset;
    if (passed.length > 0)
      this.#facts.passed.push({ height, details: storableText(passed.join('; '), MAX_PASSED) });
    for (const [actor_id, balance] of this.#balances)
      this.#facts.balance.push({ actor_id, height, balance });
    this.#lists.count('blocks', this.#tipset.blocks.length);
    countProofs(this.#view, this.#tipset, executed, sound);
    return seqs;
  }

  /** Applies changed and deleted actors; answers those that did not exist before. */
  #change(executed: ExecutedFacts): Set<number> {
    const created = new Set<number>();
    const { height } = this.#tipset;
    for (const change of executed.changes) {
      const before = this.#view.get('actor', change.id);
      if (!before) {
        this.#create(change, executed.firstCall.get(change.id) ?? null);
        created.add(change.id);
        if (change.balance === 0n) continue;
        this.#balances.set(change.id, change.balance);
        this.#fund(change.kind, 1);
        continue;
      }
      const { id: _, balance, nonce, delegated, ...rest } = change;
      if (BigInt(before.balance) !== balance) this.#balances.set(change.id, balance);
      const moved = before.kind !== change.kind;
      if (moved) this.#recount(before.kind, change.kind);
      // An upgrade made it something else: it has no signers any more.
      if (moved && before.kind === MULTISIG_KIND) this.#view.delete('multisig', change.id);
      const [had, has] = [before.balance !== '0', balance !== 0n];
      if (had && (moved || !has)) this.#fund(before.kind, -1);
      if (has && (moved || !had)) this.#fund(change.kind, 1);
      this.#view.put('actor', {
        ...before,
        ...rest,
        nonce: nonce.toString(),
        balance: balance.toString(),
        delegated: delegated ?? before.delegated,
        robust: before.robust ?? delegated,
        last_seen_height: height,
        deleted_height: null,
      });
    }
    for (const id of executed.deleted) {
      const before = this.#view.get('actor', id);
      if (!before) continue;
      this.#balances.set(id, 0n);
      this.#view.put('actor', {
        ...before,
        balance: '0',
        last_seen_height: height,
        deleted_height: height,
      });
      this.#lists.count('actors', -1);
      this.#lists.count(kindCounter(before.kind), -1);
      if (before.balance !== '0') this.#fund(before.kind, -1);
    }
    return created;
  }

  #create(actor: ActorChange, createdBy: Uint8Array | null): void {
    putActor(this.#view, actor, actor.delegated, this.#tipset.height, createdBy);
    this.#lists.count('actors', 1);
    this.#lists.count(kindCounter(actor.kind), 1);
  }

  #learn(executed: ExecutedFacts): void {
    for (const [address, id] of executed.learned) {
      const actor = this.#view.get('actor', id);
      if (!actor || protocolOf(address) === PROTOCOL_ID) continue;
      const known = this.#view.get('address', address);
      if (known?.actor_id !== id) this.#view.put('address', { address, actor_id: id });
      if (!actor.robust) this.#view.put('actor', { ...actor, robust: address });
    }
  }

  /** Receiver of a message, if there is such an actor after the tipset. */
  #receiver(execution: ExecutionFacts, createdNow: ReadonlySet<number>): number | null {
    const { toId, toAddr, exitCode } = execution;
    if (exitCode !== 0 && protocolOf(toAddr) !== PROTOCOL_ID) {
      // The trace of a failed message names the id that its receiver would have got.
      const known = this.#view.get('address', toAddr);
      if (known) return known.actor_id;
      return toId !== null && !createdNow.has(toId) && this.#view.get('actor', toId) ? toId : null;
    }
    return toId !== null && this.#view.get('actor', toId) ? toId : null;
  }

  /** Counts who has a balance, as the rich list does. */
  #fund(kind: number, by: number): void {
    this.#lists.count(FUNDED, by);
    this.#lists.count(kindCounter(kind, FUNDED), by);
  }

  #recount(before: number, after: number): void {
    this.#lists.count(kindCounter(before), -1);
    this.#lists.count(kindCounter(after), 1);
  }
}
