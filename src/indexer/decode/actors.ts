/** Actors that a tipset's execution changed, and the multisigs among them. */
import { parseAddress } from '#filecoin/address.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { StateActor } from '#filecoin/ipld/stateTree.ts';
import type { ActorJson, ActorStateJson } from '#node/types.ts';
import { int64 } from '#node/schemas/values.ts';
import { packIds } from '#store/ids.ts';
import { z } from 'zod';
import type { ActorChange, MultisigRow } from '../types.ts';
import { namedId, requireId } from './ids.ts';
import type { Kinds } from './kinds.ts';

/** Thrown for a code CID that neither the node's bundles nor the shipped table name. */
export class UnknownCodeError extends Error {
  override readonly name = 'UnknownCodeError';
}

/** Throws UnknownCodeError, and AddressError or CidError for what is neither. */
export function decodeActor(id: number, json: ActorJson, kinds: Kinds): ActorChange {
  return actorChange(id, stateActor(json), kinds);
}

/** An actor as the state tree has it. Throws AddressError. */
export function stateActor(json: ActorJson): StateActor {
  return {
    code: json.Code['/'],
    head: json.Head['/'],
    nonce: json.Nonce,
    balance: BigInt(json.Balance),
    delegated: json.DelegatedAddress ? parseAddress(json.DelegatedAddress) : null,
  };
}

/** The same, of an actor of the state tree. Throws UnknownCodeError. */
export function actorChange(id: number, actor: StateActor, kinds: Kinds): ActorChange {
  const kind = kinds.ofCode(actor.code);
  if (!kind) throw new UnknownCodeError(`Actor f0${id} has the unknown code ${actor.code}`);
  const { head, nonce, balance, delegated } = actor;
  return {
    id,
    kind: kind.index,
    code: kind.cid,
    head: parseCid(head),
    nonce,
    balance,
    delegated,
  };
}

/** Changed actors in the order of their ids. */
export function decodeChanges(
  changed: ReadonlyMap<string, ActorJson>,
  kinds: Kinds,
): ActorChange[] {
  return [...changed]
    .map(([address, json]) => decodeActor(requireId(address), json, kinds))
    .sort((a, b) => a.id - b.id);
}

const multisigState = z.object({
  Signers: z.array(z.string()).nullable(),
  NumApprovalsThreshold: z.int32().transform(int32),
  NextTxnID: z.int(),
  InitialBalance: z.string(),
  StartEpoch: int64,
  UnlockDuration: int64,
});

/** Root of an empty HAMT of 5 bits a level: no proposal waits. */
const NONE_PENDING = 'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay';

const pendingState = z.object({ NextTxnID: z.int(), PendingTxns: z.object({ '/': z.string() }) });

/** Whether a multisig's own state says that no proposal waits. */
export function nonePending({ State }: ActorStateJson): boolean {
  const state = pendingState.safeParse(State).data;
  return state?.NextTxnID === 0 || state?.PendingTxns['/'] === NONE_PENDING;
}

/** A multisig wallet's own state (StateReadState). Throws ZodError for anything else. */
export function decodeMultisig(id: number, json: ActorStateJson): MultisigRow {
  const state = multisigState.parse(json.State);
  return {
    actor_id: id,
    signers: packIds((state.Signers ?? []).map(namedId)),
    threshold: state.NumApprovalsThreshold,
    initial_balance: BigInt(state.InitialBalance).toString(),
    start_epoch: state.StartEpoch,
    unlock_duration: state.UnlockDuration,
    next_txn_id: state.NextTxnID,
  };
}
