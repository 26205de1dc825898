import { expect, test } from '@playwright/test';
import { siteUrl } from './support/site.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the wiki is read from article to article', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/wiki`);
    await expect(page).toHaveURL(/\/en\/wiki\/0$/);
    await expect(page.locator('a[rel="prev"]')).toHaveCount(0);
    await page.locator('a[rel="next"]').click();
    await expect(page).toHaveURL(/\/en\/wiki\/1$/);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents.getByRole('link')).toHaveCount(13);
    await contents.getByRole('link', { name: 'Glossary' }).click();
    await expect(page).toHaveURL(/\/en\/wiki\/12$/);
    await expect(page.locator('a[rel="next"]')).toHaveCount(0);
  });

  test('its search is a form, and leads to the place', async ({ page }) => {
    await page.goto(`${siteUrl()}/zh/wiki/4`);
    await page.getByRole('searchbox', { name: '搜索百科' }).fill('掩码 provider');
    await page.getByRole('button', { name: '搜索', exact: true }).last().click();
    await expect(page.getByText('没有文章含有“掩码 provider”')).toBeVisible();
    await page.goto(`${siteUrl()}/zh/wiki?q=掩码`);
    await page.locator('main').getByRole('link', { name: '以太坊地址', exact: true }).click();
    await expect(page).toHaveURL(/\/zh\/wiki\/5#/);
    await expect(page.locator('h2:target')).toHaveText('以太坊地址');
  });

  test('what is too long is refused and kept; what is not there is not found', async ({ page }) => {
    const long = 'gas'.repeat(50);
    expect((await page.goto(`${siteUrl()}/en/wiki?q=${long}`))?.status()).toBe(400);
    await expect(page.getByRole('searchbox', { name: 'Search the wiki' })).toHaveValue(long);
    for (const number of ['13', '00', 'gas'])
      expect((await page.goto(`${siteUrl()}/en/wiki/${number}`))?.status()).toBe(404);
  });
});

test('a label’s definition leads to its place in the glossary', async ({ page }) => {
  await page.goto(`${siteUrl()}/ko`);
  await page.locator('.term').first().click();
  const definition = page.locator('.definition:popover-open');
  const name = await definition.locator('strong').innerText();
  await definition.getByRole('link').click();
  await expect(page.locator('.glossary :target dt')).toHaveText(name);
});
