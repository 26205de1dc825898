/** Values that the index has read by an ABI, as they come over the wire. */
import type { AbiArgument, AbiValue } from '#filecoin/evm/abi.ts';
import { member } from './member.ts';

/** Tuples and lists within each other; the decoder goes no deeper. */
const MAX_DEPTH = 32;

function isValue(told: unknown, depth = 0): told is AbiValue {
  if (typeof told === 'boolean' || typeof told === 'string') return true;
  if (typeof told !== 'object' || told === null || depth > MAX_DEPTH) return false;
  return Object.values(told).every((each) => isValue(each, depth + 1));
}

function isArgument(told: unknown): told is AbiArgument {
  const [name, type] = [member(told, 'name'), member(told, 'type')];
  return typeof name === 'string' && typeof type === 'string' && isValue(member(told, 'value'));
}

/** Empty where there are none, and where one of them is no value: a part would mislead. */
export function argumentsIn(told: unknown): readonly AbiArgument[] {
  return Array.isArray(told) && told.every(isArgument) ? told : [];
}
