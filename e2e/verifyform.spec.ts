/** The steps of the form before anything is handed in. */
import { expect, test, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { COMPILER, deployed } from '#contracts/testing/demo.ts';
import { axeProblems } from './support/axe.ts';
import { siteUrl } from './support/site.ts';
import {
  given,
  hand,
  MIT,
  openForm,
  sourceFiles,
  sourceText,
  submit,
} from './support/verifying.ts';

test.describe.configure({ mode: 'serial' });

test('the first step asks which contract, the second begins with the files', async ({ page }) => {
  const { address } = deployed('wfil');
  const place = `${siteUrl()}/en/contract/verify?contractAddress=${address}`;
  await page.goto(`${siteUrl()}/en/contract/verify`);
  await expect(page.getByLabel('Contract address')).toBeVisible();
  await expect(page.locator('.wrong:visible')).toHaveCount(0);
  await page.goto(`${siteUrl()}/en/contract?address=${address}`);
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
  await page.goto(`${siteUrl()}/en/contract/verify?contractAddress=0x12&compilerVersion=v9`);
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.wrong:visible')).toHaveText([
    'That is not the address of a contract.',
  ]);
  expect(await axeProblems(page)).toEqual([]);
});

test('an address of something else than a contract leads back, with what it is', async ({
  page,
}) => {
  await page.goto(`${siteUrl()}/en/contract/verify?contractAddress=f01000`);
  await expect(page.getByLabel('Contract address')).toHaveValue('f01000');
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.wrong:visible')).toContainText('Storage provider');
  await expect(page.locator('verify-source')).toHaveCount(0);
  // What the index does not know may be a contract that it has not read yet.
  await page.goto(`${siteUrl()}/en/contract/verify?contractAddress=f0999999`);
  await expect(page.getByText('there is no contract at this address')).toBeVisible();
  await expect(page.locator('verify-source')).toHaveCount(1);
});

test('what a project’s folder tells is not asked, and what it does not tell is', async ({
  page,
}) => {
  const { address } = deployed('text');
  const source = sourceText('Text.sol');
  const config = '[profile.default]\nsolc = "0.8.23"\noptimizer = true\noptimizer_runs = 200\n';
  const zip = zipSync({
    'app/foundry.toml': strToU8(config),
    'app/remappings.txt': strToU8('@lib/=lib/'),
    'app/Text.sol': strToU8(source.replace(/^.*SPDX.*$/m, '// no licence')),
    'app/lib/other/foundry.toml': strToU8('[profile.default]\nsolc = "0.8.37"'),
  });
  await page.goto(`${siteUrl()}/en/contract/verify?contractAddress=${address}`);
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

test('mistakes show at once, and nothing is lost', async ({ page }) => {
  await openForm(page, siteUrl(), deployed('text').address);
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

/** Reading a file of this name fails, or waits until `release` is called. */
const hinder = (page: Page, name: string, how: 'fails' | 'waits') =>
  page.evaluate(
    ([name, how]) => {
      const read = File.prototype.arrayBuffer;
      File.prototype.arrayBuffer = async function () {
        if (this.name === name && how === 'fails') throw new DOMException('', 'NotReadableError');
        if (this.name === name)
          await new Promise((resolve) => addEventListener('release', resolve, { once: true }));
        return read.call(this);
      };
    },
    [name, how] as const,
  );

test('a file that cannot be read is named beside the field, and the others stay', async ({
  page,
}) => {
  for (const [locale, unreadable, notText] of [
    ['en', 'The browser cannot read it', 'This is no text (UTF-8)'],
    ['zh', '浏览器无法读取', '不是文本（UTF-8）'],
    ['ko', '브라우저에서 읽을 수 없습니다', '텍스트(UTF-8)가 아닙니다'],
  ]) {
    await openForm(page, siteUrl(), deployed('text').address, locale);
    await hand(page, sourceFiles('Text.sol'));
    await expect(page.locator('.verify-files li')).toHaveCount(1);
    await hinder(page, 'Gone.sol', 'fails');
    await hand(page, [
      given('Gone.sol', 'contract Gone {}'),
      given('Binary.sol', Uint8Array.of(0x7f, 0xff, 0xfe)),
      given('Other.sol', 'contract Other {}'),
    ]);
    const wrong = page.locator('.verify-wrong li');
    await expect(wrong).toHaveText([`Gone.sol ${unreadable}`, `Binary.sol ${notText}`]);
    await expect(page.locator('.verify-files summary')).toContainText(['Text.sol', 'Other.sol']);
  }
});

test('of what is dropped, what cannot be opened is named', async ({ page }) => {
  await openForm(page, siteUrl(), deployed('text').address);
  const dropped = await page.evaluateHandle(() => {
    const fail = (_: unknown, failed: (error: Error) => void) =>
      failed(new DOMException('', 'NotReadableError'));
    const entry = (name: string) => ({
      name,
      fullPath: `/${name}`,
      isFile: name.endsWith('.sol'),
      isDirectory: !name.endsWith('.sol'),
      file:
        name === 'Locked.sol' ? fail : (taken: (file: File) => void) => taken(new File([], name)),
      createReader: () => ({ readEntries: fail }),
    });
    const transfer = new DataTransfer();
    for (const name of ['Locked.sol', 'folder', 'A.sol']) transfer.items.add(new File([], name));
    DataTransferItem.prototype.webkitGetAsEntry = function () {
      return entry(this.getAsFile()?.name ?? '') as unknown as FileSystemEntry;
    };
    return transfer;
  });
  await page.locator('.verify-drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.locator('.verify-wrong li')).toHaveText([
    'Locked.sol The browser cannot read it',
    'folder The browser cannot read it',
  ]);
  await expect(page.locator('.verify-files summary')).toContainText(['A.sol']);
});

test('a file is taken away while others are still read', async ({ page }) => {
  await openForm(page, siteUrl(), deployed('text').address);
  await hand(page, [given('A.sol', 'contract A {}'), given('B.sol', 'contract B {}')]);
  await hinder(page, 'C.sol', 'waits');
  await hand(page, [given('C.sol', 'contract C {}')]);
  await expect(page.getByText('Reading the files…')).toBeVisible();
  await page.getByRole('button', { name: 'Remove A.sol' }).click();
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await expect(page.locator('.verify-files summary')).toContainText(['B.sol', 'C.sol']);
  await expect(page.getByRole('button', { name: 'Remove A.sol' })).toHaveCount(0);
});

test('without scripts the first step works, and the second says where the API is', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const { address } = deployed('wfil');
  await page.goto(`${siteUrl()}/en/contract?address=${address}`);
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${siteUrl()}/en/contract/verify?contractAddress=${address}`);
  await page.getByRole('link', { name: 'Verify with the API, Foundry or Hardhat' }).click();
  await expect(page.locator('#verifying-sources')).toBeVisible();
  await page.close();
});
