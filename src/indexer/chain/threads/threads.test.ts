import { createNodeClient } from '#node/client.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import type { NodeInfo, StateComputeJson, TipsetJson } from '#node/types.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PARTS } from '../../parts/index.ts';
import { collectLog, until } from '../../testing/demo.ts';
import { Faulty, HEAD, START } from '../../testing/faulty.ts';
import { branch } from '../branch.ts';
import { Gatherer } from '../gather.ts';
import { KindSource } from '../kinds.ts';
import { Pace } from '../pace.ts';
import { GatheringHere, type Gathered, type Gathering, type Run } from '../run.ts';
import type { NodeAddress } from './protocol.ts';
import { GatheringThreads } from './threads.ts';

let faulty: Faulty;
let info: NodeInfo;
let tipsets: TipsetJson[];
beforeAll(async () => {
  faulty = await Faulty.start();
  const { node } = faulty.demo;
  info = await node.probe();
  const { signal } = new AbortController();
  tipsets = await Array.fromAsync(branch(node, await node.chainHead(), null, START, signal));
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

function threads(count: number, node: NodeAddress = { url: faulty.proxy.url }): GatheringThreads {
  const { log } = collectLog();
  const started = new GatheringThreads(
    count,
    { node, info, key: tipsets.at(-1)?.Cids ?? [], passHeight: undefined },
    log,
  );
  faulty.closing.push(() => started.close());
  return started;
}

async function here(): Promise<Gathering> {
  // As patient as those of the threads.
  const node = createNodeClient({ url: faulty.proxy.url });
  faulty.closing.push(() => node.close());
  const kinds = new KindSource(node);
  await kinds.learn(tipsets.at(-1)?.Cids ?? []);
  const { log } = collectLog();
  const objects = createNodeObjects(node).urgent;
  return new GatheringHere(new Gatherer({ node, objects, info, kinds, log, pace: new Pace() }));
}

const run = (from: number, to: number): Run => ({
  before: tipsets[from - 1] ?? null,
  parentHeight: tipsets[from - 2]?.Height ?? null,
  tipsets: tipsets.slice(from, to),
  opening: from === 0,
  ahead: false,
});

const outcomes = (
  gathering: Gathering,
  ...runs: Run[]
): Promise<PromiseSettledResult<Gathered>[]> =>
  Promise.allSettled(runs.flatMap((one) => gathering.gather(one)));

/** A contract's code is with the tipset that met it first: which one that is depends on who was sooner answered. */
function takeCodes(outcomes: readonly PromiseSettledResult<Gathered>[]): Map<number, unknown> {
  const at = PARTS.findIndex(({ name }) => name === 'contracts');
  const all = new Map<number, unknown>();
  for (const each of outcomes) {
    if (each.status === 'rejected') continue;
    const { codes } = (each.value.execution?.parts[at] ?? {}) as { codes?: Map<number, unknown> };
    for (const [id, code] of codes ?? []) all.set(id, code);
    codes?.clear();
  }
  return all;
}

it('gather what this thread gathers, whoever gathers which run', async () => {
  const runs = [run(0, 5), run(5, 8), run(8, tipsets.length)];
  const own = await outcomes(await here(), ...runs);
  expect(own.map(({ status }) => status)).toEqual(tipsets.map(() => 'fulfilled'));
  const executions = own.map((each) => each.status === 'fulfilled' && each.value.execution);
  expect(executions.map((execution) => execution !== null)).toEqual(
    tipsets.map((_, index) => index > 0),
  );
  const told = await outcomes(threads(2), ...runs);
  expect(takeCodes(told)).toEqual(takeCodes(own));
  expect(told).toEqual(own);
});

it('fail for the same tipsets by the same errors', async () => {
  const lie = (): void =>
    faulty.proxy.setFaults(() => ({
      kind: 'corrupt',
      change: (method, result) => {
        const { Trace: [first] = [] } = (
          method === 'Filecoin.StateCompute' ? result : {}
        ) as Partial<StateComputeJson>;
        return first && { ...(result as object), Trace: [] };
      },
    }));
  lie();
  const own = await outcomes(await here(), run(0, tipsets.length));
  const failed = own.filter((each) => each.status === 'rejected');
  expect(failed.map(({ reason }) => (reason as Error).name)).toContain('InvariantError');
  expect(failed.length).toBeLessThan(tipsets.length);
  const told = await outcomes(threads(1), run(0, tipsets.length));
  expect(told).toEqual(own);
  for (const [index, each] of told.entries())
    if (each.status === 'rejected')
      expect({ ...(each.reason as Error) }).toEqual({
        ...((own[index] as PromiseRejectedResult).reason as Error),
      });
});

it('tell that the node refuses', async () => {
  faulty.proxy.setFaults(() => ({
    kind: 'refuse',
    error: (method) => (method === 'Filecoin.StateCompute' ? { code: 1, message: 'no' } : null),
  }));
  const [, second] = await outcomes(threads(1), run(0, 2));
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { name: 'NodeError', kind: 'rpc', code: 1, message: 'Filecoin.StateCompute: no' },
  });
});

it('tell that the node lets them wait', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  faulty.proxy.setFaults(() => ({ kind: 'hold', until: held }));
  const waiting = threads(2);
  const asked = outcomes(waiting, run(0, 1));
  await until(() => (waiting.silence()?.ms ?? 0) > 100, 'a silence');
  expect(waiting.silence()?.name).toMatch(/^Filecoin\./);
  answer();
  await asked;
  await until(() => waiting.silence() === null, 'no silence');
});

it('that die fail what they were asked, and are asked no more', async () => {
  const dead = threads(1, { url: 'nowhere' });
  const [first] = await outcomes(dead, run(0, 1));
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'Invalid URL' } });
  expect(await outcomes(dead, run(0, 1))).toEqual([first]);
});

it('that are closed finish nothing', async () => {
  const closed = threads(1);
  const under = outcomes(closed, run(0, HEAD - START));
  await closed.close();
  const statuses = new Set((await under).map(({ status }) => status));
  expect(statuses).toEqual(new Set(['rejected']));
});
