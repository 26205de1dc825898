import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  SITE_APP_URL: 'https://app.example/',
  SITE_APP_URL_ZH: 'https://app.example/zh',
  SITE_APP_LINK: 'wallet://data',
  SITE_APP_IOS: 'https://ios.example/',
  SITE_APP_PLAY: 'https://play.example/',
  SITE_APP_APK: 'https://apk.example/',
};
/** Merchants and a space race, which the demo chain has not. */
const CONTENT_DIR = 'data/fixtures/content';

const OUTSIDE =
  'a[href^="https://t.example"], a[href^="https://registry.example"], a[href^="https://mainnet.example"], a[href^="https://app.example"], a[href^="https://ios.example"]';

test.describe('an operator’s settings', () => {
  let server: RunningServer;
  let prices: Server;
  let wallet: Server;
  const told: unknown[] = [];
  test.beforeAll(async () => {
    prices = createServer((_, answer) => answer.end('{"filecoin":{"usd":2.5}}')).listen(
      0,
      '127.0.0.1',
    );
    wallet = createServer((request, answer) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        told.push([request.url, JSON.parse(text)]);
        answer.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await Promise.all([once(prices, 'listening'), once(wallet, 'listening')]);
    const { port } = prices.address() as AddressInfo;
    server = await startServer({
      ...SITE,
      CONTENT_DIR,
      DEMO_START_HEIGHT: '60',
      DEMO_EPOCH_SECONDS: '4',
      PRICE_URL: `http://127.0.0.1:${port}/`,
      PRICE_PATH: 'filecoin.usd',
      SITE_APP_VIEWS: `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`,
    });
  });
  test.afterAll(async () => {
    await server.stop();
    prices.close();
    wallet.close();
  });

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
    await page.goto(`${server.url}/en/fevm/navigation`);
    await expect(page.getByRole('link', { name: 'Suggest a project' })).toHaveAttribute(
      'href',
      `mailto:${SITE.SITE_CONTACT}`,
    );
    await page.goto(`${server.url}/zh`);
    await expect(page.locator(`img[src="${SITE.SITE_CHAT_QR}"]`)).toHaveCount(1);
    await page.goto(`${server.url}/zh/wiki/4`);
    await expect(
      page.locator('a[href="https://forge.example/edit/main/src/content/wiki/zh/04-gas.md"]'),
    ).toBeVisible();
  });

  test('on phones a button tries the app, then leads to its page; wide screens have none', async ({
    page,
  }) => {
    await page.route('https://app.example/**', (route) => route.fulfill({ body: 'the app' }));
    await page.clock.install();
    await page.goto(`${server.url}/zh`);
    await expect(page.locator('footer a[href="https://ios.example/"]')).toBeVisible();
    const button = page.getByRole('link', { name: '打开 App' });
    await expect(button).toBeHidden();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(button).toHaveAttribute('href', SITE.SITE_APP_URL_ZH);
    await button.click();
    await page.clock.fastForward(4000);
    await expect(page).toHaveURL(`${server.url}/zh`);
    await page.clock.fastForward(1500);
    await expect(page).toHaveURL(SITE.SITE_APP_URL_ZH);
  });

  test('the wallet’s provider is told which download was chosen, by the server', async ({
    page,
    context,
  }) => {
    await context.route('https://ios.example/**', (route) => route.fulfill({ body: 'the store' }));
    await page.goto(`${server.url}/en/tools`);
    const store = context.waitForEvent('page');
    await page.locator('footer a[href="https://ios.example/"]').click();
    await (await store).close();
    const view = { web_uri: `${server.url}/en/tools`, invite: '', action: 'IOS' };
    await expect.poll(() => told).toEqual([['/api/v1/page/view', view]]);
    await expect(page.locator('footer a[href="https://apk.example/"]')).not.toHaveAttribute(
      'target',
      '_blank',
    );
  });

  test('a price source gives the price of FIL', async ({ page }) => {
    await page.goto(`${server.url}/en`);
    const price = page.locator('.figure').filter({ hasText: 'Price of FIL' });
    await expect(price.locator('.figure-digits')).toHaveText('$2.50');
  });

  test('content of one’s own is shown, English where it is not translated', async ({ page }) => {
    await page.goto(`${server.url}/ko/merchant?q=tide`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tide Works');
    await expect(page.locator('[lang="en"]').getByText('영어')).toBeVisible();
    await expect(page.getByText('3.8 / 5')).toBeVisible();
    await page.getByRole('link', { name: 'f01000' }).first().click();
    // The provider’s page leads back.
    await page.locator('h1').getByRole('link', { name: 'Tide Works' }).click();
    await expect(page).toHaveURL(`${server.url}/ko/merchant/tide-works`);
  });

  test('what arrives on the open home page keeps its tags, with their merchant', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.goto(`${server.url}/en`);
    const bodies = page.locator('[data-live="tipsets"] tbody');
    const newest = await bodies.first().getAttribute('data-tipset');
    await expect(bodies.first()).not.toHaveAttribute('data-tipset', newest ?? '', {
      timeout: 90_000,
    });
    const rows = bodies
      .locator('tr')
      .filter({ has: page.getByRole('link', { name: 'f01000', exact: true }) });
    const tags = rows.locator('.id-tag');
    for (const tag of await tags.all()) {
      await expect(tag).toHaveAttribute('href', '/en/merchant/tide-works');
      await expect(tag).toHaveAttribute('title', 'Tide Works');
    }
    expect(await rows.count()).toBeGreaterThan(0);
    expect(await tags.count()).toBe(await rows.count());
  });

  test('a race that runs counts down, and shows where its entities are', async ({ page }) => {
    await page.goto(`${server.url}/en/space-race`);
    const left = page.locator('race-countdown');
    const first = await left.textContent();
    await expect(left).not.toHaveText(first ?? '');
    await expect(
      page.getByText('3.00 PiB reached: the first rewards come at 5 PiB.'),
    ).toBeVisible();
    const entities = page.locator('#race tbody');
    await expect(entities).toHaveCount(3);
    await expect(entities.last().getByRole('rowheader')).toContainText('–');
    const csv = await page.request.get(
      `${server.url}${(await page.locator('#race .csv').getAttribute('href')) ?? ''}`,
    );
    expect((await csv.text()).trim().split('\n')).toHaveLength(1 + 3);
    await page.getByRole('link', { name: 'Asia' }).click();
    await expect(page).toHaveURL(/region=AS/);
    await expect(entities).toHaveCount(2);
    await expect(entities.first()).toContainText('<b>Quay</b>');
    await expect(entities.first()).toContainText('8,000.00');
    await entities.last().getByText('2 storage providers').click();
    await expect(entities.last().getByText('91.00%')).toBeVisible();
    await expect(entities.last().getByRole('link', { name: 'f01001' })).toBeVisible();
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
