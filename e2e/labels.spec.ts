/** How accounts are called: names first, contracts' own apart from tags, 0x for the EVM. */
import { expect, test } from '@playwright/test';
import { siteUrl } from './support/api.ts';
import { contractCall } from './support/things.ts';

test('a contract is called by its tag, else by its own words, which are drawn apart', async ({
  page,
}) => {
  await page.goto(`${siteUrl()}/en/fevm/contracts?days=365`);
  const rows = page.locator('#contracts tbody tr');
  const token = rows.filter({ hasText: 'Harbor Dollar' });
  await expect(token.locator('.id-own-token')).toHaveText('hUSD · Harbor Dollar');
  await expect(token.locator('.id-own-token')).toHaveAttribute('title', /anybody can choose/);
  const tagged = rows.filter({ hasText: 'Liquid Staking (demo)' });
  await expect(tagged.locator('.id-tag')).toHaveCount(1);
  await expect(tagged.locator('.id-own')).toHaveCount(0);
  // A part of a project is called by it.
  await expect(rows.filter({ hasText: 'Harbor Exchange: Pool of Anchor' })).toHaveCount(1);
  // What a token says is text.
  await expect(rows.filter({ hasText: '<b>Not HTML</b>' }).locator('b')).toHaveCount(0);
});

test('accounts of the EVM are written as 0x, value alone is a transfer', async ({ page }) => {
  const sent = await contractCall(({ plainTransfer }) => plainTransfer === true);
  expect(sent).toMatchObject({ method: 'InvokeContract', to: expect.stringMatching(/^f410/) });
  await page.goto(`${siteUrl()}/en/message/${sent.cid}`);
  await expect(page.locator('.facts .method-transfer')).toHaveText('Transfer');
  const written = await page.locator('.facts .id-address .id-text').allInnerTexts();
  expect(written.some((text) => text.startsWith('0x'))).toBe(true);
  expect(written.filter((text) => /^f410/.test(text))).toEqual([]);
  // The page of the account has its form on Filecoin too.
  await page.goto(`${siteUrl()}/en/address/${sent.to}`);
  await expect(page.locator('.page-identity .id-text')).toHaveText(/^0x/);
  await page.getByText('Address passport').click();
  await expect(page.getByText(sent.to, { exact: true })).toBeVisible();
});

test('an address stands right beside its name, whatever room the list has for names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['rich-list', 'dapp/lsd_staking', 'fevm/contracts?days=365']) {
    await page.goto(`${siteUrl()}/en/${path}`);
    const named = page.locator('.table tbody .id:has(> .id-long)');
    await expect(named.first()).toBeVisible();
    const gaps = await named.evaluateAll((all) =>
      all.map((id) => {
        const range = document.createRange();
        range.selectNodeContents(id.querySelector('.id-tag') ?? id);
        const address = id.querySelector('.id-text')?.getBoundingClientRect();
        return (address?.left ?? Infinity) - range.getBoundingClientRect().right;
      }),
    );
    for (const gap of gaps) expect(gap, path).toBeLessThanOrEqual(10);
  }
});
