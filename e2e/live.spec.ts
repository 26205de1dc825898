import { expect, test } from '@playwright/test';
import WebSocket from 'ws';
import { z } from 'zod';
import { nodeUrl, siteUrl } from './support/site.ts';

const Notification = z.object({
  method: z.literal('xrpc.ch.val'),
  params: z.tuple([
    z.number(),
    z.array(z.object({ Type: z.string(), Val: z.object({ Height: z.number() }) })),
  ]),
});

/** Heights as the node announces them, with the moment of each. */
function announcements(): { heights: Map<number, number>; close(): void } {
  const heights = new Map<number, number>();
  const socket = new WebSocket(nodeUrl().replace('http', 'ws'));
  socket.on('open', () => {
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.ChainNotify', params: [] }),
    );
  });
  socket.on('message', (data: Buffer) => {
    const parsed = Notification.safeParse(JSON.parse(data.toString()));
    if (!parsed.success) return;
    for (const { Type, Val } of parsed.data.params[1])
      if (Type === 'apply' && !heights.has(Val.Height)) heights.set(Val.Height, Date.now());
  });
  return {
    heights,
    close: () => {
      socket.close();
    },
  };
}

test('a new tipset appears on the open home page within two seconds of the node announcing it', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const node = announcements();
  await page.goto(`${siteUrl()}/en`);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  const height = page.locator('[data-live="height"]').first();
  await expect(height).toBeVisible();
  const shown = async () => Number((await height.innerText()).replaceAll(/[^\d]/g, ''));

  const delays: number[] = [];
  let last = await shown();
  const deadline = Date.now() + 60_000;
  while (delays.length < 4 && Date.now() < deadline) {
    const now = await shown();
    if (now > last) {
      const announced = node.heights.get(now);
      if (announced !== undefined) delays.push(Date.now() - announced);
      last = now;
    }
    await page.waitForTimeout(50);
  }
  expect(delays.length).toBe(4);
  expect(Math.max(...delays)).toBeLessThan(2_000);
  // The list of latest tipsets follows too, and nothing was reloaded for it.
  await expect(
    page.locator(`[data-live="tipsets"] a[href="/en/tipset/${last}"]`).first(),
  ).toBeVisible();
  expect(loads).toEqual([]);
  node.close();
});
