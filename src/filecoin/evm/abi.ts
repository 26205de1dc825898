/** Calls and logs of EVM contracts, decoded by the signatures that are known (or given). */
import { to0x } from '../encoding/bytes.ts';
import { decodeParamList, decodeWord, isHashedWhenIndexed } from './coder.ts';
import type { AbiValue } from './coder.ts';
import { eventsOf, functionOf } from './selectors.ts';
import { AbiError } from './types.ts';
import type { AbiParam, AbiSignature } from './types.ts';

export { facetAbi, facetDocs, facetEntries, joinAbis, readContractAbi } from './contractAbi.ts';
export type { ContractAbi } from './contractAbi.ts';
export { signaturesOf } from './members.ts';
export { parseSignature } from './types.ts';
export type { AbiFunction, AbiParam, AbiSignature } from './types.ts';
export type { AbiValue } from './coder.ts';

export interface AbiArgument {
  /** Empty when the signature has no name for it. */
  name: string;
  type: string;
  value: AbiValue;
}

export interface LogArgument extends AbiArgument {
  indexed: boolean;
}

/** Calldata: what is called and with what. */
export interface DecodedCall {
  /** First four bytes, 0x and 8 digits. */
  selector: string;
  /** Name and types, e.g. `transfer(address,uint256)`. */
  signature: string;
  name: string;
  args: AbiArgument[];
}

export interface DecodedLog {
  signature: string;
  name: string;
  args: LogArgument[];
}

/** Runs a decoder; null when the data are not of the signature. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof AbiError) return null;
    throw error;
  }
}

/** Type as shown: tuples by their fields' types. */
function typeText({ type, components }: AbiParam): string {
  if (!type.startsWith('tuple')) return type;
  return `(${components.map(typeText).join(',')})${type.slice('tuple'.length)}`;
}

/**
 * Values of a list of params; null when the data are not of these types.
 * @param exact only data without anything else in them
 */
export function decodeArguments(
  params: readonly AbiParam[],
  data: Uint8Array,
  exact = false,
): AbiArgument[] | null {
  return attempt(() => {
    const values = decodeParamList(params, data, exact);
    return params.map((param, i) => ({
      name: param.name,
      type: typeText(param),
      value: values[i] ?? '',
    }));
  });
}

/** The selector of calldata (0x and 8 digits); null when it is shorter than four bytes. */
export function selectorOf(data: Uint8Array): string | null {
  return data.length < 4 ? null : to0x(data.subarray(0, 4));
}

/** The first of several that the data are of: without a byte left over, if there is such a one. */
export function firstFit<S, T>(
  signatures: readonly S[],
  decode: (signature: S, exact: boolean) => T | null,
): T | null {
  for (const exact of [true, false])
    for (const signature of signatures) {
      const decoded = decode(signature, exact);
      if (decoded !== null) return decoded;
    }
  return null;
}

/**
 * What calldata call, by the known functions or by those of `signatures`; null when the function is not
 * known or the data are not of its types.
 */
export function decodeCall(
  data: Uint8Array,
  signatures?: readonly AbiSignature[],
): DecodedCall | null {
  const selector = selectorOf(data);
  if (selector === null) return null;
  const known = functionOf(selector);
  return firstFit(signatures ?? (known ? [known] : []), ({ canonical, name, params }, exact) => {
    const args = decodeArguments(params, data.subarray(4), exact);
    return args && { selector, signature: canonical, name, args };
  });
}

function decodeLogAs(
  signature: AbiSignature,
  topics: readonly Uint8Array[],
  data: Uint8Array,
  exact: boolean,
): DecodedLog | null {
  const indexed = signature.params.filter((param) => param.indexed);
  if (indexed.length !== topics.length - 1) return null;
  return attempt(() => {
    const values = decodeParamList(
      signature.params.filter((param) => !param.indexed),
      data,
      exact,
    );
    let topic = 1;
    let place = 0;
    const args = signature.params.map((param): LogArgument => {
      const { name } = param;
      const type = typeText(param);
      if (!param.indexed) return { name, type, indexed: false, value: values[place++] ?? '' };
      const word = topics[topic++] ?? new Uint8Array(0);
      if (word.length !== 32) throw new AbiError('a topic of wrong length');
      return isHashedWhenIndexed(param)
        ? { name, type: 'bytes32', indexed: true, value: to0x(word) }
        : { name, type, indexed: true, value: decodeWord(param.type, word) };
    });
    return { signature: signature.canonical, name: signature.name, args };
  });
}

/**
 * What a log says, by the known events or by `signatures`; null when the event is not known or the
 * log is not of its types. `topics` has the event's hash first.
 */
export function decodeLog(
  topics: readonly Uint8Array[],
  data: Uint8Array,
  signatures?: readonly AbiSignature[],
): DecodedLog | null {
  const topic0 = topics[0];
  if (topic0?.length !== 32) return null;
  return firstFit(signatures ?? eventsOf(to0x(topic0)), (signature, exact) =>
    decodeLogAs(signature, topics, data, exact),
  );
}
