import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CompilerError, type CompilerErrorKind } from '#compiler/errors.ts';
import { parseAnyRequest } from '#contracts/request/any.ts';
import { compileSources } from '#contracts/testing/solc.ts';
import { attempt, compileTime, type Step } from './attempt.ts';
import { compareNow, type Compare } from './workshop/compare.ts';
import { createWorkshop, type Workshop } from './workshop/workshop.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attempt-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('tells its steps, and compiles nothing a second time', async () => {
  const workshop = createWorkshop({ dataDir: folder, registry: null });
  const request = parseAnyRequest({
    compilerVersion: 'v0.8.23+commit.f704f362',
    sources: { 'A.sol': { content: 'contract A { uint public x; }' } },
  });
  const chain = { by: 'creation', code: new Uint8Array([0x60, 0x80, 0x60, 0x40]) } as const;
  const run = async () => {
    const steps: Step[] = [];
    const { outcome } = await attempt(workshop, request, chain, {
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

it('makes what the first file needs before all else', async () => {
  const workshop = createWorkshop({ dataDir: folder, registry: null });
  const { request, compilation } = compileSources(
    { 'A.sol': 'contract A { uint public x; }', 'B.sol': 'contract B { uint public y; }' },
    {},
  );
  const made = async (name: string) => {
    const code = compilation.contracts.find((each) => each.name === name)?.creation.bytes;
    const selections: string[][] = [];
    const result = await attempt(
      {
        compare: workshop.compare,
        compile(version, text, options) {
          const { settings } = JSON.parse(text) as { settings: { outputSelection: object } };
          selections.push(Object.keys(settings.outputSelection));
          return workshop.compile(version, text, options);
        },
      },
      request,
      { by: 'creation', code: code ?? new Uint8Array() },
      { client: 'test' },
    );
    expect(result).toMatchObject({ outcome: 'verified', match: { contract: { name } } });
    return selections;
  };
  expect(await made('A')).toEqual([['A.sol']]);
  expect(await made('B')).toEqual([['A.sol'], ['*']]);
});

describe('the compilers of a request', () => {
  afterEach(() => vi.useRealTimers());

  const unnamed = parseAnyRequest({
    compilerVersion: 'v0.8.23+commit.f704f362',
    sources: {
      'A.sol': { content: 'contract A { uint public x; }' },
      'B.sol': { content: 'contract B { }' },
    },
  });
  // Code without a trailer, and a file that the nearest contract does not need: two more ways to compile.
  const request = { ...unnamed, target: { file: 'A.sol', name: 'A' } };
  const chain = { by: 'creation', code: new Uint8Array([0x60, 0x80, 0x60, 0x40]) } as const;
  const bytecode = { object: '6080604052', linkReferences: {}, immutableReferences: {} };
  const contract = { abi: [], metadata: '', evm: { bytecode, deployedBytecode: bytecode } };
  const output = { key: 'A', errors: [] };

  // A process has no part in made-up time.
  const compare: Compare = async (_, ...given) =>
    compareNow({ contracts: { 'A.sol': { A: contract } } }, ...given);

  /** How long each took that was begun when every one takes so long, and what came of the request. */
  async function run(
    durations: readonly number[],
    time = compileTime(),
    outOfTime: CompilerErrorKind = 'tooLong',
  ) {
    vi.useFakeTimers();
    const took: number[] = [];
    const workshop: Pick<Workshop, 'compile' | 'compare'> = {
      compare,
      async compile(_, __, { milliseconds = 0, onStart }) {
        const waits = durations[took.length] ?? 0;
        // Waiting for its turn.
        await new Promise((resolve) => setTimeout(resolve, 100_000));
        const began = performance.now();
        onStart?.();
        try {
          await new Promise((resolve) => setTimeout(resolve, Math.min(waits, milliseconds)));
          if (waits > milliseconds) throw new CompilerError(outOfTime, 'It took too long.');
        } finally {
          took.push(Math.round(performance.now() - began));
        }
        return output;
      },
    };
    const work = attempt(workshop, request, chain, { client: 'test', time }).then(
      ({ outcome }) => outcome,
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(1_000_000);
    return { took, came: await work };
  }

  it('may run as often as there are ways', async () => {
    expect(await run([1000, 2000, 3000])).toEqual({ took: [1000, 2000, 3000], came: 'mismatch' });
  });

  it('together have the time of one, and the first one’s answer stands', async () => {
    const all = await run([20_000, 20_000, 20_000]);
    expect(all).toEqual({ took: [20_000, 20_000, 5000], came: 'mismatch' });
    for (const kind of ['tooLong', 'tooBusy'] as const)
      expect(await run([30_000, 60_000], compileTime(), kind)).toEqual({
        took: [30_000, 15_000],
        came: 'mismatch',
      });
  });

  it('have that time once, also of a request that comes again', async () => {
    const time = compileTime();
    await run([10_000, 10_000, 10_000], time);
    expect(await run([500, 30_000], time)).toEqual({ took: [500, 14_500], came: 'mismatch' });
  });

  it('are not begun with hardly any time left', async () => {
    expect(await run([44_000])).toEqual({ took: [44_000], came: 'mismatch' });
  });

  it('are told of when the first one has no end', async () => {
    const { took, came } = await run([60_000]);
    expect(took).toEqual([45_000]);
    expect(came).toMatchObject({ kind: 'tooLong', message: 'It took too long.' });
  });
});
