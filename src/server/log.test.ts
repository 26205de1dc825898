import { expect, it } from 'vitest';
import { prettyLine, tellError } from './log.ts';

it('writes one line with the fields behind the words', () => {
  const line = prettyLine(
    JSON.stringify({
      level: 30,
      time: 0,
      msg: 'GET /en',
      status: 200,
      ms: 1.5,
      node: { a: 1, b: [2, 'c'] },
    }),
  );
  expect(line).toBe('00:00:00.000 INFO  GET /en status=200 ms=1.5 node.a=1 node.b=2,c\n');
});

it('lets no control characters of logged data through', () => {
  const line = prettyLine(JSON.stringify({ level: 40, time: 0, msg: 'a\u001b[2Jb\nc' }));
  expect(line).toBe('00:00:00.000 WARN  a [2Jb\n  c\n');
});

it('shows a stack for errors only', () => {
  const err = { message: 'no', stack: 'Error: no\n    at x' };
  expect(prettyLine(JSON.stringify({ level: 50, time: 0, msg: 'm', err }))).toContain('at x');
  expect(prettyLine(JSON.stringify({ level: 40, time: 0, msg: 'm', err }))).not.toContain('at x');
});

it('tells of an error its words and its code, and nothing else that hangs on it', () => {
  const err = Object.assign(new Error('no'), { code: '57P01', client: { secretKey: 7 } });
  expect(tellError(err)).toEqual({ type: 'Error', message: 'no', stack: err.stack, code: '57P01' });
  expect(tellError('no')).toBe('no');
});
