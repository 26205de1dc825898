import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { COMPILER, deployed, sourcesOf } from '#contracts/testing/demo.ts';
import { axeProblems } from './support/axe.ts';
import { startServer, type RunningServer } from './support/server.ts';
import {
  formUrl,
  given,
  hand,
  openForm,
  result,
  sourceFiles,
  sourceText,
  submit,
  type Given,
} from './support/verifying.ts';

let server: RunningServer;
/** All contracts are there by then, and nothing moves: what is verified is kept by this server alone. */
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startServer({
    DEMO_START_HEIGHT: '600',
    DEMO_EPOCH_SECONDS: '100000',
    VERIFY_RATE_LIMIT: '0',
  });
});
test.afterAll(() => server.stop());
test.describe.configure({ mode: 'serial' });

test('a contract of one file is verified, and is so the next time', async ({ page }) => {
  const { address } = deployed('wfil');
  await openForm(page, server.url, address);
  await hand(page, sourceFiles('WrappedFil.sol'));
  await page.getByLabel('EVM version').selectOption('paris');
  await page.getByLabel('Optimization', { exact: true }).uncheck();
  await submit(page);
  await expect(result(page)).toContainText('Verification success', { timeout: 60_000 });
  await expect(result(page)).toBeFocused();
  await expect(result(page)).toContainText('WrappedFil');
  await expect(result(page)).toContainText('Full');
  expect(await axeProblems(page)).toEqual([]);
  await submit(page);
  await expect(result(page)).toContainText('The contract is already verified.');
  await expect(result(page)).not.toContainText('Verification failed');
  await page.getByRole('link', { name: 'See the contract’s code' }).click();
  await expect(page).toHaveURL(`${server.url}/en/address/${address}?t=contract`);
});

test('another code is explained, set right by a button, and verified', async ({ page }) => {
  await openForm(page, server.url, deployed('usd').address);
  await hand(page, sourceFiles('Token.sol'));
  await page.getByLabel('EVM version').selectOption('paris');
  await page.getByLabel('Optimization', { exact: true }).uncheck();
  await submit(page);
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
  await expect(result(page)).toContainText('The compiled code is not the chain’s');
  await expect(result(page)).toContainText('What we looking for');
  await expect(result(page)).toContainText('What we got');
  await expect(result(page).locator('mark').first()).toBeVisible();
  await expect(result(page)).toContainText('Token');
  expect(await axeProblems(page)).toEqual([]);
  await result(page)
    .getByRole('listitem')
    .filter({ hasText: 'Switch the optimizer on' })
    .getByRole('button', { name: 'Set it' })
    .click();
  await expect(page.getByLabel('Optimization', { exact: true })).toBeChecked();
  await submit(page);
  await expect(result(page)).toContainText('Verification success', { timeout: 60_000 });
});

test('settings of a build-info in an archive are found and not asked', async ({ page }) => {
  const { address, settings } = deployed('items');
  const sources = Object.fromEntries(
    Object.entries(sourcesOf('Items.sol')).map(([name, content]) => [name, { content }]),
  );
  const info = {
    solcLongVersion: COMPILER.slice(1),
    input: { language: 'Solidity', sources, settings },
  };
  const zip = zipSync({
    'app/artifacts/build-info/1.json': strToU8(JSON.stringify(info)),
    'app/package.json': strToU8('{}'),
    '../../evil.sol': strToU8('contract Evil {}'),
  });
  await openForm(page, server.url, address);
  await hand(page, [given('app.zip', zip)]);
  await expect(page.getByText('../../evil.sol')).toBeVisible();
  const found = page.getByRole('region', { name: 'Settings that were found' });
  await expect(found).toContainText('999');
  await expect(found).toContainText('paris');
  await expect(page.getByLabel('EVM version')).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  await submit(page);
  await expect(result(page)).toContainText('Verification success', { timeout: 60_000 });
});

test('the form is not sent before the terms are agreed to, by whichever way it is reached', async ({
  page,
}) => {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') posts++;
  });
  await page.goto(formUrl(server.url, deployed('text').address));
  const terms = page.getByLabel('I agree to the terms');
  await expect(terms).not.toBeChecked();
  await hand(page, [given('A.sol', 'contract A { x }')]);
  await expect(page.locator('main')).toContainText('16 B');
  await submit(page);
  await expect(page.getByText('Agree to the terms first.')).toBeVisible();
  await expect(terms).toBeFocused();
  expect(posts).toBe(0);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByText('The terms', { exact: true }).click();
  await expect(page.getByText('What you submit is published')).toBeVisible();
  await terms.check();
  await expect(page.getByText('Agree to the terms first.')).toHaveCount(0);
  await submit(page);
  await expect(result(page)).toContainText('The source does not compile.', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(terms).not.toBeChecked();
});

