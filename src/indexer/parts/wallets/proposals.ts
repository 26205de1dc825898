/** Folds what was done with multisigs' proposals. */
import { actorIdOf } from '#filecoin/address.ts';
import { proposalStatusIndex, type ProposalResult } from '#filecoin/actors/facts/multisig.ts';
import type { StateRows } from '../../types.ts';
import type { PendingProposal } from '../../older.ts';
import type { FoldContext } from '../part.ts';
import { nextOrd } from './counts.ts';
import type { MultisigAct } from './decode.ts';

type ProposalRow = StateRows['proposal'];

export const WAITS = proposalStatusIndex('pending');
const CARRIED_OUT = proposalStatusIndex('executed');
const FAILED = proposalStatusIndex('failed');
const CANCELLED = proposalStatusIndex('cancelled');

const NONE: ReadonlySet<number> = new Set();

/** What became of a proposal. */
type Settlement = Pick<
  ProposalRow,
  'status' | 'exit_code' | 'return' | 'settled_height' | 'settled_cid'
>;

const WAITING: Settlement = {
  status: WAITS,
  exit_code: null,
  return: null,
  settled_height: null,
  settled_cid: null,
};

/** Values of proposal_action.kind. */
const KINDS = { propose: 0, approve: 1, cancel: 2 } as const;

export function foldProposals(context: FoldContext, acts: readonly MultisigAct[]): void {
  const folder = new Proposals(context);
  for (const act of acts) folder.act(act);
}

class Proposals {
  readonly #context: FoldContext;
  #position = 0;
  /** Numbers of the proposals that may wait, by wallet; null until a signer leaves. */
  #waiting: Map<number, Set<number>> | null = null;

  constructor(context: FoldContext) {
    this.#context = context;
  }

  act(act: MultisigAct): void {
    const { fact, id, by } = act;
    switch (fact.type) {
      case 'remove-signer':
        return this.#purge(id, fact.signer);
      case 'swap-signer':
        return this.#purge(id, fact.from);
      case 'propose': {
        const { to, value, method, params } = fact;
        this.#context.view.put('proposal', {
          ...this.#row(act, fact.txId),
          ...callRow({ to, value, method, params, approvals: [by] }),
          cid: this.#cid(act),
          ...this.#result(act, fact),
        });
        this.#mayWait(id, fact.txId);
        return this.#list(act, fact.txId, KINDS.propose);
      }
      case 'approve': {
        const row = this.#row(act, fact.txId);
        const approvals = [...approvalsOf(row).filter((signer) => signer !== by), by];
        this.#context.view.put('proposal', {
          ...row,
          approvals: JSON.stringify(approvals),
          ...this.#result(act, fact),
        });
        this.#mayWait(id, fact.txId);
        return this.#list(act, fact.txId, KINDS.approve);
      }
      case 'cancel':
        this.#context.view.put('proposal', {
          ...this.#row(act, fact.txId),
          status: CANCELLED,
          settled_height: this.#height,
          settled_cid: this.#cid(act),
        });
        return this.#list(act, fact.txId, KINDS.cancel);
    }
  }

  get #height(): number {
    return this.#context.unit.tipset.height;
  }

  #cid({ message }: MultisigAct): Uint8Array | null {
    return message === null ? null : (this.#context.unit.executed.executions[message]?.cid ?? null);
  }

  /** The proposal as it is; one that is older than the index is taken up with what is known of it. */
  #row(act: MultisigAct, txId: number): ProposalRow {
    const { view } = this.#context;
    return (
      view.get('proposal', act.id, txId) ?? {
        actor_id: act.id,
        txn_id: txId,
        ord: nextOrd(view, act.id, 'proposals'),
        proposer_id: null,
        to_addr: null,
        value: null,
        method: null,
        params: null,
        approvals: '[]',
        height: this.#height,
        cid: null,
        ...WAITING,
      }
    );
  }

  #result(act: MultisigAct, { applied, exitCode, returned }: ProposalResult): Settlement {
    if (!applied) return WAITING;
    return {
      status: exitCode === 0 ? CARRIED_OUT : FAILED,
      exit_code: exitCode,
      return: returned.length > 0 ? returned : null,
      settled_height: this.#height,
      settled_cid: this.#cid(act),
    };
  }

  #list(act: MultisigAct, txn_id: number, kind: number): void {
    this.#context.rows.proposal_action.push({
      height: this.#height,
      position: this.#position++,
      actor_id: act.id,
      txn_id,
      kind,
      by_id: act.by,
      cid: this.#cid(act),
    });
  }

  /** Gathered once: the tipset's own acts only add to it. */
  #waitingOf(id: number): ReadonlySet<number> {
    if (!this.#waiting) {
      this.#waiting = new Map();
      for (const { actor_id, txn_id, status } of this.#context.view.rowsIn('proposal'))
        if (status === WAITS) this.#mayWait(actor_id, txn_id);
    }
    return this.#waiting.get(id) ?? NONE;
  }

  #mayWait(id: number, txId: number): void {
    const known = this.#waiting?.get(id);
    if (known) known.add(txId);
    else this.#waiting?.set(id, new Set([txId]));
  }

  /** A signer who leaves takes the approvals along; what nobody approves any more is gone. */
  #purge(id: number, address: Uint8Array): void {
    const { view } = this.#context;
    const signer = actorIdOf(address) ?? view.get('address', address)?.actor_id ?? null;
    if (signer === null) return;
    for (const txId of this.#waitingOf(id)) {
      const row = view.get('proposal', id, txId);
      if (row?.status !== WAITS) continue;
      const approvals = approvalsOf(row);
      const left = approvals.filter((other) => other !== signer);
      if (left.length === approvals.length) continue;
      view.put('proposal', {
        ...row,
        approvals: JSON.stringify(left),
        ...(left.length === 0 ? { status: CANCELLED, settled_height: this.#height } : {}),
      });
    }
  }
}

/** A proposal that waited before the index began, below `height`. */
export function pendingRow(
  wallet: number,
  proposal: PendingProposal,
  ord: number,
  height: number,
): ProposalRow {
  const place = { actor_id: wallet, txn_id: proposal.txId, ord, height, cid: null };
  return { ...place, ...callRow(proposal), ...WAITING };
}

function callRow({ to, value, method, params, approvals }: Omit<PendingProposal, 'txId'>) {
  return {
    // As the actor itself takes it.
    proposer_id: approvals[0] ?? null,
    to_addr: to,
    value: value.toString(),
    method: method.toString(),
    params: params.length > 0 ? params : null,
    approvals: JSON.stringify(approvals),
  };
}

function approvalsOf(row: ProposalRow): number[] {
  // Written by this file only.
  return JSON.parse(row.approvals) as number[];
}
