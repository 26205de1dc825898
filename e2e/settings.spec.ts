import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from './support/server.ts';
import { siteUrl } from './support/site.ts';

const SITE = {
  SITE_URL: 'https://explorer.example',
  SITE_TELEGRAM: 'https://t.example/sextant',
  SITE_CONTACT: 'help@explorer.example',
  SITE_CHAT_QR: '/favicon.svg',
  SITE_REGISTRATION: 'Reg. 12345',
  SITE_REGISTRATION_URL: 'https://registry.example/12345',
  SITE_EDIT_URL: 'https://forge.example/edit/main/',
  SITE_MAINNET_URL: 'https://mainnet.example',
  SITE_CALIBRATION_URL: 'https://calibration.example',
};

const OUTSIDE =
  'a[href^="https://t.example"], a[href^="https://registry.example"], a[href^="https://mainnet.example"]';

test.describe('an operator’s settings', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer({ ...SITE, DEMO_START_HEIGHT: '60' });
  });
  test.afterAll(() => server.stop());

  test('each has its place', async ({ page }) => {
    await page.goto(`${server.url}/en`);
    await expect(page.locator(`a[href="${SITE.SITE_TELEGRAM}"]`).first()).toBeAttached();
    await expect(page.locator(`a[href="mailto:${SITE.SITE_CONTACT}"]`).first()).toBeAttached();
    await expect(page.locator(`a[href="${SITE.SITE_REGISTRATION_URL}"]`)).toHaveText(
      SITE.SITE_REGISTRATION,
    );
    await expect(page.locator(`a[href="${SITE.SITE_MAINNET_URL}"]`).first()).toBeAttached();
    await expect(page.locator(`a[href="${SITE.SITE_CALIBRATION_URL}"]`).first()).toBeAttached();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${SITE.SITE_URL}/en`,
    );
    await expect(page.locator(`img[src="${SITE.SITE_CHAT_QR}"]`)).toHaveCount(0);
    await page.goto(`${server.url}/zh`);
    await expect(page.locator(`img[src="${SITE.SITE_CHAT_QR}"]`)).toHaveCount(1);
    await page.goto(`${server.url}/zh/wiki/4`);
    await expect(
      page.locator('a[href="https://forge.example/edit/main/src/content/wiki/zh/04-gas.md"]'),
    ).toBeVisible();
  });

  test('unset ones leave nothing behind', async ({ page }) => {
    await page.goto(`${siteUrl()}/zh`);
    await expect(page.locator(OUTSIDE)).toHaveCount(0);
    await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0);
    await expect(page.locator('footer img')).toHaveCount(0);
    await page.goto(`${siteUrl()}/zh/wiki/4`);
    await expect(page.locator('main a[target="_blank"]')).toHaveCount(0);
  });
});
