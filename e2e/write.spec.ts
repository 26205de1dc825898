/** Verified contracts, written to by their readers. */
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { delegatedFromEth, formatAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { DEVELOPMENT_CHAIN_ID } from '#rpc/testing/evm.ts';
import { deployed } from '#contracts/testing/demo.ts';
import { messageAt, OTHER_CID } from './support/messages.ts';
import {
  connect,
  deposit,
  entry,
  newest,
  problemsOf,
  startPanels,
  tabTo,
  type Panels,
} from './support/panels.ts';
import { takes, tellsTraces, type TracedCall } from './support/traces.ts';

const PANEL_SCRIPTS = 150_000;

let panels: Panels;
test.beforeAll(async () => {
  test.setTimeout(400_000);
  panels = await startPanels();
});
test.afterAll(() => panels.close());
test.describe.configure({ mode: 'serial' });

test('a deposit goes from the wallet to the last rung', async ({ page }) => {
  const { wallet, index } = await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  const { wallet } = await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  const { wallet } = await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  const { wallet } = await panels.onDevelopmentEvm(page);
  wallet.chainId = 1;
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  const { wallet } = await panels.onDevelopmentEvm(page);
  wallet.firstBlock = `0x${'12'.repeat(32)}`;
  await page.goto(panels.tabOf('wfil', 'a=write'));
  await connect(page);
  await expect(page.locator('.panel-wallet')).toContainText('it is another network');
  const deposits = entry(page, 'deposit');
  await deposits.locator('summary').click();
  await deposits.getByRole('button', { name: 'Simulate' }).click();
  await expect(deposits.getByRole('button', { name: 'Send with wallet' })).toBeDisabled();
});

test('one that is replaced, dropped or fails says so', async ({ page }) => {
  const { wallet, index } = await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
  const { wallet } = await panels.onDevelopmentEvm(page);
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
  await page.goto(panels.tabOf('wfil', 'a=write'));
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

test('written by the keyboard alone', async ({ page }) => {
  const { wallet, index } = await panels.onDevelopmentEvm(page);
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
    await panels.onDevelopmentEvm(page);
    await tellsTraces(page, dollarsWith);
    await page.goto(panels.tabOf('wfil', `f=${encodeURIComponent('deposit()')}`, locale));
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
  await panels.onDevelopmentEvm(page);
  const scripts = new Map<string, Buffer>();
  page.on('response', async (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js') && answer.ok())
      scripts.set(answer.url(), await answer.body());
  });
  await page.goto(panels.tabOf('wfil', 'a=code'));
  await page.waitForLoadState('networkidle');
  const code = [...scripts.keys()];
  expect(code.filter((url) => /react|panel/i.test(url))).toEqual([]);
  scripts.clear();
  await page.goto(panels.tabOf('wfil', 'a=write'));
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
