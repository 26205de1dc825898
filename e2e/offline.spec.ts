import { expect, test } from '@playwright/test';
import { LANGUAGES, siteUrl } from './support/site.ts';

test.use({ serviceWorkers: 'allow' });

const TITLES = {
  en: 'You are offline',
  zh: '您已离线',
  ko: '오프라인 상태입니다',
} as const;

test('without a network pages say so, in their language, and come back by themselves', async ({
  page,
  context,
}) => {
  await page.goto(`${siteUrl()}/en`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  // What the page itself shows is old from here on, and it says so.
  await context.setOffline(true);
  await expect(page.locator('[data-live="offline"]')).toBeVisible();
  for (const language of LANGUAGES) {
    const answer = await page.goto(`${siteUrl()}/${language}/tipset/100`);
    expect(answer?.status()).toBe(503);
    await expect(page.locator('h1')).toHaveText(TITLES[language]);
    await expect(page.locator('.drift')).toHaveCSS('display', 'block');
  }
  await context.setOffline(false);
  await expect(page.locator('h1')).toContainText('100');
  await expect(page).toHaveURL(/\/ko\/tipset\/100$/);
});

test('pages and calls are not kept', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/tipset`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${siteUrl()}/en/rich-list`);
  await page.evaluate(() => fetch('/api/v1/info'));
  const kept = await page.evaluate(async () => {
    const store = await caches.open('sextant');
    return (await store.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(LANGUAGES.length);
  for (const path of kept) expect(path).toMatch(/^\/_astro\/|^\/(?:en|zh|ko)\/offline$/);
});
