import { EventEmitter } from 'node:events';
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { CompilerError } from '#compiler/errors.ts';
import { Queue } from '#compiler/queue.ts';
import { createLog } from '../log.ts';
import type { FromPrimary, FromWorker } from './messages.ts';
import { type Forked, Primary } from './primary.ts';
import { Worker } from './worker.ts';

/** A process that is forked: its end as the primary has it; `begin` makes the worker, in this process. */
function forked() {
  const told = new EventEmitter<{ message: [FromWorker]; exit: [number | null, string | null] }>();
  const heard = new EventEmitter<{ message: [FromPrimary] }>();
  const stop = vi.fn(() => void told.emit('exit', 0, null));
  const die = () => void told.emit('exit', null, 'SIGKILL');
  const end: Forked = {
    send: (message) => heard.emit('message', message),
    isConnected: () => true,
    process: { kill: die },
    on: (_event, listener) => told.on('message', listener),
    once: (_event, listener) => told.once('exit', listener),
  };
  const begin = () => {
    const worker = new Worker(2, stop, {
      send: (message) => void told.emit('message', message),
      onMessage: (listener) => void heard.on('message', listener),
    });
    return { worker, stop, die };
  };
  return { end, begin, die };
}

const twoOf = (fork: () => Forked, registry = new Registry(), queue = new Queue()) =>
  new Primary({ count: 2, log: createLog('silent', false), registry, queue, fork });

async function several(queue = new Queue({ slots: 1 })) {
  const all: ReturnType<ReturnType<typeof forked>['begin']>[] = [];
  const registry = new Registry();
  const fork = () => {
    const { end, begin } = forked();
    setTimeout(() => {
      const one = begin();
      all.push(one);
      one.worker.listening('http://127.0.0.1:1');
    });
    return end;
  };
  const primary = twoOf(fork, registry, queue);
  expect(await primary.start()).toBe('http://127.0.0.1:1');
  await vi.waitFor(() => expect(all).toHaveLength(2));
  const [first, second] = all;
  if (first === undefined || second === undefined) throw new Error('not two');
  return { primary, registry, all, first, second };
}

it('count what a client was granted together', async () => {
  const { first, second, primary } = await several();
  const [one, other] = [first.worker.limit('api', 10), second.worker.limit('api', 10)];
  second.worker.limit('rpc', 10);
  expect(one.take('192.0.2.1', 7).granted).toBe(7);
  expect(one.take('192.0.2.2', 1).granted).toBe(1);
  await vi.waitFor(() =>
    expect(other.take('192.0.2.1', 0).headers['x-ratelimit-remaining']).toBe('3'),
  );
  expect(other.take('192.0.2.1', 7).granted).toBe(3);
  expect(other.take('192.0.2.2', 0).headers['x-ratelimit-remaining']).toBe('9');
  await vi.waitFor(() => expect(one.take('192.0.2.1').granted).toBe(0));
  await primary.stop();
});

it('sum what they have measured, and tell once what is the same of all', async () => {
  const { first, second, registry, primary } = await several();
  const own = [registry, new Registry(), new Registry()] as const;
  const tell = [first.worker.metrics(own[1]), second.worker.metrics(own[2])];
  for (const [at, registers] of own.map((one) => [one]).entries()) {
    new Counter({ name: 'calls', help: 'c', registers }).inc(at + 1);
    new Gauge({ name: 'height', help: 'h', registers, aggregator: 'first' }).set(70);
  }
  for (const text of await Promise.all(tell.map((one) => one())))
    expect(text).toMatch(/^calls 6\n[^]*^height 70\n/m);
  await primary.stop();
});

it('compile in one queue: of a client one at a time, wherever it asks', async () => {
  const { first, second, primary } = await several();
  const ends: (() => void)[] = [];
  const began: string[] = [];
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const places: number[] = [];
  const one = first.worker.compiling.run('a', undefined, work('one'));
  const leaver = new AbortController();
  const left = second.worker.compiling.run('b', leaver.signal, work('left'));
  const two = second.worker.compiling.run('a', undefined, work('two'), (at) => places.push(at));
  await vi.waitFor(() => expect(places).toEqual([2]));
  await vi.waitFor(() => expect(began).toEqual(['one']));
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await vi.waitFor(() => expect(places).toEqual([2, 1]));
  ends[0]?.();
  expect(await one).toBe('one');
  await vi.waitFor(() => expect(began).toEqual(['one', 'two']));
  ends[1]?.();
  expect(await two).toBe('two');
  await primary.stop();
});

it('refuse a compilation where too many wait, and go on when a process with one has died', async () => {
  const { all, first, second, primary } = await several(new Queue({ slots: 1, waiting: 1 }));
  const running = first.worker.compiling.run('a', undefined, () => new Promise(() => undefined));
  running.catch(() => undefined);
  let done = false;
  const waiting = second.worker.compiling.run('b', undefined, async () => (done = true));
  const refused = second.worker.compiling.run('c', undefined, async () => undefined);
  await expect(refused).rejects.toMatchObject({
    kind: 'queueFull',
    retryAfter: expect.any(Number),
  });
  await expect(refused).rejects.toBeInstanceOf(CompilerError);
  expect(done).toBe(false);
  primary.tell({ kind: 'node', url: 'http://node' });
  first.die();
  await waiting;
  // Another takes its place, and is told what the others were.
  await vi.waitFor(() => expect(all).toHaveLength(3), 3000);
  const node = vi.fn();
  all[2]?.worker.onNode(node);
  expect(node).toHaveBeenCalledWith('http://node');
  await primary.stop();
  expect(all.slice(1).map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1]);
});

it('hold no place in the queue for one that has died since it asked', async () => {
  const { all, first, second, primary } = await several();
  first.die();
  // What it said before it died is heard after.
  const lost = first.worker.compiling.run('a', undefined, () => new Promise(() => undefined));
  lost.catch(() => undefined);
  expect(await second.worker.compiling.run('b', undefined, async () => 'done')).toBe('done');
  await vi.waitFor(() => expect(all).toHaveLength(3), 3000);
  await primary.stop();
});

it('are started again when a later one ends before it answers', async () => {
  const made: ReturnType<typeof forked>[] = [];
  const primary = twoOf(() => {
    const one = forked();
    made.push(one);
    const second = made.length === 2;
    setTimeout(() => {
      if (second) one.die();
      else one.begin().worker.listening('http://127.0.0.1:1');
    });
    return one.end;
  });
  await primary.start();
  await vi.waitFor(() => expect(made).toHaveLength(3), 3000);
  await primary.stop();
});

it('tell at once when the first one cannot be started', async () => {
  const one = forked();
  const primary = twoOf(() => {
    setTimeout(one.die);
    return one.end;
  });
  await expect(primary.start()).rejects.toThrow('ended before');
});
