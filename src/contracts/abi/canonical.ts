/** Types and signatures as selectors are made of them. */
import type { AbiParam } from '#filecoin/evm/abi.ts';

/** A type as selectors are made of it: tuples by their fields. */
export function canonicalType({ type, components }: AbiParam): string {
  if (!type.startsWith('tuple')) return type;
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`;
}

export const canonicalOf = (name: string, params: readonly AbiParam[]): string =>
  `${name}(${params.map(canonicalType).join(',')})`;
