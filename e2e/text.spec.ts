import { mkdir, writeFile } from 'node:fs/promises';
import { chromium, expect, test } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';

test('text twice as large leaves no page wider than its window', async ({
  launchOptions,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  await mkdir(`${profile}/Default`, { recursive: true });
  await writeFile(
    `${profile}/Default/Preferences`,
    JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
  );
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  const { home, send, miner, minerSectors, gasStats } = await routes();
  for (const path of [home, send, miner, minerSectors, gasStats]) {
    await page.goto(`${siteUrl()}/en${path}`);
    const root = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        size: getComputedStyle(document.documentElement).fontSize,
        scrollWidth,
        clientWidth,
      };
    });
    expect(root.size).toBe('32px');
    expect(root.scrollWidth, path).toBeLessThanOrEqual(root.clientWidth);
  }
  await browser.close();
});

test('between phone and desktop no list is wider than its window', async ({ page }) => {
  const all = await routes();
  const paths = [
    all.messages,
    all.token,
    all.accountTokenTransfers,
    all.namesOfAccount,
    all.richList,
  ];
  for (const path of [...paths, all.ranksPower, all.deal, all.send]) {
    await page.goto(`${siteUrl()}/en${path}`);
    for (const width of [1280, 1100, 1024, 960, 820, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(
          () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          { message: `${path ?? ''} at ${width}` },
        )
        .toBeLessThanOrEqual(0);
    }
  }
});
