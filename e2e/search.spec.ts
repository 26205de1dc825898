import { expect, test, type Locator, type Page, type Request } from '@playwright/test';
import { richListSchema } from '#explorer/richlist/schema.ts';
import { dealDetailSchema, dealListSchema, pieceListSchema } from '#explorer/deal/schema.ts';
import { api, routes, siteUrl } from './support/site.ts';

const boxOf = (page: Page): Locator => page.locator('search-box input').first();
const options = (page: Page): Locator => page.getByRole('option');

/** Focuses the box as a reader does, and types. */
async function type(page: Page, text: string): Promise<Locator> {
  const box = boxOf(page);
  // A page that has just come does not hear keys yet.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(box).toHaveAttribute('role', 'combobox');
  await box.fill(text);
  return box;
}

/** Types each text and presses Enter, which leads to its path. */
async function enterEach(page: Page, wanted: readonly [text: string, path: string][]) {
  for (const [text, path] of wanted) {
    await page.goto(`${siteUrl()}/en`);
    const box = await type(page, `  ${text} `);
    await box.press('Enter');
    await expect(page).toHaveURL(`${siteUrl()}/en${path}`);
  }
}

test('slash focuses the box, Enter goes to the thing', async ({ page }) => {
  const { block = '', invoke = '' } = await routes();
  const cid = invoke.split('/').pop() ?? '';
  const wanted: [string, string][] = [
    [block.split('/').pop() ?? '', block],
    [cid, invoke],
    [`https://filfox.info/en/message/${cid}?t=4`, invoke],
    ['100', '/tipset/100'],
    ['https://filfox.info/en/deal/100', '/deal/100'],
    ['f02', '/address/f02'],
    ['kelp.fil', '/fns/name/kelp.fil'],
    ['f01000 sector 7', '/address/f01000?t=sectors&sector=7'],
    ['f01000/7', '/address/f01000?t=sectors&sector=7'],
  ];
  await enterEach(page, wanted);
});

test('Enter goes to the page, project or method that words stand for', async ({ page }) => {
  await enterEach(page, [
    ['Mempool', '/mempool'],
    // The account f07 is called so too.
    ['datacap', '/datacap'],
    // All that is found is one page, or one project.
    ['Rewards', '/stats/miner'],
    ['harbor nam', '/dapp/did_names'],
    ['Harbor Exchange', '/dapp/defi_exchange'],
    ['Propose', '/message?method=Propose'],
  ]);
});

test('a piece leads to the list that has it, whichever tab that is', async ({ page }) => {
  const { pieces } = await api('/pieces?pageSize=100', pieceListSchema);
  const direct = pieces.find(({ dealId }) => dealId === null)?.pieceCid ?? '';
  const { deals } = await api('/deal/list?pageSize=1', dealListSchema);
  const { pieceCid } = await api(`/deal/${deals[0]?.id}`, dealDetailSchema);
  const current = page.locator('.tabs a[aria-current="page"]');
  await page.goto(`${siteUrl()}/en/search?q=${direct}`);
  await expect(page).toHaveURL(`${siteUrl()}/en/deal?piece=${direct}`);
  await expect(current).toHaveText(/^Stored pieces\s*1$/);
  await expect(page.locator('#pieces tbody tr')).toHaveCount(1);
  await page.getByRole('link', { name: 'Market deals' }).click();
  await expect(current).toHaveText(/^Market deals\s*0$/);
  await page.goto(`${siteUrl()}/en/search?q=${pieceCid}`);
  await expect(current).toHaveText(/^Market deals\s*[1-9]/);
});

test('the list is used by the keyboard alone', async ({ page }) => {
  await page.goto(`${siteUrl()}/ko/tipset`);
  const box = await type(page, '100');
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  // What the text names exactly is chosen at once.
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const count = await options(page).count();
  expect(count).toBeGreaterThan(3);
  const chosen = async () => {
    const id = await box.getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"]`).getAttribute('href');
  };
  await expect.poll(chosen).toBe('/ko/tipset/100');
  await box.press('ArrowDown');
  expect(await chosen()).not.toBe('/ko/tipset/100');
  await box.press('ArrowUp');
  await box.press('ArrowUp');
  expect(await chosen()).toBeNull();
  await box.press('ArrowUp');
  expect(await chosen()).toBe(await options(page).last().getAttribute('href'));
  await box.press('Escape');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await expect(box).toHaveValue('100');
  await expect(options(page).first()).toBeHidden();
  await box.press('ArrowDown');
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  const deal = options(page).and(page.locator('[href="/ko/deal/100"]'));
  while ((await chosen()) !== '/ko/deal/100') await box.press('ArrowDown');
  await expect(deal).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/ko\/deal\/100$/);
});

