import type { Json } from '#format/json.ts';

export interface ContractArgument {
  name: string;
  type: string;
  value: Json;
}

export interface ContractCall {
  /** e.g. `transfer(address,uint256)`. */
  signature: string;
  args: ContractArgument[];
  /** No verified ABI of the contract has the function. */
  guessed: boolean;
  /** What it may be instead: signatures with the same selector. */
  others: readonly string[];
}

type Fields = Readonly<Record<string, Json>>;

export const isRecord = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The known function that decoded params of a contract call (`{Input, evm}`) name; null for all else. */
export function contractCall(decoded: Json): ContractCall | null {
  if (!isRecord(decoded)) return null;
  const { evm } = decoded;
  if (!isRecord(evm)) return null;
  const { signature, args, guessed = false, others = [] } = evm;
  if (typeof signature !== 'string' || !Array.isArray(args)) return null;
  return {
    signature,
    args: argumentsOf(args),
    guessed: guessed === true,
    others: Array.isArray(others) ? others.filter((each) => typeof each === 'string') : [],
  };
}

/** Named and typed values, as they come decoded. */
export function argumentsOf(values: readonly Json[]): ContractArgument[] {
  return values.filter(isRecord).map(({ name, type, value }) => ({
    name: typeof name === 'string' ? name : '',
    type: typeof type === 'string' ? type : '',
    value: value ?? null,
  }));
}
