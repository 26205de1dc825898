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
/** Outputs that are too long to be kept stay here for a while: two of the longest. */
const LONG = 128 * MIB;

export class LocalWork implements CompileWork {
  readonly #store: CompilerStore;
  readonly #answers: Answers;
  readonly #long = new LRUCache<string, { output: CompilerOutput; bytes: number }>({
    maxSize: LONG,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor({ dataDir, registry, onError }: WorkOptions) {
    const folder = join(dataDir, 'compilers');
    this.#store = new CompilerStore({ folder, registry });
    this.#answers = new Answers({ folder: join(folder, 'outputs'), onError });
  }

  async known(key: string): Promise<OutputHead | null> {
    const output = await this.#answers.get(key);
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
    const output = this.#long.get(key)?.output ?? (await this.#answers.get(key));
    return output?.contracts ?? null;
  }
}

function headOf(key: string, { errors, sources }: CompilerOutput): OutputHead {
  return { key, errors, sources };
}
