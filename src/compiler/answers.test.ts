/** Outputs that are kept, by this process and by the next. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Answers, ONE } from './answers.ts';
import type { CompilerOutput } from './output.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'answers-')), 'outputs');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const KEY = '0.8.23-ab';
const linesOf = (message: string): Buffer =>
  Buffer.from(
    `${JSON.stringify(['error', { severity: 'warning', type: 'W', message, formattedMessage: '' }])}\n["end"]\n`,
  );
const outputOf = (message: string): CompilerOutput => ({
  errors: [{ severity: 'warning', type: 'W', message, formattedMessage: '' }],
  sources: {},
  contracts: [],
});
const add = (answers: Answers, key: string, message: string): Promise<boolean> => {
  const lines = linesOf(message);
  return answers.add(key, { output: outputOf(message), bytes: lines.length }, lines);
};

it('an output is told again, by another process too', async () => {
  const answers = new Answers({ folder });
  expect(await answers.get(KEY)).toBeNull();
  await add(answers, KEY, 'careful');
  expect(await answers.get(KEY)).toEqual(outputOf('careful'));
  const next = new Answers({ folder });
  expect(await next.get(KEY)).toEqual(outputOf('careful'));
  await rm(folder, { recursive: true });
  // From memory.
  expect(await next.get(KEY)).toEqual(outputOf('careful'));
  expect(await new Answers({ folder }).get(KEY)).toBeNull();
});

it('what is no output is compiled again', async () => {
  await add(new Answers({ folder }), KEY, 'careful');
  const [name = ''] = await readdir(folder);
  const cut = linesOf('careful').toString().replace('["end"]\n', '');
  for (const told of [
    Buffer.from('no gzip'),
    gzipSync('no lines'),
    gzipSync(cut),
    gzipSync(linesOf('careful')).subarray(0, 40),
    gzipSync(Buffer.alloc(ONE + 1, ' ')),
  ]) {
    await writeFile(join(folder, name), told);
    expect(await new Answers({ folder }).get(KEY)).toBeNull();
  }
});

it('a folder that cannot be made costs nothing now', async () => {
  await mkdtemp(join(folder, '..', 'x'));
  await writeFile(folder, 'a file');
  const heard: unknown[] = [];
  const answers = new Answers({ folder, onError: (error) => heard.push(error) });
  await add(answers, KEY, 'careful');
  expect(await answers.get(KEY)).toEqual(outputOf('careful'));
  await add(answers, 'another', 'careful');
  // Once is enough.
  expect(heard).toHaveLength(1);
});

it('what is not kept is no error, what cannot be read is', async () => {
  const heard: unknown[] = [];
  const answers = new Answers({ folder, onError: (error) => heard.push(error) });
  expect(await answers.get(KEY)).toBeNull();
  expect(heard).toEqual([]);
  await mkdir(join(folder, `${KEY}.gz`), { recursive: true });
  expect(await answers.get(KEY)).toBeNull();
  expect(heard).toHaveLength(1);
});

it('the ones that were asked for least lately make room', async () => {
  const room = 3 * gzipSync(linesOf('message 0')).length + 20;
  const answers = new Answers({ folder, room });
  const old = (key: string, seconds: number): Promise<void> =>
    utimes(join(folder, `${key}.gz`), new Date(seconds * 1000), new Date(seconds * 1000));
  for (let n = 0; n < 3; n++) {
    await add(answers, `k-${n}`, `message ${n}`);
    await old(`k-${n}`, 1_000 + n);
  }
  // Asked for by a process that has it not in memory.
  await new Answers({ folder }).get('k-0');
  await add(answers, 'k-3', 'message 3');
  expect((await readdir(folder)).sort()).toEqual(['k-0.gz', 'k-2.gz', 'k-3.gz']);
});
