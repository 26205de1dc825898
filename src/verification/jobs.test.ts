import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { CompilerError } from '#compiler/errors.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { readAnswer } from './jobRows.ts';
import { createJobs, JobRefused, type Job, type Jobs } from './jobs.ts';
import type { Verification } from './verification.ts';

const REQUEST: AddressedRequest = {
  address: '0x01',
  request: {
    compiler: 'v0.8.23+commit.f704f362',
    input: {
      sources: new Map(),
      settings: {
        optimizer: null,
        evmVersion: null,
        viaIR: false,
        libraries: new Map(),
        remappings: [],
        metadata: null,
        revertStrings: null,
      },
    },
    target: { file: null, name: null },
    constructorArguments: null,
    license: null,
  },
};
const SUCCESS = {
  success: true,
  errorCode: 0,
  contractName: 'A',
  initCode: '0x60',
  abi: [],
} as const;

/** A verification that goes on when it is told to. */
class Stub implements Verification {
  readonly #waiting: ((fail?: unknown) => void)[] = [];

  #place: ((place: number) => void) | undefined;

  async verify(...[read, { onStep, onPlace, signal }]: Parameters<Verification['verify']>) {
    read();
    this.#place = onPlace;
    onStep?.('compiling');
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      this.#waiting.push((fail) => (fail === undefined ? resolve() : reject(fail as Error)));
    });
    return { answer: SUCCESS, match: { kind: 'full', by: 'creation' } as const, explanation: null };
  }

  /** The newest one waits for a compiler. */
  place(place: number): void {
    this.#place?.(place);
  }

  /** The oldest one ends; `fail`: by an error. */
  end(fail?: unknown): void {
    this.#waiting.shift()?.(fail);
  }
}

async function until(jobs: Jobs, id: string, state: Job['state']): Promise<Job> {
  for (;;) {
    const job = await jobs.find(id);
    if (job?.state === state) return job;
    await sleep(5);
  }
}

it('keep what may be taken instead of a compiler that cannot be had', () => {
  const answer = {
    success: false,
    errorCode: 3,
    errorMsg: 'not installed',
    nearestCompilers: ['v0.8.23+commit.f704f362'],
    match: null,
    explanation: null,
  };
  expect(readAnswer(JSON.stringify(answer))).toEqual(answer);
});

