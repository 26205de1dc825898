/** Verified sources of contracts, as readers see them. */
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { deployed, sourcesOf } from '#contracts/testing/demo.ts';
import { axeProblems } from './support/axe.ts';
import { verify } from './support/verifying.ts';
import { startServer, type RunningServer } from './support/server.ts';

const DETAIL_BYTES = 25_000;
let server: RunningServer;
const tabOf = (name: string, query = '', locale = 'en') =>
  `${server.url}/${locale}/address/${deployed(name).address}?t=contract${query}`;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  // All contracts are there by then.
  server = await startServer({ DEMO_START_HEIGHT: '600', DEMO_EPOCH_SECONDS: '100000' });
});
test.afterAll(() => server.stop());
test.describe.configure({ mode: 'serial' });

test('links that verifying tools print lead to the contract’s code', async ({ page }) => {
  const { address } = deployed('usd');
  await page.goto(`${server.url}/en/address/${address}`);
  await expect(page.locator('.tabs [aria-current="page"]')).not.toHaveText(/Contract/);
  for (const path of [`address/${address}#code`, `repo-ui/314/${address}`]) {
    await page.goto(`${server.url}/en/${path}`);
    await expect(page.locator('.tabs [aria-current="page"]').first()).toHaveText(/Contract/);
  }
  const other = await page.request.get(`${server.url}/en/repo-ui/1/${address}`);
  expect(other.status()).toBe(404);
});

test('without a source there is the way to verify one, and guesses', async ({ page }) => {
  await page.goto(`${server.url}/en/fevm/verified-contracts`);
  await expect(page.locator('.empty')).toContainText('No source has been verified');
  await page.goto(tabOf('shells'));
  const way = page.locator('#tabs ~ * a', { hasText: 'Verify its source' }).first();
  await expect(way).toHaveAttribute('href', /^\/en\/contract\?address=/);
  await expect(page.locator('.guesses')).toContainText('transferFrom(address,address,uint256)');
  expect(await axeProblems(page)).toEqual([]);
  const raw = await page.request.get(
    `${server.url}/en/contract/abi.json?address=${deployed('shells').address}`,
  );
  expect(raw.status()).toBe(404);
});

