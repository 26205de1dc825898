/** How Linux shares its processors out, for tests. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process may choose to run in what others leave over, which some containers forbid. */
export function mayIdle(): boolean {
  try {
    execFileSync('/usr/bin/chrt', ['--idle', '0', '/bin/true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Of sched(7), as /proc/…/stat has it in its field 41. */
const SCHED_IDLE = '5';

/** Whether all threads of a process run in what others leave over. */
export function idles(pid: number): boolean {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).every((task) => {
    const stat = readFileSync(`${tasks}/${task}/stat`, 'utf8');
    // The second field may hold blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38] === SCHED_IDLE;
  });
}
