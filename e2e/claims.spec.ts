import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { testOwners, type TestOwner } from '#claims/testing/owners.ts';
import { axeProblems } from './support/axe.ts';
import { startServer, type RunningServer } from './support/server.ts';

const { f1, f3, f410 } = testOwners(7);
/** Moves the server's clock on by a quarter of an hour whenever it is told SIGUSR2. */
const CLOCK = `
  let ahead = 0;
  const now = Date.now;
  Date.now = () => now() + ahead;
  process.on('SIGUSR2', () => { ahead += 900_000; });
`;
let folder = '';
let server: RunningServer;

/** The demo chain with owners whose keys the test has: nobody has those of the recorded ones. */
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'sextant-claims-'));
  const env = {
    DATA_DIR: folder,
    DEMO_START_HEIGHT: '60',
    DEMO_EPOCH_SECONDS: '100000',
    TAG_MIN_POWER: '1',
    TAG_RATE_LIMIT: '0',
  };
  await (await startServer(env)).stop();
  execFileSync(process.execPath, ['e2e/support/owners.ts', folder]);
  const clock = `--import data:text/javascript,${encodeURIComponent(CLOCK)}`;
  server = await startServer({ ...env, NODE_OPTIONS: clock });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
test.describe.configure({ mode: 'serial' });

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Opens the dialog of a provider; answers its message. */
async function open(page: Page, provider: string, locale = 'en'): Promise<string> {
  await page.goto(`${server.url}/${locale}/address/${provider}`);
  await page.locator('tag-claim > button').click();
  const message = dialogOf(page).locator('pre').first();
  await expect(message).toHaveText(/^Signature for Sextant f\d+ harbor \d{4}-/);
  return (await message.textContent()) ?? '';
}

async function fill(page: Page, name: string, signature: string): Promise<void> {
  await page.getByRole('textbox', { name: /^English name/ }).fill(name);
  await page.getByRole('textbox', { name: /^Contact/ }).fill('ops@tide.example');
  await page.getByRole('textbox', { name: /^Signature/ }).fill(signature);
}
const submit = (page: Page) => page.getByRole('button', { name: 'Verify and save' }).click();

for (const [provider, owner, envelope, kind] of [
  ['f01000', f1, 'filecoin', 'f1'],
  ['f01001', f3, 'bare', 'f3'],
  ['f01002', f410, 'ethereum', 'f410'],
] as const)
  test(`an ${kind} owner names its provider by a signature`, async ({ page }) => {
    const message = await open(page, provider);
    // By the word of the button that opened it.
    const button = page.locator('tag-claim > button');
    await expect(dialogOf(page).getByRole('heading').first()).toHaveText(
      `${await button.innerText()} ${provider}`,
    );
    await expect(dialogOf(page)).toContainText(owner.text);
    const signed = owner.sign(message, envelope);
    const last = signed.slice(0, -3) + (signed.at(-3) === '0' ? '1' : '0') + signed.slice(-2);
    await fill(page, `Tide ${kind}`, last);
    await submit(page);
    const field = page.getByRole('textbox', { name: /^Signature/ });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(dialogOf(page).locator('.claim-error')).toBeVisible();
    // Nothing that was typed is lost.
    await expect(page.getByRole('textbox', { name: /^English name/ })).toHaveValue(`Tide ${kind}`);
    expect(await axeProblems(page)).toEqual([]);
    await field.fill(signed);
    await submit(page);
    const reload = page.getByRole('button', { name: 'Reload to see it' });
    await expect(reload).toBeFocused();
    await reload.click();
    const tag = page.locator('.page-identity .id-tag');
    await expect(tag).toHaveText(`Tide ${kind}`);
    await expect(tag).toHaveClass(/signed/);
    await expect(tag).toHaveAttribute('title', new RegExp(`Signed by its owner ${owner.text}`));
    await expect(page.locator('tag-claim > button')).toHaveText('Edit Signature');
    expect(await (await page.request.get(page.url())).text()).not.toContain('tide.example');
  });

