/** Calls of a contract that change nothing, and what they answer. */
import { decodeResult, revertOf } from '#contracts/abi/call.ts';
import type { OfferedFunction } from '#contracts/abi/panel.ts';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import type { AbiArgument, AbiSignature } from '#filecoin/evm/abi.ts';
import type { Revert } from '#filecoin/evm/revert.ts';
import { askNode, NodeRefusal, NodeSilent, quantity } from './node.ts';

export interface ContractCall {
  to: string;
  data: Uint8Array;
  from?: string;
  /** attoFIL. */
  value?: bigint;
}

export interface Answered {
  data: Uint8Array;
  /** The height at which it was answered; null for the newest. */
  height: number | null;
}

/** Null rounds below a height that are passed over to the tipset before them. */
const NULL_ROUNDS = 20;
const NULL_ROUND = /null round/i;

export function callParams({ to, data, from, value }: ContractCall): object {
  return {
    ...(from === undefined ? {} : { from }),
    to,
    data: to0x(data),
    ...(value === undefined || value === 0n ? {} : { value: quantity(value) }),
  };
}

/**
 * What a contract answers at a height (null: the newest); at that of the tipset before, where there
 * was a null round.
 * @throws NodeRefusal, NodeSilent
 */
export async function callContract(
  node: string,
  call: ContractCall,
  height: number | null,
  signal?: AbortSignal,
): Promise<Answered> {
  for (let passed = 0; ; passed += 1) {
    const at = height === null ? null : height - passed;
    const block = at === null ? 'latest' : quantity(at);
    try {
      const result = await askNode(node, 'eth_call', [callParams(call), block], signal);
      if (typeof result !== 'string') throw new NodeSilent('a call answers bytes');
      return { data: fromHex(result), height: at };
    } catch (error) {
      const nullRound = error instanceof NodeRefusal && NULL_ROUND.test(error.message);
      if (at === null || at === 0 || passed === NULL_ROUNDS || !nullRound) throw error;
    }
  }
}

/** What a call came to. */
export type Outcome =
  | { kind: 'answer'; values: readonly AbiArgument[]; data: Uint8Array; height: number | null }
  /** Bytes that are none of the function's types, or no code to answer. */
  | { kind: 'strange'; data: Uint8Array }
  | { kind: 'revert'; revert: Revert; data: Uint8Array }
  | { kind: 'notRecorded' | 'onlyAtEnd' }
  | { kind: 'silent' }
  | { kind: 'refused'; text: string };

export function outcomeOf(
  { outputs }: Pick<OfferedFunction, 'outputs'>,
  { data, height }: Answered,
): Outcome {
  const values = decodeResult({ outputs }, data);
  return values === null ? { kind: 'strange', data } : { kind: 'answer', values, data, height };
}

/** As the recorded node says that it does not hold an answer, or not yet (node/recorded/methods/eth.ts). */
const NOT_RECORDED = /\bnot recorded\b/;
const ONLY_AT_END = /\bbelow the recording's end\b/;

/** @throws what is neither the node's error nor its silence */
export function failureOf(errors: readonly AbiSignature[], error: unknown): Outcome {
  if (error instanceof NodeSilent) return { kind: 'silent' };
  if (!(error instanceof NodeRefusal)) throw error;
  const { data, message } = error;
  if (NOT_RECORDED.test(message))
    return { kind: ONLY_AT_END.test(message) ? 'onlyAtEnd' : 'notRecorded' };
  if (data !== null) return { kind: 'revert', revert: revertOf(errors, data), data };
  return { kind: 'refused', text: message };
}
