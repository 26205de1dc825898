import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('those that are first come before the others, which have every fourth turn', async () => {
  const pace = new Pace(1, Infinity);
  const order: string[] = [];
  const all = [...'aaa', ...'fffffffff'].map((name, at) =>
    pace.take(1, async () => void order.push(name), name === 'f' && at > 0),
  );
  await Promise.all(all);
  // One had its turn at once.
  expect(order.join('')).toBe('afffafffafff');
});
