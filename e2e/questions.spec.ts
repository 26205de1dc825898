import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { siteUrl } from './support/api.ts';
import { contractCall } from './support/things.ts';

/** From the home page to an answer; every click goes through `click`, which counts it. */
interface Way {
  page: Page;
  click(target: Locator): Promise<void>;
  /** Opens a menu and takes an item of it: two clicks. */
  menu(name: string, item: string): Promise<void>;
  /** Enters a text in the search box: one. */
  search(text: string): Promise<void>;
}

const MOST_CLICKS = 3;

/** By the name of its exit code. */
async function messageThat(ended: string): Promise<string> {
  const { cid } = await contractCall(
    ({ receipt }) => receipt?.exitCodeName.startsWith(ended) === true,
  );
  return cid;
}

const provider = (page: Page): Locator =>
  page.locator('section', { hasText: 'Largest storage providers' }).getByRole('link', {
    name: 'f01000',
  });

/** By the questions of docs/questions.md. */
const WAYS: Record<string, (way: Way) => Promise<void>> = {
  'How much did this provider earn last week, and what did it pay?': async ({ page, click }) => {
    await click(provider(page).first());
    const mining = page.locator('#mining');
    await click(mining.getByRole('link', { name: '7d' }));
    for (const label of ['Rewards', 'Fees', 'Penalties'])
      await expect(mining.locator('.fact', { hasText: label }).first()).toContainText('FIL');
  },
  'Why did this message fail?': async ({ page, search }) => {
    await search(await messageThat('SysErrContractReverted'));
    await expect(page.locator('.page-head')).toContainText('SysErrContractReverted');
    await expect(page.locator('.failure h2')).toContainText('tried to');
    await expect(page.locator('.failure .why')).toHaveText(/\S/);
  },
  'Is this message final?': async ({ page, click, menu }) => {
    await menu('Blockchain', 'Messages');
    await click(page.locator('tbody a[href*="/message/"]').last());
    await expect(page.locator('.ladder [aria-current="step"]')).toBeVisible();
    await expect(page.locator('.ladder .term').first()).toHaveText('Sent');
    await expect(page.locator('.finality-line')).toContainText(/cannot be undone|reversal/);
  },
  'Where did this message’s fee go?': async ({ page, search }) => {
    await search(await messageThat('OK'));
    for (const part of ['Base fee burn', 'Miner tip', 'Refund'])
      await expect(page.locator('.gas-paid')).toContainText(part);
  },
  'Who holds most of this token?': async ({ page, click, menu }) => {
    await menu('FEVM', 'Tokens');
    await click(page.locator('tbody a[href*="t=holders"]').first());
    await expect(page.locator('tbody tr').first()).toContainText('%');
  },
  'Who has most FIL?': async ({ page, click }) => {
    await click(page.getByRole('link', { name: 'Rich list' }).last());
    await expect(page.locator('tbody tr').first()).toContainText('FIL');
  },
  'When do this provider’s sectors expire?': async ({ page, click }) => {
    await click(provider(page).first());
    await click(page.getByRole('link', { name: 'Expiry' }));
    await expect(page.locator('tbody tr').first()).toContainText(/\d{4}-\d{2}-\d{2}/);
  },
  'What does a message of this kind cost today?': async ({ page, menu }) => {
    await menu('Charts', 'Gas statistics');
    await expect(page.locator('tbody tr', { hasText: 'SubmitWindowedPoSt' })).toContainText('FIL');
  },
  'How much DataCap does this client have left?': async ({ page, click, menu }) => {
    await menu('Blockchain', 'DataCap');
    await click(page.getByRole('link', { name: 'Clients' }));
    await expect(page.locator('tbody tr').first()).toContainText('iB');
  },
  'Until when does this name belong to its holder?': async ({ page, click, menu }) => {
    await menu('FEVM', 'Name service');
    await click(page.locator('tbody a[href*="/fns/name/"]').first());
    await expect(page.locator('.fact', { hasText: 'Expires' }).first()).toContainText(/20\d\d/);
  },
  'Which contracts are used most?': async ({ page, menu }) => {
    await menu('FEVM', 'FEVM statistics');
    await expect(page.locator('tbody a[href*="/address/"]').first()).toBeVisible();
  },
  'What waits to be included, and what does it offer?': async ({ page, menu }) => {
    await menu('Blockchain', 'Mempool');
    // The demo chain's pool is often empty, and says so.
    await expect(page.locator('main')).toContainText(/Gas premium × limit|No message is pending\./);
  },
};

test('the questions are those of docs/questions.md', async () => {
  const text = await readFile(new URL('../docs/questions.md', import.meta.url), 'utf8');
  const asked = [...text.matchAll(/^\| ([^|]+\?) \|/gm)].map(([, question]) => question);
  expect(asked).toEqual(Object.keys(WAYS));
});

/** On phones one button opens all menus. */
const SCREENS = [
  {
    screen: 'a desk',
    size: { width: 1280, height: 900 },
    opens: (name: string) => `header summary:has-text("${name}")`,
  },
  { screen: 'a phone', size: { width: 390, height: 844 }, opens: () => 'header .burger > summary' },
];

for (const { screen, size, opens } of SCREENS)
  for (const [question, go] of Object.entries(WAYS))
    test(`on ${screen}: ${question}`, async ({ page }) => {
      let clicks = 0;
      const click = async (target: Locator): Promise<void> => {
        clicks++;
        await target.click();
      };
      await page.setViewportSize(size);
      await page.goto(`${siteUrl()}/en`);
      await go({
        page,
        click,
        async menu(name, item) {
          await click(page.locator(opens(name)));
          await click(page.locator('header').getByRole('link', { name: item, exact: true }));
        },
        async search(text) {
          clicks++;
          await page.keyboard.press('/');
          await page.keyboard.type(text);
          await page.keyboard.press('Enter');
          await page.waitForURL(/\/message\//);
        },
      });
      expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    });
