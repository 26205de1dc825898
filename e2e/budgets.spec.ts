import { gzipSync } from 'node:zlib';
import { expect, test, type Browser, type Page, type Request } from '@playwright/test';
import { onlyOneHead } from './support/onehead.ts';
import { routes, siteUrl } from './support/site.ts';

/**
 * Budgets in bytes after gzip (docs/architecture.md). Script is counted three times: what comes before
 * the load event; with what comes by itself while nobody touches the page (the live client, never
 * React); with what its charts bring once they were seen and asked for another time span.
 */
const HTML = { detail: 25_000, list: 40_000 };
const CSS = 20_000;
const SCRIPT_BEFORE_LOAD = 10_000;
const SCRIPT_IDLE = SCRIPT_BEFORE_LOAD + 16_000;
const SCRIPT_CHARTS = 110_000;
const LAYOUT_SHIFT = 0.02;
/** How long a page is left alone, in milliseconds. */
const IDLE = 4_000;
const AT_ONCE = 3;
/** A page over a budget is measured again, so often in all: what belongs to the page repeats. */
const LOOKS = 3;

// One test opens every page: a picture of each would bury what is over.
test.use({ screenshot: 'off' });

const LISTS = new Set([
  'home',
  'tipsets',
  'messages',
  'mempool',
  'tokens',
  'nfts',
  'richList',
  'ranksPower',
  'ranksBlocks',
  'ranksGrowth',
  'deals',
  'dealsOf',
  'pieces',
  'verifiers',
  'dataCapClients',
  'allocations',
  'claims',
  'fevmStats',
  'contracts',
  'names',
  'styleguide',
]);

/** Runs in the page before all else: sums layout shifts, and lets nothing be seen until `release`. */
function prepare(): void {
  const shifts: { value: number; what: string }[] = [];
  const held: (() => void)[] = [];
  let open = false;
  const Native = IntersectionObserver;
  class Held extends Native {
    override observe(target: Element): void {
      if (open) super.observe(target);
      else held.push(() => super.observe(target));
    }
  }
  Object.assign(globalThis, {
    shifts,
    IntersectionObserver: Held,
    release: () => {
      open = true;
      for (const observe of held) observe();
    },
  });
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  const named = (node: Node | null): string =>
    node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? '?');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          what: entry.sources.map(({ node }) => named(node)).join(', '),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What `prepare` puts into the page. */
interface Prepared {
  shifts: { value: number; what: string }[];
  release(): void;
}

interface Sizes {
  /** Scripts asked for before the load event. */
  early: number;
  html: number;
  css: number;
  script: number;
  react: boolean;
}

/** Counts what a page fetches, from now on. `settled` resolves when all that came is counted. */
function counting(page: Page): { sizes: Sizes; settled(): Promise<void> } {
  const sizes: Sizes = { early: 0, html: 0, css: 0, script: 0, react: false };
  const open = new Set<Promise<void>>();
  let loaded = false;
  const early = new Set<Request>();
  page.on('request', (request) => {
    if (!loaded) early.add(request);
  });
  page.on('load', () => {
    loaded = true;
  });
  page.on('response', (response) => {
    const counted = response
      .body()
      .then((body) => {
        const bytes = gzipSync(body).length;
        const type = response.headers()['content-type'] ?? '';
        if (type.includes('text/html')) sizes.html += bytes;
        else if (type.includes('css')) sizes.css += bytes;
        else if (type.includes('javascript')) {
          sizes.script += bytes;
          if (early.has(response.request())) sizes.early += bytes;
          sizes.react ||= body.includes('react.dev/errors');
        }
      })
      .catch(() => undefined)
      .finally(() => open.delete(counted));
    open.add(counted);
  });
  return {
    sizes,
    settled: async () => {
      await Promise.all(open);
    },
  };
}

/** Bytes of the scripts that stand in the page itself. */
function inlineScript(html: string): number {
  const bodies = [
    ...html.matchAll(
      /<script(?![^>]*\b(?:src|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, body]) => body ?? '');
  const script = bodies.join('');
  return script === '' ? 0 : gzipSync(script).length;
}

/** Shows every chart of the page and asks each for another time span. Returns how many there are. */
async function seeCharts(page: Page): Promise<number> {
  await page.evaluate(() => {
    (globalThis as unknown as Prepared).release();
  });
  // Pictures for sharing have charts that stay as the server drew them.
  const charts = await page.locator('astro-island .chart').all();
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator('.chart-box')).toHaveAttribute('data-live', '');
    const links = chart.locator('.chart-durations a');
    if ((await links.count()) < 2) continue;
    await links.last().click();
    await expect(links.last()).toHaveAttribute('aria-current', 'true');
    await expect(chart.locator('.chart-box')).toHaveAttribute('data-state', 'ready');
  }
  return charts.length;
}

async function overspent(browser: Browser, name: string, path: string): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(prepare);
  // Rows that come with later tipsets move those below them, as they must.
  await onlyOneHead(page);
  const { sizes, settled } = counting(page);
  await page.goto(`${siteUrl()}/en${path === '/' ? '' : path}`, { waitUntil: 'load' });
  const inline = inlineScript(await page.content());
  await page.waitForTimeout(IDLE);
  await settled();
  const idle = { ...sizes, script: sizes.script + inline };
  const charts = await seeCharts(page);
  await settled();
  const whole = sizes.script + inline;
  const shifts = await page.evaluate(() => (globalThis as unknown as Prepared).shifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const scripts = await page.locator('script[type="module"]').count();
  await context.close();

  const over: string[] = [];
  const within = (what: string, value: number, limit: number): void => {
    if (value > limit) over.push(`${name}: ${what} ${value} > ${limit}`);
  };
  if (idle.html === 0 || idle.css === 0 || (idle.early === 0 && scripts > 0))
    over.push(`${name}: nothing measured`);
  if (idle.react) over.push(`${name}: React came by itself`);
  within('HTML', idle.html, LISTS.has(name) ? HTML.list : HTML.detail);
  within('CSS', idle.css, CSS);
  within('script before load', idle.early + inline, SCRIPT_BEFORE_LOAD);
  within('script when idle', idle.script, SCRIPT_IDLE);
  within('script in all', whole, charts === 0 ? SCRIPT_IDLE : SCRIPT_CHARTS);
  within(`layout shift of ${shifts.map(({ what }) => what).join('; ')}`, shift, LAYOUT_SHIFT);
  return over;
}

test('every page keeps its budget', async ({ browser }) => {
  test.setTimeout(600_000);
  const waiting = Object.entries(await routes());
  const over: string[] = [];
  const measure = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      let found = await overspent(browser, ...next);
      for (let look = 1; look < LOOKS && found.length > 0; look++)
        found = await overspent(browser, ...next);
      over.push(...found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, measure));
  expect(over).toEqual([]);
});
