/** Verified contracts, read and written by their readers. */
import { gzipSync } from 'node:zlib';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { z } from 'zod';
import { offered } from '#contracts/abi/panel.ts';
import { deployments, sourcesOf, type Deployment } from '#contracts/testing/demo.ts';
import { delegatedFromEth, formatAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import {
  DEVELOPMENT_CHAIN_ID,
  startDevelopmentEvm,
  type DevelopmentEvm,
} from '#rpc/testing/evm.ts';
import { axeProblems } from './support/axe.ts';
import { messageAt, OTHER_CID, StandInIndex } from './support/messages.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { takes, tellsTraces, type TracedCall } from './support/traces.ts';
import { TestWallet } from './support/wallet.ts';

const COMPILER = 'v0.8.23+commit.f704f362';
const PANEL_SCRIPTS = 150_000;
/** All contracts of the tests are there by then. */
const HEIGHT = '600';
let server: RunningServer;
let evm: DevelopmentEvm;
const all = deployments();

function deployed(name: string): Deployment {
  const found = all.get(name);
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

const Settings = z.object({
  optimizer: z.object({ enabled: z.boolean(), runs: z.number() }).partial().optional(),
  evmVersion: z.string().optional(),
  viaIR: z.boolean().default(false),
  libraries: z.looseObject({}).default({}),
  metadata: z.looseObject({}).optional(),
});

async function verify({ address, file, settings }: Deployment): Promise<void> {
  const { optimizer, evmVersion, viaIR, libraries, metadata } = Settings.parse(settings);
  const answer = await fetch(`${server.url}/api/v1/tools/verifyContract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      address,
      language: 'Solidity',
      compiler: COMPILER,
      optimize: optimizer?.enabled ?? false,
      optimizeRuns: optimizer?.runs ?? 200,
      evmVersion,
      viaIR,
      libraries: JSON.stringify(libraries),
      metadata: metadata === undefined ? '' : JSON.stringify(metadata),
      license: 'MIT License (MIT)',
      sourceFiles: Object.fromEntries(
        Object.entries(sourcesOf(file)).map(([name, content]) => [name, { content }]),
      ),
    }),
  });
  const { errorCode } = z.object({ errorCode: z.number() }).parse(await answer.json());
  expect([0, 6]).toContain(errorCode);
}

async function codeOf(name: string): Promise<[string, string]> {
  const { address } = deployed(name);
  const answer = await fetch(`${server.url}/api/v1/address/${address}/contract`);
  return [address, z.object({ byteCode: z.string() }).parse(await answer.json()).byteCode];
}

test.beforeAll(async () => {
  test.setTimeout(400_000);
  server = await startServer({ DEMO_START_HEIGHT: HEIGHT, DEMO_EPOCH_SECONDS: '100000' });
  for (const name of ['wfil', 'faults', 'usd', 'stakingV1', 'stakingV2', 'staking'])
    await verify(deployed(name));
  const contracts = new Map(await Promise.all(['wfil', 'faults'].map(codeOf)));
  evm = await startDevelopmentEvm([new TestWallet('').address], contracts);
});
test.afterAll(async () => {
  await evm.close();
  await server.stop();
});
test.describe.configure({ mode: 'serial' });

const tabOf = (name: string, query: string, locale = 'en') =>
  `${server.url}/${locale}/address/${deployed(name).address}?t=contract&${query}`;
const entry = (page: Page, name: string) =>
  page
    .locator('.panel-functions > li')
    .filter({ has: page.locator('summary b', { hasText: new RegExp(`^${name}$`) }) });

/** A network that may be written to, whose node is a development EVM. */
const OPEN = {
  genesis: 'development',
  name: 'development',
  chainId: DEVELOPMENT_CHAIN_ID,
  currency: 'tFIL',
  recorded: false,
};

/** Lets the page be of such a network; what its index tells of messages is the stand-in's. */
async function onDevelopmentEvm(page: Page): Promise<{ wallet: TestWallet; index: StandInIndex }> {
  const wallet = new TestWallet(evm.url);
  const index = new StandInIndex();
  await page.route(/\/address\/0x[^?]*\?t=contract/, async (route) => {
    const response = await route.fetch();
    const network = JSON.stringify(OPEN).replaceAll('"', '&quot;');
    const body = (await response.text())
      .replace(/ data-network="[^"]*"/, ` data-network="${network}"`)
      .replace(/ data-refused="[^"]*"/, '');
    await route.fulfill({ response, body });
  });
  await page.route('**/rpc/v1', async (route) => {
    const answer = await fetch(evm.url, { method: 'POST', body: route.request().postData() });
    await route.fulfill({ contentType: 'application/json', body: await answer.text() });
  });
  await wallet.install(page);
  await index.install(page);
  return { wallet, index };
}

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

/** Simulates and sends a deposit of wrapped FIL; answers its hash. */
async function deposit(page: Page, wallet: TestWallet, amount = '1.5'): Promise<string> {
  const before = wallet.sent.length;
  const deposits = entry(page, 'deposit');
  if (!(await deposits.locator('details').evaluate((details) => details.hasAttribute('open'))))
    await deposits.locator('summary').click();
  await deposits.getByRole('textbox', { name: 'Value sent' }).fill(amount);
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.locator('.panel-trial')).toContainText('The simulation succeeds');
  await deposits.getByRole('button', { name: 'Send with wallet' }).click();
  await expect.poll(() => wallet.sent.length).toBe(before + 1);
  return wallet.sent.at(-1) ?? '';
}

/** The tab has tabs of its own: who jumps between landmarks tells them apart by their names. */
const problemsOf = (page: Page) => axeProblems(page, ['landmark-unique']);
const newest = (page: Page) => page.locator('.panel-sent').first();

test('a recording answers what was recorded, and refuses to be written to', async ({ page }) => {
  const wallet = new TestWallet(evm.url);
  await wallet.install(page);
  await page.goto(tabOf('usd', 'a=read'));
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
  await page.goto(tabOf('usd', 'f=0x70a08231'));
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
  await page.goto(tabOf('staking', 'f=symbol()'));
  await expect(page.locator('#part a[aria-current]')).toHaveText('Read as proxy');
  await expect(entry(page, 'symbol').locator('.panel-outcome')).not.toBeEmpty();
  await page.goto(tabOf('usd', 'a=read&f=nothing()'));
  await expect(page.locator('.panel')).toContainText('no function nothing()');
});

test('a function that was searched for is opened in its contract', async ({ page }) => {
  await onDevelopmentEvm(page);
  await page.goto(`${server.url}/en/search?q=withreason`);
  const found = page.locator('.found li');
  await expect(found).toContainText('withReason');
  await expect(found).toContainText(/ · 0x\w{4}…\w{4}$/);
  await found.getByRole('link').click();
  await expect(page).toHaveURL(/\?t=contract&f=withReason$/);
  await expect(page.locator('#part a[aria-current]')).toHaveText('Read');
  await expect(entry(page, 'withReason').locator('.panel-outcome')).toContainText('always fails');
});

test('reads answer with names, and errors with words', async ({ page }) => {
  await onDevelopmentEvm(page);
  await page.goto(tabOf('faults', 'a=read'));
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
  await onDevelopmentEvm(page);
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
  await page.goto(tabOf('wfil', 'a=read'));
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

test('a deposit goes from the wallet to the last rung', async ({ page }) => {
  const { wallet, index } = await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const hash = await deposit(page, wallet);
  const sent = newest(page);
  await expect(sent).toContainText('deposit()');
  const here = sent.locator('.rung[aria-current="step"]');
  // The node has it; the index has not heard of it.
  await expect(here).toHaveText('Pending');
  index.tell(hash, messageAt('pending'));
  await expect(sent).toContainText('nonce 0');
  index.tell(hash, messageAt('included'));
  await expect(here).toHaveText('Included');
  await expect(sent.locator('.rung').nth(1)).toHaveText('Seen');
  // In the middle of it the reader reloads the page.
  await page.reload();
  await expect(here).toHaveText('Included');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  index.tell(hash, messageAt('executed'));
  await expect(here).toHaveText('Executed');
  await expect(sent.locator('.rung-left')).toHaveText('898 epochs left');
  await expect(sent.getByRole('status')).toHaveText('Executed');
  const later = {
    status: 'executed',
    ecDepth: 9,
    ecProbability: 0,
    f3Instance: null,
    f3Height: null,
  };
  index.tell(hash, messageAt('executed', { finality: later }), 7);
  await expect(sent.locator('.rung-left')).toHaveText('891 epochs left');
  expect(await problemsOf(page)).toEqual([]);
  index.tell(hash, messageAt('final'));
  await expect(here).toHaveText('Final');
  await expect(sent.locator('.rung-done')).toHaveCount(5);
  await expect(sent.getByRole('status')).toHaveText('Final');
  // What it did is there to be read.
  await page.locator('#part').getByRole('link', { name: 'Read', exact: true }).click();
  await entry(page, 'totalSupply').locator('summary').click();
  await expect(entry(page, 'totalSupply').locator('.panel-outcome')).toContainText(
    '1500000000000000000 = 1.5',
  );
  await page.locator('#part').getByRole('link', { name: 'Write', exact: true }).click();
  await sent.getByRole('button', { name: /^Forget/ }).click();
  await expect(page.locator('.panel-sent')).toHaveCount(0);
});

test('what would revert is told before it is sent, with the reason', async ({ page }) => {
  const { wallet } = await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const withdraw = entry(page, 'withdraw');
  await withdraw.locator('summary').click();
  await withdraw.getByRole('combobox').selectOption('18');
  await withdraw.getByRole('textbox').fill('500');
  await withdraw.getByRole('button', { name: 'Simulate' }).click();
  await expect(withdraw.locator('.panel-trial')).toContainText('The simulation fails');
  await expect(withdraw.locator('.panel-trial')).toContainText('arithmetic overflow or underflow');
  await expect(withdraw.getByRole('button', { name: 'Send with wallet' })).toHaveCount(0);
  // More than the account has.
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('textbox', { name: 'Value sent' }).fill('5000');
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.locator('.panel-trial')).toContainText('The account lacks 4,');
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toHaveCount(0);
  expect(wallet.asked).not.toContain('eth_sendTransaction');
});

/** A deposit that takes dollars along. */
const dollarsWith = (call: TracedCall): object[] => takes(deployed('usd').address, call);

test('what its calls would move is told, where the node can tell', async ({ page }) => {
  await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('textbox', { name: 'Value sent' }).fill('1.5');
  const simulate = deposits.getByRole('button', { name: 'Simulate' });
  const trial = deposits.locator('.panel-trial');
  await simulate.click();
  await expect(trial).toContainText('The node cannot say which tokens would move');
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toBeEnabled();
  await expect(trial.locator('.panel-changes')).toHaveCount(0);
  await tellsTraces(page, dollarsWith);
  await simulate.click();
  const changes = trial.locator('.panel-changes');
  const rows = changes.locator('dl > div');
  await expect(rows).toHaveText([
    'tFILYour account -1.5 tFILThis contract +1.5 tFIL',
    /^hUSD 0x.{4}….{4}Your account -12\.50x5e5e…5e5e \+12\.5$/,
    /^ ?0x5e5e…5e5eYour account -77 of its smallest units, or the NFT with this number0x5e5e/,
  ]);
  await expect(changes).toContainText('not from events');
  await expect(rows.nth(1).locator('dt a')).toHaveAttribute(
    'href',
    `/en/address/${deployed('usd').address.toLowerCase()}`,
  );
  expect(await problemsOf(page)).toEqual([]);
});

test('no means no, and nothing is lost', async ({ page }) => {
  const { wallet } = await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  wallet.rejects = true;
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
  await expect(page.locator('.panel-wallet')).toContainText('You declined it');
  wallet.rejects = false;
  await connect(page);
  wallet.rejects = true;
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('textbox', { name: 'Value sent' }).fill('0.25');
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await deposits.getByRole('button', { name: 'Send with wallet' }).click();
  await expect(deposits.locator('.panel-failure')).toContainText('Nothing was sent');
  await expect(deposits.getByRole('textbox', { name: 'Value sent' })).toHaveValue('0.25');
  await expect(page.locator('.panel-sent')).toHaveCount(0);
});

test('a wallet on another network is led to this one', async ({ page }) => {
  const { wallet } = await onDevelopmentEvm(page);
  wallet.chainId = 1;
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const bar = page.locator('.panel-wallet');
  await expect(bar).toContainText('on another network than development');
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toBeDisabled();
  expect(await problemsOf(page)).toEqual([]);
  // The wallet does not know it yet: it is told.
  await bar.getByRole('button', { name: 'Switch to development' }).click();
  await expect(bar.getByRole('button', { name: 'Switch to development' })).toHaveCount(0);
  expect(wallet.chainId).toBe(DEVELOPMENT_CHAIN_ID);
  expect(wallet.asked).toContain('wallet_addEthereumChain');
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toBeEnabled();
});

test('a network of the same chain id is known by its first block', async ({ page }) => {
  const { wallet } = await onDevelopmentEvm(page);
  wallet.firstBlock = `0x${'12'.repeat(32)}`;
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  await expect(page.locator('.panel-wallet')).toContainText('it is another network');
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toBeDisabled();
});

test('one that is replaced, dropped or fails says so', async ({ page }) => {
  const { wallet, index } = await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const first = await deposit(page, wallet, '1');
  index.tell(first, messageAt('pending'));
  index.tell(first, messageAt('executed', { cid: OTHER_CID, replaced: true, oldCid: 'bafy2' }));
  const sent = newest(page);
  await expect(sent).toHaveAttribute('data-fate', 'replaced');
  await expect(sent.getByRole('link', { name: /^bafy2bza/ })).toHaveAttribute(
    'href',
    `/en/message/${OTHER_CID}`,
  );
  const second = await deposit(page, wallet, '2');
  index.tell(second, messageAt('dropped'));
  await expect(newest(page)).toHaveAttribute('data-fate', 'dropped');
  await expect(newest(page)).toContainText('left the mempool');
  const third = await deposit(page, wallet, '3');
  index.tell(third, messageAt('included'));
  index.tell(third, messageAt('pending', { status: 'orphaned' }));
  await expect(newest(page)).toHaveAttribute('data-fate', 'orphaned');
  const failed = { exitCode: 33, return: '0x', gasUsed: 7, exitCodeName: 'SysErrContractReverted' };
  const revert = { kind: 'error', text: 'second half refused' };
  index.tell(third, messageAt('executed', { receipt: failed, revert }));
  await expect(newest(page).locator('.panel-failure')).toContainText('second half refused');
  await expect(newest(page).locator('.rung-bad')).toHaveCount(1);
  expect(await problemsOf(page)).toEqual([]);
});

test('one that never arrived is found out by its sender’s nonce', async ({ page }) => {
  const { wallet } = await onDevelopmentEvm(page);
  const from = formatAddress(delegatedFromEth(fromHex(wallet.address)));
  let taken: number | null = null;
  await page.route(/\/api\/v1\/address\/0x[0-9a-f]{40}\/messages/, (route) =>
    route.fulfill({
      json: {
        totalCount: 1,
        methods: [],
        next: null,
        messages: taken === null ? [] : [{ cid: OTHER_CID, nonce: taken, from }],
      },
    }),
  );
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  wallet.keepsBack = true;
  await deposit(page, wallet, '1');
  const lost = newest(page);
  await expect(lost).toHaveAttribute('data-stage', 'sent');
  const [, nonce = ''] = /nonce (\d+)/.exec((await lost.textContent()) ?? '') ?? [];
  wallet.keepsBack = false;
  await deposit(page, wallet, '2');
  const first = page.locator('.panel-sent').last();
  await expect(first).toHaveAttribute('data-fate', 'overtaken');
  taken = Number(nonce);
  await expect(first).toHaveAttribute('data-fate', 'replaced');
  await expect(first.getByRole('link', { name: /^bafy2bza/ })).toBeVisible();
});

/** Goes on by the tabulator until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await element.evaluateAll(([found]) => found === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not lead there');
}

test('read by the keyboard alone', async ({ page }) => {
  await onDevelopmentEvm(page);
  await page.goto(tabOf('faults', 'a=read'));
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

test('written by the keyboard alone', async ({ page }) => {
  const { wallet, index } = await onDevelopmentEvm(page);
  await page.goto(tabOf('wfil', 'a=write'));
  await expect(page.locator('.panel')).toBeVisible();
  await page.locator('#part a[aria-current]').focus();
  await tabTo(page, page.getByRole('button', { name: 'Connect Test Wallet' }));
  await page.keyboard.press('Enter');
  // What is pressed makes way for its successor.
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Connect Test Wallet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeFocused();
  const deposits = entry(page, 'deposit');
  await tabTo(page, deposits.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, deposits.getByRole('textbox', { name: 'Value sent' }));
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await expect(deposits.locator('.panel-trial')).toContainText('succeeds');
  await tabTo(page, deposits.getByRole('button', { name: 'Send with wallet' }));
  await page.keyboard.press('Enter');
  await expect(newest(page)).toBeVisible();
  await expect(deposits.getByRole('button', { name: 'Simulate' })).toBeFocused();
  index.tell(wallet.sent.at(-1) ?? '', messageAt('final'));
  await expect(newest(page)).toHaveAttribute('data-stage', 'final');
});

const WORDS = {
  en: ['Connect Test Wallet', 'Simulate', 'The simulation succeeds', 'Your account -12.5'],
  zh: ['连接 Test Wallet', '模拟', '模拟成功', '您的账户 -12.5'],
  ko: ['Test Wallet 연결', '시뮬레이션', '시뮬레이션이 성공했습니다', '내 계정 -12.5'],
} as const;

for (const [locale, [connects, simulates, succeeds, gives]] of Object.entries(WORDS))
  test(`in ${locale}, on a narrow screen`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: locale === 'en' ? 'light' : 'dark' });
    await onDevelopmentEvm(page);
    await tellsTraces(page, dollarsWith);
    await page.goto(tabOf('wfil', `f=${encodeURIComponent('deposit()')}`, locale));
    await page.getByRole('button', { name: connects }).click();
    const deposits = entry(page, 'deposit');
    await deposits.getByRole('button', { name: simulates }).click();
    await expect(deposits.locator('.panel-trial')).toContainText(succeeds);
    await expect(deposits.locator('.panel-changes')).toContainText(gives);
    expect(await problemsOf(page)).toEqual([]);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBeLessThanOrEqual(0);
  });

test('a panel keeps its budget, and the code bears nothing of it', async ({ page }) => {
  await onDevelopmentEvm(page);
  const scripts = new Map<string, Buffer>();
  page.on('response', async (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js') && answer.ok())
      scripts.set(answer.url(), await answer.body());
  });
  await page.goto(tabOf('wfil', 'a=code'));
  await page.waitForLoadState('networkidle');
  const code = [...scripts.keys()];
  expect(code.filter((url) => /react|panel/i.test(url))).toEqual([]);
  scripts.clear();
  await page.goto(tabOf('wfil', 'a=write'));
  await connect(page);
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.locator('.panel-trial')).toContainText('succeeds');
  await page.waitForLoadState('networkidle');
  expect([...scripts.keys()].some((url) => /react/.test(url))).toBe(true);
  const bodies = [...scripts.values()];
  // Keccak by a constant of its rounds: viem's own copy is left out (astro.config.mjs).
  expect(bodies.filter((body) => /BigInt\(113\)|\b113n\b/.test(body.toString()))).toHaveLength(1);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(PANEL_SCRIPTS);
  console.log(`panel: ${bytes} bytes of script`);
});
