/** What the node has to be asked about contracts: code when one is met first, and whether it still lives. */
import { ethBytesOf } from '#filecoin/address.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import {
  addressInWord,
  mayAskBeacon,
  namesSlot,
  PROXY_SLOT_NAMES,
  PROXY_SLOTS,
  type ProxySlot,
} from '#filecoin/evm/proxies.ts';
import { orNull } from '#node/refusals.ts';
import type { ActorStateJson } from '#node/types.ts';
import { z } from 'zod';
import { InvariantError } from '../../errors.ts';
import type { TipsetRef } from '../../types.ts';
import type { OlderContract } from '../../older.ts';
import type { GatherContext } from '../context.ts';
import {
  calledContracts,
  creationsOf,
  invocationsOf,
  suspectsOf,
  upgradesOf,
  EVM,
  type Creation,
  type Invocation,
  type Suspect,
  type Upgrade,
  codeHash,
} from './decode.ts';

export interface ContractFacts {
  creations: Creation[];
  /** Runtime code by contract, of those that were created or met first here; null: the node cannot tell. */
  codes: Map<number, Uint8Array | null>;
  upgrades: Upgrade[];
  destroyed: Suspect[];
  invocations: Invocation[];
}

/** A code that was refused is asked for again when its contract is called so many epochs later: two hours. */
const REFUSED_EPOCHS = 240;

/** A contract's code never changes: it is asked for when the contract is created or met first. */
export class ContractReader {
  /** Lowest height at which each contract was met: below it, and on another branch, the answer is needed again. */
  readonly #met = new Map<number, number>();
  /** Height at which the node refused the code of a contract: it is asked again some time after it. */
  readonly #refused = new Map<number, number>();

