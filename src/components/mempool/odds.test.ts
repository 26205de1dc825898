import { expect, it } from 'vitest';
import { oddsOf } from './odds.ts';

const inclusion = [1, 3, 10].map((tipsets) => ({ tipsets, seen: 4, included: 4, share: 1 }));
const offer = { level: 'fast', earlier: 0, missingNonces: [], inclusion } as const;
const given = (change: object): Parameters<typeof oddsOf>[0] => ({
  ...offer,
  missingNonces: [],
  ...change,
});

it('tells how soon such offers got in of a message that could get in', () => {
  expect(oddsOf(given({}), 10)).toBe('shown');
  expect(oddsOf(given({}), 11)).toBe('longer');
});

it('tells nothing of the offer where others of its sender go first', () => {
  expect(oddsOf(given({ earlier: 1 }), 0)).toBe('after');
  expect(oddsOf(given({ missingNonces: [{ from: '1', to: '2' }] }), 0)).toBe('none');
  expect(oddsOf(given({ level: null }), 0)).toBe('none');
});

it('promises no shares where no such offer was seen to come', () => {
  const none = { seen: 0, included: 0, share: null };
  const of = (known: number): Parameters<typeof oddsOf>[0] =>
    given({
      inclusion: inclusion.map((one, index) => (index < known ? one : { ...one, ...none })),
    });
  expect(oddsOf(of(0), 0)).toBe('unknown');
  expect(oddsOf(of(0), 50)).toBe('unknown');
  expect(oddsOf(of(1), 0)).toBe('shown');
  expect(oddsOf({ ...of(0), earlier: 1 }, 0)).toBe('after');
});
