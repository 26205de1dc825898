import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { deployments, sourcesOf, type Deployment } from '#contracts/testing/demo.ts';
import { axeProblems } from './support/axe.ts';
import { startServer, type RunningServer } from './support/server.ts';

const COMPILER = 'v0.8.23+commit.f704f362';
const MIT = 'MIT License (MIT)';
const DEMO = join(import.meta.dirname, '../data/demo-chain/contracts');

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

const all = deployments();
function deployed(name: string): Deployment {
  const found = all.get(name);
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const given = (name: string, text: string | Uint8Array): Given => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});
const sourceFiles = (file: string): Given[] =>
  Object.entries(sourcesOf(file)).map(([name, text]) => given(name, text));

const formUrl = (address: string, locale = 'en') =>
  `${server.url}/${locale}/contract/verify?${new URLSearchParams({
    contractAddress: address,
    compilerVersion: COMPILER,
    licenseType: MIT,
  }).toString()}`;

async function open(page: Page, address: string, locale = 'en'): Promise<void> {
  await page.goto(formUrl(address, locale));
  await expect(page.locator('.verify-form')).toBeVisible();
  await page.locator('input[name="terms"]').check();
}
const hand = (page: Page, files: Given[]) =>
  page.locator('input[name="files"]').setInputFiles(files);
const submit = (page: Page) => page.getByRole('button', { name: 'Verify and publish' }).click();
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

test('the first step asks which contract, the second begins with the files', async ({ page }) => {
  const { address } = deployed('wfil');
  const place = `${server.url}/en/contract/verify?contractAddress=${address}`;
  await page.goto(`${server.url}/en/contract/verify`);
  await expect(page.getByLabel('Contract address')).toBeVisible();
  await expect(page.locator('.wrong:visible')).toHaveCount(0);
  await page.goto(`${server.url}/en/contract?address=${address}`);
  await expect(page.getByLabel('Contract address')).toHaveValue(address);
  expect(await axeProblems(page)).toEqual([]);
  await expect(page.getByLabel('I agree to the terms')).not.toBeChecked();
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Contract address')).toHaveValue('');
  await expect(page.getByLabel('I agree to the terms')).not.toBeChecked();
  await page.getByLabel('Contract address').fill('0x12');
  await page.getByLabel('I agree to the terms').focus();
  await expect(page.getByText('That is not the address of a contract.')).toBeVisible();
  await page.getByLabel('Contract address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  // The browser itself asks for what is required.
  await expect(page).toHaveURL(/\/en\/contract\?address=/);
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(place);
  await expect(page.locator('.verify-form h2')).toHaveText(['Source']);
  // Who has agreed there is not asked again.
  await expect(page.getByLabel('I agree to the terms')).toBeChecked();
  // What a file may tell is asked once there is one, and not what the contract's code tells.
  await expect(page.getByLabel('License type')).toHaveCount(0);
  await hand(page, [given('A.sol', 'contract A {}')]);
  await expect(page.getByLabel('License type')).toHaveValue('');
  await expect(page.getByLabel('Compiler version')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Settings that were found' })).toContainText(
    `${COMPILER} found in the contract’s code`,
  );
});

test('an address that makes no sense leads back to the first step', async ({ page }) => {
  await page.goto(`${server.url}/en/contract/verify?contractAddress=0x12&compilerVersion=v9`);
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.wrong:visible')).toHaveText([
    'That is not the address of a contract.',
  ]);
  expect(await axeProblems(page)).toEqual([]);
});

test('what a project’s folder tells is not asked, and what it does not tell is', async ({
  page,
}) => {
  const { address } = deployed('text');
  const source = readFileSync(join(DEMO, 'Text.sol'), 'utf8');
  const config = '[profile.default]\nsolc = "0.8.23"\noptimizer = true\noptimizer_runs = 200\n';
  const zip = zipSync({
    'app/foundry.toml': strToU8(config),
    'app/remappings.txt': strToU8('@lib/=lib/'),
    'app/Text.sol': strToU8(source.replace(/^.*SPDX.*$/m, '// no licence')),
    'app/lib/other/foundry.toml': strToU8('[profile.default]\nsolc = "0.8.37"'),
  });
  await page.goto(`${server.url}/en/contract/verify?contractAddress=${address}`);
  await hand(page, [given('app.zip', zip)]);
  const found = page.getByRole('region', { name: 'Settings that were found' });
  await expect(found).toContainText(`${COMPILER} found in the contract’s code`);
  await expect(found).toContainText('@lib/=lib/ found in remappings.txt');
  await expect(page.getByLabel('Compiler version')).toBeHidden();
  expect(await axeProblems(page)).toEqual([]);
  await submit(page);
  await expect(page.getByText('Choose a license type.')).toBeVisible();
  await expect(page.getByLabel('License type')).toBeFocused();
  await page.getByLabel('License type').selectOption(MIT);
  await found.getByText('Change what was found').click();
  await page.getByLabel('Runs').fill('201');
  await expect(found).toContainText('201 set here; foundry.toml says otherwise');
  // The licence of the file itself is told once it names one.
  await hand(page, [given('Text.sol', source)]);
  await expect(found).toContainText(`${MIT} found in Text.sol`);
});

