/** Calls of a contract's functions: their data, what comes back, and why they revert. */
import { encodeAbiParameters } from 'viem';
import { concatBytes, fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import {
  decodeArguments,
  type AbiArgument,
  type AbiParam,
  type AbiSignature,
} from '#filecoin/evm/abi.ts';
import { decodeRevert, type Revert } from '#filecoin/evm/revert.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { DraftError, readDraft, type AbiInput, type Draft, type KnownAddresses } from './draft.ts';
import type { ContractFunction } from './interface.ts';

/** The call's data. @throws DraftError whose path begins with the place of the parameter */
export function encodeCall(
  { selector, params }: Pick<ContractFunction, 'selector' | 'params'>,
  drafts: readonly Draft[],
  known?: KnownAddresses,
): Uint8Array {
  const values = params.map((param, at) => readDraft(param, drafts[at] ?? '', [at], known));
  return concatBytes(fromHex(selector), encoded(params.map(encodable), values));
}

/** Function values (an address and a selector) are encoded as the bytes that they are. */
function encodable({ type, components, ...rest }: AbiParam): AbiParam {
  const plain = type.replace(/^function/, 'bytes24');
  return { ...rest, type: plain, components: components.map(encodable) };
}

function encoded(params: readonly AbiParam[], values: readonly AbiInput[]): Uint8Array {
  if (params.length === 0) return new Uint8Array();
  try {
    return fromHex(encodeAbiParameters(params, values));
  } catch {
    // A type that no compiler writes; viem throws a class of its own for each way to be wrong.
    throw new DraftError('type', []);
  }
}

/** What a function returned; null when the data are not of its types. */
export function decodeResult(
  { outputs }: Pick<ContractFunction, 'outputs'>,
  data: Uint8Array,
): AbiArgument[] | null {
  return decodeArguments(outputs, data);
}

/** As `decodeRevert`, the contract's own errors first. */
export function revertOf(errors: readonly AbiSignature[], data: Uint8Array): Revert {
  for (const { canonical, params } of errors) {
    const selector = keccakOfText(canonical).subarray(0, 4);
    if (data.length < 4 || !selector.every((byte, at) => data[at] === byte)) continue;
    const args = decodeArguments(params, data.subarray(4));
    if (args) return { kind: 'custom', text: canonical, selector: to0x(selector), args };
  }
  return decodeRevert(data);
}
