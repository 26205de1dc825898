import { expect, it } from 'vitest';
import { residentBytes } from './resident.ts';

const MIB = 1024 * 1024;

it.skipIf(process.platform === 'win32')('is told as the process itself is told it', async () => {
  const held = Buffer.alloc(64 * MIB, 1);
  const bytes = (await residentBytes(process.pid)) ?? 0;
  const own = process.memoryUsage.rss();
  expect(held).toHaveLength(64 * MIB);
  expect(bytes).toBeGreaterThan(64 * MIB);
  expect(Math.abs(bytes - own)).toBeLessThan(own / 4);
});

it('is not told of a process that there is not', async () => {
  // Above the highest id that any kernel gives.
  expect(await residentBytes(2 ** 30)).toBeNull();
});