async function outcome(page: Page, owner: TestOwner, message: string): Promise<string> {
  await fill(page, 'Ebb', owner.sign(message));
  await submit(page);
  return (await dialogOf(page).locator('.claim-error').textContent()) ?? '';
}

test('a message is used once, and is of this network', async ({ page }) => {
  const message = await open(page, 'f01000');
  // What is saved is edited; whom to ask is told to nobody.
  await expect(page.getByRole('textbox', { name: /^English name/ })).toHaveValue('Tide f1');
  await expect(page.getByRole('textbox', { name: /^Contact/ })).toHaveValue('');
  expect(await outcome(page, f1, message.replace('harbor', 'mainnet'))).toContain(
    'another network',
  );
  const request = { address: 'f01000', en: 'Ebb', contact: 'a@b.co', signature: f1.sign(message) };
  const post = () =>
    page.request.post(`${server.url}/api/v1/address-tag/create`, { data: request });
  expect(await (await post()).json()).toMatchObject({ status: 0 });
  expect(await outcome(page, f1, message)).toContain('used already');
  await page.getByRole('button', { name: 'New message' }).click();
  await expect(dialogOf(page).locator('pre').first()).not.toHaveText(message);
  await expect(page.getByRole('textbox', { name: /^English name/ })).toHaveValue('Ebb');
});

for (const [provider, owner, kind] of [
  ['f01000', f1, 'f1'],
  ['f01001', f3, 'f3'],
  ['f01002', f410, 'f410'],
] as const)
  test(`a message of an ${kind} owner is late after a quarter of an hour`, async ({ page }) => {
    const message = await open(page, provider);
    process.kill(server.pid, 'SIGUSR2');
    expect(await outcome(page, owner, message)).toContain('older than 15 minutes');
    // A new one is in time.
    await page.getByRole('button', { name: 'New message' }).click();
    const pre = dialogOf(page).locator('pre').first();
    await expect(pre).not.toHaveText(message);
    await fill(page, `Ebb ${kind}`, owner.sign((await pre.textContent()) ?? ''));
    await submit(page);
    await expect(page.getByRole('button', { name: 'Reload to see it' })).toBeFocused();
  });

test('a multisig has no key, and is told so', async ({ page }) => {
  await page.goto(`${server.url}/en/address/f01003`);
  await page.locator('tag-claim > button').click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('multisig');
});

test('by the keyboard alone, and what lacks is asked for in order', async ({ page }) => {
  await page.goto(`${server.url}/en/address/f01000`);
  const button = page.locator('tag-claim > button');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).locator('pre').first()).toBeVisible();
  await page.getByRole('textbox', { name: /^English name/ }).fill('');
  for (const [name, text] of [
    ['English name', 'Tide'],
    ['Contact', '+49 30 1234567'],
    ['Signature', ''],
  ] as const) {
    await page.getByRole('textbox', { name: /^Signature/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Please input ${name}`)).toBeVisible();
    await expect(page.getByRole('textbox', { name: new RegExp(`^${name}`) })).toBeFocused();
    await page.keyboard.type(text);
  }
  // The focus stays within.
  for (let i = 0; i < 14; i++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^English name/ })).toHaveValue('Tide');
});

for (const [locale, width, colorScheme] of [
  ['en', 390, 'dark'],
  ['zh', 390, 'light'],
  ['ko', 1280, 'dark'],
] as const)
  test(`stands well: ${locale}, ${width}, ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
    await open(page, 'f01002', locale);
    expect(await axeProblems(page)).toEqual([]);
    const over = await page.evaluate(() => {
      const dialog = document.querySelector('dialog');
      return dialog === null ? 1 : dialog.scrollWidth - dialog.clientWidth;
    });
    expect(over).toBe(0);
    await page.close();
  });

test('without scripts it is told where the API says how', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${server.url}/en/address/f01003`);
  await page.locator('tag-claim a').click();
  await expect(page.locator('#post-api-v1-address-tag-create-message')).toBeVisible();
  await page.close();
});
