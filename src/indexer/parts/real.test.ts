/** What real mainnet tipsets mean to the parts of the index. */
import { expect, it } from 'vitest';
import { codesOf, decode, read, tipsetOf } from '../testing/tipsets.ts';
import { doneBy } from './deals/calls.ts';
import { minerCosts } from './miners/costs.ts';
import { raisedPower } from './miners/growth.ts';
import { sectorActs } from './sectors/acts.ts';

const ofType = (acts: readonly { type: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { type } of acts) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

it.each([
  [
    '2907480.json.gz',
    { post: 32, 'pre-commit': 19, commit: 22 },
    { costs: 86, raised: 1, deals: 91 },
  ],
  [
    '2907520.json.gz',
    { post: 33, 'pre-commit': 33, update: 4, extension: 1, recovery: 1, commit: 25 },
    { costs: 136, raised: 4, deals: 178 },
  ],
])('%s', (file, acts, others) => {
  const fixture = read(file);
  const tipset = tipsetOf(fixture);
  const { executions, calls, undecoded } = decode(fixture, tipset, () => ({
    codes: codesOf(fixture),
  }));
  expect(undecoded).toEqual([]);
  expect(ofType(sectorActs(calls))).toEqual(acts);
  expect({
    costs: minerCosts(tipset, executions, calls).length,
    raised: raisedPower(calls).size,
    deals: doneBy(calls).length,
  }).toEqual(others);
});
