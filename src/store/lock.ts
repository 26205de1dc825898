/**
 * A file that one process has at a time. It names its process by id and start time, so that
 * one left by `kill -9` is recognised even after its id has been given to another process.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const lockSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string().nullable() });
type Lock = z.infer<typeof lockSchema>;

const LOOK_MS = 50;

const held = new Set<string>();

/**
 * Takes the lock; the function that it resolves to gives it back.
 * @param waitMs how long another process may keep it: one that was killed takes a moment to be gone
 * @param refusal what to throw when another process, by its id, still has it then
 */
export async function takeLock(
  file: string,
  waitMs: number,
  refusal: (pid: number | null) => Error,
): Promise<() => void> {
  const mine: Lock = { pid: process.pid, startedAt: startOf(process.pid) };
  const patience = performance.now() + waitMs;
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      held.add(file);
      return () => {
        if (held.delete(file)) rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const text = read(file);
    const other = text === null ? null : parse(text);
    const isOver = performance.now() > patience;
    // One that cannot be read may be just being written.
    if (text !== null && (other === null ? isOver : !isAlive(other, file))) moveAway(file, text);
    else if (isOver || held.has(file)) throw refusal(other?.pid ?? null);
    else await sleep(LOOK_MS);
  }
}

/** Removes a stale lock, unless another process has put its own in the place of it meanwhile. */
function moveAway(file: string, text: string): void {
  const stale = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, stale);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (read(stale) === text) rmSync(stale, { force: true });
  else renameSync(stale, file);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): Lock | null {
  try {
    return lockSchema.parse(JSON.parse(text));
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
  if (isZombie(lock.pid)) return false;
  const startedAt = startOf(lock.pid);
  return startedAt === null || lock.startedAt === null || startedAt === lock.startedAt;
}

/** Fields of a process from its state on (Linux, proc(5) fields 3 to 52). Throws elsewhere. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Start of a process in clock ticks since boot (field 22), with the boot's id; null where it cannot be told. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${statOf(pid)[19] ?? ''}`;
  } catch {
    return null;
  }
}

/**
 * Whether nothing is left of a process but its entry, for which its parent has not asked: in some
 * containers nobody ever does. While one of its threads is ending, it may still write.
 */
function isZombie(pid: number): boolean {
  try {
    return statOf(pid)[0] === 'Z' && readdirSync(`/proc/${pid}/task`).length === 1;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
