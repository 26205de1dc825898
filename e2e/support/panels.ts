/** Verified contracts on a served demo chain, and a development EVM on which they may be written to. */
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { deployed } from '#contracts/testing/demo.ts';
import { DEVELOPMENT_CHAIN_ID, startDevelopmentEvm } from '#rpc/testing/evm.ts';
import { axeProblems } from './axe.ts';
import { StandInIndex } from './messages.ts';
import { startServer } from './server.ts';
import { verify } from './verifying.ts';
import { TestWallet } from './wallet.ts';

/** All contracts of the tests are there by then. */
const HEIGHT = '600';
async function codeOf(url: string, name: string): Promise<[string, string]> {
  const { address } = deployed(name);
  const answer = await fetch(`${url}/api/v1/address/${address}/contract`);
  return [address, z.object({ byteCode: z.string() }).parse(await answer.json()).byteCode];
}

/** A network that may be written to, whose node is a development EVM. */
const OPEN = {
  genesis: 'development',
  name: 'development',
  chainId: DEVELOPMENT_CHAIN_ID,
  currency: 'tFIL',
  recorded: false,
};

export interface Panels {
  /** Of the server. */
  readonly url: string;
  /** Address of a contract's tab. */
  tabOf(name: string, query: string, locale?: string): string;
  /** One that signs for the development EVM. */
  wallet(): TestWallet;
  /** Lets the page be of such a network; what its index tells of messages is the stand-in's. */
  onDevelopmentEvm(page: Page): Promise<{ wallet: TestWallet; index: StandInIndex }>;
  close(): Promise<void>;
}

/** Takes minutes where the processors are busy. */
export async function startPanels(): Promise<Panels> {
  const server = await startServer({ DEMO_START_HEIGHT: HEIGHT, DEMO_EPOCH_SECONDS: '100000' });
  const { url } = server;
  for (const name of ['wfil', 'faults', 'usd', 'stakingV1', 'stakingV2', 'staking'])
    await verify(url, deployed(name));
  const codes = await Promise.all(['wfil', 'faults'].map((name) => codeOf(url, name)));
  const evm = await startDevelopmentEvm([new TestWallet('').address], new Map(codes));
  const wallet = () => new TestWallet(evm.url);
  return {
    url,
    wallet,
    tabOf: (name, query, locale = 'en') =>
      `${url}/${locale}/address/${deployed(name).address}?t=contract&${query}`,
    async onDevelopmentEvm(page) {
      const own = wallet();
      const index = new StandInIndex();
      await page.route(/\/address\/0x[^?]*\?t=contract/, async (route) => {
        const response = await route.fetch();
        const network = JSON.stringify(OPEN).replaceAll('"', '&quot;');
        const body = (await response.text())
          .replace(/ data-network="[^"]*"/, ` data-network="${network}"`)
          .replaceAll(/ data-refused="[^"]*"/g, '');
        await route.fulfill({ response, body });
      });
      await page.route('**/rpc/v1', async (route) => {
        const answer = await fetch(evm.url, { method: 'POST', body: route.request().postData() });
        await route.fulfill({ contentType: 'application/json', body: await answer.text() });
      });
      await own.install(page);
      await index.install(page);
      return { wallet: own, index };
    },
    async close() {
      await evm.close();
      await server.stop();
    },
  };
}

export const entry = (page: Page, name: string) =>
  page
    .locator('.panel-functions > li')
    .filter({ has: page.locator('summary b', { hasText: new RegExp(`^${name}$`) }) });

export async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

/** Simulates and sends a deposit of wrapped FIL; answers its hash. */
export async function deposit(page: Page, wallet: TestWallet, amount = '1.5'): Promise<string> {
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
export const problemsOf = (page: Page) => axeProblems(page, ['landmark-unique']);
export const newest = (page: Page) => page.locator('.panel-sent').first();

/** Goes on by the tabulator until the element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await element.evaluateAll(([found]) => found === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not lead there');
}
