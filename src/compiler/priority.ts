/** Pages come before what compiles, compares and draws. */
import { writeFile } from 'node:fs/promises';
import { constants, cpus, getPriority, loadavg, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { tool, works } from './tools.ts';

/** Below this process; but a busy machine must not make a compilation last longer than it may. */
const NICE = 5;

/** Lowers the priority of a child, or of the calling thread where a system knows threads' own (Linux). */
export function giveWay(pid?: number): void {
  if (pid === undefined && process.platform !== 'linux') return;
  try {
    setPriority(pid ?? 0, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE));
  } catch {
    // The process is gone already, or this system has no priorities.
  }
}

/** Linux lets who is not root set a group's priority once in 100 ms, on the whole machine. */
const TRIES = 20;

/**
 * Lowers the priority of a child that leads a session of its own (`detached`). Where Linux shares the
 * processors out by session ("autogroup", sched(7)), only what is set for the session counts against
 * other sessions, whatever its processes have set. Elsewhere it changes nothing.
 */
export async function giveWayAsSession(pid: number): Promise<void> {
  for (let left = TRIES; left > 0; left--)
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(NICE));
      return;
    } catch (error) {
      // Gone already, or a system without such groups.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await delay(100);
    }
}

/** With fewer processors left over than this a compiler would take more than twice as long. */
const LEAST_LEFT = 0.5;
/** Times between which what is left over is measured, ms: a moment says little, an hour nothing of now. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

interface Measured {
  at: number;
  /** Time of all processors, ms, and what there was of it for those that give way. */
  total: number;
  free: number;
  /** Processors that were left over then. */
  left: number;
}

let measured: Measured | undefined;

/**
 * How many processors those that give way may have: what was idle since this was asked last, and what
 * they had themselves ("nice"). Without a time to measure it goes by the last minute's load.
 */
export function processorsLeft(now = performance.now()): number {
  const since = measured === undefined ? Infinity : now - measured.at;
  if (measured !== undefined && since < SHORTEST) return measured.left;
  const processors = cpus();
  let total = 0;
  let free = 0;
  for (const { times } of processors) {
    total += times.user + times.nice + times.sys + times.idle + times.irq;
    free += times.idle + times.nice;
  }
  const [load = 0] = loadavg();
  const passed = total - (measured?.total ?? 0);
  const left =
    measured === undefined || since > LONGEST || passed <= 0
      ? processors.length - load
      : (processors.length * (free - measured.free)) / passed;
  measured = { at: now, total, free, left };
  return left;
}

let idling: Promise<string[]> | undefined;

/**
 * What a command begins with so that the kernel runs it, and what it starts, in the time that nobody
 * else wants (SCHED_IDLE, sched(7)): whoever wakes up to answer goes first. Empty where a system does
 * not let us, and on a saturated machine, where there is no such time: there priority has to do.
 */
export async function inIdleTime(): Promise<string[]> {
  if (process.platform !== 'linux' || processorsLeft() < LEAST_LEFT) return [];
  idling ??= (async () => {
    const chrt = tool('chrt');
    const before = chrt === null ? [] : [chrt, '--idle', '0'];
    return before.length > 0 && (await works(before)) ? before : [];
  })();
  return idling;
}
