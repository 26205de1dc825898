import { addAttribute, escapeHTML } from 'astro/runtime/server/index.js';
import { expect, test } from 'vitest';
import { attribute, textOf } from './component.ts';

const TEXTS = [
  '',
  'plain',
  `<b a="1" b='2'>&amp;</b>`,
  '"',
  "'",
  '&',
  '<',
  '>',
  '中文 한국어',
  '\u0000\n',
];

test.each(TEXTS)('%j is written as Astro writes it', (text) => {
  expect(textOf(text)).toBe(escapeHTML(text));
  expect(attribute('title', text)).toBe(String(addAttribute(text, 'title')));
});

test('an attribute without a value is left out', () => {
  expect(attribute('title', undefined)).toBe('');
  expect(attribute('title', null)).toBe('');
});
