import { expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

it('runs once for many requests, once more for those that came meanwhile, never twice at once', async () => {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const pace = paced(async () => {
    most = Math.max(most, (running += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  }, 1);
  pace.request();
  pace.request();
  pace.request();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  pace.stop();
  pace.request();
  ends[1]?.();
  await vi.waitFor(() => expect(running).toBe(0));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([ends.length, most]).toEqual([2, 1]);
});
