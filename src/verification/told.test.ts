import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Job } from './jobs.ts';
import { createProgress, type ToldJob } from './told.ts';

/** Jobs of which there is one, of this process or another. */
function stand(own: boolean, every?: number) {
  let job: Job | null = {
    id: 'a',
    address: '0x01',
    state: 'queued',
    place: 2,
    seconds: 0,
    answer: null,
    createdAt: 0,
    finishedAt: null,
  };
  let hear: (() => void) | null = null;
  const errors: unknown[] = [];
  const progress = createProgress({
    jobs: {
      find: () => Promise.resolve(job),
      onChange(_, listener) {
        hear = listener;
        return () => (hear = null);
      },
      runs: () => own,
    },
    contractAt: () =>
      Promise.resolve({
        initCode: null,
        byteCode: '0x60',
      } as Partial<ContractDetail> as ContractDetail),
    onError: (error) => errors.push(error),
    ...(every === undefined ? {} : { every }),
  });
  return {
    progress,
    errors,
    heard: () => hear !== null,
    become(change: Partial<Job> | null) {
      job = job && change && { ...job, ...change };
      hear?.();
    },
  };
}

const DONE: Partial<Job> = {
  state: 'done',
  place: null,
  answer: { success: false, errorCode: 4, byteCode: '0x61', match: null, explanation: null },
};

it('tells what changes, and ends with the verdict, whose wanted code is the contract’s', async () => {
  const { progress, become, heard, errors } = stand(true);
  const told: ToldJob[] = [];
  progress.follow('a', (job) => told.push(job));
  await sleep(5);
  // How it stands is known to who follows.
  expect(told).toEqual([]);
  become({ place: 1 });
  await sleep(5);
  become({ seconds: 3 });
  await sleep(5);
  expect(told.map(({ place }) => place)).toEqual([1]);
  become(DONE);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual({
    id: 'a',
    address: '0x01',
    state: 'done',
    place: null,
    seconds: 3,
    verdict: { ...DONE.answer, initCode: '0x60' },
  });
  expect([heard(), errors]).toEqual([false, []]);
  become(null);
  expect(await progress.find('a')).toBeNull();
});

it('looks at a job of another process now and then, until nobody follows it', async () => {
  const { progress, become, heard } = stand(false, 5);
  const told: ToldJob[] = [];
  const stop = progress.follow('a', (job) => told.push(job));
  await sleep(5);
  become({ state: 'compiling', place: null });
  await vi.waitFor(() => expect(told.map(({ state }) => state)).toEqual(['compiling']));
  stop();
  expect(heard()).toBe(false);
  become(DONE);
  await sleep(30);
  expect(told).toHaveLength(1);
});
