/** An index that begins later than its chain, as most do, says of what it counts from where on. */
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from './support/server.ts';

/** Final at the head of 1,610, and after wrapped FIL has been moved. */
const START = 700;
const WORDS = {
  en: {
    since: `since height ${START}`,
    before: `Before height ${START}, where this index begins`,
    held: `Not known: this index begins at height ${START} and does not know what wrapped FIL was held before.`,
  },
  zh: {
    since: `自高度 ${START} 起`,
    before: `早于本索引的起始高度 ${START}`,
    held: `未知：本索引从高度 ${START} 开始，不知道此前持有的包装 FIL。`,
  },
  ko: {
    since: `높이 ${START}부터`,
    before: `이 인덱스가 시작되는 높이 ${START} 이전`,
    held: `알 수 없음: 이 인덱스는 높이 ${START}에서 시작되어 그 전에 보유한 래핑된 FIL은 알 수 없습니다.`,
  },
} as const;

let node: RunningServer;
let late: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  node = await startServer({ DEMO_START_HEIGHT: '1610', DEMO_EPOCH_SECONDS: '100000' });
  late = await startServer({ NODE_URL: node.nodeUrl, START_HEIGHT: String(START) });
});
test.afterAll(async () => {
  await late.stop();
  await node.stop();
});

for (const [locale, { since, before, held }] of Object.entries(WORDS)) {
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

  test(`of wrapped FIL that was held before: ${locale}`, async ({ page }) => {
    await page.goto(`${late.url}/${locale}/fevm/navigation`);
    await expect(page.locator('main')).toContainText(held);
    await page.goto(`${node.url}/${locale}/fevm/navigation`);
    await expect(page.locator('main')).not.toContainText(held);
  });
}
