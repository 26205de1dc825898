/** Verified contracts, read by their readers. */
import { expect, test } from '@playwright/test';
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { z } from 'zod';
import { offered } from '#contracts/abi/panel.ts';
import { deployed } from '#contracts/testing/demo.ts';
import { entry, problemsOf, startPanels, tabTo, type Panels } from './support/panels.ts';

let panels: Panels;
test.beforeAll(async () => {
  test.setTimeout(400_000);
  panels = await startPanels();
});
test.afterAll(() => panels.close());
test.describe.configure({ mode: 'serial' });

test('a recording answers what was recorded, and refuses to be written to', async ({ page }) => {
  const wallet = panels.wallet();
  await wallet.install(page);
  await page.goto(panels.tabOf('usd', 'a=read'));
  await entry(page, 'name').locator('summary').click();
  await expect(entry(page, 'name').locator('.panel-outcome')).toContainText('Harbor Dollar');
  await entry(page, 'totalSupply').locator('summary').click();
  await expect(entry(page, 'totalSupply').locator('.panel-outcome')).toContainText(
    'The recording contains this answer for its last height only',
  );
  const balance = entry(page, 'balanceOf');
  await balance.locator('summary').click();
  // It has no name in the source.
  await expect(balance.locator('label')).toHaveText('input 1 address');
  await balance.getByRole('textbox').fill(`0x${'12'.repeat(20)}`);
  await balance.getByRole('button', { name: 'Query' }).click();
  await expect(balance.locator('.panel-outcome')).toContainText(
    'The recording does not contain this answer',
  );
  await expect(page.getByLabel('At height')).toHaveCount(0);
  expect(await problemsOf(page)).toEqual([]);
  await page.locator('#part').getByRole('link', { name: 'Write', exact: true }).click();
  await expect(page.locator('.panel-place .notice')).toContainText(
    'This network is a recording: no wallet is connected',
  );
  await expect(page.locator('.panel-place')).toContainText('transferFrom');
  await expect(page.getByRole('button', { name: /Connect/ })).toHaveCount(0);
  expect(wallet.asked).toEqual([]);
  expect(await problemsOf(page)).toEqual([]);
});

test('links open a function, whichever panel it is in', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(panels.tabOf('usd', 'f=0x70a08231'));
  await expect(page.locator('#part a[aria-current]')).toHaveText('Read');
  const balance = entry(page, 'balanceOf');
  await expect(balance.locator('summary')).toBeFocused();
  await balance.getByRole('textbox').fill('f01012');
  await expect(balance.locator('.panel-hint').first()).toContainText('= 0x');
  await balance.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('f')).toBe('balanceOf(address)');
  await page.goto(link);
  await expect(balance.getByRole('textbox')).toHaveValue('f01012');
  await expect(balance.locator('.panel-outcome')).not.toBeEmpty();
  // The proxy's own ABI does not have it.
  await page.goto(panels.tabOf('staking', 'f=symbol()'));
  await expect(page.locator('#part a[aria-current]')).toHaveText('Read as proxy');
  await expect(entry(page, 'symbol').locator('.panel-outcome')).not.toBeEmpty();
  await page.goto(panels.tabOf('usd', 'a=read&f=nothing()'));
  await expect(page.locator('.panel')).toContainText('no function nothing()');
});

test('a function that was searched for is opened in its contract', async ({ page }) => {
  await panels.onDevelopmentEvm(page);
  await page.goto(`${panels.url}/en/search?q=withreason`);
  const found = page.locator('.found li');
  await expect(found).toContainText('withReason');
  await expect(found).toContainText(/ · 0x\w{4}…\w{4}$/);
  await found.getByRole('link').click();
  await expect(page).toHaveURL(/\?t=contract&f=withReason$/);
  await expect(page.locator('#part a[aria-current]')).toHaveText('Read');
  await expect(entry(page, 'withReason').locator('.panel-outcome')).toContainText('always fails');
});

test('reads answer with names, and errors with words', async ({ page }) => {
  await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('faults', 'a=read'));
  const outcome = (name: string) => entry(page, name).locator('.panel-outcome');
  await entry(page, 'count').locator('summary').click();
  await expect(outcome('count')).toContainText('uint256');
  await entry(page, 'withReason').locator('summary').click();
  await expect(outcome('withReason')).toContainText('“this always fails”');
  await entry(page, 'withNothing').locator('summary').click();
  await expect(outcome('withNothing')).toContainText('without a reason');
  await entry(page, 'withAssert').locator('summary').click();
  await expect(outcome('withAssert')).toContainText('an assertion failed');
  const custom = entry(page, 'withCustom');
  await custom.locator('summary').click();
  await custom.getByRole('button', { name: 'Query' }).click();
  await expect(custom.getByRole('textbox')).toBeFocused();
  await expect(custom.locator('.panel-wrong')).toHaveText('Please input a value');
  await custom.getByRole('textbox').fill('1.5');
  await expect(custom.locator('.panel-wrong')).toHaveText('This is not a whole number');
  await custom.getByRole('combobox').selectOption('18');
  await expect(custom.locator('.panel-hint').first()).toHaveText('= 1,500,000,000,000,000,000');
  await custom.getByRole('textbox').press('Enter');
  await expect(outcome('withCustom')).toContainText('Custom(uint256,string,address)');
  await expect(outcome('withCustom')).toContainText('custom failure');
  const panic = entry(page, 'withPanic');
  await panic.locator('summary').click();
  await panic.getByRole('textbox').fill('0');
  await panic.getByRole('button', { name: 'Query' }).click();
  await expect(outcome('withPanic')).toContainText('division by zero');
  await panic.getByRole('textbox').fill('1');
  await page.getByLabel('At height').fill('0');
  await panic.getByRole('button', { name: 'Query' }).click();
  await expect(outcome('withPanic')).toContainText('At height 0');
  await expect(outcome('withPanic').locator('dd')).toHaveText('1');
  expect(await problemsOf(page)).toEqual([]);
});

