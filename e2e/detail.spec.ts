import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { formatFilExact } from '#format/fil.ts';
import { api, routes, siteUrl } from './support/site.ts';

const Info = z.object({ height: z.number() });
const Tipset = z.object({ blocks: z.array(z.object({ cid: z.string() })) });
const Expiry = z.object({ days: z.array(z.object({ date: z.string(), sectors: z.number() })) });
const Messages = z.object({
  messages: z.array(z.object({ cid: z.string(), receipt: z.unknown().optional() })),
});

/** A message that the head includes and nothing has executed yet; null while the head has none. */
async function waiting(): Promise<string | null> {
  const { height } = await api('/info', Info);
  const { blocks } = await api(`/tipset/${height}`, Tipset);
  for (const { cid } of blocks) {
    const { messages } = await api(`/block/${cid}/messages`, Messages);
    const found = messages.find(({ receipt }) => receipt === undefined);
    if (found !== undefined) return found.cid;
  }
  return null;
}

test('an open message goes from included to executed by itself', async ({ page }) => {
  test.setTimeout(300_000);
  const place = page.locator('[data-live="message"]');
  // The head may move on between the question and the page: then the next one is taken.
  await expect(async () => {
    const cid = await waiting();
    expect(cid).not.toBeNull();
    await page.goto(`${siteUrl()}/en/message/${cid}`);
    expect(await place.getAttribute('data-stage')).toBe('included');
  }).toPass({ timeout: 80_000, intervals: [500] });
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await expect(place).toHaveAttribute('data-stage', /executed|final/, { timeout: 30_000 });
  await expect(page.locator('.page-facts .amount').first()).toBeVisible();
  expect(loads).toEqual([]);
});

test('the amounts of a column stand in one unit, which its head says, and one point', async ({
  page,
}) => {
  const { send } = await routes();
  const { transfers }: { transfers: { value: string }[] } = await (
    await page.request.get(`${siteUrl()}/api/v1${send}`)
  ).json();
  expect(new Set(transfers.map(({ value }) => value.length)).size).toBeGreaterThan(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${siteUrl()}/en${send}?t=transfers`);
  const table = page.locator('table', { has: page.locator('.amount') }).first();
  const head = table.locator('th[data-unit]').first();
  const unit = (await head.getAttribute('data-unit')) ?? '';
  await expect(head).toContainText(`Value (${unit})`);
  const amounts = table.locator('.amount');
  const units = await amounts.locator('.unit').allTextContents();
  expect(units).toEqual(transfers.map(() => unit));
  const decimals = (await amounts.allTextContents()).map(
    (text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0,
  );
  expect(new Set(decimals).size).toBe(1);
  // The unit is with each amount where rows fold, and only there.
  const first = amounts.first().locator('.unit');
  await expect(first).toHaveCSS('clip-path', 'inset(50%)');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(first).toHaveCSS('clip-path', 'none');
});

test('the tabs of a message are pages of their own, by name and by their old numbers', async ({
  request,
}) => {
  const { propose, invoke } = await routes();
  const text = async (path: string) => (await request.get(`${siteUrl()}/en${path}`)).text();
  expect(await text(`${propose}?t=params`)).toContain('TxId');
  expect(await text(`${propose}?t=3`)).toContain('Gas premium');
  expect(await text(`${invoke}?t=raw`)).toContain('&quot;gasFeeCap&quot;');
});

test('a system actor is told as such beside its name, which is also that of its kind', async ({
  page,
}) => {
  const said = { en: 'System actor', zh: '系统 Actor', ko: '시스템 액터' };
  for (const [language, kind] of Object.entries(said)) {
    await page.goto(`${siteUrl()}/${language}/address/f05`);
    const head = page.locator('.page-head');
    await expect(head.locator('.page-kind')).toHaveText(kind);
    const name = (await head.locator('.id-tag').innerText()).toLowerCase();
    const actor = await page.locator('.facts').innerText();
    expect(actor.toLowerCase()).toContain(name);
  }
});

test('what a provider earned net is what its blocks brought less what its list of costs took', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const PAGE = 100;
  const DAY = 2880;
  const Blocks = z.object({
    blocks: z.array(z.object({ height: z.number(), reward: z.string() })),
  });
  const Days = z.object({ days: z.array(z.object({ day: z.string(), complete: z.boolean() })) });
  const Costs = z.object({ costs: z.array(z.object({ height: z.number(), value: z.string() })) });
  interface Entry {
    height: number;
    amount: string;
  }
  /** attoFIL of the entries from a height up to the head, whose own are not known yet; newest first. */
  const sumOf = async (
    read: (page: number) => Promise<Entry[]>,
    from: number,
    head: number,
  ): Promise<bigint> => {
    let sum = 0n;
    for (let at = 0; ; at++) {
      const entries = await read(at);
      for (const { height, amount } of entries)
        if (height >= from && height < head) sum += BigInt(amount);
      if (entries.length < PAGE || entries.some(({ height }) => height < from)) return sum;
    }
  };
  const provider = 'f01003';
  const blocks = async (at: number): Promise<Entry[]> => {
    const list = await api(`/address/${provider}/blocks?pageSize=${PAGE}&page=${at}`, Blocks);
    return list.blocks.map(({ height, reward }) => ({ height, amount: reward }));
  };
  const costs = async (at: number): Promise<Entry[]> => {
    const list = await api(`/address/${provider}/fees?pageSize=${PAGE}&page=${at}`, Costs);
    return list.costs.map(({ height, value }) => ({ height, amount: value }));
  };
  // The head may move on between the lists and the page: then it is asked again.
  await expect(async () => {
    const { height } = await api('/info', Info);
    const won = await sumOf(blocks, height - DAY, height);
    const paid = await sumOf(costs, height - DAY, height);
    expect(won).toBeGreaterThan(0n);
    expect(paid).toBeGreaterThan(0n);
    for (const [language, words] of [
      ['en', 'net in the last 24 hours'],
      ['zh', '最近 24 小时净收益'],
      ['ko', '최근 24시간 순수익'],
    ] as const) {
      await page.goto(`${siteUrl()}/${language}/address/${provider}`);
      const net = page.locator('#mining .net').first();
      const { days } = await api(`/address/${provider}/earnings`, Days);
      await expect(page.locator('#mining .net').last()).toContainText(
        days.find(({ complete }) => complete)?.day ?? 'no day',
      );
      await expect(net).toContainText(words);
      await expect(net.locator('b .amount')).toHaveAttribute('title', formatFilExact(won - paid));
    }
  }).toPass({ timeout: 100_000 });
});

test('what never moved at a provider is told in a sentence, beside the pictures of the rest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${siteUrl()}/en/address/f01000`);
  const told = page.locator('.charts-told .chart');
  await expect(told.filter({ hasText: 'Power over time' })).toContainText(/stayed at [\d.]+\sTiB/);
  await expect(told.locator('.chart-readout, .chart-box')).toHaveCount(0);
  // One below the other in the one place that is left.
  const [power, sectors] = await told.all();
  const [above, below] = [await power?.boundingBox(), await sectors?.boundingBox()];
  expect(below?.x).toBe(above?.x);
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeLessThan(200);
  // Small amounts are told in a unit that shows them.
  const amounts = await page.locator('.chart-readout b, .net').allInnerTexts();
  expect(amounts.length).toBeGreaterThan(5);
  expect(amounts.join('\n')).not.toMatch(/<|0\.0{6}/);
});

