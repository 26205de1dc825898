import { expect, test } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';

/**
 * Lookup forms, an address that the chain has not seen, a pool that may be empty just now, what the
 * demo chain has none of, what stands in other sites as it is.
 */
const LEADS_NOWHERE = new Set([
  'lookup',
  'blockLookup',
  'searchNothing',
  'favorites',
  'peerLookup',
  'unknownAddress',
  'mempool',
  'nodeVersions',
  'offline',
  'merchants',
  'spaceRace',
  'socialRanks',
  'socialMiner',
]);

/** Tables of words, of this browser's own things, in a picture, and samples of the style guide. */
const NO_CSV = new Set(['wiki', 'wikiTable', 'favorites', 'socialRanks', 'styleguide']);

test.use({ javaScriptEnabled: false });

test('without JavaScript every page says what it is about, links onwards and has its tables as CSV', async ({
  page,
}) => {
  test.setTimeout(300_000);
  // All that is counted stands in the document, whatever it looks like.
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );
  const thin: string[] = [];
  const csv = new Set<string>();
  for (const [name, path] of Object.entries(await routes())) {
    await page.goto(`${siteUrl()}/en${path === '/' ? '' : path}`);
    const { headings, links, busy, tables, found } = await page.evaluate(() => {
      const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
      return {
        headings: all('h1').length,
        links: all('main a[href^="/en/"]').length,
        busy: all('main [aria-busy="true"]').length,
        tables: all('main table').length,
        found: all('main a[download]').map((a) => a.getAttribute('href') ?? ''),
      };
    });
    if (headings !== 1) thin.push(`${name}: ${headings} h1`);
    if (links === 0 && !LEADS_NOWHERE.has(name)) thin.push(`${name}: no links`);
    if (busy > 0) thin.push(`${name}: still loading`);
    if (found.length < tables && !NO_CSV.has(name)) thin.push(`${name}: a table without CSV`);
    for (const href of found) if (!href.startsWith('data:')) csv.add(href);
  }
  for (const href of csv) {
    const answer = await fetch(siteUrl() + href);
    const lines = (await answer.text()).split('\r\n').length;
    if (answer.status !== 200 || lines < 2) thin.push(`${href}: ${answer.status}, ${lines} lines`);
  }
  expect(thin).toEqual([]);
});

test('a date has the room of the age that a script writes in its place', async ({ page }) => {
  const all = await routes();
  const wider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.figure dd')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => `${part.tagName} ${part.textContent}`.slice(0, 80)),
    );
  for (const path of [all.home, all.messages, all.tipset, all.send, all.miner, all.token])
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`${siteUrl()}/en${path}`);
      expect([path, width, await wider()]).toEqual([path, width, []]);
    }
});

test('search works as a plain form', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  const box = page.getByRole('searchbox').first();
  await box.fill('  f02 ');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/en\/address\/f02$/);
});
