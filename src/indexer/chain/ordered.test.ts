import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapOrdered } from './ordered.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) yield n;
}

const never = new AbortController().signal;

describe('mapping a stream in order', () => {
  it('keeps the order and works on several at once, but no more', async () => {
    let running = 0;
    let most = 0;
    const results: number[] = [];
    const mapped = mapOrdered(
      numbers(20),
      () => 4,
      never,
      async (n) => {
        most = Math.max(most, ++running);
        await sleep((20 - n) % 5);
        running--;
        return n * 2;
      },
    );
    for await (const result of mapped) results.push(result);
    expect(results).toEqual(Array.from({ length: 20 }, (_, n) => n * 2));
    expect(most).toBe(4);
  });

  it('hands out what came before an error', async () => {
    const results: number[] = [];
    const mapped = mapOrdered(
      numbers(9),
      () => 4,
      never,
      async (n) => {
        if (n === 5) throw new Error('five');
        await sleep(3);
        return n;
      },
    );
    await expect(async () => {
      for await (const result of mapped) results.push(result);
    }).rejects.toThrow('five');
    expect(results).toEqual([0, 1, 2, 3, 4]);
  });

  it('waits for nothing once it is aborted', async () => {
    const abort = new AbortController();
    const mapped = mapOrdered(
      numbers(3),
      () => 2,
      abort.signal,
      () => new Promise<never>(() => {}),
    );
    const next = mapped.next();
    abort.abort(new Error('stop'));
    await expect(next).rejects.toThrow('stop');
  });
});
