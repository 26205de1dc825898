import { expect, test } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';
import { tokens } from './support/things.ts';

/** Pages whose tabs count what they lead to. */
const COUNTED = [
  'miner',
  'burntFunds',
  'proposals',
  'channels',
  'accountDeals',
  'accountDataCap',
  'accountTokens',
  'factory',
  'token',
  'inventory',
  'ecosystem',
  'notices',
] as const;
/** “1–20 of 634”, “2 of 53 match”: how many there are in all. */
const OF_ALL = / of ([\d,]+)/;

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

test('a tab counts the rows of the list that it leads to', async ({ page }) => {
  test.setTimeout(300_000);
  const paths = await routes();
  let compared = 0;
  for (const of of COUNTED) {
    await page.goto(`${siteUrl()}/en${paths[of] ?? ''}`);
    const tabs = await page.locator('nav.tabs a:has(.tab-count)').evaluateAll((links) =>
      links.map((link) => ({
        href: link.getAttribute('href') ?? '',
        count: link.querySelector('.tab-count')?.textContent ?? '',
      })),
    );
    for (const { href, count } of tabs) {
      await page.goto(new URL(href, siteUrl()).href);
      const list = page.locator('main :not(#pending, #pending *)');
      const told = list.and(page.locator('.pager-place, .list-tools span, .table-total'));
      const texts = (await told.allTextContents()).flatMap((text) => OF_ALL.exec(text)?.[1] ?? []);
      // Two lists in one tab say each how many rows they have.
      const sums = await page
        .locator('#given .table-total, #changes .table-total')
        .allTextContents();
      const cards = page.locator('main .cards > li, main .notices > li');
      const rows = list.and(page.locator('section > ol > li, .table-block tbody tr'));
      const counted = (await cards.count()) > 0 ? cards : rows;
      const length =
        sums.length > 0
          ? sums.reduce((sum, text) => sum + numberOf(/[\d,]+/.exec(text)?.[0] ?? ''), 0)
          : texts[0] === undefined
            ? await counted.count()
            : numberOf(texts[0]);
      expect({ of, href, length }).toEqual({ of, href, length: numberOf(count) });
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(20);
});

test('a list that is narrowed says how many of all it has', async ({ page }) => {
  const { token } = await tokens();
  await page.goto(`${siteUrl()}/en/token/${token}`);
  const count = await page.locator('nav.tabs .tab-count').first().textContent();
  await page
    .getByRole('link', { name: /^Only transfers of/ })
    .first()
    .click();
  await expect(page.locator('#transfers .table-total')).toHaveText(
    new RegExp(`^\\s*[\\d,]+ of ${count ?? ''} match\\s*$`),
  );
});

test('the home page counts the projects that it lists', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  const chosen = page.locator('#ecosystem [aria-current]').first();
  const told = /\((\d+)\)/.exec((await chosen.textContent()) ?? '')?.[1];
  await expect(page.locator('#ecosystem tbody tr')).toHaveCount(Number(told));
});
