/** The lines in which the child passes on an output, as they are put together again. */
import type {
  Bytecode,
  CodeRange,
  CompiledContract,
  CompilerMessage,
  CompilerOutput,
} from './output.ts';

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An object whose keys may be `__proto__`: each is a property of its own. */
function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(entries);
}

function put<T>(to: Record<string, T>, key: string, value: T): T {
  Object.defineProperty(to, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
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

function message(value: unknown): CompilerMessage {
  const { severity, type, message: words, formattedMessage } = fields(value);
  return {
    severity: severity === 'warning' || severity === 'info' ? severity : 'error',
    type: text(type),
    message: text(words),
    formattedMessage: text(formattedMessage),
  };
}

/** Puts an output together, line by line. What a line says is checked: its writer may be anybody. */
export class Parts {
  readonly #errors: CompilerMessage[] = [];
  readonly #sources: Record<string, { id: number | null }> = {};
  readonly #contracts: Record<string, Record<string, CompiledContract>> = {};
  #ended = false;
  #failure: string | null = null;

  /** Takes a line; throws on one that the child does not write. */
  add(line: string): void {
    const part: unknown = JSON.parse(line);
    if (!Array.isArray(part)) throw new Error('a line that is no part');
    const [kind, first, second, third] = part as unknown[];
    if (kind === 'end') this.#ended = true;
    else if (kind === 'failed') this.#failure = text(first);
    else if (kind === 'error') this.#errors.push(message(first));
    else if (kind === 'source') {
      const { id } = fields(second);
      put(this.#sources, text(first), { id: typeof id === 'number' ? id : null });
    } else if (kind === 'contract') {
      const file = text(first);
      const named = Object.hasOwn(this.#contracts, file)
        ? this.#contracts[file]
        : put(this.#contracts, file, {});
      put(named ?? {}, text(second), contract(third));
    } else throw new Error('a line of an unknown kind');
  }

  /** Why the compiler gave no output, in its words; null when it said nothing of the kind. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The output; null before its last line. */
  output(): CompilerOutput | null {
    if (!this.#ended) return null;
    return { errors: this.#errors, sources: this.#sources, contracts: this.#contracts };
  }
}
