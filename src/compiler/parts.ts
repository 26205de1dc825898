/** The lines in which the child passes on an output, as they are put together again. */
import type { CompilerMessage, CompilerOutput, ContractLine } from './output.ts';

type Fields = Readonly<Record<string, unknown>>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function put<T>(to: Record<string, T>, key: string, value: T): T {
  Object.defineProperty(to, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
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

/** How a contract's line begins, which is not read here: there may be megabytes of it. */
const CONTRACT = Buffer.from('["contract",');

function startsWith(line: ContractLine, start: Buffer): boolean {
  const pieces: Uint8Array[] = [];
  let missing = start.length;
  for (const piece of line) {
    if (missing <= 0) break;
    pieces.push(piece.subarray(0, missing));
    missing -= piece.length;
  }
  return start.equals(Buffer.concat(pieces));
}

/** Puts an output together, line by line. What a line says is checked: its writer may be anybody. */
export class Parts {
  readonly #errors: CompilerMessage[] = [];
  readonly #sources: Record<string, { id: number | null }> = {};
  readonly #contracts: ContractLine[] = [];
  #ended = false;
  #failure: string | null = null;

  /** Takes the pieces of a line; throws on one that the child does not write. */
  add(line: readonly Uint8Array[]): void {
    if (startsWith(line, CONTRACT)) this.#contracts.push(line);
    else this.#read(Buffer.concat(line).toString('utf8'));
  }

  #read(line: string): void {
    const part: unknown = JSON.parse(line);
    if (!Array.isArray(part)) throw new Error('a line that is no part');
    const [kind, first, second] = part as unknown[];
    if (kind === 'end') this.#ended = true;
    else if (kind === 'failed') this.#failure = text(first);
    else if (kind === 'error') this.#errors.push(message(first));
    else if (kind === 'source') {
      const { id } = fields(second);
      put(this.#sources, text(first), { id: typeof id === 'number' ? id : null });
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
