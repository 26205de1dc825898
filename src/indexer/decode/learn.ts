/** Addresses and creations that a trace tells of. */
import { actorIdOf, checkAddress, EAM_ID, INIT_ID, parseAddress } from '#filecoin/address.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { CallTree } from './calls.ts';
import { idOfText } from './ids.ts';

/** init Exec and Exec4 return [id address, robust address]; EAM's three ways of creation [id, robust, eth]. */
const INIT_CREATIONS: ReadonlySet<Uint64> = new Set([2, 3]);
const EAM_CREATIONS: ReadonlySet<Uint64> = new Set([2, 3, 4]);

/** Pairs of address and actor id that the effective calls of a trace prove. */
export function learnAddresses(tree: CallTree): [Uint8Array, number][] {
  const learned: [Uint8Array, number][] = [];
  for (const { call, to } of tree.effective) {
    if (to !== null && idOfText(call.Msg.To) === null)
      learned.push([parseAddress(call.Msg.To), to]);
    const creates =
      (to === INIT_ID && INIT_CREATIONS.has(call.Msg.Method)) ||
      (to === EAM_ID && EAM_CREATIONS.has(call.Msg.Method));
    if (creates && call.MsgRct.Return) {
      const created = readCreation(fromBase64(call.MsgRct.Return));
      if (created) learned.push(created);
    }
  }
  return learned;
}

function readCreation(bytes: Uint8Array): [Uint8Array, number] | null {
  try {
    const value = decodeCbor(bytes);
    if (!Array.isArray(value)) return null;
    const [id, robust] = value as unknown[];
    if (!(robust instanceof Uint8Array) || robust.length === 0) return null;
    const actor = id instanceof Uint8Array ? actorIdOf(id) : Number(id);
    if (actor === null || !Number.isSafeInteger(actor)) return null;
    return [checkAddress(robust), actor];
  } catch {
    // Any other return is nothing to learn from; the actor's address is asked for instead.
    return null;
  }
}
