/** What a transaction would do, before anybody signs it. */
import type { OfferedFunction } from '#contracts/abi/panel.ts';
import type { AbiSignature } from '#filecoin/evm/abi.ts';
import {
  callContract,
  callParams,
  failureOf,
  outcomeOf,
  type ContractCall,
  type Outcome,
} from '../calls.ts';
import { askNode, NodeRefusal, NodeSilent, quantityIn } from '../node.ts';
import { member } from './member.ts';
import { movesOf, type Moves } from './moves.ts';
import { stepsOf, type Steps } from './trace.ts';

export interface Simulated {
  /** What the call returned, or why it would fail. */
  readonly outcome: Outcome;
  /** Gas limit that the node proposes; null where it would fail, or the node tells none. */
  readonly gas: bigint | null;
  /** What the account lacks to pay value and gas, attoFIL; null where it lacks nothing, or is not known. */
  readonly lacks: bigint | null;
  /** The most that the gas costs at the node's present price, attoFIL; null where it is not told. */
  readonly cost: bigint | null;
  /** What its calls would move; null where the node does not tell. */
  readonly moves: Moves | null;
}

/** JSON-RPC's "method not found". */
const NO_METHOD = -32601;

/** The calls that a call makes. @throws NodeRefusal, NodeSilent where the node tells no traces */
async function stepsIn(node: string, call: ContractCall): Promise<Steps | null> {
  const { from } = call;
  try {
    return stepsOf(await askNode(node, 'trace_call', [callParams(call), ['trace'], 'latest']));
  } catch (error) {
    const unknown = error instanceof NodeRefusal && error.code === NO_METHOD;
    // A message is sent by somebody.
    if (!unknown || from === undefined) throw error;
    const { stateCallParams, stepsWithin } = await import('./invocation.ts').catch(
      (cause: unknown) => {
        throw new NodeSilent('no script to ask with', { cause });
      },
    );
    const params = stateCallParams(call, from);
    return stepsWithin(await askNode(node, 'Filecoin.StateCall', params), from);
  }
}

/** What a call's own calls ask to be moved; null where the node does not tell. */
async function movesIn(node: string, call: ContractCall): Promise<Moves | null> {
  try {
    const steps = await stepsIn(node, call);
    return steps === null ? null : movesOf(steps);
  } catch (error) {
    if (error instanceof NodeRefusal || error instanceof NodeSilent) return null;
    throw error;
  }
}

export async function simulate(
  node: string,
  call: ContractCall,
  of: Pick<OfferedFunction, 'outputs'>,
  errors: readonly AbiSignature[],
): Promise<Simulated> {
  const [called, estimated, price, balance, traced] = await Promise.allSettled([
    callContract(node, call, null),
    askNode(node, 'eth_estimateGas', [callParams(call)]),
    askNode(node, 'eth_gasPrice', []),
    call.from === undefined ? null : askNode(node, 'eth_getBalance', [call.from, 'latest']),
    movesIn(node, call),
  ]);
  if (traced.status === 'rejected') throw traced.reason;
  const told = (answer: PromiseSettledResult<unknown>): bigint | null =>
    answer.status === 'fulfilled' ? quantityIn(answer.value) : null;
  const gas = told(estimated);
  const each = told(price);
  const cost = gas === null || each === null ? null : gas * each;
  // Calls are answered by some nodes whatever the account has.
  const short = (call.value ?? 0n) + (cost ?? 0n) - (told(balance) ?? 2n ** 256n);
  const lacks = short > 0n ? short : null;
  const beside = { gas, cost, lacks, moves: traced.value };
  if (called.status === 'rejected') return { outcome: failureOf(errors, called.reason), ...beside };
  if (estimated.status === 'rejected')
    return { outcome: failureOf(errors, estimated.reason), ...beside };
  return { outcome: outcomeOf(of, called.value), ...beside };
}

/** The sender's nonce as the node would give it; null where it does not tell. */
export async function nextNonce(
  node: string,
  from: string,
  block: 'pending' | 'latest',
): Promise<number | null> {
  const told = quantityIn(
    await askNode(node, 'eth_getTransactionCount', [from, block]).catch(() => null),
  );
  return told === null ? null : Number(told);
}

/** A transaction's nonce; null where the node does not know it. */
export async function nonceOf(node: string, hash: string): Promise<number | null> {
  const told = await askNode(node, 'eth_getTransactionByHash', [hash]);
  const nonce = quantityIn(member(told, 'nonce'));
  return nonce === null ? null : Number(nonce);
}
