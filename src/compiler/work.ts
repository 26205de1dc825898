/** What a compilation costs: tens of megabytes that come and go, and processes. */
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Answers } from './answers.ts';
import { run } from './child/run.ts';
import type { Limits } from './limits.ts';
import type { CompilerOutput, ContractLine, OutputHead } from './output.ts';
import { CompilerStore, type StoreOptions } from './store/store.ts';
import type { Release } from './table/table.ts';

export interface CompileJob {
  /** `Answers.key` of release and input. */
  readonly key: string;
  readonly release: Release;
  /** Standard JSON input. */
  readonly input: Uint8Array;
  readonly limits: Limits;
}

/** Done in place (`LocalWork`), or where it keeps nobody waiting. */
export interface CompileWork {
  /** What came of an input before; null for one that has to be compiled. */
  known(key: string): Promise<OutputHead | null>;
  /** `CompilerStore.ensure`. */
  ensure(release: Release, signal?: AbortSignal): Promise<void>;
  /** @throws CompilerError, or the signal's reason */
  compile(job: CompileJob, signal?: AbortSignal): Promise<OutputHead>;
}

export interface WorkOptions extends Pick<StoreOptions, 'registry'> {
  /** Folder of what the product keeps: fetched compilers and outputs lie in its `compilers`. */
  dataDir: string;
  /** Hears once that outputs cannot be kept, which costs time only. */
  onError?: ((error: unknown) => void) | undefined;
}

const MIB = 1024 * 1024;
/** What outputs may take here that are too long to be kept: some of the longest, until they are compared. */
const LONG = 256 * MIB;
const LONG_MS = 60_000;
/** Characters of errors that are told; one is told whatever its length, of 4 MiB at most. */
const ERRORS = 100_000;

export class LocalWork implements CompileWork {
  readonly #store: CompilerStore;
  readonly #answers: Answers;
  readonly #long = new LRUCache<string, { output: CompilerOutput; bytes: number }>({
    maxSize: LONG,
    ttl: LONG_MS,
    ttlAutopurge: true,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor({ dataDir, registry, onError }: WorkOptions) {
    const folder = join(dataDir, 'compilers');
    this.#store = new CompilerStore({ folder, registry });
    this.#answers = new Answers({ folder: join(folder, 'outputs'), onError });
  }

  async known(key: string): Promise<OutputHead | null> {
    const output = await this.#find(key);
    return output && headOf(key, output);
  }

  ensure(release: Release, signal?: AbortSignal): Promise<void> {
    return this.#store.ensure(release, signal);
  }

  async compile(job: CompileJob, signal?: AbortSignal): Promise<OutputHead> {
    const { key, release, input, limits } = job;
    const compiler = await this.#store.load(release, signal);
    const { lines, output, bytes } = await run({ compiler, input, limits, signal });
    if (!(await this.#answers.add(key, { output, bytes }, lines)))
      this.#long.set(key, { output, bytes });
    return headOf(key, output);
  }

  /** The contracts of an output; null where it is gone. */
  async contracts(key: string): Promise<readonly ContractLine[] | null> {
    return (await this.#find(key))?.contracts ?? null;
  }

  async #find(key: string): Promise<CompilerOutput | null> {
    return this.#long.get(key)?.output ?? (await this.#answers.get(key));
  }
}

function headOf(key: string, { errors }: CompilerOutput): OutputHead {
  let length = 0;
  const told = errors.filter(({ severity, message, formattedMessage }) => {
    if (severity !== 'error' || length > ERRORS) return false;
    length += message.length + formattedMessage.length;
    return true;
  });
  return { key, errors: told };
}