test('pages are told by what is on them, not by their paths', async ({ page }) => {
  await page.goto(`${siteUrl()}/zh`);
  const box = await type(page, 'fork');
  await expect(options(page)).toHaveText([/^网络统计\s*hard forks$/, /^Tipset 与最终性\s*forks$/]);
  await box.fill('数据额度');
  await expect(options(page)).toHaveText([/^DataCap\s*数据额度↵$/]);
  await expect(page.locator('.search-panel .badge').first()).toHaveText('关键词');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/zh\/datacap$/);
  await type(page, '');
  await expect(options(page)).toHaveText(['DataCap']);
});

test('what was found lately is offered again, until it is cleared', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  await (await type(page, 'Burnt Funds')).press('Enter');
  await expect(page).toHaveURL(/\/en\/address\/f099$/);
  await page.goto(`${siteUrl()}/zh`);
  await type(page, '');
  await expect(options(page)).toHaveCount(1);
  await expect(options(page)).toHaveAttribute('href', '/zh/address/f099');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '清除' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(boxOf(page)).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await page.reload();
  await type(page, '');
  await expect(options(page)).toHaveCount(0);
});

test('a failure clears and can be tried again', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  let failing = true;
  await page.route('**/search/suggest*', (route) => (failing ? route.abort() : route.continue()));
  const box = await type(page, 'f099');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await box.press('Enter');
  await expect(page.locator('.search-overlay')).toBeHidden();
  await expect(page.locator('.toast[role="alert"]')).toBeVisible();
  failing = false;
  await again.first().click();
  await expect(options(page).first()).toHaveAttribute('href', '/en/address/f099');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/en\/address\/f099$/);
});

test('only the answer to what stands in the box is shown', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  const early = (request: Request): boolean => request.url().includes('/search/suggest?q=kel&');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/search/suggest?q=kel&*', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(early);
  // The box may give up what it no longer needs.
  const over = Promise.race([
    page.waitForEvent('requestfinished', early),
    page.waitForEvent('requestfailed', early),
  ]);
  const box = await type(page, 'kel');
  await asked;
  await box.fill('kelp.fil');
  await expect(options(page)).toHaveCount(1);
  answer();
  await over;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(options(page)).toHaveCount(1);
  await expect(options(page)).toHaveAttribute('href', '/en/fns/name/kelp.fil');
});

