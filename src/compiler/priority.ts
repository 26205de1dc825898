/** Pages come before what compiles, compares and draws. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, constants, getPriority, loadavg, setPriority } from 'node:os';
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

/** Processes that want a processor, of each: with more there is hardly any time left over. */
const SATURATED = 1.5;

let idling: Promise<string[]> | undefined;

/**
 * What a command begins with so that the kernel runs it, and what it starts, in the time that nobody
 * else wants (SCHED_IDLE, sched(7)): whoever wakes up to answer goes first. Empty where a system does
 * not let us, and on a saturated machine, where there is no such time: there priority has to do.
 */
export async function inIdleTime(): Promise<string[]> {
  const [load = 0] = loadavg();
  if (process.platform !== 'linux' || load > SATURATED * availableParallelism()) return [];
  idling ??= (async () => {
    const chrt = tool('chrt');
    const before = chrt === null ? [] : [chrt, '--idle', '0'];
    return before.length > 0 && (await works(before)) ? before : [];
  })();
  return idling;
}
