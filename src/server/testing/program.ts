/** The program as a process of its own, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Started {
  child: ChildProcess;
  /** What it has said so far. */
  ended: Ended;
  exit: Promise<Ended>;
}

/** A folder for a file of tests, and what starts the program there: it is gone with the test. */
export function program(): {
  folder: string;
  start(env: Record<string, string>, args?: string[]): Started;
} {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-process-'));
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const start = (env: Record<string, string>, args: string[] = []): Started => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    });
    children.push(child);
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      ended.stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      ended.stderr += chunk.toString();
    });
    const exit = new Promise<Ended>((resolve) => {
      child.once('close', (code) => resolve({ ...ended, code }));
    });
    return { child, ended, exit };
  };
  return { folder, start };
}

/** Resolves with what `pick` finds, as soon as it finds something. */
export async function until<T>(pick: () => Promise<T | null> | T | null): Promise<T> {
  for (;;) {
    const found = await pick();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const urlIn = (text: string) => /(?:answers|health) at (http:\/\/[^\s"]+)/.exec(text)?.[1] ?? null;

/** The address at which a process answers. @throws with what it said when it ends before. */
export function answering({ child, ended }: Started): Promise<string> {
  return until(() => {
    if (child.exitCode !== null) throw new Error(ended.stdout + ended.stderr);
    return urlIn(ended.stdout);
  });
}
