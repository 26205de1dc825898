import { expect, test } from '@playwright/test';
import { useT } from '#i18n/translate.ts';
import { z } from 'zod';
import { api, LANGUAGES, routes, siteUrl } from './support/site.ts';

test.describe('locale', () => {
  test('an unprefixed path goes to the reader’s language and keeps its query', async ({
    request,
  }) => {
    const cases: [Record<string, string>, string][] = [
      [{}, '/en/message?method=Send'],
      [{ 'accept-language': 'ko-KR,ko;q=0.9' }, '/ko/message?method=Send'],
      [{ 'accept-language': 'fr-FR' }, '/en/message?method=Send'],
      [{ 'accept-language': 'ko-KR', cookie: 'i18n_redirected=zh' }, '/zh/message?method=Send'],
    ];
    for (const [headers, expected] of cases) {
      const answer = await request.get(`${siteUrl()}/message/?method=Send`, {
        headers,
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(302);
      expect(answer.headers()['location']).toBe(expected);
    }
  });

  test('the language switch keeps the path and the query, and is remembered', async ({
    page,
    context,
  }) => {
    await page.goto(`${siteUrl()}/en/message?method=Send`);
    await page
      .locator('a[hreflang="ko"][href*="/ko/message"]')
      .first()
      .evaluate((link) => {
        if (link instanceof HTMLAnchorElement) link.click();
      });
    await expect(page).toHaveURL(/\/ko\/message\?method=Send$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    const cookie = (await context.cookies()).find((c) => c.name === 'i18n_redirected');
    expect(cookie?.value).toBe('ko');
    expect(cookie?.sameSite).toBe('Lax');
  });
});

test('the theme is kept and there from the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${siteUrl()}/en`);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator('theme-switch button').first().click();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.goto(`${siteUrl()}/en/tipset`, { waitUntil: 'commit' });
  await page.waitForSelector('body');
  expect(await ground()).toBe(dark);
});

test('a change of theme loads nothing, a change of language keeps it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${siteUrl()}/en/rich-list`);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.locator('theme-switch button').first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  await page.locator('.language summary').click();
  await page.locator('.language a[hreflang="zh"]').click();
  await expect(page).toHaveURL(/\/zh\/rich-list$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('what was copied is said', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${siteUrl()}/ko/address/f099`);
  const said = page.getByRole('status').filter({ hasText: '복사됨' });
  await expect(said).toBeHidden();
  await page.locator('h1 .copy').click();
  await expect(said).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('f099');
  await expect(said).toBeHidden();
});

test('a page that is slow to come is waited for under a bar', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/rich-list`);
  await page.route('**/en/tipset', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  // While a page is on its way Playwright asks nothing of the one that it leaves.
  await page.evaluate(() => {
    const { classList } = document.documentElement;
    new MutationObserver(() => {
      if (classList.contains('leaving')) sessionStorage.setItem('waited', 'yes');
    }).observe(document.documentElement, { attributeFilter: ['class'] });
  });
  await page
    .locator('.site-nav a[href="/en/tipset"]')
    .evaluate((link) => link instanceof HTMLElement && link.click());
  await expect(page).toHaveURL(/\/en\/tipset$/);
  expect(await page.evaluate(() => sessionStorage.getItem('waited'))).toBe('yes');
  await expect(page.locator('html.leaving')).not.toBeAttached();
});

test('going back finds the place, and filters are in the address', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/message`);
  const place = () => page.evaluate(() => Math.round(scrollY));
  const row = page.locator('.table tbody tr').nth(15).locator('a').first();
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    scrollTo(0, 500);
  });
  const before = await place();
  expect(before).toBeGreaterThan(100);
  await row.click();
  await expect(page).toHaveURL(/\/en\/message\/bafy/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/message$/);
  await expect.poll(place).toBe(before);

  await page.locator('.filter select').first().selectOption('Send');
  await expect(page).toHaveURL(/[?&]method=Send/);
  const filtered = page.locator('.table tbody .method');
  await expect(filtered.first()).toHaveText('Send');
  await page.reload();
  await expect(page.locator('.filter select').first()).toHaveValue('Send');
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/message$/);
  await expect(page.locator('.filter select').first()).toHaveValue('');
});

test('the headings of a list order it', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/fevm/contracts?page=1`);
  const heading = (name: string) => page.getByRole('columnheader', { name });
  await expect(heading('Transactions')).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('link', { name: 'Sort by Balance, largest first' }).click();
  await expect(page).toHaveURL(`${siteUrl()}/en/fevm/contracts?sort=balance#contracts`);
  await expect(heading('Balance')).toHaveAttribute('aria-sort', 'descending');
  await expect(heading('Transactions')).not.toHaveAttribute('aria-sort', /./);
  const cells = await page.locator('#contracts tbody tr > :last-child').allTextContents();
  const balances = cells.map((text) => Number.parseFloat(text.replaceAll(',', '')));
  expect(balances.length).toBeGreaterThan(1);
  expect(balances).toEqual(balances.toSorted((a, b) => b - a));
  expect(new Set(balances).size).toBeGreaterThan(1);
});

test('bad input is answered in the reader’s language, never with a 500', async ({ request }) => {
  const bad: [string, number][] = [
    ['/tipset/abc', 404],
    ['/tipset/999999999', 404],
    ['/tipset/-1', 404],
    ['/block/notacid', 404],
    ['/message/0x1234', 404],
    ['/message/bafy2bzacedk723rtzpswvged36dlir6bfh2z7l6lwic2yejsblmordc7ps4bx', 404],
    ['/address/f0abc', 404],
    ['/address/f1zzzzzz', 404],
    ['/message?page=-1', 400],
    ['/message?method=%00', 200],
    ['/address/f099?t=nonsense', 400],
    ['/deal?t=nonsense', 400],
    ['/deal?piece=nonsense', 400],
    ['/nowhere', 404],
    ['/%E0%A4%A', 404],
  ];
  const titles = new Set<string>();
  for (const language of LANGUAGES)
    for (const [path, status] of bad) {
      const answer = await request.get(`${siteUrl()}/${language}${path}`);
      const found = answer.status();
      expect
        .soft([found, path, language])
        .toEqual([status === 404 && found === 400 ? 400 : status, path, language]);
      const html = await answer.text();
      if (found >= 400) {
        expect.soft(html).toContain(`lang="${language}"`);
        titles.add(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.trim() ?? '');
      }
    }
  expect(titles.size).toBeGreaterThanOrEqual(3);
});

test('a page beyond the end of a list says so and leads back to the last', async ({ page }) => {
  const all = await routes();
  const lists = [
    ...['tipsets', 'messages', 'richList', 'deals', 'tokens', 'names', 'ranksPower', 'notices'],
    ...['ecosystem', 'dapps', 'tokenHolders', 'minerSectors', 'accountTokenTransfers', 'factory'],
  ];
  for (const [index, name] of lists.entries()) {
    const path = all[name] ?? '';
    const beyond = `${path}${path.includes('?') ? '&' : '?'}page=99999`;
    const language = LANGUAGES[index % LANGUAGES.length] ?? 'en';
    const t = useT(language);
    const text = t('message.list.beyond');
    await page.goto(`${siteUrl()}/${language}${beyond}`);
    await expect(page.locator('main'), name).toContainText(text);
    const last = t('common.lastPage', { number: '#' }).replace('#', '[\\d,]+');
    await page.getByRole('link', { name: new RegExp(last) }).click();
    await expect(page.locator('main'), name).not.toContainText(text);
    await expect(page.locator('.pager-place a'), name).toHaveCount(0);
  }
});

test('a page without its thing leads to the list of them', async ({ request }) => {
  const lists: Record<string, string> = {
    '/token': '/tokens',
    '/tx': '/message',
    '/message/internalTransfer': '/message',
    '/wiki': '/wiki/0',
    '/notify/detail': '/notify',
    '/fns/name': '/fns',
    '/fns/address': '/fns',
  };
  for (const [path, list] of Object.entries(lists)) {
    const answer = await request.get(`${siteUrl()}/ko${path}`, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers()['location']]).toEqual([
      path,
      302,
      `/ko${list}`,
    ]);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the chosen one of many tabs is in sight', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/address/f01080?t=fees`);
    const tabs = page.locator('.tabs');
    const row = await tabs.boundingBox();
    const chosen = await tabs.locator('[aria-current]').boundingBox();
    if (row === null || chosen === null) throw new Error('no tabs');
    expect(chosen.x).toBeGreaterThanOrEqual(row.x);
    expect(chosen.x + chosen.width).toBeLessThanOrEqual(row.x + row.width);
  });

  test('menus that were open close where the window grows beyond the button that opened them', async ({
    page,
  }) => {
    await page.goto(`${siteUrl()}/en/tipset`);
    const open = page.locator('header details[open]');
    await page.locator('header .burger > summary').click();
    await expect(open).not.toHaveCount(0);
    await page.setViewportSize({ width: 1200, height: 844 });
    await expect(open).toHaveCount(0);
    // There each opens alone.
    for (const menu of ['Blockchain', 'FEVM'])
      await page.locator(`header summary:has-text("${menu}")`).click();
    await expect(open).toHaveCount(1);
  });

  test('the figures of a chart scroll in their own place, also on a window made narrow', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${siteUrl()}/en/address/f01080`);
    const figures = page.locator('.chart-figures').first();
    await figures.scrollIntoViewIfNeeded();
    await expect(page.locator('.chart-box[data-live]').first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await figures.locator('summary').click();
    await expect(figures.locator('table')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});

test('a base fee that did not move for an hour is told in words', async ({ page }) => {
  const { lowestBaseFee, highestBaseFee } = await api(
    '/overview',
    z.object({ lowestBaseFee: z.string(), highestBaseFee: z.string() }),
  );
  await page.goto(`${siteUrl()}/en`);
  await expect(page.locator('[data-figure="baseFee-after"]')).toContainText(
    lowestBaseFee === highestBaseFee ? 'unchanged in the last hour' : 'low',
  );
});
