/** What a panel offers to be called of a verified contract, made ready on the server. */
import type { AbiSignature } from '#filecoin/evm/abi.ts';
import { membersOf } from '../source/members.ts';
import { interfaceOf, type ContractFunction } from './interface.ts';
import { functionNamed } from './named.ts';

export interface OfferedFunction extends ContractFunction {
  /** What the source says of it: for users, for developers, of each parameter (null: nothing). */
  readonly notice: string | null;
  readonly details: string | null;
  readonly about: readonly (string | null)[];
}

export interface Offered {
  readonly reads: readonly OfferedFunction[];
  readonly writes: readonly OfferedFunction[];
  readonly errors: readonly AbiSignature[];
}

/** FIL that is sent without a call of a function: its data are empty. */
const RECEIVE: OfferedFunction = {
  name: 'receive',
  canonical: 'receive()',
  selector: '0x',
  params: [],
  outputs: [],
  mutability: 'payable',
  notice: null,
  details: null,
  about: [],
};

export type PanelMode = 'read' | 'write';

function listOf(json: string | null): readonly unknown[] {
  const abi: unknown = JSON.parse(json ?? '[]');
  return Array.isArray(abi) ? abi : [];
}

/** Functions of an ABI with their source's words; `abi` and `docs` as a verified contract has them. */
export function offered(abi: string | null, docs: string | null): Offered {
  const { reads, writes, errors, receives } = interfaceOf(listOf(abi));
  const told = new Map(membersOf(abi, docs).map((member) => [member.signature, member]));
  const described = (each: ContractFunction): OfferedFunction => {
    const member = told.get(each.canonical);
    return {
      ...each,
      notice: member?.notice ?? null,
      details: member?.details ?? null,
      about: each.params.map((_, at) => member?.inputs[at]?.text ?? null),
    };
  };
  return {
    reads: reads.map(described),
    writes: [...writes.map(described), ...(receives ? [RECEIVE] : [])],
    errors,
  };
}

/** In which panel a link's function is; null where the contract has none of that name. */
export function panelOf({ reads, writes }: Offered, asked: string): PanelMode | null {
  if (functionNamed(reads, asked) !== null) return 'read';
  return functionNamed(writes, asked) === null ? null : 'write';
}