const COMPOSED = parseAbi([
  'struct Point { int8 x; uint256[2] y; string note; }',
  'function set(uint8 a, Point p, Point[] more, bytes4 id, address to) view returns (uint256 total, Point p)',
  'function set(string a) view returns (bool)',
]);

test('every type is typed field by field, or as one text', async ({ page }) => {
  const calls: string[] = [];
  await panels.onDevelopmentEvm(page);
  await page.route('**/interface.json?*', (route) =>
    route.fulfill({ json: offered(JSON.stringify(COMPOSED), null) }),
  );
  const point = { x: -1, y: [4n, 5n] as const, note: '<b>' };
  await page.route('**/rpc/v1', async (route) => {
    const { params } = z
      .object({ params: z.tuple([z.object({ data: z.string() }), z.string()]) })
      .parse(route.request().postDataJSON());
    calls.push(params[0].data);
    const result = encodeFunctionResult({
      abi: COMPOSED.slice(0, 1),
      functionName: 'set',
      result: [9n, point],
    });
    await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result } });
  });
  await page.goto(panels.tabOf('wfil', 'a=read'));
  const set = page.locator('.panel-functions > li').first();
  await set.locator('summary').click();
  await set.getByLabel('a uint8').fill('0xff');
  const p = set.getByRole('group', { name: /^p \(/ });
  await p.getByLabel('x int8').fill('-129');
  await expect(p.locator('.panel-wrong')).toHaveText('This does not fit into int8');
  await p.getByLabel('x int8').fill('-128');
  await p.getByLabel('[0] uint256').fill('1');
  await p
    .getByLabel('[1] uint256')
    .fill('115792089237316195423570985008687907853269984665640564039457584007913129639935');
  await p.getByLabel('note string').fill('say "hi"');
  const more = set.getByRole('group', { name: /^more \(/ });
  await more.getByRole('button', { name: 'As text' }).last().click();
  await set.getByLabel(/^more/).fill('[[1, [2, 90071992547409930001], "two"]]');
  await set.getByRole('button', { name: 'As fields' }).click();
  await expect(more.getByLabel('[1] uint256')).toHaveValue('90071992547409930001');
  await more.getByRole('button', { name: 'Add an element' }).click();
  await expect(more.getByRole('button', { name: /^Remove element/ })).toHaveCount(2);
  await more.getByRole('button', { name: 'Remove element 1' }).click();
  await set.getByLabel('id bytes4').fill('0x01020304');
  await set.getByRole('button', { name: 'Query' }).click();
  await expect(set.getByLabel('to address')).toBeFocused();
  await set.getByLabel('to address').fill(deployed('usd').address);
  await set.getByRole('button', { name: 'Query' }).click();
  await expect(set.locator('.panel-outcome')).toContainText('<b>');
  await expect(set.locator('.panel-outcome')).toContainText('total uint256');
  const { args } = decodeFunctionData({ abi: COMPOSED, data: calls[0] as `0x${string}` });
  expect(args?.slice(0, 4)).toEqual([
    255,
    { x: -128, y: [1n, 2n ** 256n - 1n], note: 'say "hi"' },
    [{ x: 1, y: [2n, 90071992547409930001n], note: 'two' }],
    '0x01020304',
  ]);
  expect(await problemsOf(page)).toEqual([]);
});

test('read by the keyboard alone', async ({ page }) => {
  await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('faults', 'a=read'));
  await expect(page.locator('.panel')).toBeVisible();
  await page.locator('#part a[aria-current]').focus();
  const panic = entry(page, 'withPanic');
  await tabTo(page, panic.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, panic.getByRole('textbox'));
  await page.keyboard.type('1');
  await tabTo(page, panic.getByRole('button', { name: 'Query' }));
  await page.keyboard.press('Space');
  await expect(panic.locator('.panel-outcome dd')).toHaveText('1');
  // From the answer back to the field, and asked by it.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(panic.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(panic.locator('.panel-outcome')).toContainText('division by zero');
  await expect(panic.getByRole('textbox')).toBeFocused();
});
