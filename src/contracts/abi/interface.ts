/** What a contract's ABI offers: functions to read and to write, errors, events. */
import { z } from 'zod';
import { to0x } from '#filecoin/encoding/bytes.ts';
import type { AbiFunction, AbiParam, AbiSignature } from '#filecoin/evm/abi.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { canonicalOf } from './canonical.ts';
import { abiParams } from './params.ts';

export type Mutability = 'pure' | 'view' | 'nonpayable' | 'payable';

export interface ContractFunction extends AbiFunction {
  readonly mutability: Mutability;
  /** 0x and 8 digits. */
  readonly selector: string;
}

export interface ContractInterface {
  /** Those that change nothing, in the ABI's order. */
  readonly reads: readonly ContractFunction[];
  readonly writes: readonly ContractFunction[];
  readonly errors: readonly AbiSignature[];
  readonly events: readonly AbiSignature[];
  readonly constructorInputs: readonly AbiParam[];
  /** Whether FIL may be sent to it without calling a function. */
  readonly receives: boolean;
}

/** Entries that are looked at; no contract has as many. */
const MAX_ENTRIES = 5_000;

const entrySchema = z.object({
  // Absent in ABIs of the oldest compilers.
  type: z.string().max(40).default('function'),
  name: z.string().max(512).default(''),
  inputs: abiParams.default([]),
  outputs: abiParams.default([]),
  stateMutability: z.enum(['pure', 'view', 'nonpayable', 'payable']).optional(),
  // Compilers before 0.4.16 have these two instead of `stateMutability`.
  constant: z.boolean().optional(),
  payable: z.boolean().optional(),
});
type Entry = z.infer<typeof entrySchema>;

function mutabilityOf({ stateMutability, constant, payable }: Entry): Mutability {
  if (stateMutability !== undefined) return stateMutability;
  if (constant === true) return 'view';
  return payable === true ? 'payable' : 'nonpayable';
}

const selectorOf = (canonical: string): string => to0x(keccakOfText(canonical).slice(0, 4));

/** The ABI as it can be used; entries that are none are left out. */
export function interfaceOf(abi: readonly unknown[]): ContractInterface {
  const entries = abi.slice(0, MAX_ENTRIES).flatMap((entry) => {
    const parsed = entrySchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  const named = (type: string): AbiSignature[] =>
    entries
      .filter((entry) => entry.type === type && entry.name !== '')
      .map(({ name, inputs }) => ({ name, params: inputs, canonical: canonicalOf(name, inputs) }));
  const functions = entries
    .filter(({ type, name }) => type === 'function' && name !== '')
    .map((entry): ContractFunction => {
      const { name, inputs, outputs } = entry;
      const canonical = canonicalOf(name, inputs);
      const selector = selectorOf(canonical);
      return {
        name,
        params: inputs,
        canonical,
        outputs,
        mutability: mutabilityOf(entry),
        selector,
      };
    });
  const changesNothing = ({ mutability }: ContractFunction): boolean =>
    mutability === 'pure' || mutability === 'view';
  return {
    reads: functions.filter(changesNothing),
    writes: functions.filter((each) => !changesNothing(each)),
    errors: named('error'),
    events: named('event'),
    constructorInputs: entries.find(({ type }) => type === 'constructor')?.inputs ?? [],
    receives: entries.some(
      (entry) =>
        entry.type === 'receive' ||
        (entry.type === 'fallback' && mutabilityOf(entry) === 'payable'),
    ),
  };
}