  async gather(context: GatherContext): Promise<ContractFacts> {
    const { calls, logs, executed, tipset } = context;
    const creations = creationsOf(calls);
    const upgrades = upgradesOf(logs);
    const codes = new Map<number, Uint8Array | null>();
    const wanted = new Map(creations.map(({ id, address }) => [id, address]));
    for (const id of calledContracts(calls)) {
      if (wanted.has(id)) continue;
      if ((this.#met.get(id) ?? Infinity) < tipset.height && !this.#isDue(id, tipset.height))
        continue;
      const address = executed.changes.find((change) => change.id === id)?.delegated;
      const eth = address && ethBytesOf(address);
      if (eth) wanted.set(id, eth);
    }
    await Promise.all(
      [...wanted].map(async ([id, address]) => {
        const { code, refused } = await provenCode(
          { ...context, height: tipset.height, stateOf: context.stateAfter },
          id,
          address,
        );
        codes.set(id, nonEmpty(code));
        if (refused) this.#refused.set(id, tipset.height);
        else this.#refused.delete(id);
        this.#met.set(id, Math.min(tipset.height, this.#met.get(id) ?? Infinity));
      }),
    );
    const silent = await Promise.all(
      creations.map((creation) => silentSlots(context, creation, codes, upgrades)),
    );
    const suspects = suspectsOf(calls, executed.changes);
    const dead = await Promise.all(suspects.map((suspect) => isDead(context, suspect)));
    return {
      creations,
      codes,
      upgrades: [...upgrades, ...silent.flat()],
      destroyed: suspects.filter((_, index) => dead[index]),
      invocations: invocationsOf(executed.executions),
    };
  }

  /** The branch on which contracts were met was left. */
  leave(): void {
    this.#met.clear();
    this.#refused.clear();
  }

  #isDue(id: number, height: number): boolean {
    return (this.#refused.get(id) ?? Infinity) + REFUSED_EPOCHS <= height;
  }
}

/** What the contract's own state says of it, since there are contracts. */
const evmState = z.object({
  BytecodeHash: z.array(z.int()).optional(),
  /** Origin and nonce of the message in which the contract destroyed itself. */
  Tombstone: z.unknown().nullish(),
});

/** In whose words a contract's code is told. */
export interface CodeSource extends Pick<GatherContext, 'node' | 'info'> {
  /** Whose code it is when it is a wrong one. */
  tipset: TipsetRef;
  /** Of the state that `stateOf` tells. */
  height: number;
  stateOf(id: number): Promise<ActorStateJson | null>;
}

/**
 * A contract's code, null where the node cannot tell it (`refused`). Its state names the code's hash: where
 * objects prove the state, they prove the code, and that it has none (empty), as of one that has destroyed
 * itself; an empty answer alone may be of one that was not there yet. Throws InvariantError 1 for another
 * code.
 */
export async function provenCode(
  source: CodeSource,
  id: number,
  address: Uint8Array,
): Promise<{ code: Uint8Array | null; refused: boolean }> {
  const { tipset, info } = source;
  const { code, now } = await codeOf(source, address);
  const told = { code: nonEmpty(code), refused: code === null };
  if (!code || !info.capabilities.has('ActorObjects')) return told;
  const { data } = evmState.safeParse((await orNull(source.stateOf(id)))?.State);
  const gone = code.length === 0 && data?.Tombstone != null;
  const hash = data?.BytecodeHash;
  if (!hash) return told;
  if (gone || equalBytes(Uint8Array.from(hash), codeHash(code))) return { code, refused: false };
  // Who destroyed itself may have been made anew with other code since.
  if (now) return { code: null, refused: true };
  throw new InvariantError(1, tipset, `the code of contract f0${id} has another hash`);
}

function nonEmpty(code: Uint8Array | null): Uint8Array | null {
  return code && code.length > 0 ? code : null;
}

/** As it was after the execution, or, where the node does not know that any more, as it is now (`now`). */
async function codeOf(
  { node, height }: CodeSource,
  address: Uint8Array,
): Promise<{ code: Uint8Array | null; now: boolean }> {
  const then = await orNull(node.ethGetCode(address, height));
  if (then) return { code: then, now: false };
  // Of what is gone by now it says nothing.
  return { code: nonEmpty(await orNull(node.ethGetCode(address))), now: true };
}

/** Slots of EIP-1967 that a new contract filled without an event. */
async function silentSlots(
  { node, tipset }: GatherContext,
  { id, address, message }: Creation,
  codes: ReadonlyMap<number, Uint8Array | null>,
  upgrades: readonly Upgrade[],
): Promise<Upgrade[]> {
  const code = codes.get(id);
  if (!code) return [];
  const told = new Set(upgrades.flatMap((upgrade) => (upgrade.id === id ? [upgrade.slot] : [])));
  const found = await slotsOf(code, (slot) =>
    told.has(slot) ? null : orNull(node.ethGetStorageAt(address, PROXY_SLOTS[slot], tipset.height)),
  );
  return found.map(([slot, value]) => ({ id, slot, address: value, message }));
}

/** What stands in the slots of EIP-1967 that a code names, or fills without; `wordOf` answers null where it is not told. */
export async function slotsOf(
  code: Uint8Array,
  wordOf: (slot: ProxySlot) => Promise<Uint8Array | null> | null,
): Promise<OlderContract['slots']> {
  const asks = mayAskBeacon(code);
  const named = PROXY_SLOT_NAMES.filter(
    (slot) => namesSlot(code, slot) || (asks && slot === 'beacon'),
  );
  const found = await Promise.all(
    named.map(async (slot) => {
      const word = await wordOf(slot);
      const value = word && addressInWord(word);
      return value ? [[slot, value] as const] : [];
    }),
  );
  return found.flat();
}

/** By the contract's own state, else by its code being gone, else by what the trace looks like. */
async function isDead(context: GatherContext, { id, likely }: Suspect): Promise<boolean> {
  const change = context.executed.changes.find((other) => other.id === id);
  const state = await orNull(context.stateAfter(id));
  const parsed = evmState.safeParse(state?.State);
  if (parsed.success && 'Tombstone' in parsed.data) return parsed.data.Tombstone != null;
  const address = change?.kind === EVM && change.delegated ? ethBytesOf(change.delegated) : null;
  const code = address && (await orNull(context.node.ethGetCode(address, context.tipset.height)));
  return code ? code.length === 0 : likely;
}