test('a text that comes without a pause between its keys is searched whole', async ({ page }) => {
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await page.goto(`${siteUrl()}/en`);
  const box = await type(page, 'f');
  await box.evaluate(async (input: HTMLInputElement) => {
    // Keys that come faster than the page finds time for anything else.
    for (const digit of '0'.repeat(100)) {
      input.value += digit;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
    input.value = 'f02';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await expect(options(page).first()).toContainText('f02');
  expect(broken).toEqual([]);
});

test('blank input does nothing; nonsense says what was understood', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  const box = await type(page, '   ');
  await box.press('Enter');
  await expect(page).toHaveURL(`${siteUrl()}/en`);
  await box.fill('<b>nonsense</b>');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/en\/search\?q=/);
  await expect(page.getByText('<b>nonsense</b>').first()).toBeVisible();
});

test('words that nothing is called by are looked for in the wiki', async ({ page }) => {
  for (const [lang, word] of [
    ['en', 'vesting'],
    ['zh', '抽签'],
    ['ko', '추첨'],
  ] as const) {
    await page.goto(`${siteUrl()}/${lang}/search?q=${word}`);
    await expect(page.locator('.lookup mark').first()).toContainText(new RegExp(word, 'i'));
  }
  await page.goto(`${siteUrl()}/en/search?q=zzzzzz`);
  await expect(page.locator('.lookup mark')).toHaveCount(0);
  // What is found by its name alone opens at its place.
  const box = await type(page, 'luck');
  await expect(options(page)).toHaveText([/LuckGlossary/]);
  await box.press('Enter');
  await expect(page).toHaveURL(`${siteUrl()}/en/wiki/12#provider.luck`);
  await expect(page.locator('[id="provider.luck"]')).toBeInViewport();
});

const MISTYPED = {
  en: ['No such address', 'The nearest known one is below', 'The checksum does not match'],
  zh: ['没有这个地址', '下面是已知的最接近的地址', '校验失败'],
  ko: ['그런 주소가 없습니다', '아래는 알려진 가장 비슷한 주소입니다', '검사값이 맞지 않습니다'],
} as const;

/** A key's address that is held, and the same with another last character. */
async function mistyped(): Promise<{ right: string; wrong: string }> {
  const { richList } = await api('/rich-list?pageSize=100', richListSchema);
  const right = richList.find(({ address }) => address.startsWith('f1'))?.address ?? '';
  return { right, wrong: `${right.slice(0, -1)}${right.endsWith('a') ? 'q' : 'a'}` };
}

test('a mistyped address is nobody’s, whatever looks like it', async ({ page }) => {
  const { right, wrong } = await mistyped();
  for (const lang of ['en', 'zh', 'ko'] as const) {
    const [title, lead, why] = MISTYPED[lang];
    await page.goto(`${siteUrl()}/${lang}/search?q=${wrong}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('.lookup')).toContainText(lead);
    await expect(page.locator('.understood')).toContainText(why);
    await expect(page.locator('.understood .badge')).toHaveClass(/badge-warn/);
    // To be compared, it is shown whole.
    const nearest = page.locator('.found .id');
    await expect(nearest).toHaveText(right);
    await expect(nearest.locator('.id-mid')).toHaveCount(0);
    await type(page, wrong);
    const told = page.locator('.search-panel').first().getByRole('status');
    await expect(options(page)).toHaveCount(1);
    await expect(told).toContainText(why);
    await expect(told.locator('.badge')).toHaveClass(/badge-warn/);
  }
  // Its beginning is one of the things that can be searched for.
  await page.goto(`${siteUrl()}/en/search?q=${right.slice(0, 20)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One match');
  await expect(page.locator('.understood .badge')).toHaveClass(/badge-accent/);
  const box = await type(page, right.slice(0, 20));
  await expect(options(page)).toHaveCount(1);
  await expect(page.locator('.search-panel').first().locator('.badge')).toHaveClass(/badge-accent/);
  await box.fill(right);
  await box.press('Enter');
  await expect(page).toHaveURL(`${siteUrl()}/en/address/${right}`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page lists the same things, and leads on when there is one', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/search?q=kelp.fil`);
    await expect(page).toHaveURL(/\/en\/fns\/name\/kelp\.fil$/);
    await page.goto(`${siteUrl()}/en/search?q=100`);
    const headings = page.locator('.found h2');
    await expect(headings).toHaveText(['Tipset', 'Deal', 'Address']);
    await expect(page.locator('.found a[href="/en/deal/100"]')).toBeVisible();
    const answer = await page.goto(`${siteUrl()}/en/search?q=${'z'.repeat(301)}`);
    expect(answer?.status()).toBe(400);
    await expect(page.locator('.understood')).toBeVisible();
    await page.goto(`${siteUrl()}/zh/search?q=gas`);
    await expect(page).toHaveURL(/\/zh\/stats\/gas$/);
    await page.goto(`${siteUrl()}/en/search?q=harbor%20nam`);
    await expect(page).toHaveURL(/\/en\/dapp\/did_names$/);
    // More than one is named so: which is left to the reader.
    await page.goto(`${siteUrl()}/en/search?q=datacap`);
    await expect(page.locator('.found h2')).toHaveText(['Page of this site', 'Address']);
    // What a page is stands beside it, not its path.
    await expect(page.locator('.found li').first()).toHaveText(/^DataCap\s*Blockchain$/);
    await page.goto(`${siteUrl()}/zh/search?q=f3`);
    await expect(page.locator('.found a[href="/zh/wiki/3"]').first()).toHaveText('Tipset 与最终性');
    await page.goto(`${siteUrl()}/en/search?q=sector%2012`);
    await expect(page.locator('.understood')).toContainText('f01000 sector 12');
    await page.goto(`${siteUrl()}/en/search?q=https://calibration.filfox.info/en/tipset/100`);
    await expect(page.locator('.understood')).toContainText('another network');
    // A CID has no checksum; an address has.
    await page.goto(`${siteUrl()}/en/search?q=bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi`);
    await expect(page.locator('.understood')).toContainText('not a whole CID');
    await expect(page.locator('.understood')).not.toContainText('checksum');
    await page.goto(`${siteUrl()}/en/search?q=f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3zb`);
    await expect(page.locator('.understood')).toContainText('checksum');
  });

  test('the name service keeps what it could not read', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/fns`);
    const box = page.locator('.name-search input');
    await box.fill(' no address ');
    await box.press('Enter');
    await expect(page).toHaveURL(/\/en\/fns\/address\/no%20address$/);
    await expect(box).toHaveValue('no address');
    await expect(page.getByRole('alert')).toContainText('a name ending in .fil, or an address');
    // A name is found without what it ends in.
    await box.fill('kelp');
    await box.press('Enter');
    await expect(page).toHaveURL(/\/en\/fns\/name\/kelp\.fil$/);
    await box.fill('');
    await box.press('Enter');
    await expect(page).toHaveURL(/\/en\/fns$/);
  });
});
