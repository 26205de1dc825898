/** Labels that open a definition, by keyboard and pointer. */
import { expect, test } from '@playwright/test';
import { axeProblems } from './support/axe.ts';
import { routes, siteUrl } from './support/site.ts';

test('the labels of a list are one tab stop, and arrows lead through them', async ({ page }) => {
  const { miner } = await routes();
  await page.goto(`${siteUrl()}/en${miner}`);
  const lists = page.locator('dl:has(button.term), thead:has(button.term)');
  const stops = lists.locator('button.term[tabindex="0"]');
  await expect(stops).toHaveCount(await lists.count());
  const terms = page.locator('dl.facts:has(button.term)').first().locator('button.term');
  const [first, second, last] = [terms.first(), terms.nth(1), terms.last()];
  await first.focus();
  await first.press('Enter');
  const definition = page.locator('.definition:popover-open');
  await expect(definition).toHaveCount(1);
  await first.press('ArrowDown');
  await expect(second).toBeFocused();
  await expect(definition).toHaveCount(0);
  await second.press('End');
  await expect(last).toBeFocused();
  // The next Tab leaves the labels, and the way back leads to the one that was left.
  await last.press('Tab');
  await expect(page.locator('button.term:focus').and(terms.first())).toHaveCount(0);
  await expect(last).toHaveAttribute('tabindex', '0');
  await expect(first).toHaveAttribute('tabindex', '-1');
  expect(await axeProblems(page)).toEqual([]);
});

test('a label is underlined where one points or tabs', async ({ page }) => {
  const { miner } = await routes();
  await page.goto(`${siteUrl()}/en${miner}`);
  const term = page.locator('dl button.term').first();
  await expect(term).toHaveCSS('text-decoration-line', 'none');
  await term.hover();
  await expect(term).toHaveCSS('text-decoration-style', 'dotted');
  await page.mouse.move(0, 0);
  await expect(term).toHaveCSS('text-decoration-line', 'none');
  await page.keyboard.press('Tab');
  await term.focus();
  await expect(term).toHaveCSS('text-decoration-style', 'dotted');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('each label is a stop of its own', async ({ page }) => {
    const { miner } = await routes();
    await page.goto(`${siteUrl()}/en${miner}`);
    await expect(page.locator('button.term[tabindex]')).toHaveCount(0);
  });
});

test.describe('on a screen that is touched', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('a label is underlined, since nothing is pointed at', async ({ page }) => {
    const { miner } = await routes();
    await page.goto(`${siteUrl()}/en${miner}`);
    await expect(page.locator('dl button.term').first()).toHaveCSS(
      'text-decoration-style',
      'dotted',
    );
  });
});
