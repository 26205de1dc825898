/** Wall time and processor time of a piece of work, by threads. */
import { performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';

export interface Spent {
  wallMs: number;
  /** Processor time of all threads, ms. */
  cpuMs: number;
  /** Processor time of single threads, by the names that they were given; the rest compiles and collects garbage. */
  threads: [name: string, ms: number][];
  /** How long this thread had nothing to do, ms: it waited for the others. */
  idleMs: number;
}

let newest: Worker | null = null;
/** Threads that were started while work is measured, and their processor time as last seen, ms. */
let started: Map<Worker, number> | null = null;
process.on('worker', (worker) => {
  newest = worker;
  started?.set(worker, 0);
});

/** How often threads that may end before the work does are asked for their time, ms. */
const SAMPLE_MS = 50;

/** The thread that was started last. */
export function newestThread(): Worker {
  if (newest === null) throw new Error('no thread was started');
  return newest;
}

const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Runs `work`; this thread counts as `own`, those that `work` starts as `its`. */
export async function spend(
  own: string,
  others: Readonly<Record<string, Worker>>,
  work: () => Promise<void> | void,
  its = 'thread',
): Promise<Spent> {
  const named = Object.entries(others);
  const mayEnd = new Map<Worker, number>();
  started = mayEnd;
  const sample = async (worker: Worker): Promise<void> => {
    // One that has ended tells no more.
    const spent = await worker.cpuUsage().catch(() => null);
    if (spent) mayEnd.set(worker, ms(spent));
  };
  const sampling = setInterval(() => mayEnd.forEach((_, worker) => void sample(worker)), SAMPLE_MS);
  const before = await Promise.all(named.map(([, worker]) => worker.cpuUsage()));
  const all = process.cpuUsage();
  const mine = process.threadCpuUsage();
  const loop = performance.eventLoopUtilization();
  const began = performance.now();
  await work();
  started = null;
  clearInterval(sampling);
  const wallMs = performance.now() - began;
  const idleMs = performance.eventLoopUtilization(loop).idle;
  const threads: Spent['threads'] = [[own, ms(process.threadCpuUsage(mine))]];
  const cpuMs = ms(process.cpuUsage(all));
  for (const [at, [name, worker]] of named.entries())
    threads.push([name, ms(await worker.cpuUsage(before[at]))]);
  for (const spent of mayEnd.values()) threads.push([its, spent]);
  return { wallMs, cpuMs, threads, idleMs };
}
