import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { api, routes, siteUrl } from './support/site.ts';
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
interface Counted {
  tabs: { href: string; count: number }[];
  /** Rows of the list that is shown, on all its pages. */
  length: number;
}

/** What a page's tabs count, and how long its list is: both are in the page as it comes. */
function read(page: Page, href: string): Promise<Counted> {
  return page.evaluate(async (asked) => {
    const answer = await fetch(asked);
    const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // What waits in the pool has rows and pages of its own.
    shown.querySelector('#pending')?.remove();
    const numberIn = (text: string | null, pattern: RegExp): number | null => {
      const found = pattern.exec(text ?? '')?.[1];
      return found === undefined ? null : Number(found.replaceAll(',', ''));
    };
    const texts = (selector: string) =>
      [...shown.querySelectorAll(selector)].map(({ textContent }) => textContent);
    const tabs = [...shown.querySelectorAll('nav.tabs a:has(.tab-count)')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      count: numberIn(link.querySelector('.tab-count')?.textContent ?? '', /([\d,]+)/) ?? -1,
    }));
    // “1–20 of 634”, “2 of 53 match”: how many there are in all.
    const told = texts('.pager-place, .list-tools span, .table-total')
      .map((text) => numberIn(text, / of ([\d,]+)/))
      .find((number) => number !== null);
    // Two lists in one tab say each how many rows they have.
    const parts = texts('#given .table-total, #changes .table-total').map(
      (text) => numberIn(text, /([\d,]+)/) ?? 0,
    );
    const cards = shown.querySelectorAll('main .cards > li, main .notices > li');
    const rows = shown.querySelectorAll('main ol:not(ol ol) > li, main .table-block tbody tr');
    const length =
      parts.length > 0
        ? parts.reduce((sum, part) => sum + part, 0)
        : (told ?? (cards.length > 0 ? cards : rows).length);
    return { tabs, length };
  }, href);
}

test('a tab counts the rows of the list that it leads to', async ({ page }) => {
  test.setTimeout(300_000);
  const paths = await routes();
  await page.goto(`${siteUrl()}/en/offline`);
  let compared = 0;
  for (const of of COUNTED) {
    const { tabs } = await read(page, `/en${paths[of] ?? ''}`);
    for (const { href, count } of tabs) {
      const list = await read(page, href);
      // Between the two pages a tipset may have come, with a reward: the list's own page counts it too.
      const told = list.tabs.find((tab) => tab.href === href)?.count ?? count;
      expect({ of, href, length: list.length }).toEqual({ of, href, length: told });
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(20);
});

test('a list that is narrowed says how many of all it has', async ({ page }) => {
  const { token } = await tokens();
  await page.goto(`${siteUrl()}/en/token/${token}`);
  await page
    .getByRole('link', { name: /^Only transfers of/ })
    .first()
    .click();
  const total = page.locator('#transfers .table-total');
  await expect(total).toHaveText(/^\s*[\d,]+ of [\d,]+ match\s*$/);
  // The chain goes on beside the test: both are read on one page.
  const count = await page.locator('nav.tabs .tab-count').first().textContent();
  await expect(total).toHaveText(new RegExp(` of ${count ?? 'none'} match`));
});

test('the home page counts the projects that it lists', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  const chosen = page.locator('#ecosystem [aria-current]').first();
  const told = /\((\d+)\)/.exec((await chosen.textContent()) ?? '')?.[1];
  await expect(page.locator('#ecosystem tbody tr')).toHaveCount(Number(told));
});

test('a multisig says how many of its proposals are pending', async ({ page }) => {
  const { proposals = '' } = await routes();
  const account = proposals.replace('/address/', '').replace(/\?.*/, '');
  const { pendingCount } = await api(
    `/address/${account}/proposals`,
    z.object({ pendingCount: z.number() }),
  );
  await page.goto(`${siteUrl()}/en/address/${account}`);
  await expect(page.locator('.fact', { hasText: 'Proposals pending' })).toContainText(
    String(pendingCount),
  );
});
