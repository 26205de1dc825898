import { expect, test } from 'vitest';
import { recordedTime, type RecordedClock } from './clock.ts';

const SEEN = 1_000_000;
const CLOCK: RecordedClock = {
  genesisTimestamp: 500,
  epochSeconds: 30,
  headHeight: 10,
  nodeHeight: 100,
  headSeenAt: new Date(SEEN),
  ended: false,
};

test.each([
  ['stands at the head of the node while the index fills', {}, SEEN, 500 + 3000],
  ['counts on', {}, SEEN + 45_900, 500 + 3000 + 45],
  ['goes an epoch beyond the end at most', { ended: true }, SEEN + 45_900, 500 + 3000 + 30],
  ['never goes back behind the head', {}, SEEN - 5000, 500 + 3000],
  ['is the index’s without a node', { nodeHeight: null }, SEEN, 500 + 300],
  ['is the node’s without an index', { headHeight: null }, SEEN, 500 + 3000],
  ['is unknown without a head', { headHeight: null, nodeHeight: null }, SEEN, null],
] as const)('the clock of a recording %s', (_, part, now, expected) => {
  expect(recordedTime({ ...CLOCK, ...part }, now)).toBe(expected);
});
