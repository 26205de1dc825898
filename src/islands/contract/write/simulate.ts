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
import { askNode } from '../node.ts';

export interface Simulated {
  /** What the call returned, or why it would fail. */
  readonly outcome: Outcome;
  /** Gas limit that the node proposes; null where it would fail, or the node tells none. */
  readonly gas: bigint | null;
  /** What the account lacks to pay value and gas, attoFIL; null where it lacks nothing, or is not known. */
  readonly lacks: bigint | null;
  /** The most that the gas costs at the node's present price, attoFIL; null where it is not told. */
  readonly cost: bigint | null;
}

const asBigInt = (told: unknown): bigint | null =>
  typeof told === 'string' && /^0x[0-9a-f]+$/i.test(told) ? BigInt(told) : null;

export async function simulate(
  node: string,
  call: ContractCall,
  of: Pick<OfferedFunction, 'outputs'>,
  errors: readonly AbiSignature[],
): Promise<Simulated> {
  const [called, estimated, price, balance] = await Promise.allSettled([
    callContract(node, call, null),
    askNode(node, 'eth_estimateGas', [callParams(call)]),
    askNode(node, 'eth_gasPrice', []),
    call.from === undefined ? null : askNode(node, 'eth_getBalance', [call.from, 'latest']),
  ]);
  const told = (answer: PromiseSettledResult<unknown>): bigint | null =>
    answer.status === 'fulfilled' ? asBigInt(answer.value) : null;
  const gas = told(estimated);
  const each = told(price);
  const cost = gas === null || each === null ? null : gas * each;
  // Calls are answered by some nodes whatever the account has.
  const short = (call.value ?? 0n) + (cost ?? 0n) - (told(balance) ?? 2n ** 256n);
  const lacks = short > 0n ? short : null;
  if (called.status === 'rejected')
    return { outcome: failureOf(errors, called.reason), gas, cost, lacks };
  if (estimated.status === 'rejected')
    return { outcome: failureOf(errors, estimated.reason), gas, cost, lacks };
  return { outcome: outcomeOf(of, called.value), gas, cost, lacks };
}

/** The sender's nonce as the node would give it; null where it does not tell. */
export async function nextNonce(
  node: string,
  from: string,
  block: 'pending' | 'latest',
): Promise<number | null> {
  const told = asBigInt(
    await askNode(node, 'eth_getTransactionCount', [from, block]).catch(() => null),
  );
  return told === null ? null : Number(told);
}

/** A transaction's nonce; null where the node does not know it. */
export async function nonceOf(node: string, hash: string): Promise<number | null> {
  const told = await askNode(node, 'eth_getTransactionByHash', [hash]);
  if (typeof told !== 'object' || told === null) return null;
  const nonce = asBigInt(Reflect.get(told, 'nonce'));
  return nonce === null ? null : Number(nonce);
}
