/** Reads the contracts of an output. What their lines say is checked: their writer may be anybody. */
import { setImmediate as others } from 'node:timers/promises';
import type {
  Bytecode,
  CodeRange,
  CompiledContract,
  CompiledContracts,
  ContractLine,
} from './output.ts';
import { fields, text } from './parts.ts';

/** An object whose keys may be `__proto__`: each is a property of its own. */
function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(entries);
}

const mapped = <T>(value: unknown, each: (inner: unknown) => T): Record<string, T> =>
  record(Object.entries(fields(value)).map(([key, inner]) => [key, each(inner)] as const));

function ranges(value: unknown): CodeRange[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const { start, length } = fields(entry);
    return typeof start === 'number' && typeof length === 'number' ? [{ start, length }] : [];
  });
}

function bytecode(value: unknown): Bytecode {
  const { object, sourceMap, linkReferences, immutableReferences } = fields(value);
  return {
    object: text(object),
    sourceMap: text(sourceMap),
    linkReferences: mapped(linkReferences, (libraries) => mapped(libraries, ranges)),
    immutableReferences: mapped(immutableReferences, ranges),
  };
}

function contract(value: unknown): CompiledContract {
  const { abi, metadata, userdoc, devdoc, storageLayout, evm } = fields(value);
  const { bytecode: creation, deployedBytecode, methodIdentifiers } = fields(evm);
  return {
    abi: Array.isArray(abi) ? abi : [],
    metadata: text(metadata),
    userdoc,
    devdoc,
    storageLayout,
    evm: {
      bytecode: bytecode(creation),
      deployedBytecode: bytecode(deployedBytecode),
      methodIdentifiers: mapped(methodIdentifiers, text),
    },
  };
}

/** The contract of a line. @throws Error for one that the compiler's process does not write */
function read(line: ContractLine): { file: string; name: string; contract: CompiledContract } {
  const part: unknown = JSON.parse(Buffer.concat(line).toString('utf8'));
  if (!Array.isArray(part)) throw new Error('a line that is no part');
  const [kind, file, name, told] = part as unknown[];
  if (kind !== 'contract') throw new Error('a line of another kind');
  return { file: text(file), name: text(name), contract: contract(told) };
}

/** Tens of megabytes may take a second: others have their turn between two. @throws Error for lines that are no contracts */
export async function contractsOf(lines: readonly ContractLine[]): Promise<CompiledContracts> {
  const files = new Map<string, Map<string, CompiledContract>>();
  for (const line of lines) {
    await others();
    const { file, name, contract: told } = read(line);
    files.set(file, (files.get(file) ?? new Map<string, CompiledContract>()).set(name, told));
  }
  return record([...files].map(([file, named]) => [file, record(named)] as const));
}