eachDatabase((open) => {
  it('are told how far they are, and what came of them, by every process', async () => {
    const store = await open();
    const stub = new Stub();
    const failures: unknown[] = [];
    let now = 1_700_000_000_000;
    const make = () =>
      createJobs({
        store,
        verification: stub,
        onError: (error) => failures.push(error),
        now: () => now,
      });
    const [jobs, others] = [make(), make()];
    const id = await jobs.start(REQUEST, 'a');
    expect(await until(others, id, 'compiling')).toMatchObject({ address: '0x01', answer: null });
    now += 2000;
    stub.end();
    // Init code and ABI are told with the contract.
    expect(await until(others, id, 'done')).toEqual({
      id,
      address: '0x01',
      state: 'done',
      place: null,
      seconds: null,
      answer: {
        success: true,
        errorCode: 0,
        contractName: 'A',
        match: { kind: 'full', by: 'creation' },
        explanation: null,
      },
      createdAt: 1_700_000_000,
      finishedAt: 1_700_000_002,
    });
    expect(await others.find('x')).toBeNull();
    expect(await others.find('00000000-0000-0000-0000-000000000000')).toBeNull();

    const broken = await jobs.start(REQUEST, 'a');
    await until(others, broken, 'compiling');
    stub.end(new Error('a bug'));
    expect((await until(others, broken, 'done')).answer).toBeNull();
    expect(failures).toEqual([new Error('a bug')]);

    now += 86_400_000;
    expect(await others.find(id)).toBeNull();
    await jobs.close();
  });

  it('wait for compilers that are busy, as long as they may last', async () => {
    const store = await open();
    const stub = new Stub();
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(error);
    const busy = new CompilerError('queueFull', 'full', { retryAfter: 1 });
    const jobs = createJobs({ store, verification: stub, onError });
    const id = await jobs.start(REQUEST, 'a');
    await until(jobs, id, 'compiling');
    stub.end(busy);
    expect((await until(jobs, id, 'queued')).answer).toBeNull();
    await until(jobs, id, 'compiling');
    stub.end();
    expect((await until(jobs, id, 'done')).answer).toMatchObject({ success: true });

    // The process may end meanwhile.
    const closed = await jobs.start(REQUEST, 'a');
    await until(jobs, closed, 'compiling');
    stub.end(busy);
    await until(jobs, closed, 'queued');
    await jobs.close();
    expect(await jobs.find(closed)).toMatchObject({ state: 'done', answer: null });

    const times = new Set<unknown>();
    const verification: Verification = {
      verify(_, { time }) {
        times.add(time);
        return Promise.reject(busy);
      },
    };
    const short = createJobs({ store, verification, onError, most: 1500 });
    const late = await short.start(REQUEST, 'a');
    expect((await until(short, late, 'done')).answer).toEqual({
      success: false,
      errorCode: 7,
      errorMsg: 'The compilers were busy for five minutes. Try again later.',
      match: null,
      explanation: null,
    });
    // All that it asks for has the compile time of one request.
    expect(times.size).toBe(1);
    expect(failures).toEqual([]);
    await short.close();
  });

  it('tell where they wait and for how long, and are cancelled by any process', async () => {
    const store = await open();
    const stub = new Stub();
    const failures: unknown[] = [];
    let now = 1_700_000_000_000;
    const options = { store, onError: (error: unknown) => failures.push(error), now: () => now };
    const jobs = createJobs({ ...options, verification: stub });
    const others = createJobs({ ...options, verification: stub });
    const id = await jobs.start(REQUEST, 'a');
    await until(jobs, id, 'compiling');
    let changes = 0;
    jobs.onChange(id, () => (changes += 1));
    stub.place(2);
    now += 3_000;
    expect(await jobs.find(id)).toMatchObject({ state: 'queued', place: 2, seconds: 3 });
    stub.place(1);
    expect(await jobs.find(id)).toMatchObject({ state: 'queued', place: 1, seconds: 3 });
    expect([changes, jobs.runs(id), others.runs(id)]).toEqual([2, true, false]);
    expect(await others.find(id)).toMatchObject({ place: null, seconds: null });

    expect(await jobs.cancel(id)).toBe(true);
    await vi.waitFor(() => expect(jobs.runs(id)).toBe(false));
    expect(await jobs.find(id)).toMatchObject({ state: 'done', answer: null });
    expect([await jobs.cancel(id), await jobs.cancel('x')]).toEqual([false, false]);
    expect(changes).toBe(3);

    // The process that works on it sees so by its next beat.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const far = await jobs.start(REQUEST, 'a');
    await until(jobs, far, 'compiling');
    expect(await others.cancel(far)).toBe(true);
    expect(jobs.runs(far)).toBe(true);
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(jobs.runs(far)).toBe(false));
    expect(await others.find(far)).toMatchObject({ state: 'done', answer: null });
    expect(failures).toEqual([]);
    await jobs.close();
  });

  it('of a process that ended are told as ended', async () => {
    const store = await open();
    const stub = new Stub();
    let now = 1_700_000_000_000;
    const options = { store, verification: stub, onError: () => undefined, now: () => now };
    const jobs = createJobs(options);
    const id = await jobs.start(REQUEST, 'a');
    await until(jobs, id, 'compiling');
    now += 100_000;
    expect(await createJobs(options).find(id)).toMatchObject({ state: 'done', answer: null });
    await jobs.close();
    expect(await jobs.find(id)).toMatchObject({ state: 'done', answer: null });
    await expect(jobs.start(REQUEST, 'a')).rejects.toThrow(JobRefused);
  });

  it('are bounded by client, and old ones forgotten', async () => {
    const store = await open();
    const stub = new Stub();
    let now = 1_700_000_000_000;
    const jobs = createJobs({
      store,
      verification: stub,
      onError: () => undefined,
      now: () => (now += 1000),
    });
    const running: string[] = [];
    const endOldest = async (): Promise<string> => {
      const id = running.shift() ?? '';
      stub.end();
      await until(jobs, id, 'done');
      return id;
    };
    const other = await jobs.start(REQUEST, 'b');
    running.push(other);
    await endOldest();
    for (let at = 0; at < 3; at++) running.push(await jobs.start(REQUEST, 'a'));
    await expect(jobs.start(REQUEST, 'a')).rejects.toThrow(JobRefused);
    const first = await endOldest();
    for (let at = 0; at < 25; at++) {
      running.push(await jobs.start(REQUEST, 'a'));
      await endOldest();
    }
    expect(await jobs.find(first)).toBeNull();
    expect(await jobs.find(other)).not.toBeNull();
    await jobs.close();
  });
});
