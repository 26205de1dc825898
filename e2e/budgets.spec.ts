import { gzipSync } from 'node:zlib';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { onlyOneHead } from './support/onehead.ts';
import { LANGUAGES, routes, siteUrl } from './support/site.ts';
import { overweight } from './support/weight.ts';

/**
 * Budgets in bytes after gzip (docs/architecture.md). Script is counted three times: what is asked for
 * before the load event; with what comes by itself while nobody touches the page (the live client,
 * never React); with what its charts bring once they were seen and asked for another time span. The
 * page's own clock tells them apart, and each file is weighed as it is served: nothing depends on how
 * fast the machine is. HTML is weighed where pages are opened in every language (walk.spec.ts).
 */
const CSS = 20_000;
const SCRIPT_BEFORE_LOAD = 10_000;
const SCRIPT_IDLE = SCRIPT_BEFORE_LOAD + 16_000;
const SCRIPT_CHARTS = 130_000;
/** Pages that are a form: React comes by itself, for there is nothing else to see. */
const SCRIPT_FORM = 150_000;
const FORMS: ReadonlySet<string> = new Set(['verificationForm']);
const LAYOUT_SHIFT = 0.02;
const AT_ONCE = 3;

// One test opens every page: a picture of each would bury what is over.
test.use({ screenshot: 'off' });

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

/** A file that the page fetched. */
interface Fetched {
  url: string;
  /** It was asked for before the load event. */
  early: boolean;
}

/** All that the page has fetched so far. */
const fetched = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      url: name,
      early: startTime < (visit?.loadEventStart ?? 0),
    }));
  });

interface Weight {
  bytes: number;
  react: boolean;
}

const weights = new Map<string, Promise<Weight>>();

/** Of a built file; each is read once. */
function weigh(url: string): Promise<Weight> {
  const known = weights.get(url);
  if (known !== undefined) return known;
  const read = fetch(url).then(async (answer): Promise<Weight> => {
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const body = Buffer.from(await answer.arrayBuffer());
    return { bytes: gzipSync(body).length, react: body.includes('react.dev/errors') };
  });
  weights.set(url, read);
  return read;
}

/** The files of one kind together, each once. */
async function weighAll(files: readonly Fetched[], kind: '.js' | '.css'): Promise<Weight> {
  const urls = new Set(files.map(({ url }) => url));
  const all = await Promise.all(
    [...urls].filter((url) => new URL(url).pathname.endsWith(kind)).map(weigh),
  );
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    react: all.some(({ react }) => react),
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

/** Shows every chart of the page, which makes it live. */
async function seeCharts(page: Page): Promise<Locator[]> {
  await page.evaluate(() => {
    (globalThis as unknown as Prepared).release();
  });
  // Pictures for sharing have charts that stay as the server drew them.
  const charts = await page.locator('astro-island .chart').all();
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    // What never moved is said, not drawn.
    if ((await chart.locator('.chart-box').count()) === 0) continue;
    await expect(chart.locator('.chart-box')).toHaveAttribute('data-live', '');
  }
  return charts;
}

/** Asks a chart for another time span. */
async function askChart(chart: Locator): Promise<void> {
  const links = chart.locator('.chart-durations a');
  if ((await links.count()) < 2) return;
  await links.last().click();
  await expect(links.last()).toHaveAttribute('aria-current', 'true');
  await expect(chart.locator('.chart-box')).toHaveAttribute('data-state', 'ready');
}

const pathIn = (language: string, path: string): string =>
  `${siteUrl()}/${language}${path === '/' ? '' : path}`;

async function overspent(browser: Browser, name: string, path: string): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(prepare);
  // What scripts move is seen to move on a fast machine as on a slow one: they come after a first paint.
  await page.route(/\.js$/, async (route) => {
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    await route.continue();
  });
  // Rows that come with later tipsets move those below them, as they must.
  const live = await onlyOneHead(page);
  const answer = await page.goto(pathIn('en', path), { waitUntil: 'load' });
  const html = (await answer?.body()) ?? Buffer.alloc(0);
  const inline = inlineScript(html.toString());
  await live.settled();
  const left = await fetched(page);
  const early = await weighAll(
    left.filter((file) => file.early),
    '.js',
  );
  const idle = await weighAll(left, '.js');
  const css = await weighAll(left, '.css');
  const charts = await seeCharts(page);
  // What is asked for may move what is below it, however late the answer comes.
  const shifts = await page.evaluate(() => (globalThis as unknown as Prepared).shifts);
  for (const chart of charts) await askChart(chart);
  const whole = await weighAll(await fetched(page), '.js');
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const scripts = await page.locator('script[type="module"]').count();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();

  const over: string[] = [];
  const within = (what: string, value: number, limit: number): void => {
    if (value > limit) over.push(`${name}: ${what} ${value} > ${limit}`);
  };
  if (html.length === 0 || css.bytes === 0 || (early.bytes === 0 && scripts > 0))
    over.push(`${name}: nothing measured`);
  const form = FORMS.has(name);
  if (idle.react && !form) over.push(`${name}: React came by itself`);
  within('CSS', css.bytes, CSS);
  within('script before load', early.bytes + inline, SCRIPT_BEFORE_LOAD);
  const alone = form ? SCRIPT_FORM : SCRIPT_IDLE;
  within('script when idle', idle.bytes + inline, alone);
  within('script in all', whole.bytes + inline, charts.length === 0 ? alone : SCRIPT_CHARTS);
  within(`layout shift of ${shifts.map(({ what }) => what).join('; ')}`, shift, LAYOUT_SHIFT);
  return over;
}

test('every page keeps its budget', async ({ browser }) => {
  test.setTimeout(600_000);
  const waiting = Object.entries(await routes());
  const over: string[] = [];
  const measure = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      over.push(...(await overspent(browser, ...next)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, measure));
  expect(over).toEqual([]);
});

// Not among the routes, which take what is newest: of all accounts' pages the fullest.
for (const language of LANGUAGES.filter((one) => one !== 'en'))
  test(`HTML of the fullest account keeps its budget in ${language}`, async ({ request }) => {
    const html = await (await request.get(pathIn(language, '/address/f01160'))).body();
    expect(overweight('minerWithDeals', html)).toEqual([]);
  });
