import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as os from 'node:os';
import { availableParallelism } from 'node:os';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inIdleTime } from './priority.ts';
import { idles, mayIdle } from './testing/policy.ts';

const machine = vi.hoisted(() => ({ load: 0 }));
vi.mock('node:os', async (actual) => ({
  ...(await actual<typeof os>()),
  loadavg: () => [machine.load, 0, 0],
}));
beforeEach(() => {
  machine.load = 0;
});

describe.skipIf(process.platform !== 'linux')('what gives way', () => {
  it('runs in the time that others leave over', async () => {
    const [file = '', ...rest] = [...(await inIdleTime()), '/bin/sleep', '60'];
    const child = spawn(file, rest, { stdio: 'ignore' });
    try {
      const { pid = 0 } = child;
      await vi.waitFor(() =>
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/^[^\0]*sleep/),
      );
      expect(idles(pid)).toBe(mayIdle());
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('has a share of its own where none is left over', async () => {
    machine.load = 2 * availableParallelism();
    expect(await inIdleTime()).toEqual([]);
  });
});
