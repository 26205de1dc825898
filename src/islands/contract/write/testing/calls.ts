/** Traces of made-up calls. */
import type { Hex } from 'viem';
import { movesOf, type Moves } from '../moves.ts';
import { stepsOf } from '../trace.ts';

export const who = (digit: string): Hex => `0x${digit.repeat(40)}`;
export const [ME, POOL, COIN, OTHER] = [who('1'), who('2'), who('c'), who('9')];
export const TRUE = `0x${'1'.padStart(64, '0')}`;
export const FALSE = `0x${'0'.repeat(64)}`;

export interface Shape {
  place?: number[];
  from?: string;
  to?: string;
  value?: string;
  input?: string;
  output?: string;
  callType?: string;
  error?: string;
}

/** An entry as Forest writes it. */
export function call(of: Shape): object {
  const { place = [], from = ME, to = POOL, value = '0x0', input = '0x', output = '0x' } = of;
  return {
    type: 'call',
    subtraces: 0,
    traceAddress: place,
    action: { callType: of.callType ?? 'call', from, to, gas: '0x1', value, input },
    result: { gasUsed: '0x1', output },
    ...(of.error === undefined ? {} : { error: of.error }),
  };
}

export const moved = (...trace: object[]): Moves | null => {
  const steps = stepsOf({ output: '0x', stateDiff: null, trace });
  return steps === null ? null : movesOf(steps);
};
