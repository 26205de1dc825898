import { expect, test, type Page } from '@playwright/test';
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

/** Heights as the node announces them. */
function announcements(): { heights: Set<number>; close(): void } {
  const heights = new Set<number>();
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
      if (Type === 'apply') heights.add(Val.Height);
  });
  return {
    heights,
    close: () => {
      socket.close();
    },
  };
}

test('tipsets that the node announces appear on the open home page', async ({ page }) => {
  test.setTimeout(300_000);
  const node = announcements();
  await page.goto(`${siteUrl()}/en`);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  const height = page.locator('[data-live="height"]').first();
  await expect(height).toBeVisible();
  const shown = async () => Number((await height.innerText()).replaceAll(/[^\d]/g, ''));

  const patient = { timeout: 90_000 };
  let last = await shown();
  for (let seen = 0; seen < 4; seen++) {
    await expect.poll(() => Math.max(...node.heights), patient).toBeGreaterThan(last);
    const announced = Math.max(...node.heights);
    await expect.poll(shown, patient).toBeGreaterThanOrEqual(announced);
    last = await shown();
  }
  // The list of latest tipsets follows too, and nothing was reloaded for it.
  await expect(
    page.locator(`[data-live="tipsets"] a[href="/en/tipset/${last}"]`).first(),
  ).toBeVisible();
  expect(loads).toEqual([]);
  node.close();
});

/** Fails where the page was loaded again: what stood in it before would be gone. */
async function opened(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'once'));
  return () => expect(page.locator('html')).toHaveAttribute('data-opened', 'once');
}

test('the open message pool shows what comes and goes', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${siteUrl()}/en/mempool`);
  const stayed = await opened(page);
  const rows = () =>
    page
      .locator('[data-live="pool"] tbody tr th a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const before = await rows();
  await expect.poll(rows, { timeout: 90_000 }).not.toEqual(before);
  await stayed();
});

test('new tipsets slide into the open list, but not under the pointer', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${siteUrl()}/en/tipset`);
  const stayed = await opened(page);
  const newest = () =>
    page.locator('[data-live="chain"] tbody').first().getAttribute('data-tipset');
  const heights = () =>
    page
      .locator('[data-live="chain"] tbody')
      .evaluateAll((bodies) => bodies.map((body) => body.getAttribute('data-tipset')));
  const before = await newest();
  await expect.poll(newest, { timeout: 90_000 }).not.toBe(before);
  expect(new Set(await heights()).size).toBe(20);
  // While the list is pointed at only the page's height goes on.
  const height = page.locator('[data-live="height"]').first();
  await page.locator('[data-live="chain"] tbody tr').nth(3).hover();
  const held = await newest();
  const then = await height.innerText();
  await expect.poll(() => height.innerText(), { timeout: 60_000 }).not.toBe(then);
  expect(await newest()).toBe(held);
  await page.mouse.move(0, 0);
  await expect.poll(newest, { timeout: 60_000 }).not.toBe(held);
  await stayed();
});

test('a redrawn list leaves readers where they are: a focus, an open definition', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.goto(`${siteUrl()}/en/tipset`);
  const list = page.locator('[data-live="chain"]');
  const height = page.locator('[data-live="height"]').first();
  const newest = () => list.locator('tbody').first().getAttribute('data-tipset');
  const changes = (of: () => Promise<string | null>, from: string | null) =>
    expect.poll(of, { timeout: 60_000 }).not.toBe(from);
  /** Two heads: the list would have been drawn for the first one. */
  const isHeld = async () => {
    const held = await newest();
    for (let heads = 0; heads < 2; heads++) {
      const then = await height.innerText();
      await changes(() => height.innerText(), then);
    }
    expect(await newest()).toBe(held);
    return held;
  };
  await changes(newest, await newest());

  // By the keyboard nothing moves.
  const link = list.locator('tbody tr a').first();
  await page.keyboard.press('Tab');
  await link.focus();
  let held = await isHeld();
  await expect(link).toBeFocused();
  await link.blur();
  await changes(newest, held);

  const term = list.locator('button.term').first();
  await term.click();
  await term.blur();
  await page.mouse.move(0, 0);
  const definition = list.locator(':popover-open');
  await expect(definition).toBeVisible();
  held = await isHeld();
  await expect(definition).toBeVisible();
  await page.keyboard.press('Escape');
  await changes(newest, held);
});

const Messages = z.object({ messages: z.array(z.object({ to: z.string() })) });

test('an open account says that it has new messages', async ({ page, request }) => {
  test.setTimeout(120_000);
  const answer = await request.get(`${siteUrl()}/api/v1/message/list?pageSize=100`);
  const counts = new Map<string, number>();
  for (const { to } of Messages.parse(await answer.json()).messages)
    counts.set(to, (counts.get(to) ?? 0) + 1);
  const [busiest] = [...counts].sort(([, a], [, b]) => b - a).map(([address]) => address);
  await page.goto(`${siteUrl()}/ko/address/${busiest}`);
  const stayed = await opened(page);
  const news = page.locator('[data-live="address"]');
  await expect(news).toBeHidden();
  const tops = () =>
    page.locator('.tabs').evaluate((tabs) => tabs.getBoundingClientRect().top + scrollY);
  const top = await tops();
  await expect(news).toBeVisible({ timeout: 90_000 });
  expect(await tops(), 'what is read moves').toBe(top);
  await stayed();
  await news.getByRole('link').click();
  await expect(page.locator('html')).not.toHaveAttribute('data-opened', 'once');
  await expect(page.locator('[data-live="address"]')).toBeHidden();
});

const Newest = z.object({ messages: z.array(z.object({ cid: z.string() })) });

test('the confirmations of an open message count up', async ({ page, request }) => {
  const answer = await request.get(`${siteUrl()}/api/v1/message/list?pageSize=1`);
  const [message] = Newest.parse(await answer.json()).messages;
  if (message === undefined) throw new Error('the demo chain has no messages');
  await page.goto(`${siteUrl()}/en/message/${message.cid}`);
  const said = page.locator('.confirmations');
  await expect(said).not.toHaveText(await said.innerText(), { timeout: 60_000 });
});
