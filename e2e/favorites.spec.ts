import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { siteUrl } from './support/site.ts';

const rows = (page: Page) => page.locator('favorites-list tbody tr');
const star = (page: Page) => page.getByRole('button', { name: 'Favourite' });

test('stars fill the list; notes, removal and a way back', async ({ page }) => {
  for (const path of ['/tipset/100', '/deal/100', '/address/f099', '/fns/name/kelp.fil']) {
    await page.goto(`${siteUrl()}/en${path}`);
    await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
    await star(page).click();
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.reload();
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${siteUrl()}/zh/favorites`);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.locator('a[data-part="link"]').last()).toHaveAttribute(
    'href',
    '/zh/tipset/100',
  );
  await page.goto(`${siteUrl()}/en/favorites`);
  const burnt = rows(page).filter({ hasText: 'Burnt Funds' });
  await burnt.getByRole('textbox').fill('<i>watch</i>');
  await burnt.getByRole('textbox').press('Tab');
  await rows(page).filter({ hasText: 'kelp.fil' }).getByRole('button').click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(burnt.getByRole('textbox')).toHaveValue('<i>watch</i>');
  await rows(page).filter({ hasText: 'kelp.fil' }).getByRole('button').click();
  await page.goto(`${siteUrl()}/en/fns/name/kelp.fil`);
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a list can be taken elsewhere; a bad file changes nothing', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/address/f099`);
  await star(page).click();
  await page.goto(`${siteUrl()}/en/favorites`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const exported = await readFile(await download.path(), 'utf8');
  const said = page.locator('favorites-list [data-part="said"]');
  const give = (text: string) =>
    page.locator('favorites-list input[type="file"]').setInputFiles({
      name: 'favorites.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  const bad: [string, RegExp][] = [
    ['not json', /not a list of favourites/],
    ['{"favorites":[]}', /not a list of favourites/],
    [exported.replace('"address"', '"javascript"'), /not a list of favourites/],
    [exported.replace(/"network": "[^"]*"/, '"network": "elsewhere"'), /another network/],
  ];
  for (const [text, words] of bad) {
    await give(text);
    await expect(said).toContainText(words);
    await expect(rows(page)).toHaveCount(1);
  }
  await give(exported);
  await expect(said).toContainText('nothing that is not here');
  await rows(page).getByRole('button').click();
  await expect(rows(page)).toHaveCount(0);
  await give(exported);
  await expect(said).toContainText('Imported: 1');
  await expect(rows(page)).toHaveCount(1);
});

test('what the browser does not keep is not marked, and says so', async ({ page }) => {
  await page.goto(`${siteUrl()}/en/deal/100`);
  const refuse = () =>
    page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    });
  await refuse();
  await star(page).click();
  await expect(page.getByRole('alert')).toContainText('its storage is full or switched off');
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await star(page).click();
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${siteUrl()}/en/favorites`);
  await refuse();
  const note = rows(page).getByRole('textbox');
  await note.fill('watch');
  await note.press('Tab');
  await expect(page.locator('favorites-list [data-part="said"]')).toContainText('keeps nothing');
  await expect(note).toHaveValue('watch');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says what it is for', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/favorites`);
    await expect(page.getByText('With JavaScript enabled')).toBeVisible();
    await expect(page.locator('favorites-list')).toBeHidden();
  });
});