test('a period that the index does not hold yet says so wherever it is asked for', async ({
  page,
}) => {
  const told = /The index begins on \d{4}‑\d\d‑\d\d: of the last 30 days it holds [\d.]+, all/;
  for (const path of [
    '/address/f01000?duration=30d',
    '/address/f099?duration=30d',
    '/stats/network?duration=30d',
    '/stats/gas?duration=30d',
    '/stats/miner?duration=30d',
    '/stats/activity?duration=30d',
    '/ranks/power-growth?duration=30d',
    '/fevm/contracts?days=30',
  ]) {
    await page.goto(`${siteUrl()}/en${path}`);
    await expect(page.locator('main').getByText(told).first(), path).toBeVisible();
  }
  await page.goto(`${siteUrl()}/en/address/f099`);
  await expect(page.locator('main').getByText(told)).toHaveCount(0);
});

test('the network’s sectors that expire are summed by month of all days, which go on in pages', async ({
  page,
}) => {
  const { days } = await api('/stats/sector-expiry', Expiry);
  const sums: Record<string, number> = {};
  for (const { date, sectors } of days) {
    const month = date.slice(0, 7);
    sums[month] = (sums[month] ?? 0) + sectors;
  }
  await page.goto(`${siteUrl()}/en/stats/network`);
  const told = (id: string) =>
    page.locator(`#${id} tbody tr`).evaluateAll((rows) =>
      rows.map((row) => {
        const sectors = row.querySelector('.at-value')?.textContent ?? '';
        return [row.querySelector('time')?.textContent, Number(sectors.replace(/\D/g, ''))];
      }),
    );
  expect(await told('expiry-months')).toEqual(Object.entries(sums));
  const first = await told('expiry');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  const second = await told('expiry');
  const shown = days.slice(0, first.length + second.length);
  expect([...first, ...second]).toEqual(shown.map(({ date, sectors }) => [date, sectors]));
});

test('an identifier’s QR code comes when it is asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/qr/')) asked.push(pathname);
  });
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Show as a QR code' }).click();
  const picture = page.locator('#qr img');
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(asked).toHaveLength(1);
});
