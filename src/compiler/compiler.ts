/** Compiles Solidity by any of its releases, one request of a client after another. */
import { join } from 'node:path';
import { Answers } from './answers.ts';
import { CompilerError } from './errors.ts';
import { Failures } from './failures.ts';
import { LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import type { OutputHead } from './output.ts';
import { Queue } from './queue.ts';
import type { CompileQueue, OnPlace } from './queue.ts';
import { CompilerStore } from './store/store.ts';
import { findRelease } from './table/table.ts';
import type { Release } from './table/table.ts';
import type { CompileWork } from './work.ts';

export interface CompilerOptions {
  /** Does the work; of the same folder and registry. */
  work: CompileWork;
  /** Folder of what the product keeps: fetched compilers lie in its `compilers`. */
  dataDir: string;
  /** Address of an npm registry for the releases that are not installed; null fetches none. */
  registry: string | null;
  limits?: Partial<Limits>;
  /** Of several processes the same. */
  queue?: CompileQueue | undefined;
}

export interface CompileOptions {
  /** Whom the compilation is for: one client has one at a time. */
  client: string;
  /** Gives up: what waits leaves the queue, what runs is killed. */
  signal?: AbortSignal | undefined;
  /** What it may take of the time that one may. */
  milliseconds?: number | undefined;
  /** Hears how many wait before it and itself, while any do. */
  onPlace?: OnPlace | undefined;
  /** Hears when the compilation's turn has come. */
  onStart?: (() => void) | undefined;
}

export interface Compiler {
  /**
   * Compiles standard JSON input (text) by a release, named as `findRelease` takes it. What the sources
   * lack or get wrong stands in the output's errors; all else throws a CompilerError, or the signal's
   * reason.
   */
  compile(version: string, input: string, options: CompileOptions): Promise<OutputHead>;
  /** Whether the release compiles without being fetched first; false for one that is none. */
  has(version: string): Promise<boolean>;
}

const MIB = 1024 * 1024;

async function releaseOf(version: string, store: CompilerStore): Promise<Release> {
  const release = findRelease(version);
  if (release !== null) return release;
  throw new CompilerError(
    'unknownVersion',
    `No release of Solidity from 0.4.11 on that can be had is called ${version.slice(0, 60)}.`,
    { nearest: await store.nearest(version) },
  );
}

export function createCompiler(given: CompilerOptions): Compiler {
  const { work, dataDir, registry, queue = new Queue() } = given;
  const limits = { ...LIMITS, ...given.limits };
  const store = new CompilerStore({ folder: join(dataDir, 'compilers'), registry });
  const failures = new Failures();

  /** What came of an input before; null for one that has to be compiled. Throws where it was killed. */
  const before = async (key: string): Promise<OutputHead | null> => {
    const failure = failures.get(key);
    if (failure !== null) throw failure;
    return work.known(key);
  };

  return {
    async compile(version, text, { client, signal, milliseconds = Infinity, onPlace, onStart }) {
      const release = await releaseOf(version, store);
      if (Buffer.byteLength(text) > limits.inputBytes)
        throw new CompilerError(
          'inputTooLarge',
          `The input is longer than ${limits.inputBytes / MIB} MiB.`,
        );
      const input = Buffer.from(text);
      const key = Answers.key(release, input);
      const known = await before(key);
      if (known !== null) return known;
      await work.ensure(release, signal);
      const compile = async (): Promise<OutputHead> => {
        // Whoever waited behind an equal one has its answer.
        const meanwhile = await before(key);
        if (meanwhile !== null) return meanwhile;
        onStart?.();
        const began = performance.now();
        try {
          const within = Math.ceil(Math.min(milliseconds, limits.milliseconds));
          const job = { key, release, input, limits: { ...limits, milliseconds: within } };
          return await work.compile(job, signal);
        } catch (error) {
          failures.add(key, error, performance.now() - began, limits.milliseconds);
          throw error;
        }
      };
      return queue.run(client, signal, compile, onPlace);
    },
    async has(version) {
      const release = findRelease(version);
      return release !== null && (await store.has(release));
    },
  };
}