test('a source is shown with its files, colours and links', async ({ page }) => {
  test.setTimeout(180_000);
  await verify(server.url, deployed('shells'));
  await page.goto(tabOf('shells'));
  await expect(page.locator('.page-badges')).toContainText('Verified');
  await expect(page.locator('.page-identity .id-tag')).toHaveText('Shells of the Shore: SHELL');
  await expect(page.locator('.verified')).toContainText('Full match');
  await expect(page.locator('.verified')).toContainText('Shells of the Shore');
  await expect(page.locator('.verified')).toContainText('Library Text');
  const code = page.locator('.source-code');
  await expect(code.locator('.line').first()).toContainText('SPDX-License-Identifier');
  await expect(code.locator('.s-keyword').first()).toHaveText('pragma');
  // An import leads to its file, a library's name to its definition there.
  await code.getByRole('link', { name: '"./Text.sol"' }).click();
  await expect(page).toHaveURL(/[?&]file=2#L1$/);
  await expect(page.locator('.file-head')).toContainText('Text.sol');
  await expect(page.locator('.file-head')).toContainText('file 2 of 2');
  await expect(page.locator('.files nav a[aria-current]')).toHaveText('Text.sol');
  await page.goBack();
  await code.getByRole('link', { name: 'Text', exact: true }).first().click();
  await expect(page).toHaveURL(/[?&]file=2#L\d+$/);
  await expect(page.locator('.line:target')).toContainText('library Text');
  expect(await axeProblems(page)).toEqual([]);
});

test('all files come as standard JSON, one as plain text', async ({ page }) => {
  const { address, file } = deployed('shells');
  const get = (path: string) => page.request.get(`${server.url}/en/contract/${path}`);
  const input = await get(`input.json?address=${address}`);
  expect(input.headers()['content-disposition']).toBe('attachment; filename="Collectible.json"');
  const { sources } = (await input.json()) as { sources: Record<string, { content: string }> };
  const own = sourcesOf(file);
  expect(Object.fromEntries(Object.entries(sources).map(([k, v]) => [k, v.content]))).toEqual(own);
  const text = await get(`source.txt?address=${address}&file=2`);
  expect(text.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(Object.values(own)).toContain(await text.text());
  expect((await get(`source.txt?address=${address}&file=3`)).status()).toBe(404);
  expect((await get('input.json?address=nobody')).status()).toBe(404);
});

test('its ABI has a page, as a tree and as text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(tabOf('shells'));
  await page.locator('#abi').getByRole('link', { name: 'ABI', exact: true }).click();
  await expect(page.locator('.tree')).toContainText('transferFrom(address,address,uint256)');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await expect(page).toHaveURL(/format=text/);
  await expect(page.locator('pre')).toContainText('"type": "constructor"');
  await page.getByRole('button', { name: 'Copy the ABI' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await page.locator('pre').textContent());
  expect(await axeProblems(page)).toEqual([]);
});

test('a proxy names its implementation and what that offers', async ({ page }) => {
  test.setTimeout(240_000);
  for (const name of ['stakingV1', 'stakingV2', 'staking'])
    await verify(server.url, deployed(name));
  await page.goto(tabOf('staking'));
  const offers = page.getByRole('heading', { name: /^Interface of its implementation Staking/ });
  await expect(offers).toBeVisible();
  const note = page.locator('.contract > .note');
  await expect(note).toContainText('implementation, whose source is verified, too: Staking');
  // On a phone what opens long bytes stands beside their first line, and text apart from rules.
  await page.setViewportSize({ width: 390, height: 844 });
  const far = await page.locator('.verified').evaluate((verified) => {
    const box = (selector: string): DOMRect =>
      verified.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect(0, -1, 0, 0);
    return {
      line: box('.tree-long .tree-value').top - box('.tree-long > summary').top,
      docs: box('.docs').top - box('.facts').bottom,
    };
  });
  expect(far.line).toBeLessThan(6);
  expect(far.docs).toBeGreaterThanOrEqual(8);
  await page.getByRole('link', { name: 'Source of the implementation' }).click();
  await expect(page.locator('.verified')).toContainText('Staking');
});

test('two contracts are compared line by line', async ({ page }) => {
  test.setTimeout(180_000);
  for (const name of ['usd', 'wfil']) await verify(server.url, deployed(name));
  await page.goto(tabOf('stakingV1'));
  const other = page.getByLabel('Address of a verified contract');
  await other.fill(deployed('stakingV2').address);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('#compare')).toContainText('1 equal');
  await expect(page.locator('.compared')).toContainText('Staking → StakingV2');
  await page.getByLabel('Address of a verified contract').fill(deployed('usd').address);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('#compare')).toContainText('1 only here · 1 only there');
  await page.locator('.compared a').first().click();
  await expect(page.locator('#diff .row-left').first()).toContainText('SPDX');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel('Address of a verified contract').fill('<script>alert(1)</script>');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('#compare')).toContainText('There is no contract');
});

test('the list has what was verified, in three languages', async ({ page }) => {
  for (const [locale, word] of [
    ['en', 'Full match'],
    ['zh', '完全匹配'],
    ['ko', '완전 일치'],
  ] as const) {
    await page.goto(`${server.url}/${locale}/fevm/verified-contracts`);
    await expect(page.locator('#verified tbody tr').first()).toContainText(word);
    // It was verified after the recording's days: that moment has no age.
    await expect(page.locator('#verified thead th').last()).toHaveText(/^[^)]+ \(UTC\)$/);
    await expect(page.locator('#verified td time').first()).toHaveText(/^\d{4}-\d\d-\d\d /);
    expect(await axeProblems(page)).toEqual([]);
  }
  await page.goto(`${server.url}/en/fevm/contracts?days=all`);
  await expect(page.locator('.verified-mark').first()).toBeVisible();
  const csv = await page.request.get(`${server.url}/api/v1/stats/verified-contracts.csv`);
  expect(await csv.text()).toContain('Collectible');
});

test('the tab is no heavier than a detail page may be', async ({ page }) => {
  test.setTimeout(120_000);
  await verify(server.url, deployed('nameRegistrar'));
  for (const name of ['shells', 'staking', 'nameRegistrar']) {
    const answer = await page.request.get(tabOf(name));
    expect(gzipSync(await answer.body()).length, name).toBeLessThan(DETAIL_BYTES);
  }
});
