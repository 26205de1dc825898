/** Folds acts on verifiers and on accounts' data cap. Bytes. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import type { FoldContext } from '../part.ts';
import type { Act, OlderStorage } from './acts.ts';
import type { Lists } from './lists.ts';

type VerifierAct = Extract<Act, { type: 'verifier' }>;
type DataCapAct = Extract<Act, { type: 'data-cap' }>;

const VERIFIER_KINDS = { set: 0, give: 1, remove: 2 } as const;
const THERE = 0;
const KINDS = { grant: 1, allocate: 2, return: 3, send: 4, receive: 5, destroy: 6 } as const;
/** Which of an account's sums a change counts in. */
const SUMS = {
  grant: 'granted',
  allocate: 'allocated',
  return: 'returned',
  destroy: 'removed',
  send: null,
  receive: null,
} as const;

export class DataCapFolder {
  readonly #context: FoldContext;
  readonly #lists: Lists;

  constructor(context: FoldContext, lists: Lists) {
    this.#context = context;
    this.#lists = lists;
  }

  open({ verifiers, holders }: OlderStorage): void {
    for (const { id, allowance } of verifiers)
      this.verifier({
        type: 'verifier',
        message: null,
        verifier: id,
        did: 'set',
        allowance,
        amount: null,
        client: null,
      });
    for (const { id, balance } of holders) this.#put(null, id, THERE, balance, balance, null, null);
  }

  verifier(act: VerifierAct): void {
    const { view, rows } = this.#context;
    const { height } = this.#lists;
    const position = this.#lists.position('verifier');
    const before = view.get('verifier', act.verifier) ?? {
      actor_id: act.verifier,
      ord: this.#lists.next('verifiers'),
      allowance: null,
      granted: '0',
      height,
      position,
      removed_height: null,
      changes: 0,
    };
    const allowance =
      act.allowance ??
      (before.allowance === null ? null : BigInt(before.allowance) - (act.amount ?? 0n));
    view.put('verifier', {
      ...before,
      allowance: allowance?.toString() ?? null,
      granted: (BigInt(before.granted) + (act.amount ?? 0n)).toString(),
      removed_height: act.did === 'remove' ? height : null,
      changes: before.changes + 1,
    });
    rows.verifier_change.push({
      actor_id: act.verifier,
      ord: before.changes,
      height,
      position,
      kind: VERIFIER_KINDS[act.did],
      allowance,
      amount: act.amount,
      client_id: act.client,
      cid: this.#lists.cid(act.message),
    });
  }

  change({ message, actor, did, amount, balance, other }: DataCapAct): void {
    this.#put(message, actor, KINDS[did], amount, balance, other, SUMS[did]);
  }

  #put(
    message: number | null,
    actor_id: number,
    kind: number,
    amount: bigint,
    told: bigint | null,
    other_id: number | null,
    sum: (typeof SUMS)[keyof typeof SUMS],
  ): void {
    const { view, rows } = this.#context;
    const { height } = this.#lists;
    const position = this.#lists.position('data cap');
    const before = view.get('data_cap', actor_id) ?? {
      actor_id,
      ord: actor_id === VERIFIED_REGISTRY_ID ? null : this.#lists.next('dataCapHolders'),
      balance: null,
      granted: '0',
      allocated: '0',
      returned: '0',
      removed: '0',
      height,
      position,
      changes: 0,
    };
    // A call's word is of when all that it led to was done, but for burning, which leads to nothing:
    // it may be later than this change. It counts where there is nothing to reckon from.
    const certain = kind === KINDS.destroy && told !== null;
    const balance = certain || before.balance === null ? told : BigInt(before.balance) + amount;
    const moved = amount < 0n ? -amount : amount;
    view.put('data_cap', {
      ...before,
      ...(sum === null ? {} : { [sum]: (BigInt(before[sum]) + moved).toString() }),
      balance: balance?.toString() ?? null,
      changes: before.changes + 1,
    });
    rows.data_cap_change.push({
      actor_id,
      ord: before.changes,
      height,
      position,
      kind,
      amount,
      balance,
      other_id,
      cid: this.#lists.cid(message),
    });
  }
}
