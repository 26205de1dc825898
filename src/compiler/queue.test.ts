import { expect, it } from 'vitest';
import { CompilerError } from './errors.ts';
import { Queue } from './queue.ts';

const OPTIONS = { slots: 2, waiting: 4, waitingPerClient: 2 };

/** Works that last until they are told to end, in the order in which they began. */
function works(queue: Queue) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (client: string, name: string, signal?: AbortSignal) =>
    queue.run(client, signal, async () => {
      began.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { began, start, end: (name: string) => ends.get(name)?.() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('as many at a time as there are slots, of a client one, in order', async () => {
  const { began, start, end } = works(new Queue(OPTIONS));
  const all = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1'), start('c', 'c1')];
  await settle();
  expect(began).toEqual(['a1', 'b1']);
  end('b1');
  await settle();
  // a2 waits longer than c1, but its client has its slot.
  expect(began).toEqual(['a1', 'b1', 'c1']);
  end('a1');
  await settle();
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2']);
  end('c1');
  end('a2');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
});

it('a bounded number waits, of a client fewer, and who is refused is told when to come back', async () => {
  const { start, end } = works(new Queue(OPTIONS));
  const all = ['a', 'b', 'a', 'a', 'c', 'd'].map((client, index) => start(client, `${index}`));
  const refused = await start('a', 'x').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CompilerError);
  expect(refused).toMatchObject({ kind: 'queueFull', retryAfter: 13 });
  await expect(start('e', 'x')).rejects.toMatchObject({ kind: 'queueFull' });
  const pump = setInterval(() => all.forEach((_, index) => end(`${index}`)), 1);
  await Promise.all(all);
  clearInterval(pump);
});

it('who gives up leaves the queue; a failure frees the slot', async () => {
  const queue = new Queue({ ...OPTIONS, slots: 1 });
  const { began, start, end } = works(queue);
  const first = start('a', 'a1');
  const stop = new AbortController();
  const second = start('b', 'b1', stop.signal);
  const third = queue.run('c', undefined, () => Promise.reject(new Error('broken')));
  const fourth = start('d', 'd1');
  stop.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await expect(start('e', 'e1', stop.signal)).rejects.toThrow('enough');
  end('a1');
  await first;
  await expect(third).rejects.toThrow('broken');
  await settle();
  expect(began).toEqual(['a1', 'd1']);
  end('d1');
  await fourth;
});

it('who waits hears its place, whenever it is another', async () => {
  const queue = new Queue({ slots: 1, waiting: 4, waitingPerClient: 2 });
  const heard: string[] = [];
  const control = new AbortController();
  const ends: (() => void)[] = [];
  const start = (client: string, signal?: AbortSignal) =>
    queue.run(
      client,
      signal,
      () => new Promise<void>((resolve) => ends.push(resolve)),
      (place) => heard.push(`${client} ${place}`),
    );
  const first = start('a');
  const second = start('b', control.signal);
  const others = [start('c'), start('d')];
  await settle();
  expect(heard).toEqual(['b 1', 'c 2', 'd 3']);
  control.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  expect(heard.splice(0)).toEqual(['b 1', 'c 2', 'd 3', 'c 1', 'd 2']);
  ends.shift()?.();
  await first;
  expect(heard).toEqual(['d 1']);
  for (const other of others) {
    await settle();
    ends.shift()?.();
    await other;
  }
});
