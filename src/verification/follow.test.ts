import { expect, it, vi } from 'vitest';
import { adoptNew } from './keep.ts';
import { followContracts, type FollowOptions } from './follow.ts';

vi.mock('./keep.ts', () => ({ adoptNew: vi.fn() }));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Minutes at which contracts of unknown creation are looked at, a head coming every five. */
async function lookedAt(days: number, adoptsAt: number): Promise<number[]> {
  type Store = FollowOptions['store'];
  let tell: Parameters<Store['onHead']>[0] = () => {};
  let time = 0;
  const looked: number[] = [];
  vi.mocked(adoptNew).mockImplementation((_store, _from, unknown) => {
    if (unknown) looked.push(time / MINUTE);
    return Promise.resolve(time === adoptsAt);
  });
  const onHead: Store['onHead'] = (listener) => {
    tell = listener;
    return () => {};
  };
  const stop = followContracts({
    store: { onHead } as Store,
    onChange: () => {},
    onError: (error) => expect.unreachable(String(error)),
    now: () => time,
  });
  for (let height = 0; time < days * DAY; time += 5 * MINUTE) {
    tell({ height: height++, key: '' });
    await vi.waitFor(() => expect(adoptNew).toHaveBeenCalledTimes(height));
    await new Promise(setImmediate);
  }
  await stop();
  vi.mocked(adoptNew).mockReset();
  return looked;
}

it('lets contracts of unknown creation be ever longer, up to a day', async () => {
  const looked = await lookedAt(6, -1);
  expect(looked.slice(0, 5)).toEqual([0, 10, 30, 70, 150]);
  const pauses = looked.slice(1).map((at, index) => at - (looked[index] ?? 0));
  expect(Math.max(...pauses)).toBe(24 * 60);
  expect(pauses.slice(-2)).toEqual([24 * 60, 24 * 60]);
});

it('looks at them soon again where one was verified', async () => {
  const looked = await lookedAt(1, 150 * MINUTE);
  expect(looked.slice(4, 8)).toEqual([150, 310, 320, 340]);
});
