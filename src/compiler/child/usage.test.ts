import { expect, it } from 'vitest';
import { processorMs, residentBytes } from './usage.ts';

const MIB = 1024 * 1024;

it.skipIf(process.platform === 'win32')(
  'memory is told as the process itself is told it',
  async () => {
    const held = Buffer.alloc(64 * MIB, 1);
    const bytes = (await residentBytes(process.pid)) ?? 0;
    const own = process.memoryUsage.rss();
    expect(held).toHaveLength(64 * MIB);
    expect(bytes).toBeGreaterThan(64 * MIB);
    expect(Math.abs(bytes - own)).toBeLessThan(own / 4);
  },
);

it.skipIf(process.platform !== 'linux')(
  'time is told as the process itself is told it',
  async () => {
    const own = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    while (own() < 200);
    const before = own();
    const told = (await processorMs(process.pid)) ?? 0;
    expect(told).toBeGreaterThan(100);
    // Two clocks that are moved on by hundredths of a second.
    expect(told).toBeGreaterThanOrEqual(before - 20);
    expect(told).toBeLessThanOrEqual(own() + 20);
  },
);

it('nothing is told of a process that there is not', async () => {
  // Above the highest id that any kernel gives.
  expect(await residentBytes(2 ** 30)).toBeNull();
  expect(await processorMs(2 ** 30)).toBeNull();
});
