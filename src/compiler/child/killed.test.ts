import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { fakeCompiler, tellingCompiler } from '../testing/fake.ts';
import { compile, failure, fairFailure, NEWEST } from '../testing/run.ts';

const MIB = 1024 * 1024;

/** What a process was started with; empty when there is none. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('an endless loop is killed', async () => {
  const { kind, message } = await fairFailure(() =>
    compile(fakeCompiler('for (;;);'), undefined, { milliseconds: 1_500 }),
  );
  expect(kind).toBe('tooLong');
  expect(message).toBe('The compiler took longer than 1.5 seconds.');
});

it.skipIf(process.platform !== 'linux')('one that could hardly run is told so', async () => {
  const waiting = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return ""';
  const { kind, message } = await failure(
    compile(fakeCompiler(waiting), undefined, { milliseconds: 2_000 }),
  );
  expect(kind).toBe('tooBusy');
  expect(message).toMatch(/^The compiler took longer than 2 seconds, .* for 0\.\d of them\./);
});

it.each([
  ['buffers', 'const kept = []; for (;;) kept.push(new Uint8Array(1 << 24).fill(1));'],
  ['objects', 'const kept = []; for (;;) kept.push({ some: [kept.length] });'],
  [
    'text',
    'let text = "a"; const kept = []; for (;;) { text = (text + text).slice(0, 1e8); kept.push([...text]); }',
  ],
])('a compiler that takes memory as %s is killed', async (_, body) => {
  const { kind } = await failure(
    compile(fakeCompiler(body), undefined, { residentBytes: 300 * MIB }),
  );
  expect(kind).toBe('tooLarge');
});

it.each([
  ['one text', 'return "a".repeat(300 * 1024 * 1024);'],
  [
    'many contracts',
    'const one = { metadata: "a".repeat(100_000) }; const contracts = {}; for (let i = 0; i < 500; i++) contracts[i] = { i: one }; return JSON.stringify({ contracts });',
  ],
])('output without end is cut off: %s', async (_, body) => {
  const { kind, message } = await failure(
    compile(fakeCompiler(body), undefined, { outputBytes: 8 * MIB }),
  );
  expect([kind, message]).toEqual([
    'outputTooLarge',
    "The compiler's output is longer than 8 MiB.",
  ]);
});

it('a contract whose output alone keeps others waiting is refused', async () => {
  const { kind, message } = await failure(
    compile(tellingCompiler('return "a".repeat(5 * 1024 * 1024)')),
  );
  expect([kind, message]).toEqual(['outputTooLarge', "A contract's output is longer than 4 MiB."]);
});

it('whoever gives up kills it', async () => {
  const stop = new AbortController();
  const work = compile(fakeCompiler('for (;;);'), undefined, {}, stop.signal);
  setTimeout(() => stop.abort(new Error('enough')), 200);
  await expect(work).rejects.toThrow('enough');
  await expect(compile(NEWEST, undefined, {}, stop.signal)).rejects.toThrow('enough');
});

/** A process that runs an endless compiler, and the compiler's. */
async function endless() {
  const modules = ['child/run.ts', 'limits.ts', 'testing/fake.ts'].map((file) =>
    JSON.stringify(new URL(`../${file}`, import.meta.url)),
  );
  const script = `
    const [{ run }, { LIMITS }, { fakeCompiler }] = await Promise.all([${modules.map((file) => `import(${file})`).join()}]);
    void run({ compiler: fakeCompiler('for (;;);'), input: Buffer.from('{}'), limits: LIMITS });
    console.log('started');
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(parent.stdout, 'data');
  const children = `/proc/${parent.pid}/task/${parent.pid}/children`;
  await until(() => commandOf(Number(readFileSync(children, 'utf8'))).includes('child.ts'));
  return { parent, pid: Number(readFileSync(children, 'utf8')) };
}

it('it dies with the process that started it', async () => {
  const { parent, pid } = await endless();
  parent.kill('SIGKILL');
  await until(() => !commandOf(pid).includes('child.ts'));
});

/** Whether Linux shares the processors out by session. */
function hasAutogroups(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

it.skipIf(!hasAutogroups())('its session gives way to that of the pages', async () => {
  const { parent, pid } = await endless();
  try {
    const group = () => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
    await vi.waitFor(() => expect(group()).toMatch(/nice [1-9]/), 3_000);
  } finally {
    parent.kill('SIGKILL');
  }
});
