import { expect, test } from '@playwright/test';
import { siteUrl } from './support/site.ts';
import { tokens } from './support/things.ts';

test('the transfers of a token are narrowed to an account; what is none is said beside it', async ({
  page,
}) => {
  const { nft, collector } = await tokens();
  await page.goto(`${siteUrl()}/en/token/${nft}`);
  const tabs = page.getByRole('navigation', { name: 'Parts of this page' });
  await expect(tabs.getByRole('link', { name: /^Holders/ })).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Account' });
  await box.fill(` ${collector} `);
  await box.press('Enter');
  await expect(page).toHaveURL(/[?&]h=/);
  await expect(page.getByText('Transfers of', { exact: true })).toBeVisible();
  await expect(tabs.getByRole('link', { name: /^Holders/ })).toHaveCount(0);
  await expect(page.locator('#transfers thead')).toContainText('Token ID');

  await box.fill('nobody');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    box.press('Enter'),
  ]);
  expect(answer.status()).toBe(400);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('could not be read');
  await expect(page.getByRole('alert')).toContainText('not the address of an account');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveValue('nobody');
  await page.locator('#transfers').getByRole('link', { name: 'All' }).click();
  await expect(tabs.getByRole('link', { name: /^Holders/ })).toBeVisible();
});

test('on phones only the headings that order a list stand above it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${siteUrl()}/en/deal`);
  const heads = page.locator('#deals thead');
  for (const name of ['Status', 'Client', 'Provider'])
    await expect(heads.locator('th', { hasText: name }).first()).not.toBeInViewport({ ratio: 1 });
  await expect(heads.getByRole('button')).toHaveCount(0);
  // What they mean is a press away.
  await page.locator('#deals summary', { hasText: 'Columns explained' }).click();
  const term = heads.getByRole('button', { name: 'Client', exact: true });
  await term.click();
  await expect(page.locator('.definition:popover-open')).toContainText('Client');
  await page.goto(`${siteUrl()}/en/fevm/contracts`);
  const order = page.locator('#contracts thead a.sort');
  await expect(order.first()).toBeInViewport({ ratio: 1 });
  await order.last().click();
  await expect(page).toHaveURL(/[?&]sort=/);
});

test('on phones a method’s name stays in one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const method of ['PreCommitSectorBatch2', 'ProveReplicaUpdates', 'InvokeContract']) {
    await page.goto(`${siteUrl()}/en/message?method=${method}`);
    for (const badge of await page.locator('#messages .method').all())
      expect((await badge.boundingBox())?.height ?? 0).toBeLessThan(28);
  }
});

test('a transfer leads to the transfers of either of its accounts, and what a token is stands in a tab', async ({
  page,
}) => {
  const { token } = await tokens();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${siteUrl()}/en/token/${token}`);
  const rows = page.locator('#transfers tbody tr');
  const links = rows.getByRole('link', { name: /^Only transfers of/ });
  const first = links.first();
  const name = (await first.getAttribute('aria-label')) ?? '';
  const box = await first.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await first.click();
  await expect(page).toHaveURL(/[?&]h=[^&]+#tabs$/);
  await expect(page.getByText('Transfers of', { exact: true })).toBeVisible();
  // Its own list does not lead to itself.
  await expect(rows.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Info' })
    .click();
  await expect(page.getByText('Written by this site’s editors')).toBeVisible();
});
