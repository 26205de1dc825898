import { describe, expect, it } from 'vitest';
import { NOTHING_OLDER } from '../../fold/older.ts';
import { emptyFacts } from '../../fold/tables.ts';
import { StateView } from '../../fold/state.ts';
import { aTipset, executed } from '../../testing/units.ts';
import type { FoldContext } from '../part.ts';
import type { Invocation } from './decode.ts';
import { countCall, countDay, dayOf, EVER, SLIDING, slide, windowCounter } from './usage.ts';

const TABLES = [
  'counter',
  'contract_user',
  'contract_hour',
  'contract_window',
  'contract_day',
  'fevm_day',
] as const;

/** 2023-11-14, some hour. */
const FIRST_HOUR = 472_222;

function everything(): StateView {
  const view = new StateView();
  for (const table of TABLES) view.cover(table, 'all');
  return view;
}

function contextAt(view: StateView, hour: number): FoldContext {
  const tipset = { ...aTipset(1), timestamp: hour * 3_600 + 17 };
  const unit = { tipset, executed: executed(1, {}), older: NOTHING_OLDER, parts: [] };
  return { view, rows: emptyFacts(), unit, seqs: [] };
}

type Call = Invocation & { hour: number };

function play(view: StateView, calls: readonly Call[], lastHour: number): void {
  for (const call of calls) {
    const context = contextAt(view, call.hour);
    slide(context);
    countCall(context, call);
    countDay(context, 0, [call]);
  }
  slide(contextAt(view, lastHour));
}

/** A generator of its own, so that a failure can be played again. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

function randomCalls(seed: number, count: number): Call[] {
  const random = numbers(seed);
  const next = (below: number): number => (random.next().value >> 8) % below;
  let hour = FIRST_HOUR;
  return Array.from({ length: count }, () => {
    // Mostly hours, sometimes months.
    hour += next(10) === 0 ? next(3_000) : next(9);
    return { contract: 100 + next(3), user: next(7), fee: BigInt(next(1_000)), hour };
  });
}

describe('windows', () => {
  it.each([1, 2, 3, 4, 5, 6])('are what a count of all calls gives (%i)', (seed) => {
    const calls = randomCalls(seed, 250);
    const last = (calls.at(-1)?.hour ?? FIRST_HOUR) + seed * 7;
    const view = everything();
    play(view, calls, last);
    for (const hours of [EVER, ...SLIDING]) {
      let listed = 0;
      for (const contract of [100, 101, 102]) {
        const inside = calls.filter(
          (call) => call.contract === contract && (hours === EVER || call.hour > last - hours),
        );
        const row = view.get('contract_window', contract, hours);
        if (inside.length > 0) listed++;
        expect([hours, contract, row?.calls ?? 0, row?.users ?? 0, row?.fees ?? '0']).toEqual([
          hours,
          contract,
          inside.length,
          new Set(inside.map((call) => call.user)).size,
          inside.reduce((sum, call) => sum + call.fee, 0n).toString(),
        ]);
      }
      expect(view.get('counter', windowCounter(hours))?.value ?? 0).toBe(listed);
    }
    const kept = [...view.dump().keys()].filter((key) => key.startsWith('contract_hour:'));
    const hours = kept.map((key) => Number(key.split(/[:/]/)[1]));
    expect(hours.every((hour) => hour > last - 8_760)).toBe(true);
  });
});

describe('days', () => {
  it('have their distinct users, and carry the sums', () => {
    const calls = randomCalls(9, 120);
    const view = everything();
    play(view, calls, calls.at(-1)?.hour ?? 0);
    for (const day of new Set(calls.map((call) => dayOf(call.hour)))) {
      const own = calls.filter((call) => dayOf(call.hour) === day);
      const upTo = calls.filter((call) => dayOf(call.hour) <= day);
      expect(view.get('fevm_day', day)).toMatchObject({
        calls: own.length,
        calls_total: upTo.length,
        fees_total: upTo.reduce((sum, call) => sum + call.fee, 0n).toString(),
      });
      for (const contract of new Set(own.map((call) => call.contract))) {
        const users = own.filter((call) => call.contract === contract).map(({ user }) => user);
        expect(view.get('contract_day', contract, day)?.users).toBe(new Set(users).size);
      }
    }
  });

  it('undo like everything else', () => {
    const calls = randomCalls(11, 60);
    const view = everything();
    play(view, calls.slice(0, 40), calls[39]?.hour ?? 0);
    const before = JSON.stringify([...view.dump()].sort());
    view.begin();
    play(view, calls.slice(40), (calls.at(-1)?.hour ?? 0) + 500);
    expect(JSON.stringify([...view.dump()].sort())).not.toBe(before);
    view.revert(view.end());
    expect(JSON.stringify([...view.dump()].sort())).toBe(before);
  });
});