test('a contract of one file is verified, and is so the next time', async ({ page }) => {
  const { address } = deployed('wfil');
  await open(page, address);
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
  await open(page, deployed('usd').address);
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
  await open(page, address);
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
  await page.goto(formUrl(deployed('text').address));
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

test('mistakes show at once, and nothing is lost', async ({ page }) => {
  await open(page, deployed('text').address);
  await submit(page);
  const none = 'Please select the Solidity (*.sol) files for upload';
  await expect(page.getByText(none)).toBeVisible();
  await expect(page.locator('input[name="files"]')).toBeFocused();
  await hand(page, [given('metadata.json', '{')]);
  await expect(page.getByText('Invalid file format')).toBeVisible();
  const metadata = JSON.stringify({
    compiler: { version: COMPILER.slice(1) },
    language: 'Solidity',
    output: {},
    settings: { compilationTarget: { 'Text.sol': 'Text' } },
    sources: { 'Text.sol': { keccak256: '0x' } },
  });
  await hand(page, [given('metadata.json', metadata), given('b.metadata.json', metadata)]);
  await expect(page.getByText('Only one metadata.json file can be uploaded')).toBeVisible();
  await expect(page.getByText('The settings name Text.sol')).toBeVisible();
  await hand(page, sourceFiles('Text.sol'));
  await expect(page.getByRole('region', { name: 'Settings that were found' })).toBeVisible();
  await page.getByLabel(/set here, for the Solidity files/).check();
  await page.getByLabel('Runs').fill('-1');
  await page.getByLabel('Constructor arguments').fill('0x');
  await submit(page);
  await expect(page.getByLabel('Runs')).toBeFocused();
  await expect(page.getByLabel('Runs')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('main')).toContainText('Enter a whole number from 0 to 4,294,967,295.');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove metadata.json' }).click();
  await expect(page.getByLabel('Runs')).toHaveValue('-1');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Runs')).toHaveCount(0);
  await hand(page, sourceFiles('Text.sol'));
  await expect(page.getByLabel('Runs')).toHaveValue('200');
});

test('the compiler’s errors are told as it words them', async ({ page }) => {
  await open(page, deployed('text').address);
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
  await open(page, deployed('text').address);
  await hand(page, [given('A.sol', readFileSync(join(DEMO, 'Token.sol'), 'utf8'))]);
  await submit(page);
  await expect(page.locator('.verify-progress')).toContainText('sent again in');
  await expect(result(page)).toContainText('Verification failed', { timeout: 60_000 });
  expect(refused).toBe(2);
});

/** Sources that nobody has compiled before. */
const fresh = (): Given[] => [
  given('A.sol', `${readFileSync(join(DEMO, 'Token.sol'), 'utf8')}\n// ${String(Date.now())}`),
];

test('a page that is loaded again meanwhile takes the verification up again', async ({ page }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/contract/verify')) posts++;
  });
  await open(page, deployed('text').address);
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
  await open(page, deployed('text').address);
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
  await open(page, deployed('text').address);
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
  await open(page, deployed('text').address);
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
    await open(page, deployed('factory').address, locale);
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

test('without scripts the first step works, and the second says where the API is', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const { address } = deployed('wfil');
  await page.goto(`${server.url}/en/contract?address=${address}`);
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${server.url}/en/contract/verify?contractAddress=${address}`);
  await page.getByRole('link', { name: 'Verify with the API, Foundry or Hardhat' }).click();
  await expect(page.locator('#verifying-sources')).toBeVisible();
  await page.close();
});
