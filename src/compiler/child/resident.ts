/** How much memory a process holds. */
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
