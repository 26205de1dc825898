import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Busy } from '#api/call.ts';
import { Turns } from './turns.ts';

/** Work that ends when told to. */
function held() {
  const running: { client: string; end: () => void }[] = [];
  const refused: string[] = [];
  return {
    running,
    refused,
    clients: () => running.map(({ client }) => client),
    ask(turns: Turns, client: string, signal?: AbortSignal): Promise<void> {
      return turns
        .run(client, signal, () => {
          const { promise, resolve } = Promise.withResolvers<undefined>();
          const one = {
            client,
            end() {
              running.splice(running.indexOf(one), 1);
              resolve(undefined);
            },
          };
          running.push(one);
          return promise;
        })
        .catch((error: unknown) => {
          refused.push(error instanceof Busy ? client : `${client} left`);
        });
    },
  };
}

it('a client has all slots while nobody else asks, and keeps nobody out', async () => {
  const turns = new Turns({ slots: 2, spare: 1, waiting: 100 });
  const work = held();
  for (let n = 0; n < 5; n++) void work.ask(turns, 'a');
  await turn();
  expect(work.clients()).toEqual(['a', 'a']);
  void work.ask(turns, 'b');
  void work.ask(turns, 'b');
  void work.ask(turns, 'c');
  await turn();
  expect(work.clients()).toEqual(['a', 'a', 'b']);
  work.running[0]?.end();
  await turn();
  // The spare slot is taken: the one with nobody served is next.
  expect(work.clients()).toEqual(['a', 'b', 'c']);
});

it('a client has its share only while others ask', async () => {
  let now = 0;
  const turns = new Turns({ slots: 4, spare: 1, share: 2, waiting: 100 }, () => now);
  const work = held();
  const endOne = async (client: string): Promise<void> => {
    work.running.find((one) => one.client === client)?.end();
    await turn();
  };
  for (let n = 0; n < 12; n++) void work.ask(turns, 'a');
  await turn();
  expect(work.clients()).toEqual(['a', 'a', 'a', 'a']);
  void work.ask(turns, 'b');
  await turn();
  expect(work.clients()).toEqual(['a', 'a', 'a', 'a', 'b']);
  // Whether b is served or about to ask again, a goes down to its two.
  await endOne('a');
  await endOne('b');
  await endOne('a');
  await endOne('a');
  expect(work.clients()).toEqual(['a', 'a']);
  now = 999;
  await endOne('a');
  expect(work.clients()).toEqual(['a', 'a']);
  now = 1_000;
  await endOne('a');
  expect(work.clients()).toEqual(['a', 'a', 'a', 'a']);
});

it('clients take turns', async () => {
  const turns = new Turns({ slots: 1, spare: 0, waiting: 100 });
  const work = held();
  const order: string[] = [];
  for (const client of ['a', 'a', 'a', 'b', 'b', 'c']) void work.ask(turns, client);
  for (let n = 0; n < 6; n++) {
    await turn();
    order.push(...work.clients());
    work.running[0]?.end();
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('where too many wait the newest of the longest line goes', async () => {
  const turns = new Turns({ slots: 1, spare: 0, waiting: 3 });
  const work = held();
  for (let n = 0; n < 6; n++) void work.ask(turns, 'a');
  await turn();
  expect(work.refused).toEqual(['a', 'a']);
  void work.ask(turns, 'b');
  await turn();
  expect(work.refused).toEqual(['a', 'a', 'a']);
  void work.ask(turns, 'b');
  await turn();
  // Their lines would be equally long.
  expect(work.refused).toEqual(['a', 'a', 'a', 'b']);
});

it('who leaves is not served', async () => {
  const turns = new Turns({ slots: 1, spare: 0, waiting: 3 });
  const work = held();
  const leaving = new AbortController();
  void work.ask(turns, 'a');
  const left = work.ask(turns, 'a', leaving.signal);
  void work.ask(turns, 'a');
  leaving.abort();
  await left;
  expect(work.refused).toEqual(['a left']);
  work.running[0]?.end();
  await turn();
  expect(work.clients()).toEqual(['a']);
  await expect(turns.run('b', leaving.signal, async () => 1)).rejects.toThrow();
});

it('whatever happens, limits hold and everybody is answered', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('ask' as const), client: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ do: fc.constant('end' as const), at: fc.nat(9) }),
      fc.record({ do: fc.constant('leave' as const), at: fc.nat(30) }),
    ),
    { maxLength: 80 },
  );
  const options = { slots: 3, spare: 2, share: 2, waiting: 5 };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const turns = new Turns(options);
      const work = held();
      const asked: Promise<void>[] = [];
      const leaving: AbortController[] = [];
      for (const step of all) {
        if (step.do === 'ask') {
          const controller = new AbortController();
          leaving.push(controller);
          asked.push(work.ask(turns, step.client, controller.signal));
        } else if (step.do === 'end') work.running[step.at]?.end();
        else leaving[step.at]?.abort();
        await turn();
        expect(work.running.length).toBeLessThanOrEqual(options.slots + options.spare);
        const others = new Set(work.clients());
        if (others.size === 1) expect(work.running.length).toBeLessThanOrEqual(options.slots);
        expect(asked.length - work.refused.length).toBeGreaterThanOrEqual(work.running.length);
      }
      for (; work.running.length > 0; await turn()) work.running[0]?.end();
      await Promise.all(asked);
    }),
    { numRuns: 60 },
  );
});
