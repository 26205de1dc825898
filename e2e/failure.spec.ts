import { expect, test } from '@playwright/test';
import { parseConfig, siteSettings } from '#server/config.ts';
import { Unavailable } from '#explorer/errors.ts';
import { renderPage } from '#server/http/render.ts';
import { loadPages } from '#server/pages.ts';
import { LANGUAGES } from './support/site.ts';

const REQUEST = 'a-request-of-this-test';
const TITLES = {
  en: 'Something went wrong here',
  zh: '服务器出现问题',
  ko: '서버에 문제가 발생했습니다',
} as const;

/** What the server hands to pages; whatever is read of the index fails. */
function broken(fault: Error): App.Locals {
  const explorer = {
    in: () => explorer,
    stats: { nodeVersion: () => Promise.reject(fault) },
  };
  return {
    explorer,
    // The banner in the middle of every page throws while it is drawn.
    status: undefined,
    site: siteSettings(parseConfig({})),
    clock: { now: 0, offset: 0, recorded: true },
    network: null,
    head: null,
    requestId: REQUEST,
  } as unknown as App.Locals;
}

const FAULT = 'The database is gone';
/** Where pages break, and the words of the fault. */
const FAILURES = [
  {
    what: 'a component that throws while it is drawn',
    path: 'address',
    words: 'Cannot read properties',
  },
  {
    what: 'a blank of a prerendered page that cannot be filled',
    path: 'favorites',
    words: 'Cannot read properties',
  },
  { what: 'a read that fails', path: 'stats/lotus', words: FAULT },
];

for (const { what, path, words } of FAILURES)
  for (const language of LANGUAGES)
    test(`${what} becomes the page of a failure, ${language}`, async () => {
      const url = `https://site.example/${language}/${path}`;
      const page = await renderPage(await loadPages('.'), url, broken(new Error(FAULT)));
      const html = page?.body.toString() ?? '';
      expect(page?.status).toBe(500);
      expect(page?.headers['content-type']).toContain('text/html');
      expect(html).toMatch(/<\/html>\s*$/);
      expect(html).toContain(`data-locale="${language}"`);
      expect(html).toContain(TITLES[language]);
      expect(html).toContain(REQUEST);
      expect(html).not.toContain(words);
    });

test('while the database cannot be reached a page says so, and when to come back', async () => {
  const away = broken(new Unavailable('noDatabase'));
  const page = await renderPage(await loadPages('.'), 'https://site.example/en/stats/lotus', away);
  expect([page?.status, page?.headers['retry-after']]).toEqual([503, '2']);
  expect(page?.body.toString()).toContain('The database cannot be reached; try again in a moment');
});
