import { expect, it } from 'vitest';
import { z } from 'zod';
import { RequestError, SAID } from '#contracts/request/error.ts';
import { mapOf, read, text } from '#contracts/request/fields.ts';
import { parseAnyRequest } from '#contracts/request/any.ts';
import { requestWords } from './requestWords.ts';

it('has words for every sentence of the parsers in every language', () => {
  for (const said of Object.values(SAID)) {
    const error = new RequestError('invalid', said, 'at');
    const [en, zh, ko] = (['en', 'zh', 'ko'] as const).map((to) => requestWords(error, to));
    expect(en).toBe(`at: ${said}`);
    expect(zh).toMatch(/^at: .*\p{sc=Han}/u);
    expect(ko).toMatch(/^at: .*\p{sc=Hangul}/u);
  }
});

function refusalOf(work: () => unknown): RequestError {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('it is no error');
}

it('words what schemas find, in parts of values too, by what the value is', () => {
  const schema = z.object({ files: mapOf(z.object({ content: z.string() }), 2) });
  const inner = refusalOf(() => read(schema, { files: { 'a.sol': { content: 7 } } }));
  expect(requestWords(inner, 'en')).toBe(
    'files › a.sol › content: Invalid input: expected string, received number',
  );
  expect(requestWords(inner, 'zh')).toContain('实际接收 数字');
  expect(requestWords(inner, 'ko')).toContain('받은 타입은 number');
  const long = refusalOf(() => read(z.object({ name: text }), { name: 'x'.repeat(600) }));
  expect([long.problem, requestWords(long, 'zh')]).toEqual([
    'tooLarge',
    expect.stringContaining('<=512'),
  ]);
  const version = refusalOf(() => parseAnyRequest({ sources: { a: '1' }, compilerVersion: 'x' }));
  expect(requestWords(version, 'ko')).toBe('x: 컴파일러 버전이 아닙니다');
});
