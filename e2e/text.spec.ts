import { mkdir, writeFile } from 'node:fs/promises';
import { chromium, expect, test, type Page } from '@playwright/test';
import { routes, siteUrl } from './support/site.ts';
import { tokens } from './support/things.ts';

test('text twice as large leaves no page wider than its window', async ({
  launchOptions,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  await mkdir(`${profile}/Default`, { recursive: true });
  await writeFile(
    `${profile}/Default/Preferences`,
    JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
  );
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  const { home, send, miner, minerSectors, gasStats } = await routes();
  for (const path of [home, send, miner, minerSectors, gasStats]) {
    await page.goto(`${siteUrl()}/en${path}`);
    const root = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        size: getComputedStyle(document.documentElement).fontSize,
        scrollWidth,
        clientWidth,
      };
    });
    expect(root.size).toBe('32px');
    expect(root.scrollWidth, path).toBeLessThanOrEqual(root.clientWidth);
  }
  await browser.close();
});

test('between phone and desktop no list is wider than its window', async ({ page }) => {
  const all = await routes();
  const paths = [
    all.messages,
    all.token,
    all.accountTokenTransfers,
    all.namesOfAccount,
    all.richList,
  ];
  for (const path of [...paths, all.ranksPower, all.deal, all.send, all.tokens]) {
    await page.goto(`${siteUrl()}/en${path}`);
    for (const width of [1280, 1100, 1024, 960, 820, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(
          () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          { message: `${path ?? ''} at ${width}` },
        )
        .toBeLessThanOrEqual(0);
    }
  }
});

test('a long name has the room that the other columns leave, and widens no list', async ({
  page,
}) => {
  const { messages = '', token = '' } = await routes();
  const names = page.locator('.table-laid .long');
  const widths = () =>
    names.evaluateAll((all) =>
      all.map((name) => ({ is: name.clientWidth, needs: name.scrollWidth })),
    );
  for (const [path, former] of [
    [messages, 120],
    [token, 112],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${siteUrl()}/en${path}`);
    // Of both ends, what it is called goes for a name that is longer.
    await page.locator('.table-laid tbody').evaluate((rows) => {
      for (const id of rows.querySelectorAll('tr:first-child :is(.at-from, .at-to) .id')) {
        id.querySelector('.id-tag')?.remove();
        const name = document.createElement('span');
        name.className = 'id-tag id-long id-longest long';
        name.textContent = 'Harbor Exchange: Pool of wrapped FIL';
        id.querySelector('.id-text')?.before(name);
      }
    });
    await expect(names).toHaveCount(2);
    for (const { is } of await widths()) expect(is, path).toBeGreaterThan(former);
    for (const width of [320, 390, 768, 820, 960, 1024, 1100, 1250, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
    for (const { is, needs } of await widths()) expect(is, path).toBe(needs);
  }
});

/** Pages of every shape: figures, lists, details, trees, charts. */
const SHAPES = [
  'home',
  'tipset',
  'messages',
  'newest',
  'invoke',
  'invokeTree',
  'miner',
  'minerSectors',
  'token',
  'tokenHolders',
  'contracts',
  'richList',
  'gasStats',
  'dapp',
] as const;

/** What stands over another, and how far the page is wider than its window. */
async function overflow(page: Page): Promise<{ wider: number; over: number }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    /** How far what a cell says reaches, whatever room the cell has. */
    const reach = (cell: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect();
    };
    const over = [...document.querySelectorAll('.table-laid tbody tr')].filter((row) => {
      const id = row.querySelector('.at-id :is(.id-text, .method)');
      if (!id) return false;
      const own = reach(id);
      return ['.at-value', '.at-what'].some((name) => {
        const cell = row.querySelector(name);
        if (!cell) return false;
        const other = reach(cell);
        const beside = own.right <= other.left || other.right <= own.left;
        return !beside && own.bottom > other.top && own.top < other.bottom;
      });
    });
    return { wider: Math.max(0, scrollWidth - clientWidth), over: over.length };
  });
}

test('in a narrow window nothing is wider than it, and no cell lies over another', async ({
  page,
}) => {
  // Finding things of every shape asks for a hundred answers, while the chain goes on.
  test.slow();
  const all = await routes();
  for (const name of SHAPES) {
    await page.goto(`${siteUrl()}/en${all[name] ?? ''}`);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      expect([name, width, await overflow(page)]).toEqual([name, width, { wider: 0, over: 0 }]);
    }
  }
});

test('at 320 and 390 px neither a function’s name nor an amount widens its row', async ({
  page,
}) => {
  const token = `/token/${(await tokens()).token}`;
  const messages = '/message';
  for (const [path, cell, text] of [
    [messages, '.method', 'swapExactTokensForTokensSupportingFeeOnTransferTokens'],
    [messages, '.at-value .amount', '999,999,999.123456789 FIL'],
    [token, '.method', 'swapExactTokensForTokensSupportingFeeOnTransferTokens'],
    [token, '.at-value .token-amount > span', '123,456,789,012,345,678,901.123456'],
  ] as const) {
    await page.goto(`${siteUrl()}/en${path}`);
    const cells = page.locator(`.table-laid tbody ${cell}`);
    await cells.first().evaluate((element, long) => {
      element.textContent = long;
    }, text);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const seen = {
        ...(await overflow(page)),
        past: await cells.first().evaluate((element) => {
          const row = element.closest('tr');
          const [inner, outer] = [element, row ?? element].map((e) => e.getBoundingClientRect());
          return Math.max(0, Math.round((inner?.right ?? 0) - (outer?.right ?? 0)));
        }),
      };
      expect([path, cell, width, seen]).toEqual([
        path,
        cell,
        width,
        { wider: 0, over: 0, past: 0 },
      ]);
    }
  }
});

test('what grows with the text: a chart’s labels and its place, and the icons', async ({
  page,
}) => {
  await page.goto(`${siteUrl()}/en/stats/gas`);
  const box = page.locator('.chart-box').first();
  const icon = page.locator('.site-tools .icon').first();
  const heights = async () => [
    (await box.boundingBox())?.height ?? 0,
    (await icon.boundingBox())?.height ?? 0,
  ];
  const usual = await heights();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(heights).toEqual(usual.map((height) => height * 2));
});

test('where the system dictates colours, lines and their keys keep theirs', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${siteUrl()}/en/fevm/stats`);
  const marks = page.locator('.chart-readout i');
  await expect(marks.first()).toBeVisible();
  const colours = await marks.evaluateAll((keys) =>
    keys.slice(0, 2).map((key) => getComputedStyle(key).backgroundColor),
  );
  expect(new Set(colours).size).toBe(2);
});
