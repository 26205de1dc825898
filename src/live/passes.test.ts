import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { Explorer } from '#explorer/index.ts';
import type { TipsetEvent } from './server.ts';
import { Clients, next } from './testing/clients.ts';
import { serve } from './testing/serve.ts';

const clients = new Clients();
afterEach(() => clients.leave());

it('tells a new head whoever joins one room after the other meanwhile', async () => {
  let tell = (_head: TipsetEvent): void => undefined;
  let joining = false;
  /** Each read of a room brings the next room, of which the one before is left. */
  const get = async (id: string): Promise<{ data: { id: string } }> => {
    const place = Number(id.slice(2));
    if (joining && place >= 100) {
      const [own, other] = place % 2 === 0 ? joiners : joiners.toReversed();
      other?.emit('unsubscribe', `address/f0${place - 1}`);
      other?.emit('subscribe', `address/f0${place + 1}`);
      own?.emit('unsubscribe', `address/f0${place - 2}`);
      await sleep(20);
    }
    return { data: { id } };
  };
  const held = await serve({
    explorer: { in: () => ({ account: { get } }) } as unknown as Explorer,
    head: () => null,
    onHead: (listener) => {
      tell = listener;
      return () => undefined;
    },
    onPool: () => () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  const reader = clients.open(held.port);
  const joiners = [clients.open(held.port), clients.open(held.port)];
  const join = (at: number, topic: string) => joiners[at]?.emitWithAck('subscribe', topic);
  expect(await reader.emitWithAck('subscribe', 'address/f01')).toEqual({ ok: true });
  expect(await join(0, 'address/f0100')).toEqual({ ok: true });
  expect(await join(1, 'address/f099')).toEqual({ ok: true });

  joining = true;
  const first = next(reader, 'address/f01');
  tell({ height: 1, key: [] });
  await first;
  await sleep(100);
  const second = next(reader, 'address/f01');
  tell({ height: 2, key: [] });
  await second;
  joining = false;
  held.close();
}, 10_000);
