/** Holds compiled code against the chain's, in a process of its own that ends with the one that started it. */
import { contractsOf } from '#compiler/contracts.ts';
import type { CompiledContracts, ContractLine } from '#compiler/output.ts';
import { compareNow } from './compare.ts';
import type { FromChild, ToChild } from './comparer.ts';

/** Contracts that have come of outputs that are not whole yet. */
const coming = new Map<number, ContractLine[]>();

function answer({ id, request, chain }: Extract<ToChild, { request: unknown }>): FromChild {
  const lines = coming.get(id) ?? [];
  coming.delete(id);
  let contracts: CompiledContracts;
  try {
    contracts = contractsOf(lines);
  } catch (error) {
    return { id, nonsense: String(error) };
  }
  try {
    return { id, compared: compareNow({ contracts }, request, chain) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (message: ToChild) => {
  if ('request' in message) {
    process.send?.(answer(message));
    return;
  }
  const lines = coming.get(message.id) ?? [];
  coming.set(message.id, lines);
  lines.push(message.line);
});
