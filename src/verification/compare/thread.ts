/** The thread that compares, and what is said between it and the web's, which pages wait for. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CompiledContract, CompilerOutput } from '#compiler/output.ts';
import type { SolcContract } from '#contracts/match/output.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ChainCode, Compare, Compared } from './compare.ts';

/** A contract of the output; the last message of an id has the rest, or gives it up (null). */
export type ToThread =
  | {
      readonly id: number;
      readonly file: string;
      readonly name: string;
      readonly contract: SolcContract;
    }
  | {
      readonly id: number;
      readonly asked: { readonly request: VerificationRequest; readonly chain: ChainCode } | null;
    };

export type FromThread =
  | { readonly id: number; readonly compared: Compared }
  | { readonly id: number; readonly error: string };

/** Handing over takes no longer at a time before others have their turn, ms. */
const SLICE_MS = 5;

interface Waiting {
  resolve(compared: Compared): void;
  reject(error: Error): void;
}

/** What matching reads of a contract: documentation and layouts may be long. */
const matched = ({ abi, metadata, evm }: CompiledContract): SolcContract => ({
  abi,
  metadata,
  evm: { bytecode: evm.bytecode, deployedBytecode: evm.deployedBytecode },
});

/** Compares one output after another, in a thread that begins with the first. */
export class Comparer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** @throws Error when the thread is lost, which the next output starts again */
  compare: Compare = async (output, request, chain) => {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const compared = new Promise<Compared>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    // A thread that nobody waits for keeps no process.
    worker.ref();
    const [answer] = await Promise.all([compared, handOver(worker, id, output, request, chain)]);
    return answer;
  };

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.on('message', (reply: FromThread) => {
      const waiting = this.#waiting.get(reply.id);
      this.#forget(reply.id, worker);
      if ('compared' in reply) waiting?.resolve(reply.compared);
      else waiting?.reject(new Error(`Comparing failed: ${reply.error}`));
    });
    worker.on('error', (error: Error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('The thread that compares has ended')));
    return worker;
  }

  #forget(id: number, worker: Worker): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) worker.unref();
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

async function handOver(
  worker: Worker,
  id: number,
  { contracts }: CompilerOutput,
  request: VerificationRequest,
  chain: ChainCode,
): Promise<void> {
  const say = (message: ToThread) => worker.postMessage(message);
  let asked: { request: VerificationRequest; chain: ChainCode } | null = null;
  try {
    let began = performance.now();
    for (const [file, named] of Object.entries(contracts))
      for (const [name, contract] of Object.entries(named)) {
        say({ id, file, name, contract: matched(contract) });
        if (performance.now() - began < SLICE_MS) continue;
        await nextTurn();
        began = performance.now();
      }
    asked = { request, chain };
  } finally {
    say({ id, asked });
  }
}

const comparer = new Comparer();

/** By the process's one thread for it. */
export const compareInThread: Compare = (output, request, chain) =>
  comparer.compare(output, request, chain);
