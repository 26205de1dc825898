import { expect, it } from 'vitest';
import { CompilerError } from './errors.ts';
import { Failures } from './failures.ts';

const HOUR = 3_600_000;
const tooLong = new CompilerError('tooLong', 'The compiler took longer than 45 seconds.');

it('an input that was killed is told so again, for an hour', () => {
  let now = 0;
  const failures = new Failures(() => now);
  expect(failures.get('a')).toBeNull();
  failures.add('a', tooLong, 45_000, 45_000);
  now = HOUR / 2;
  const again = failures.get('a');
  expect(again).toMatchObject({ name: 'CompilerError', kind: 'tooLong' });
  expect(again?.message).toMatch(/^The compiler took longer than 45 seconds\. .* in 30 minutes/);
  expect(failures.get('b')).toBeNull();
  now = HOUR;
  expect(failures.get('a')).toBeNull();
});

it('what did not cost all that it may is tried again', () => {
  const failures = new Failures();
  failures.add('stopped', tooLong, 10_000, 45_000);
  failures.add('crashed', new CompilerError('crashed', 'x'), 45_000, 45_000);
  failures.add('left', new Error('The client went away.'), 45_000, 45_000);
  for (const key of ['stopped', 'crashed', 'left']) expect(failures.get(key)).toBeNull();
  failures.add('large', new CompilerError('tooLarge', 'x'), 1_000, 45_000);
  expect(failures.get('large')?.kind).toBe('tooLarge');
});

it('the oldest are forgotten', () => {
  const failures = new Failures();
  for (let at = 0; at <= 2_000; at++) failures.add(String(at), tooLong, 45_000, 45_000);
  expect(failures.get('0')).toBeNull();
  expect(failures.get('1')).not.toBeNull();
});