test('the compiler’s errors are told as it words them', async ({ page }) => {
  await openForm(page, server.url, deployed('text').address);
  await hand(page, [given('A.sol', '// <b>\ncontract A { x }')]);
  await submit(page);
  await expect(result(page)).toContainText('The source does not compile.', { timeout: 60_000 });
  await expect(result(page)).toContainText('ParserError');
  await expect(result(page).locator('b')).toHaveCount(0);
});

test('a full queue is waited for', async ({ page }) => {
  let refused = 0;
  await page.route('**/api/v1/contract/verify', (route) =>
    refused++ === 0
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '3' },
          json: { statusCode: 429, message: 'busy', error: 'Too Many Requests' },
        })
      : route.continue(),
  );
  await openForm(page, server.url, deployed('text').address);
  await hand(page, [given('A.sol', sourceText('Token.sol'))]);
  await submit(page);
  await expect(page.locator('.verify-progress')).toContainText('sent again in');
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
  expect(refused).toBe(2);
});

/** Sources that nobody has compiled before. */
const fresh = (): Given[] => [
  given('A.sol', `${sourceText('Token.sol')}\n// ${String(Date.now())}`),
];

test('a page that is loaded again meanwhile takes the verification up again', async ({ page }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/contract/verify')) posts++;
  });
  await openForm(page, server.url, deployed('text').address);
  await hand(page, fresh());
  await submit(page);
  await page.waitForFunction(() =>
    Object.values(sessionStorage).some((kept) => String(kept).startsWith('{"id":')),
  );
  await page.reload();
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
  await expect(result(page)).toContainText('What we looking for');
  await expect(result(page)).toContainText('submitted before the page was reloaded');
  await expect(result(page).getByRole('button', { name: 'Set it' })).toHaveCount(0);
  expect(posts).toBe(1);
  expect(await axeProblems(page)).toEqual([]);
  // It is told once.
  await page.reload();
  await expect(page.locator('.verify-form')).toBeVisible();
  await expect(page.locator('.verify-outcome')).toHaveCount(0);
});

test('a page that is loaded again before the server has answered hands in once more', async ({
  page,
}) => {
  let posts = 0;
  await page.route('**/api/v1/contract/verify', (route) =>
    posts++ === 0 ? undefined : route.continue(),
  );
  await openForm(page, server.url, deployed('text').address);
  await hand(page, fresh());
  await submit(page);
  await expect.poll(() => posts).toBe(1);
  await page.reload();
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
  await expect(result(page)).toContainText('submitted before the page was reloaded');
  expect(posts).toBe(2);
});

test('where the live channel is refused the verdict is asked for', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await openForm(page, server.url, deployed('text').address);
  await hand(page, fresh());
  await submit(page);
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
});

test('the place in the queue is told, and what waits can be cancelled', async ({ page }) => {
  const id = '0b6ea1a2-5b7d-4c55-9f0c-1f4b9a0e7c11';
  await page.route('**/api/v1/contract/verify', (route) =>
    route.fulfill({ status: 202, json: { id } }),
  );
  await page.route(`**/api/v1/contract/verify/${id}`, (route) =>
    route.fulfill({
      json: { id, address: '', state: 'queued', place: 2, seconds: 40, verdict: null },
    }),
  );
  await openForm(page, server.url, deployed('text').address);
  await hand(page, sourceFiles('Text.sol'));
  await submit(page);
  await expect(page.locator('.verify-progress')).toContainText('Place 2 in the queue · 4');
  expect(await axeProblems(page)).toEqual([]);
  const cancelled = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await cancelled).url()).toContain(id);
  await expect(page.locator('.verify-progress')).toHaveCount(0);
  await expect(page.locator('.verify-error')).toHaveCount(0);
  const kept = await page.evaluate(() => Object.keys(sessionStorage).join(' '));
  expect(kept).not.toContain('verification:');
});

for (const [locale, width, colorScheme] of [
  ['en', 390, 'dark'],
  ['zh', 390, 'light'],
  ['ko', 1280, 'dark'],
] as const)
  test(`stands well: ${locale}, ${width}, ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
    await openForm(page, server.url, deployed('factory').address, locale);
    await hand(page, sourceFiles('Exchange.sol'));
    // Settings come once the files are read.
    await page.locator('button[name="libraries"]').waitFor({ state: 'attached' });
    for (const summary of await page.locator('.verify-card > summary').all()) await summary.click();
    await page.locator('button[name="libraries"]').click();
    expect(await axeProblems(page)).toEqual([]);
    await page.locator('button[type="submit"].button-first').click();
    await expect(page.locator('.verify-outcome')).toBeVisible({ timeout: 60_000 });
    expect(await axeProblems(page)).toEqual([]);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
    await page.close();
  });
