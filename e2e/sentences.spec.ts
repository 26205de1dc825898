/** A message's page answers first: what was tried, what came of it, why not, what it cost. */
import { expect, test } from '@playwright/test';
import { messageDetailSchema, type MessageDetail } from '#explorer/message/schema.ts';
import { formatToken } from '#format/token.ts';
import { axeProblems } from './support/axe.ts';
import { api, siteUrl } from './support/api.ts';
import { contractCalls } from './support/things.ts';

const LANGUAGES = ['en', 'zh', 'ko'] as const;

async function called(
  start: string,
  wanted: (message: MessageDetail) => boolean,
): Promise<MessageDetail> {
  for await (const { cid, evmMethod } of contractCalls()) {
    if (!evmMethod.startsWith(start)) continue;
    const message = await api(`/message/${cid}`, messageDetailSchema);
    if (wanted(message)) return message;
  }
  throw new Error(`the demo chain has no such ${start}`);
}

const failed = ({ receipt }: MessageDetail): boolean => receipt !== null && receipt.exitCode !== 0;

test('a failure says what was tried and what was missing, by the token’s decimals', async ({
  page,
}) => {
  const message = await called('transfer(', failed);
  const [, balance, needed] = message.revert?.args ?? [];
  const decimals = message.token?.decimals ?? null;
  for (const language of LANGUAGES) {
    await page.goto(`${siteUrl()}/${language}/message/${message.cid}`);
    const failure = page.locator('.failure');
    await expect(failure.locator('h2')).toContainText(formatToken(String(needed?.value), decimals));
    for (const amount of [balance, needed])
      await expect(failure.locator('.why')).toContainText(
        formatToken(String(amount?.value), decimals),
      );
    await expect(failure.locator('h2 a.token')).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  }
  await expect(page.locator('.tabs [aria-current="page"]')).toHaveAttribute('href', /t=params/);
  await page.goto(`${siteUrl()}/en/message/${message.cid}?t=raw`);
  await expect(page.locator('pre.json')).toBeVisible();
});

test('a swap says what went in and what came out', async ({ page }) => {
  const message = await called(
    'swap(',
    ({ receipt, tokenTransfers }) =>
      receipt?.exitCode === 0 &&
      tokenTransfers.length === 2 &&
      tokenTransfers.every(({ amount }) => amount !== '0'),
  );
  await page.goto(`${siteUrl()}/en/message/${message.cid}`);
  const [paid, got] = message.tokenTransfers.map(
    ({ amount, decimals, symbol }) => `${formatToken(amount, decimals)} ${symbol}`,
  );
  await expect(page.locator('.said')).toContainText(`swapped ${paid} for ${got} on`);
});

test('one receipt, and nothing told twice', async ({ page }) => {
  const message = await called('transfer(', (one) => !failed(one));
  await page.goto(`${siteUrl()}/en/message/${message.cid}`);
  await expect(page.locator('.gas-lists')).toHaveCount(1);
  for (const label of ['Gas used', 'Gas limit', 'Base fee burn', 'Over-estimation burn', 'Refund'])
    await expect(page.locator('dt', { hasText: new RegExp(`^\\s*${label}`) })).toHaveCount(1);
  await expect(page.locator('.confirmations')).toHaveCount(1);
  await expect(page.locator('dt', { hasText: 'EC depth' })).toHaveCount(0);
  await expect(page.locator('.finality-line')).toHaveText(/\S/);
});
