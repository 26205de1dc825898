/** Pages come before what compiles, compares and draws. */
import { constants, getPriority, setPriority } from 'node:os';

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
