import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAddress } from '#filecoin/address.ts';
import { LOCALES } from '#i18n/locales.ts';
import { readContent, say, type Content } from './networks.ts';
import { renderMarkdown } from './markdown.ts';

const SLUGS = ['mainnet', 'calibration', 'harbor'];

/** Every text of a content in all languages, by where it stands. */
function texts(node: unknown, at = ''): [string, object][] {
  if (typeof node !== 'object' || node === null) return [];
  const own: [string, object][] = 'en' in node ? [[at, node]] : [];
  return [
    ...own,
    ...Object.entries(node).flatMap(([name, child]) => texts(child, `${at}.${name}`)),
  ];
}

describe.each(SLUGS)('what comes with the program for %s', (slug) => {
  const content = readContent()(slug);

  it('is whole in every language', () => {
    const partly = texts(content).filter(([, text]) => LOCALES.some((lang) => !(lang in text)));
    expect(partly).toEqual([]);
    expect(texts(content).length).toBeGreaterThan(20);
  });

  it('names contracts that can be', () => {
    for (const { contracts } of content.ecosystem)
      for (const { address } of contracts) expect(() => parseAddress(address)).not.toThrow();
  });
});

it('a network without a folder has what all have', () => {
  const content = readContent()('unknown');
  expect(content.tools.length).toBeGreaterThan(3);
  expect(content.notices.length).toBeGreaterThan(0);
  expect([content.ecosystem, content.merchants, content.spaceRace]).toEqual([[], [], null]);
  expect(content.tokens).toEqual({});
});

it('what is not translated is English and says so', () => {
  expect(say({ en: 'Shells', zh: '贝壳' }, 'zh')).toEqual({ text: '贝壳' });
  expect(say({ en: 'Shells', zh: '贝壳' }, 'ko')).toEqual({ text: 'Shells', language: 'en' });
  expect(say('Lotus', 'ko')).toEqual({ text: 'Lotus' });
});

describe('an operator’s folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-content-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const read = (): Content => readContent(folder)('harbor');
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes the place of the files that it has', () => {
    write('harbor/banners.json', '[{ "text": "Hello", "url": "/tools" }]');
    write('harbor/tags.json', '{ "f01000": "Tide Works", "f099": "Ashes" }');
    write('harbor/tokens.json', `{ "0x${'AB'.repeat(20)}": { "text": ["Foam"] } }`);
    write(
      'harbor/notices/own/notice.json',
      '{"category":"news","published":"2030-01-01T00:00:00Z"}',
    );
    write('harbor/notices/own/en.md', '# Own\n\nText\n');
    expect(read().banners).toEqual([{ text: 'Hello', url: '/tools' }]);
    expect(read().tokens).toEqual({ [`0x${'ab'.repeat(20)}`]: { text: ['Foam'] } });
    const { tags } = readContent()('unknown');
    expect(read().tags).toEqual({ ...tags, f01000: 'Tide Works', f099: 'Ashes' });
    expect(read().notices[0]).toMatchObject({
      id: 'own',
      texts: { en: { html: '<p>Text</p>' } },
    });
    expect(read().notices).toHaveLength(readContent()('harbor').notices.length + 1);
    expect(read().ecosystem).toEqual(readContent()('harbor').ecosystem);
  });

  it.each([
    [
      'tools.json',
      '[{"title":"A","links":[{"title":"B","url":"javascript:alert(1)"}]}]',
      '0.links.0.url',
    ],
    [
      'tools.json',
      '[{"title":"A","links":[{"title":"B","url":"//evil.example"}]}]',
      '0.links.0.url',
    ],
    ['banners.json', '[{"text":"A","url":"/","colour":"red"}]', 'colour'],
    [
      'ecosystem.json',
      '[{"category":"bank","key":"a","name":"A","description":"B"}]',
      '0.category',
    ],
    ['merchants.json', 'no JSON', 'merchants.json'],
    ['tokens.json', '{"f01234":{"text":["A"]}}', 'f01234'],
    ['tokens.json', `{"0x${'ab'.repeat(20)}":{"text":[]}}`, 'text'],
    [
      'tokens.json',
      `{"0x${'ab'.repeat(20)}":{"text":["A"]},"0x${'AB'.repeat(20)}":{"text":["B"]}}`,
      'every address once',
    ],
    ['tags.json', '{"f0x":"A"}', 'f0x'],
    ['tags.json', '{"f01234":"A","t01234":"B"}', 'every address once'],
    ['notices/a/notice.json', '{"category":"news","published":"yesterday"}', 'published'],
    ['ecosystems.json', '[]', 'ecosystem.json'],
  ])('with a wrong %s is refused by the file’s name', (file, text, where) => {
    write(`harbor/${file}`, text);
    expect(read).toThrow(file);
    expect(read).toThrow(where);
  });
});

describe('Markdown', () => {
  it('becomes HTML without anything that runs or loads', () => {
    const html = renderMarkdown(
      'a <script>b</script> <img src=x onerror=y> **c** [d](javascript:e) ![f](https://g.example/h)\n\n<div onclick="i">j</div>\n\n[k](data:text/html,l) `<m>`',
      'en',
    );
    expect(html).not.toMatch(/<script|<img|<div|onclick|onerror=|javascript:|data:/);
    expect(html).toContain('<strong>c</strong>');
    expect(html).toContain('<code>&lt;m&gt;</code>');
  });

  it('leads to pages in the reader’s language', () => {
    const html = renderMarkdown(
      '[a](/tools) [b](/api/v1/docs) [c](https://d.example) [e](//f)',
      'ko',
    );
    expect(html).toBe(
      '<p><a href="/ko/tools">a</a> <a href="/api/v1/docs">b</a> <a href="https://d.example" rel="noopener">c</a> <a>e</a></p>',
    );
  });

  it('keeps lists, tables and code', () => {
    const html = renderMarkdown('## A\n\n1. b\n\n| c |\n|---|\n| d |\n\n```\ne < f\n```\n', 'en');
    for (const part of [
      '<h2>A</h2>',
      '<ol>',
      '<th>c</th>',
      '<td>d</td>',
      '<pre tabindex="0">',
      'e &lt; f',
    ])
      expect(html).toContain(part);
  });
});
