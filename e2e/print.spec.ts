import { expect, test } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';

/** What an A4 sheet has between its margins, in px. */
const SHEET = { width: 688, height: 1016 };
const TABLES = [
  'home',
  'tipsets',
  'messages',
  'token',
  'ranksPower',
  'richList',
  'sectorEvents',
  'allocations',
] as const;

test('on paper tables keep their columns, and heads that come again on every sheet', async ({
  page,
}) => {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  const all = await routes();
  for (const name of TABLES) {
    await page.goto(`${siteUrl()}/en${all[name] ?? ''}`);
    const head = page.locator('table.table thead').first();
    await expect(head).toHaveCSS('display', 'table-header-group');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${name}: wider than the sheet`,
    ).toBeLessThanOrEqual(0);
    // Chromium leaves these out where a head comes again.
    const boxes = await head
      .locator('button')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).display));
    expect(
      boxes.filter((display) => !['none', 'contents'].includes(display)),
      `${name}: buttons in the head`,
    ).toEqual([]);
    const labels = await head.innerText();
    expect(labels, `${name}: the times are absolute`).not.toContain('Age');
    expect(labels.trim()).not.toBe('');
  }
});

test('a live chart is drawn for the sheet, and for its place again', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/stats/gas`);
  await page.locator('.chart-box').first().scrollIntoViewIfNeeded();
  const drawn = page.locator('.chart-box[data-live] canvas').first();
  await drawn.scrollIntoViewIfNeeded();
  const shape = () =>
    drawn.evaluate((canvas) =>
      canvas instanceof HTMLCanvasElement
        ? { width: canvas.width / devicePixelRatio, height: canvas.height / devicePixelRatio }
        : null,
    );
  const before = await shape();
  await page.evaluate(() => {
    addEventListener('beforeprint', () =>
      queueMicrotask(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.chart-box[data-live] canvas');
        document.body.dataset['printed'] = String((canvas?.width ?? 0) / devicePixelRatio);
      }),
    );
  });
  await page.pdf({ format: 'A4' });
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(SHEET.width));
  await expect.poll(shape).toEqual(before);
  // A sheet of another width shows what was drawn as it is.
  await page.emulateMedia({ media: 'print' });
  await expect(drawn).toHaveCSS('object-fit', 'contain');
});
