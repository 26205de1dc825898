import pino from 'pino';
import { expect, it } from 'vitest';
import type { Explorer } from '#explorer/index.ts';
import type { IndexStatus } from '#explorer/network/schema.ts';
import { unreadyReason } from './health.ts';
import { Tracker } from './tracker.ts';

const STATUS: IndexStatus = {
  state: 'following',
  reason: null,
  headHeight: 10,
  headKey: ['a'],
  executedHeight: 9,
  finalHeight: 0,
  certifiedHeight: null,
  nodeHeight: 10,
  startHeight: 0,
  opening: null,
  fromHeight: null,
  targetHeight: null,
  progress: null,
  lagEpochs: 0,
  revision: 1,
  besideRevision: 0,
  passed: [],
  recorded: true,
  ended: false,
  clock: { now: 1000, offset: -500 },
  updatedAt: 1,
  price: null,
};

function explorerOf(read: () => Promise<IndexStatus>): Explorer {
  const network = { status: read, facts: async () => null } as Explorer['network'];
  return { network } as Explorer;
}

async function trackerOf(read: () => Promise<IndexStatus>, patienceMs = 60_000) {
  let announce = (): void => undefined;
  const tracker = await Tracker.start({
    explorer: explorerOf(read),
    onHead: (listener) => {
      announce = () => listener({ height: 1, key: '' });
      return () => undefined;
    },
    log: pino({ level: 'silent' }),
    pollMs: 1_000_000,
    patienceMs,
  });
  return { tracker, announce: () => announce() };
}

it('follows heads and the state, and keeps answers while nothing changed', async () => {
  let status = STATUS;
  const { tracker, announce } = await trackerOf(async () => status);
  const versions: string[] = [];
  tracker.onChange((snapshot) => versions.push(snapshot.version));
  const change = async (part: Partial<IndexStatus>) => {
    status = { ...status, ...part };
    announce();
    await tracker.refresh();
    return versions.splice(0).length;
  };
  expect(await change({ updatedAt: 2, clock: { now: 1001, offset: -499 } })).toBe(0);
  expect(tracker.clock().offset).toBe(-499);
  expect(await change({ revision: 2, headHeight: 11 })).toBe(1);
  expect(tracker.snapshot.head).toEqual({ height: 11, key: ['a'], revision: 2 });
  // A provider has another name.
  expect(await change({ besideRevision: 1 })).toBe(1);
  expect(await change({ state: 'waiting', reason: 'The node is away' })).toBe(1);
  expect(await change({ lagEpochs: 1 })).toBe(0);
  expect(await change({ lagEpochs: 5 })).toBe(1);
  // A recording that was started again: ages counted by its former run are wrong.
  expect(await change({ clock: { now: 950, offset: -549 } })).toBe(1);
  expect(await change({ clock: { now: 950, offset: -550 } })).toBe(0);
  tracker.stop();
});

it('sees a change that comes while it reads', async () => {
  let status = STATUS;
  const gates: (() => void)[] = [];
  let slow = false;
  const { tracker } = await trackerOf(async () => {
    const seen = status;
    if (slow) await new Promise<void>((resolve) => gates.push(resolve));
    return seen;
  });
  slow = true;
  const first = tracker.refresh();
  status = { ...STATUS, revision: 7 };
  const second = tracker.refresh();
  while (gates.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  slow = false;
  for (const open of gates) open();
  await Promise.all([first, second]);
  expect(tracker.snapshot.head?.revision).toBe(7);
  tracker.stop();
});

it('outlives a database that is away, and says so', async () => {
  let away = false;
  const { tracker } = await trackerOf(async () => {
    if (away) throw new Error('gone');
    return STATUS;
  });
  const ready = () => unreadyReason(tracker.snapshot, tracker.healthy);
  expect(ready()).toBeNull();
  away = true;
  await tracker.refresh();
  expect(ready()).toBe('The database does not answer');
  away = false;
  await tracker.refresh();
  expect(ready()).toBeNull();
  tracker.stop();
});

it('does not wait for a database that lets it wait, and says so', async () => {
  let answer = (): void => undefined;
  let held: Promise<void> | null = null;
  const { tracker } = await trackerOf(async () => {
    await held;
    return STATUS;
  }, 50);
  expect(tracker.healthy).toBe(true);
  held = new Promise((resolve) => (answer = resolve));
  await tracker.look();
  expect(tracker.healthy).toBe(false);
  answer();
  await tracker.refresh();
  expect(tracker.healthy).toBe(true);
  tracker.stop();
});

it.each([
  [{ headHeight: null }, 'The index is empty'],
  [{ state: 'stopped', reason: 'x' }, 'The indexer has stopped: x'],
  [{ lagEpochs: null }, "The chain's height is not known yet"],
  [{ lagEpochs: 21 }, 'The index is 21 epochs behind the chain'],
  [{ lagEpochs: 20 }, null],
  [{ state: 'ended' }, null],
] as const)('is ready or not: %o', async (part, reason) => {
  const { tracker } = await trackerOf(async () => ({ ...STATUS, ...part }));
  expect(unreadyReason(tracker.snapshot, tracker.healthy)).toBe(reason);
  tracker.stop();
});
