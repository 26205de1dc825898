import { globSync } from 'node:fs';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { dictionaries } from '#i18n/dictionaries.ts';
import { axeProblems } from './support/axe.ts';
import { onlyOneHead, type OneHead } from './support/onehead.ts';
import { LANGUAGES, routes, siteUrl } from './support/site.ts';
import { overweight } from './support/weight.ts';

/** What may be a dictionary key that reached the page instead of its text, e.g. `message.head.title`. */
const MAYBE_KEY = /\b[a-z][a-zA-Z]*(?:[.:][a-zA-Z0-9_]+)+\b/g;

function isKey(text: string): boolean {
  let found: unknown = dictionaries.en;
  for (const part of text.split(/[.:]/))
    found =
      found instanceof Object ? Object.entries(found).find(([key]) => key === part)?.[1] : null;
  return typeof found === 'string';
}

interface Look {
  width: number;
  theme: 'light' | 'dark';
}

/** For who looks at pages by eye: all looks, with pictures (`npm run walk`). */
const FULL = process.env['WALK'] === 'full';

/** Widths and themes paired, so that each language is seen in both of each. */
const LOOKS: readonly Look[] = FULL
  ? [
      { width: 1280, theme: 'light' },
      { width: 1280, theme: 'dark' },
      { width: 390, theme: 'light' },
      { width: 390, theme: 'dark' },
    ]
  : [
      { width: 1280, theme: 'light' },
      { width: 390, theme: 'dark' },
    ];

async function show(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** A page has its new look with the next frame: with less motion nothing moves to it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    if (document.getAnimations().some((running) => running instanceof CSSTransition))
      throw new Error('colours are still changing');
  });
}

