/** How much memory a process holds. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The kernel's pages, as /proc counts them; larger ones make the watch stricter, never looser. */
const PAGE_BYTES = 4_096;

/**
 * Resident size of a process in bytes: from /proc, elsewhere from `ps`. Null where neither tells it
 * (Windows, or the process is gone).
 */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
      return Number(pages) * PAGE_BYTES;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return null;
  }
}
