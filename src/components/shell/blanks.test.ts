import { describe, expect, it } from 'vitest';
import { ARGUMENT, blanksOf, fillBlanks, fillMark, originOf } from './blanks.ts';

const page = (isPrerendered: boolean, url: string | null = null) => ({
  isPrerendered,
  url: new URL('http://asked.example/en/wiki/3'),
  locals: { site: { url } },
});
const at = new URL('https://site.example/en/contract?address=%22%3Cb%3E&page=2');
const fill = (html: string, fills = '') => fillBlanks(html, fills, at, 'https://site.example');

describe('a page that is rendered on demand', () => {
  it('leaves nothing blank', () => {
    expect(blanksOf(page(false))('footer')).toBeNull();
  });

  it('names the public address, or where it was asked at', () => {
    expect(originOf(page(false))).toBe('http://asked.example');
    expect(originOf(page(false, 'https://site.example'))).toBe('https://site.example');
  });
});

describe('blanks', () => {
  const fills = `${fillMark('clock')}\n-12\n${fillMark('edit')} <a href="https://edit.example/${ARGUMENT}">Edit</a> ${fillMark('banner')}`;

  it('are filled in by name, with their argument', () => {
    expect(fill('<html data-clock="[[blank:clock]]">', fills)).toBe('<html data-clock="-12">');
    expect(fill('<p>[[blank:edit wiki/en/3.md]]</p>', fills)).toBe(
      '<p><a href="https://edit.example/wiki/en/3.md">Edit</a></p>',
    );
  });

  it('may be filled with nothing', () => {
    expect(fill('a[[blank:banner]]b', fills)).toBe('ab');
  });

  it('that nothing fills are an error, not an empty place', () => {
    expect(() => fill('[[blank:network]]', fills)).toThrow('blank:network');
  });

  it('have the site’s origin', () => {
    expect(fill('<link href="https://blank.invalid/en/wiki/3">')).toBe(
      '<link href="https://site.example/en/wiki/3">',
    );
  });

  it('show what was asked as text, never as markup', () => {
    expect(fill('<input value="[[blank:asked contractAddress address]]">')).toBe(
      '<input value="&#34;&#60;b&#62;">',
    );
    expect(fill('<input value="[[blank:asked other]]">')).toBe('<input value="">');
    expect(fill('<a href="/ko/contract[[blank:search]]">')).toBe(
      '<a href="/ko/contract?address=%22%3Cb%3E&#38;page=2">',
    );
  });

  it('show no more of what was asked than a line', () => {
    const long = new URL(`https://site.example/en/contract?address=${'f'.repeat(5000)}`);
    expect(fillBlanks('[[blank:asked address]]', '', long, '')).toBe('f'.repeat(200));
  });

  it('are looked for in the page alone, not in what fills them', () => {
    const hostile = `${fillMark('network')}[[blank:clock]] https://blank.invalid`;
    expect(fill('[[blank:network]]', hostile)).toBe('[[blank:clock]] https://blank.invalid');
  });
});