/** What is wrong with the page as it stands, in the look that it has. */
async function problemsSeen(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await settle(page);
  // Words of code read alike: `block.number` is Solidity's, and no text of a key of that name.
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('code, pre, mark, script, style'))
        found.push(walker.currentNode.textContent ?? '');
    return found.join(' ');
  });
  const bare = texts.match(MAYBE_KEY)?.find(isKey);
  if (bare !== undefined) problems.push(`untranslated: ${bare}`);
  for (const text of await spacedTexts(page)) problems.push(`a space after a sentence: ${text}`);
  const doubled = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
  for (const id of new Set(doubled)) problems.push(`more than one #${id}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`scrolls sideways by ${overflow} px`);
  for (const id of await cutDefinitions(page)) problems.push(`cut off: ${id}`);
  return [...problems, ...(await axeProblems(page))];
}

/**
 * Texts of a Chinese page in which a space follows the end of a sentence. Articles set off run-in headings
 * by one, and excerpts of them paragraphs.
 */
function spacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.documentElement.lang.startsWith('zh') && !location.pathname.startsWith('/zh/wiki')
      ? [...document.querySelectorAll('p, .definition-how, .banner')]
          .map(({ textContent }) => textContent ?? '')
          .filter((text) => /[。：；！？] +\S/.test(text))
      : [],
  );
}

/** Definitions that their labels open and that do not show all of their text within the window. */
function cutDefinitions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const label of document.querySelectorAll<HTMLButtonElement>('button.term')) {
      const definition = label.popoverTargetElement;
      if (!(definition instanceof HTMLElement) || !label.checkVisibility()) continue;
      label.click();
      const { left, right } = definition.getBoundingClientRect();
      const { scrollWidth, clientWidth, id } = definition;
      if (scrollWidth > clientWidth || left < 0 || right > innerWidth || right === left)
        cut.push(id);
      definition.hidePopover();
    }
    return cut;
  });
}

interface Opened {
  live?: OneHead;
  /** Told of each look. */
  keep?(look: Look): Promise<unknown>;
  /** What is wrong with the document itself. */
  judge?(html: Buffer): string[];
}

/** Opens a page once and judges it in each look. */
async function problemsOf(
  page: Page,
  path: string,
  { live, keep, judge }: Opened = {},
): Promise<string[]> {
  const problems: string[] = [];
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  };
  const onError = (error: Error) => problems.push(`exception: ${error.message}`);
  page.on('console', onConsole);
  page.on('pageerror', onError);
  for (const [at, look] of LOOKS.entries()) {
    await show(page, look);
    if (at === 0) {
      const answer = await page.goto(siteUrl() + path, { waitUntil: 'load' });
      await live?.settled();
      const status = answer?.status() ?? 0;
      if (status !== 200) problems.push(`status ${status}`);
      if (judge) problems.push(...judge((await answer?.body()) ?? Buffer.alloc(0)));
    }
    const seen = await problemsSeen(page);
    problems.push(...seen.map((problem) => `${look.width} ${look.theme}: ${problem}`));
    await keep?.(look);
  }
  page.off('console', onConsole);
  page.off('pageerror', onError);
  return problems;
}

/**
 * Pages of what the demo chain has none of, of addresses that are none, of what went wrong; and what fills
 * the blanks of others, which is no page.
 */
const UNSEEN = [
  '/merchant/[id]',
  '/tx/[id]',
  '/repo-ui/[chain]/[id]',
  '/[page]/[...rest]',
  '/blanks',
];

test('every page of the site is among those that are walked, or leads on', async ({ request }) => {
  const walked = Object.values(await routes()).map((path) => path.replace(/\?.*$/, ''));
  const pages = globSync('**/*.astro', { cwd: 'src/pages/[lang]' })
    .map((file) => `/${file.replaceAll('\\', '/')}`.replace(/(\/index)?\.astro$/, ''))
    .map((page) => (page === '' ? '/' : page));
  expect(pages.length).toBeGreaterThan(50);
  const missed: string[] = [];
  for (const page of pages.filter((page) => !UNSEEN.includes(page))) {
    const pattern = page.replace(/\/\[\.{3}\w+\]/g, '(/.*)?').replace(/\[\w+\]/g, '[^/]+');
    if (walked.some((path) => new RegExp(`^${pattern}$`).test(path))) continue;
    const answer = await request.get(`${siteUrl()}/en${page}`, { maxRedirects: 0 });
    if (answer.status() < 300 || answer.status() >= 400) missed.push(page);
  }
  expect(missed).toEqual([]);
});

/** A language's pages in so many tests, which keep all workers busy to the end. */
const PARTS = 3;

const walks = LANGUAGES.flatMap((language) =>
  Array.from({ length: PARTS }, (_, part) => ({ language, part })),
);
for (const { language, part } of walks)
  test(`every page, ${language} ${part + 1}/${PARTS}`, async ({ browser }) => {
    test.setTimeout(900_000);
    // A row that is fading in while it is looked at has no contrast of its own yet.
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const live = await onlyOneHead(page);
    const problems: string[] = [];
    const own = Object.entries(await routes()).filter((_, index) => index % PARTS === part);
    for (const [name, path] of own) {
      const found = await problemsOf(page, `/${language}${path === '/' ? '' : path}`, {
        live,
        judge: (html) => overweight(name, html),
        async keep({ width, theme }) {
          if (!FULL) return;
          await page.screenshot({
            path: `test-results/walk/${language}-${width}-${theme}-${name}.jpg`,
            // Less than half the time that lossless ones take.
            quality: 70,
            fullPage: true,
          });
        },
      });
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    await context.close();
    expect(problems).toEqual([]);
  });

test('the reference of the API', async ({ browser }) => {
  // The longest page there is, judged in each look.
  test.setTimeout(300_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  expect(await problemsOf(page, '/api/v1/docs')).toEqual([]);
  // A link to a call, and from there to a shape, unfolds it.
  await page.goto(`${siteUrl()}/api/v1/docs#get-api-v1-info`);
  await page.getByRole('link', { name: 'Info', exact: true }).first().click();
  await expect(page.locator('#schema-Info')).toBeVisible();
  // It has the site's face, and the theme that was chosen on either stays chosen.
  expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.goto(`${siteUrl()}/en`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${siteUrl()}/api/v1/docs`);
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await context.close();
});

/** The places of the site that a page leads to; what it offers as a file, noscript.spec.ts fetches. */
async function linksOf(request: APIRequestContext, path: string): Promise<string[]> {
  const html = await (await request.get(siteUrl() + path)).text();
  return [...html.matchAll(/<a\b(?![^>]*\sdownload\b)[^>]*?\bhref="([^"#]+)"/g)]
    .map(([, href]) => (href ?? '').replaceAll('&amp;', '&'))
    .filter((href) => href.startsWith('/'));
}

/** Links that are followed at a time. */
const AT_ONCE = 4;

test('every link of every page leads somewhere', async ({ request }) => {
  test.setTimeout(900_000);
  /** Links with the page that each was first seen on. */
  const seen = new Map<string, string>();
  const paths = Object.values(await routes()).map((path) => (path === '/' ? '' : path));
  const walked = new Set(
    LANGUAGES.flatMap((language) => paths.map((path) => `/${language}${path}`)),
  );
  for (const path of paths) {
    const page = `/en${path}`;
    for (const href of await linksOf(request, page))
      if (!walked.has(href) && !seen.has(href)) seen.set(href, page);
  }
  expect(seen.size).toBeGreaterThan(50);
  const broken: string[] = [];
  async function follow(href: string, page: string): Promise<void> {
    const status = async () => (await request.get(siteUrl() + href)).status();
    if ((await status()) === 200) return;
    // The chain goes on meanwhile: a tipset was replaced, a message left the pool. What its page does
    // not lead to any more is no fault of it.
    const still = (await linksOf(request, page)).includes(href);
    if (still && (await status()) !== 200) broken.push(`${page}: ${href}`);
  }
  const left = seen.entries();
  // Workers take from one iterator: each link is followed once.
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [href, page] of left) await follow(href, page);
    }),
  );
  expect(broken).toEqual([]);
});
