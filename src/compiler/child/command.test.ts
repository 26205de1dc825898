import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type * as os from 'node:os';
import { availableParallelism } from 'node:os';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { command } from './command.ts';

const machine = vi.hoisted(() => ({ load: 0 }));
vi.mock('node:os', async (actual) => ({
  ...(await actual<typeof os>()),
  loadavg: () => [machine.load, 0, 0],
}));
beforeEach(() => {
  machine.load = 0;
});

/** Whether a process may choose to run in what others leave over, which some containers forbid. */
const may = (): boolean => {
  try {
    execFileSync('/usr/bin/chrt', ['--idle', '0', '/bin/true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
/** Of sched(7), as /proc/…/stat has it in its field 41. */
const SCHED_IDLE = '5';

/** The scheduling policy of what is started so. */
async function policyOf({ file, arguments: list }: Awaited<ReturnType<typeof command>>) {
  const child = spawn(file, list, { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    await vi.waitFor(() =>
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toMatch(/^[^\0]*node/),
    );
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38];
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

describe.skipIf(!existsSync('/usr/bin/chrt'))('the command of a compilation', () => {
  // Its arguments promise a compiler that never comes: it waits for it.
  const waiting = () => command(1 << 30, [1, 1, 1, 60_000]);

  it('runs in the time that others leave over', async () => {
    expect((await policyOf(await waiting())) === SCHED_IDLE).toBe(may());
  });

  it('has a share of its own where none is left over', async () => {
    machine.load = 2 * availableParallelism();
    expect(await policyOf(await waiting())).not.toBe(SCHED_IDLE);
  });
});
