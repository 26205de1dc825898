/** Pages of what the protocol allows and nobody expects: refused messages, numbers of 64 bits, nobodies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  LOCKED_FOR_EVER,
  MULTISIG,
  NOBODY,
  PASSED_HEIGHT,
  PROVIDER,
  strangeChain,
} from '#indexer/testing/strange.ts';
import { startServer, type RunningServer } from './support/server.ts';

const { chain, heads, messages } = strangeChain();
const path = (message: keyof typeof messages, query = ''): string =>
  `message/${messages[message].cid['/']}${query}`;
const LANGUAGES = ['en', 'zh', 'ko'] as const;
const REFUSED = { en: 'Refused', zh: '被拒绝', ko: '거부됨' };

test.describe('what nobody expects', () => {
  // One server for all.
  test.describe.configure({ mode: 'serial' });
  let server: RunningServer;
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-strange-'));
    await chain.write(folder, heads);
    server = await startServer({
      RECORDING_DIR: folder,
      PASS_HEIGHT: String(PASSED_HEIGHT),
      DEMO_START_HEIGHT: '6',
    });
  });
  test.afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(page: Page, to: string, language: string = 'en'): Promise<void> {
    const answer = await page.goto(`${server.url}/${language}/${to}`);
    expect(answer?.status(), to).toBe(200);
  }

  test('has pages that fit, wide and narrow, in every language', async ({ page }) => {
    test.slow();
    const tipset = heads[0]?.json.Cids.map((cid) => `block/${cid['/']}`) ?? [];
    const accounts = [101, 102, 105, 106, MULTISIG, LOCKED_FOR_EVER, PROVIDER];
    const shown = [
      ...tipset,
      ...[1, 3, PASSED_HEIGHT].map((height) => `tipset/${height}`),
      ...(['thrice', 'refused', 'ofNobody', 'ofNoId', 'toNobody', 'wide'] as const).map((name) =>
        path(name),
      ),
      path('largest'),
      path('emitting', '?t=events'),
      ...accounts.map((id) => `address/f0${id}`),
      `address/${messages.ofNobody.json.From}`,
      'message',
      'tipset',
      'trust',
    ];
    for (const [at, to] of shown.entries()) {
      const language = LANGUAGES[at % LANGUAGES.length];
      await open(page, to, language);
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          // Without a bar for scrolling the root keeps its room.
          const kept = document.body.getBoundingClientRect().width;
          return scrollWidth - Math.min(clientWidth, Math.ceil(kept));
        });
        expect(over, `${language} ${to} at ${width}`).toBeLessThanOrEqual(0);
        // Whatever is linked is there.
        await expect(page.locator(`a[href*="${NOBODY}"]`), to).toHaveCount(0);
      }
    }
  });

  test('a failure in a list is broken between its words', async ({ page }) => {
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, 'message');
      const broken = await page.locator('.exit-fail .exit-name').evaluateAll((names) =>
        names.flatMap((name) => {
          const [text] = name.childNodes;
          return [...(text?.textContent ?? '').matchAll(/[A-Za-z]+/g)].flatMap(
            ({ 0: word, index }) => {
              const range = document.createRange();
              range.setStart(text as Node, index);
              range.setEnd(text as Node, index + word.length);
              return range.getClientRects().length > 1 ? [word] : [];
            },
          );
        }),
      );
      expect(broken).toEqual([]);
    }
  });

  test('a message that was refused says that nothing moved', async ({ page }) => {
    for (const language of LANGUAGES) {
      await open(page, path('refused'), language);
      await expect(page.locator('.page-head')).toContainText('SysErrSenderStateInvalid');
      await expect(page.locator('.failure')).toContainText('f01000');
      await expect(page.locator('.rung-bad')).toContainText(REFUSED[language]);
    }
    await open(page, path('refused'));
    await expect(page.locator('.failure h2')).toHaveText(
      /the message was refused before execution/,
    );
    await expect(page.locator('.failure')).toContainText('Nothing moved');
    // No actor has said anything.
    await expect(page.locator('.why')).toHaveText(/^\s*The node’s reason:\s+message refused: /);
  });

  test('a message that came again tells every time', async ({ page }) => {
    await open(page, path('thrice'));
    const times = page.locator('.fact', { hasText: 'Executions' }).locator('.line');
    await expect(times).toHaveCount(3);
    await expect(times.nth(0)).toContainText('OK');
    await expect(times.nth(1)).toContainText('Refused · Out of gas SysErrOutOfGas (7)');
    await expect(times.nth(2)).toContainText(
      'Refused · Nonce or balance SysErrSenderStateInvalid (2)',
    );
    for (const [at, height] of [PASSED_HEIGHT, 3, 1].entries())
      await expect(times.nth(at).locator('a')).toHaveAttribute('href', `/en/tipset/${height}`);
  });

  test('a sender that is nobody has its address and what it sent', async ({ page }) => {
    const sender = messages.ofNobody.json.From;
    await open(page, path('ofNobody'));
    await page.locator(`a[href="/en/address/${sender}"]`).first().click();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tbody tr')).toContainText('Refused');
  });

  test('numbers of 64 bits are whole', async ({ page }) => {
    await open(page, path('largest'));
    const main = page.locator('main');
    for (const text of [
      'Unknown (18446744073709551615)',
      '18,446,744,073,709,551,615',
      '9,223,372,036,854,775,807',
    ])
      await expect(main).toContainText(text);
    await open(page, `address/f0${MULTISIG}`);
    await expect(main).toContainText('epoch -9,223,372,036,854,775,808');
    await open(page, `address/f0${LOCKED_FOR_EVER}`);
    await expect(main).toContainText('807 to epoch 18,446,744,073,709,551,614');
  });

  test('a height that was let pass says so', async ({ page }) => {
    await open(page, `tipset/${PASSED_HEIGHT}`);
    await expect(page.locator('.notice-warn')).toContainText('f0102 had');
    await open(page, 'trust');
    const link = page.locator(`.notice-warn a[href="/en/tipset/${PASSED_HEIGHT}"]`);
    await expect(link).toBeVisible();
  });
});
