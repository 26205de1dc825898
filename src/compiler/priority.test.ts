import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as os from 'node:os';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idles, mayIdle } from './testing/policy.ts';

/** Two processors. */
const machine = vi.hoisted(() => ({
  load: 0,
  times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 },
}));
vi.mock('node:os', async (actual) => ({
  ...(await actual<typeof os>()),
  loadavg: () => [machine.load, 0, 0],
  cpus: () => [0, 1].map(() => ({ model: '', speed: 0, times: { ...machine.times } })),
}));

const load = () => import('./priority.ts');
let priority: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  machine.load = 0;
  vi.resetModules();
  priority = await load();
});

const MINUTE = 60_000;

describe('processors that are left over', () => {
  /** Each of the two processors did so for so long, ms. */
  const passes = (what: Partial<typeof machine.times>) => {
    for (const [kind, ms] of Object.entries(what)) machine.times[kind as 'idle'] += ms;
  };

  it('are told by the load at first, and after a long time', () => {
    machine.load = 0.5;
    expect(priority.processorsLeft(0)).toBe(1.5);
    passes({ idle: 2 * MINUTE });
    machine.load = 1.8;
    expect(priority.processorsLeft(2 * MINUTE)).toBeCloseTo(0.2);
  });

  it('are measured from then on: what was idle, and what gave way', () => {
    machine.load = 5;
    priority.processorsLeft(0);
    passes({ user: 500, sys: 400, irq: 100, nice: 600, idle: 400 });
    expect(priority.processorsLeft(2_000)).toBe(1);
    passes({ user: 2_000 });
    expect(priority.processorsLeft(4_000)).toBe(0);
  });

  it('are those of before within a second', () => {
    priority.processorsLeft(0);
    passes({ user: 1_500, idle: 500 });
    expect(priority.processorsLeft(2_000)).toBe(0.5);
    passes({ idle: 500 });
    expect(priority.processorsLeft(2_500)).toBe(0.5);
    passes({ idle: 1_500 });
    expect(priority.processorsLeft(4_000)).toBe(2);
  });
});

describe.skipIf(process.platform !== 'linux')('what gives way', () => {
  it('runs in the time that others leave over', async () => {
    const [file = '', ...rest] = [...(await priority.inIdleTime()), '/bin/sleep', '60'];
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
    machine.load = 2;
    expect(await priority.inIdleTime()).toEqual([]);
  });
});
