/** An index that begins later than its chain, as most do, says of what it counts from where on. */
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from './support/server.ts';

/** Final at the head of 1,010. */
const START = 100;
const WORDS = {
  en: [`since height ${START}`, `Before height ${START}, where this index begins`],
  zh: [`自高度 ${START} 起`, `早于本索引的起始高度 ${START}`],
  ko: [`높이 ${START}부터`, `이 인덱스가 시작되는 높이 ${START} 이전`],
} as const;

let node: RunningServer;
let late: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  node = await startServer({ DEMO_START_HEIGHT: '1010', DEMO_EPOCH_SECONDS: '100000' });
  late = await startServer({ NODE_URL: node.nodeUrl, START_HEIGHT: String(START) });
});
test.afterAll(async () => {
  await late.stop();
  await node.stop();
});

for (const [locale, [since, before]] of Object.entries(WORDS))
  test(`of older providers and accounts: ${locale}`, async ({ page }) => {
    await page.goto(`${late.url}/${locale}/address/f01000`);
    await expect(page.getByText(since, { exact: true })).toHaveCount(2);
    await expect(page.locator('main')).toContainText(before);
    await page.goto(`${late.url}/${locale}/address/f099`);
    await expect(page.locator('main')).toContainText(before);
    // Of the whole chain there is nothing to say.
    await page.goto(`${node.url}/${locale}/address/f01000`);
    await expect(page.getByText(since, { exact: true })).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText(before);
  });
