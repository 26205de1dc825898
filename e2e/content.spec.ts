import { expect, test } from '@playwright/test';
import { siteUrl } from './support/site.ts';

test('a notice is unread until it was opened; all can be marked, and what was read be hidden', async ({
  page,
}) => {
  await page.goto(`${siteUrl()}/en/notify`);
  const rows = page.locator('[data-notice]');
  const dots = page.getByRole('img', { name: 'Unread' });
  await expect(dots).toHaveCount(await rows.count());
  await page.getByRole('link', { name: 'What the demo chain is' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('What the demo chain is');
  // The page has come before its script has.
  await page.waitForFunction(() => localStorage.getItem('notify_ids_readed') !== null);
  await page.goBack();
  await expect(dots).toHaveCount((await rows.count()) - 1);
  await page.getByLabel('Hide read').check();
  await expect(page.getByText('What the demo chain is')).toBeHidden();
  // As every filter, it lives in the address, and other categories keep it.
  await expect(page).toHaveURL(/[?&]hide=read/);
  const category = page.locator('nav.tabs a').nth(1);
  await expect(category).toHaveAttribute('href', /hide=read/);
  await page.reload();
  await expect(page.getByText('What the demo chain is')).toBeHidden();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Everything here has been read.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Unread: 0')).toBeVisible();
  await expect(dots).toHaveCount(0);
});

test('a storage that holds something else counts as empty', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('notify_ids_readed', '{"a":1'));
  await page.goto(`${siteUrl()}/ko/notify`);
  await expect(page.getByText('읽지 않음: 3')).toBeVisible();
});

test('a part without content says so', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/merchant`);
  await expect(page.getByText('No merchants are listed for this network.')).toBeVisible();
  await page.goto(`${siteUrl()}/en/space-race`);
  await expect(page.getByText('No results for this network.')).toBeVisible();
});

test('a project can be shared: links with its address, and the address to copy', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${siteUrl()}/en/dapp/defi_exchange?days=7`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Harbor Exchange”' });
  const address = await dialog.getByRole('textbox').inputValue();
  expect(new URL(address).pathname).toBe('/en/dapp/defi_exchange');
  for (const host of ['x.com', 't.me', 'www.facebook.com', 'www.reddit.com']) {
    const link = dialog.locator(`a[href^="https://${host}/"]`);
    await expect(link).toHaveAttribute('href', new RegExp(encodeURIComponent(address)));
  }
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the home page ranks providers as its address says', async ({ page }) => {
  await page.goto(`${siteUrl()}/en?duration=7d`);
  const ranks = page.locator('#providers');
  await ranks.getByRole('link', { name: 'Power growth' }).click();
  await expect(page).toHaveURL(/duration=7d.*ranks=power-growth/);
  await expect(ranks.getByRole('heading')).toHaveText('Fastest-growing storage providers');
  await expect(ranks.locator('[aria-current]')).toHaveText(['Power growth', '7d']);
  await expect(ranks.getByRole('link', { name: 'All providers' })).toHaveAttribute(
    'href',
    '/en/ranks/power-growth',
  );
});

test('versions of nodes are said to be made up on the demo chain', async ({ page }) => {
  for (const [language, words] of [
    ['en', 'these versions are made up for its recording'],
    ['zh', '此处的版本是为录制虚构的'],
    ['ko', '이 버전들은 기록을 위해 지어낸 것입니다'],
  ]) {
    await page.goto(`${siteUrl()}/${language}/stats/lotus`);
    await expect(page.locator('main .notice')).toContainText(words ?? '');
  }
});
