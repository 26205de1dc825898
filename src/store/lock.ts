/**
 * One process per folder: PGlite has no lock of its own, and two writers destroy the files.
 * The lock names its process by id and start time, so that one left by `kill -9` is recognised
 * even after its id has been given to another process.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { StoreError } from './connection.ts';

const lockSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string().nullable() });
type Lock = z.infer<typeof lockSchema>;

const held = new Set<string>();

/** Takes the lock; the function that it returns gives it back. Throws StoreError when another process has it. */
export function takeLock(file: string): () => void {
  const mine: Lock = { pid: process.pid, startedAt: startOf(process.pid) };
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      held.add(file);
      return () => {
        if (held.delete(file)) rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const other = read(file);
    if (other !== null && isAlive(other, file))
      throw new StoreError(
        `The data folder is in use by process ${other.pid} (lock: ${file}). ` +
          'Stop it, or give this one another DATA_DIR, or use PostgreSQL by DATABASE_URL.',
      );
    // Of several processes that find the same stale lock, one succeeds in moving it away.
    const stale = `${file}.${process.pid}.stale`;
    try {
      renameSync(file, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  throw new StoreError(`The lock ${file} could not be taken`);
}

function read(file: string): Lock | null {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function isAlive(lock: Lock, file: string): boolean {
  if (lock.pid === process.pid) return held.has(file);
  try {
    process.kill(lock.pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const startedAt = startOf(lock.pid);
  return startedAt === null || lock.startedAt === null || startedAt === lock.startedAt;
}

/** Start of a process in clock ticks since boot (Linux, proc(5) field 22), with the boot's id; null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${ticks}`;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
