/** The process that compares, and what is said between it and the web's, whose pages come first. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CompilerError } from '#compiler/errors.ts';
import { giveWay } from '#compiler/priority.ts';
import type { CompilerOutput, ContractLine } from '#compiler/output.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ChainCode, Compare, Compared } from './compare.ts';

/** A contract of the output, which the process reads; the last message of an id has the rest. */
export type ToChild =
  | { readonly id: number; readonly line: ContractLine }
  | { readonly id: number; readonly request: VerificationRequest; readonly chain: ChainCode };

export type FromChild =
  | { readonly id: number; readonly compared: Compared }
  /** Why an output cannot be read. */
  | { readonly id: number; readonly nonsense: string }
  | { readonly id: number; readonly error: string };

/** A process that has nothing to do for so long ends, ms. */
const IDLE_MS = 60_000;

const FILE = fileURLToPath(new URL('./child.ts', import.meta.url));

interface Waiting {
  resolve(compared: Compared): void;
  reject(error: Error): void;
}

/**
 * Compares one output after another, in a process that begins with the first. (A thread would share
 * the threads that collect the garbage of tens of megabytes with the pages'.)
 */
export class Comparer {
  readonly #waiting = new Map<number, Waiting>();
  readonly #idleMs: number;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor({ idleMs = IDLE_MS }: { idleMs?: number } = {}) {
    this.#idleMs = idleMs;
  }

  /** @throws CompilerError for contracts that are none; Error when the process is lost, which the next output starts again */
  compare: Compare = async (output, request, chain) => {
    const child = (this.#child ??= this.#start());
    const id = (this.#lastId += 1);
    const compared = new Promise<Compared>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    clearTimeout(this.#idle);
    // One that nobody waits for keeps no process.
    child.ref();
    child.channel?.ref();
    const [answer] = await Promise.all([compared, handOver(child, id, output, request, chain)]);
    return answer;
  };

  /** Of the process, while there is one. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  #start(): ChildProcess {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = fork(FILE, { execArgv: [], serialization: 'advanced', stdio: [...stdio] });
    if (child.pid !== undefined) giveWay(child.pid);
    child.on('message', (reply: FromChild) => {
      const waiting = this.#waiting.get(reply.id);
      this.#forget(reply.id, child);
      if ('compared' in reply) waiting?.resolve(reply.compared);
      else if ('nonsense' in reply) waiting?.reject(CompilerError.nonsense(reply.nonsense));
      else waiting?.reject(new Error(`Comparing failed: ${reply.error}`));
    });
    child.on('error', (error) => this.#lose(child, error));
    child.on('exit', () => this.#lose(child, new Error('The process that compares has ended')));
    return child;
  }

  #forget(id: number, child: ChildProcess): void {
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      if (this.#child !== child) return;
      this.#child = null;
      child.disconnect();
    }, this.#idleMs).unref();
  }

  #lose(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

async function handOver(
  child: ChildProcess,
  id: number,
  { contracts }: CompilerOutput,
  request: VerificationRequest,
  chain: ChainCode,
): Promise<void> {
  // One at a time, so that others have their turn; whether it came is told by the answer, or by the process's end.
  const say = (message: ToChild) =>
    new Promise<void>((resolve) => child.send(message, () => resolve()));
  for (const line of contracts) await say({ id, line });
  await say({ id, request, chain });
}

const comparer = new Comparer();

/** By the process's one process for it. */
export const compareApart: Compare = (output, request, chain) =>
  comparer.compare(output, request, chain);
