import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOCALES } from '#i18n/locales.ts';
import { Article, articleName, inReadersLanguage } from './article.ts';
import { renderMarkdown } from './markdown.ts';
import { articleMarkup } from './markup.ts';
import { excerpt, search, sectionsOf } from './search.ts';

const WIKI = join(import.meta.dirname, 'wiki');
const files = (lang: string) =>
  existsSync(join(WIKI, lang)) ? readdirSync(join(WIKI, lang)).sort() : [];
const text = (lang: string, file: string) => readFileSync(join(WIKI, lang, file), 'utf8');

test('articles are numbered without a gap, and every language has them all', () => {
  const names = files('en').map((file) => articleName(`en/${file.replace(/\.md$/, '')}`));
  expect(names.map((name) => name?.number)).toEqual(names.map((_, index) => index));
  for (const lang of LOCALES) expect(files(lang)).toEqual(files('en'));
});

test('every article has a title and a description, and one of them is the glossary', () => {
  const heads = LOCALES.flatMap((lang) =>
    files(lang).map((file) => {
      const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text(lang, file)) ?? [];
      const lines = head.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
      const fields = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
      const { glossary, ...rest } = fields;
      return Article.parse({ ...rest, ...(glossary === 'true' ? { glossary: true } : {}) });
    }),
  );
  expect(heads.filter(({ glossary }) => glossary)).toHaveLength(LOCALES.length);
});

test('translations have the same parts, tables, code and links', () => {
  const shape = (markdown: string) => ({
    headings: markdown.match(/^#+ /gm)?.map((mark) => mark.length),
    rows: markdown.match(/^\|/gm)?.length,
    code: markdown.match(/^```.*$/gm),
    links: markdown.match(/(?<=\]\()[^)#]+/g)?.sort(),
  });
  for (const lang of LOCALES)
    for (const file of files(lang))
      expect([lang, file, shape(text(lang, file))]).toEqual([lang, file, shape(text('en', file))]);
});

test('no space stands behind a Chinese stop or between Chinese characters, and marks are read', () => {
  expect(files('zh').length).toBeGreaterThan(10);
  for (const file of files('zh')) {
    const told = text('zh', file).replaceAll(/ +\|/g, '|');
    const spaces = told.match(
      /.*(?:[。，、；：！？（「][*_]* |\p{Script=Han} +\p{Script=Han}).*/gu,
    );
    expect([file, spaces]).toEqual([file, null]);
    const html = renderMarkdown(text('zh', file), 'zh').replaceAll(/<code>[^<]*/g, '');
    expect(html, file).not.toContain('**');
  }
});

test('links lead to this site without a language', () => {
  const links = LOCALES.flatMap((lang) =>
    files(lang).flatMap((file) => text(lang, file).match(/(?<=\]\()[^)]+/g) ?? []),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((link) => !/^\/(?!(?:en|zh|ko)\/)/.test(link))).toEqual([]);
});

test('a name says language, place and file', () => {
  expect(articleName('ko/04-gas')).toEqual({ lang: 'ko', number: 4, file: '04-gas' });
  expect(articleName('en/gas')).toBeNull();
  expect(articleName('en/4-gas')).toBeNull();
});

test('what is not translated is read in the fallback language', () => {
  const all = ['en/01-b', 'en/00-a', 'zh/00-a', 'zh/02-c'].flatMap((id) => articleName(id) ?? []);
  expect(inReadersLanguage(all, 'zh', 'en').map(({ lang, file }) => `${lang}/${file}`)).toEqual([
    'zh/00-a',
    'en/01-b',
  ]);
});

test('links get the language, headings become links to themselves', () => {
  expect(
    articleMarkup('<h2 id="a">A</h2><a href="/tipset">t</a><a href="/api/v1/docs">d</a>', 'ko'),
  ).toBe(
    '<h2 id="a"><a class="anchor" href="#a">A</a></h2><a href="/ko/tipset">t</a><a href="/api/v1/docs">d</a>',
  );
});

const gas = {
  title: 'Gas',
  sections: sectionsOf(
    '<p>What <b>gas</b> costs &amp; why.</p><h2 id="fee">The base fee</h2><p>It is burnt.</p>',
    'Gas',
  ),
};
const names = { title: 'Names', sections: sectionsOf('<p>Paid in gas.</p>', 'Names') };

test('an article is cut at its headings', () => {
  expect(gas.sections).toEqual([
    { anchor: null, title: 'Gas', text: 'What gas costs & why.' },
    { anchor: 'fee', title: 'The base fee', text: 'It is burnt.' },
  ]);
});

test('a search finds the articles that hold all words, titles first', () => {
  expect(search([names, gas], 'GAS').map(({ article }) => article.title)).toEqual(['Gas', 'Names']);
  const [found, ...others] = search([names, gas], 'burnt fee');
  expect(others).toEqual([]);
  expect(found?.places.map(({ anchor }) => anchor)).toEqual(['fee']);
  expect(search([names, gas], 'sector')).toEqual([]);
  expect(search([names, gas], '  ')).toEqual([]);
});

test('an excerpt stands around the word, which is marked whatever it is', () => {
  expect(excerpt('a (b] c', ['(b]'])).toEqual([
    { text: 'a ', hit: false },
    { text: '(b]', hit: true },
    { text: ' c', hit: false },
  ]);
  const long = excerpt(`${'x'.repeat(200)} word ${'y'.repeat(200)}`, ['word']);
  expect(long.find(({ hit }) => hit)?.text).toBe('word');
  expect(long.map((piece) => piece.text).join('').length).toBeLessThan(240);
});
