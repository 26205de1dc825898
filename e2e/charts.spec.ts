import { expect, test } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';

test('a chart answers to the pointer, and its duration lives in the address', async ({ page }) => {
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  const box = page.locator('.chart-box');
  await box.scrollIntoViewIfNeeded();
  await expect(box).toHaveAttribute('data-live', '');
  const readout = page.locator('.chart-readout');
  const atEnd = await readout.innerText();
  const place = await box.boundingBox();
  await page.mouse.move((place?.x ?? 0) + (place?.width ?? 0) / 3, (place?.y ?? 0) + 100);
  await expect(readout).not.toHaveText(atEnd);
  // What is read stands beside the pointer.
  const tip = page.locator('.chart-tip');
  await expect(tip).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d UTC\s*Balance/);
  const read = await tip.boundingBox();
  const pointer = (place?.x ?? 0) + (place?.width ?? 0) / 3;
  expect(Math.abs((read?.x ?? 0) - pointer)).toBeLessThan(60);
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);

  const sentence = page.locator('.chart-head p');
  const day = await sentence.innerText();
  await page.getByRole('link', { name: '7d', exact: true }).click();
  await expect(page).toHaveURL(/duration=7d/);
  await expect(sentence).not.toHaveText(day);
  await page.reload();
  await expect(page.locator('.chart-durations [aria-current]')).toHaveText('7d');
  await page.locator('.chart-figures summary').click();
  const times = await page
    .locator('.chart-table tbody th')
    .evaluateAll((all) => all.map(({ textContent }) => Date.parse(`${textContent} UTC`)));
  expect(times.length).toBeGreaterThan(20);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(5 * 86_400_000);
});

test('a chart keeps its height, whatever time span it shows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  for (const chart of await page.locator('.chart').all()) {
    await chart.scrollIntoViewIfNeeded();
    const height = (await chart.boundingBox())?.height;
    const durations = await chart.locator('.chart-durations a').allInnerTexts();
    expect(durations.length).toBeGreaterThan(1);
    for (const duration of durations.toReversed()) {
      await chart.getByRole('link', { name: duration, exact: true }).click();
      await expect(chart.locator('.chart-durations [aria-current]')).toHaveText(duration);
      await expect(chart).not.toHaveAttribute('aria-busy');
      expect((await chart.boundingBox())?.height, duration).toBe(height);
    }
  }
});

test('a chart answers to keys, and says where it is', async ({ page }) => {
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  await page.locator('.chart-box').scrollIntoViewIfNeeded();
  const chart = page.getByRole('slider', { name: 'Balance over time' });
  const last = await chart.getAttribute('aria-valuemax');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuenow', String(Number(last) - 1));
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC, Balance .+ FIL\)?$/,
  );
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '0');
  await expect(page.locator('.chart-readout')).toHaveAttribute('data-point', '');
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', last ?? '');
  await page.keyboard.press('Escape');
  await expect(page.locator('.chart-readout')).not.toHaveAttribute('data-point', '');
});

test('a chart answers to a finger', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  await page.locator('.chart-box').scrollIntoViewIfNeeded();
  await expect(page.locator('.chart-box')).toHaveAttribute('data-live', '');
  const place = await page.locator('.chart-box').boundingBox();
  await page.touchscreen.tap((place?.x ?? 0) + 150, (place?.y ?? 0) + 100);
  await expect(page.locator('.chart-readout')).toHaveAttribute('data-point', '');
  await context.close();
});

test('an empty answer leaves a chart its place, and one that failed dims what it was not asked for', async ({
  page,
}) => {
  const answer = { status: 200, contentType: 'application/json', body: '[]' };
  let asked = 0;
  await page.route('**/balance-stats?*', (route) => {
    asked += 1;
    return route.fulfill(answer);
  });
  const { burntFunds } = await routes();
  await page.goto(`${siteUrl()}/en${burntFunds}`);
  const heading = page.getByRole('heading', { name: 'Balance over time' });
  const chart = page.locator('astro-island .chart').filter({ has: heading });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator('.chart-box')).toHaveAttribute('data-live', '');
  const height = (await chart.locator('.chart-box').boundingBox())?.height;
  const spans = chart.locator('.chart-durations a');
  answer.status = 500;
  await spans.nth(1).click();
  await expect(chart.locator('.chart-box')).toHaveCSS('opacity', '0.5');
  await expect(chart.getByRole('alert')).toBeVisible();
  answer.status = 200;
  await chart.getByRole('button', { name: 'Try again' }).click();
  await expect(chart.locator('.chart-none')).toHaveText('No data for this period yet.');
  expect((await chart.locator('.chart-none').boundingBox())?.height).toBe(height);
  // What came a moment ago is not asked for again.
  expect(asked).toBe(2);
  await spans.first().click();
  await expect(chart.locator('.chart-box')).toHaveAttribute('data-state', 'ready');
  await spans.nth(1).click();
  await expect(chart.locator('.chart-none')).toBeVisible();
  expect(asked).toBe(2);
});

test('Ctrl with the wheel brings a part of a chart’s time nearer', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/stats/gas`);
  await page.locator('.chart-box').first().scrollIntoViewIfNeeded();
  const chart = page.locator('.chart-box[data-live]').first();
  await chart.scrollIntoViewIfNeeded();
  const plot = chart.locator('.u-over');
  /** The time of the point nearest to the plot's left edge. */
  const first = async (): Promise<string> => {
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    await plot.hover({ position: { x: width - 4, y: height / 2 } });
    await plot.hover({ position: { x: 4, y: height / 2 } });
    return (await chart.locator('.chart-time').getAttribute('datetime')) ?? '';
  };
  const whole = await first();
  const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
  const turn = async (delta: number): Promise<void> => {
    await plot.hover({ position: { x: width - 4, y: height / 2 } });
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, delta);
    await page.keyboard.up('Control');
  };
  await turn(-100);
  await turn(-100);
  await expect.poll(async () => (await first()) > whole).toBe(true);
  for (let times = 0; times < 3; times += 1) await turn(100);
  await expect.poll(first).toBe(whole);
});
