/** Asks a token what it calls itself. */
import { readDecimals, readTokenText, readUint, TOKEN_READS } from '#filecoin/evm/token-calls.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';

const MAX_NAME = 128;
const MAX_SYMBOL = 32;

/** What the contract says; null where it says nothing of the kind. */
export interface TokenWords {
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  totalSupply: bigint | null;
  /** False when the node refused some of it. */
  complete: boolean;
}

/**
 * Names hold as of the node's newest state, the supply as of the state after the tipset at
 * `height`. A contract that reverts, answers more than any text has no such word.
 * Throws NodeError when the node is away.
 */
export async function askToken(
  node: NodeClient,
  address: Uint8Array,
  height: number,
): Promise<TokenWords> {
  let complete = true;
  const read = async <T>(
    data: Uint8Array,
    parse: (answer: Uint8Array) => T | null,
    at?: number,
  ): Promise<T | null> => {
    const answer = await readContract(node, address, data, at);
    if (answer === 'refused') complete = false;
    return answer instanceof Uint8Array ? parse(answer) : null;
  };
  const [name, symbol, decimals, totalSupply] = await Promise.all([
    read(TOKEN_READS.name, (answer) => readTokenText(answer, MAX_NAME)),
    read(TOKEN_READS.symbol, (answer) => readTokenText(answer, MAX_SYMBOL)),
    read(TOKEN_READS.decimals, readDecimals),
    read(TOKEN_READS.totalSupply, readUint, height),
  ]);
  return { name, symbol, decimals, totalSupply, complete };
}

/** A contract's answer; null when it reverts or answers too much; `refused` when the node does not tell. */
export async function readContract(
  node: NodeClient,
  address: Uint8Array,
  data: Uint8Array,
  height?: number,
): Promise<Uint8Array | null | 'refused'> {
  try {
    return await node.ethCall(address, data, height);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    // Only how long an answer is, is the contract's doing.
    if (error.kind === 'nonsense') return error.lasting ? null : 'refused';
    if (error.kind === 'rpc' || error.kind === 'unsupported') return 'refused';
    throw error;
  }
}

/** The same; `refused` too where a node that is there for others cannot bear this one. */
export async function askBeside(
  node: NodeClient,
  address: Uint8Array,
  data: Uint8Array,
  height?: number,
): Promise<Uint8Array | null | 'refused'> {
  try {
    return await readContract(node, address, data, height);
  } catch (error) {
    if (!(error instanceof NodeError) || error.kind !== 'unavailable') throw error;
    await node.chainHead();
    return 'refused';
  }
}
