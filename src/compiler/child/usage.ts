/** What a process takes: memory, and time of processors. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** In units of 1024 bytes, however large the kernel's pages are. */
const RESIDENT = /^VmRSS:\s*(\d+) kB$/m;

/**
 * Resident size of a process in bytes: from /proc, elsewhere from `ps`. Null where neither tells it
 * (Windows, or the process is gone).
 */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const kib = RESIDENT.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
      return kib === undefined ? null : Number(kib) * 1024;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return null;
  }
}

/** Of the times that Linux tells programs, whatever its own clock is (USER_HZ, time(7)). */
const TICKS_PER_SECOND = 100;

/**
 * Time that all threads of a process have had of processors, in milliseconds, to a hundredth of a second.
 * Null where it is not told (elsewhere than on Linux, or the process is gone).
 */
export async function processorMs(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Fields 14 and 15; the second may hold blanks (proc_pid_stat(5)).
    const [user = '', system = ''] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
