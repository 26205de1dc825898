import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompiler } from '#compiler/compiler.ts';
import { parseAnyRequest } from '#contracts/request/any.ts';
import { attempt, type Step } from './attempt.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attempt-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('tells its steps, and compiles nothing a second time', async () => {
  const compiler = createCompiler({ dataDir: folder, registry: null });
  const request = parseAnyRequest({
    compilerVersion: 'v0.8.23+commit.f704f362',
    sources: { 'A.sol': { content: 'contract A { uint public x; }' } },
  });
  const chain = { by: 'creation', code: new Uint8Array([0x60, 0x80, 0x60, 0x40]) } as const;
  const run = async () => {
    const steps: Step[] = [];
    const { outcome } = await attempt(compiler, request, chain, {
      client: 'test',
      onStep: (step) => steps.push(step),
    });
    expect(outcome).toBe('mismatch');
    return steps;
  };
  const first = await run();
  expect(first.slice(0, 2)).toEqual(['compiling', 'comparing']);
  expect(await run()).toEqual(first.filter((step) => step === 'comparing'));
});
