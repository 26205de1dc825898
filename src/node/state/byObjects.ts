/**
 * A node whose calls for the state are answered out of the objects of the state. The answers have the
 * form of the node's own and are proven: a tipset's key is the hash of its header, the header names the
 * root of the state, and from there each object is named by its hash.
 */
import { AddressError } from '#filecoin/address.ts';
import { StateError } from '#filecoin/actors/state/read.ts';
import { CborError } from '#filecoin/encoding/cbor.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { isObjectNotFound, NodeError } from '../errors.ts';
import { SILENT, type Logger } from '../log.ts';
import type { NodeClient, TipsetJson, TipsetKey } from '../types.ts';
import { stateCalls, type Through } from './calls.ts';
import { StateRoots } from './roots.ts';
import { StateView, Unanswered, UnknownCode, type KindOf } from './view.ts';

export interface StateCounts {
  /** Calls that objects answered. */
  readonly proven: number;
  /** Calls that the node answered, for the actor's code or state is none that this program knows. */
  readonly unread: number;
  /** Calls that the node answered, for it does not have the objects (any more). */
  readonly missing: number;
  /** Calls that the node answered, for what they ask of is not there, or not to be had but by a long search. */
  readonly asked: number;
}

/** A node that answers by objects where it can. */
export interface StateClient extends NodeClient {
  /** The state before a tipset's messages ran, for walks over its tables. Rejects as `chainGetTipSet` does. */
  stateAt(key: TipsetKey): Promise<StateView>;
  stateCounts(): StateCounts;
}

export interface StateOptions {
  /** What an actor's code is. */
  readonly kindOf: KindOf;
  readonly log?: Logger;
}

/**
 * State calls are answered by objects, all others by `node`. The node is asked all the same where the
 * objects cannot tell: of codes and states that this program does not know (content of the chain never
 * stops anybody), of objects that it does not have, and of actors and addresses that are not there (it
 * says why); a missing object is the reason where the node does not have the call. What else `objects` rejects with is passed on, and NodeError `nonsense` where the node tells
 * another header than was asked for.
 */
export function stateByObjects(
  node: NodeClient,
  objects: ObjectSource,
  { kindOf, log = SILENT }: StateOptions,
): StateClient {
  const roots = new StateRoots(node);
  const counts = { proven: 0, unread: 0, missing: 0, asked: 0 };

  const stateAt = async (key: TipsetKey): Promise<StateView> =>
    new StateView(objects, kindOf, key, await roots.at(key));

  const through: Through =
    (ask, read) =>
    async (...given) => {
      const { key, args } = keyOf(given);
      let missing: NodeError | null = null;
      try {
        const told = await read(await stateAt(key), ...args);
        counts.proven++;
        return told;
      } catch (error) {
        if (isUnread(error)) {
          counts.unread++;
          log.warn({ err: error }, 'A state that is not known here is asked of the node');
        } else if (isObjectNotFound(error)) {
          counts.missing++;
          missing = error;
        } else if (error instanceof Unanswered || error instanceof AddressError) counts.asked++;
        else throw error;
      }
      try {
        return await ask(...given);
      } catch (error) {
        // An object that is missing may come; what only recordings are asked of never does.
        if (missing && error instanceof NodeError && error.kind === 'unsupported') throw missing;
        throw error;
      }
    };

  const learnt = async (asked: Promise<TipsetJson>): Promise<TipsetJson> => {
    const tipset = await asked;
    roots.learn(tipset);
    return tipset;
  };

  return {
    ...node,
    ...stateCalls(node, objects, through),
    stateAt,
    stateCounts: () => ({ ...counts }),
    chainHead: () => learnt(node.chainHead()),
    chainGetTipSet: (key) => learnt(node.chainGetTipSet(key)),
    chainGetTipSetByHeight: (height, anchor) => learnt(node.chainGetTipSetByHeight(height, anchor)),
    chainGetTipSetAfterHeight: (height, anchor) =>
      learnt(node.chainGetTipSetAfterHeight(height, anchor)),
    chainGetFinalizedTipSet: () => learnt(node.chainGetFinalizedTipSet()),
    subscribeHeads: (onChange, onState) =>
      node.subscribeHeads((changes) => {
        for (const { Val } of changes) roots.learn(Val);
        onChange(changes);
      }, onState),
  };
}

/** The parameters of a call for the state: the tipset's key is the last one. */
function keyOf<Args extends readonly unknown[]>(
  given: readonly [...Args, TipsetKey],
): { key: TipsetKey; args: Args } {
  return { key: given.at(-1) as TipsetKey, args: given.slice(0, -1) as unknown as Args };
}

function isUnread(error: unknown): boolean {
  return error instanceof StateError || error instanceof CborError || error instanceof UnknownCode;
}
