import { expect, test } from 'vitest';
import { glyphOf } from '#format/glyph.ts';
import { endOf } from './direction.ts';
import { exitHtml } from './ExitStatus.ts';
import { identifierHtml } from './Identifier.ts';
import { ownForm } from '#filecoin/forms.ts';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';

test('an account has one glyph in all forms that tell the same', () => {
  const eth = '0x2714E7c7C6E5F5a0e4012f1322150646D3F79405';
  const own = 'f410fe4kopr6g4x22bzabf4jsefigi3j7pfafc5hskri';
  expect(glyphOf(ownForm(eth.toLowerCase()))).toEqual(glyphOf(own));
});

test('in its own list an account has neither link nor name, the other end has what it is called', () => {
  const called = { tag: undefined, fns: 'leeward.fil' };
  expect(endOf(['f01', 'f4a'], 'f4a', called)).toEqual({ value: 'f4a', href: null, named: false });
  expect(endOf(['f01'], 'f4b', called)).toEqual({ value: 'f4b', ...called });
});

test('a name that is sure to fill its room in a list is marked as long', () => {
  const page = { t: useT('en'), locals: {} } as Parameters<typeof identifierHtml>[1];
  const isLong = (tag: string) =>
    identifierHtml({ kind: 'address', value: 'f01234', tag }, page).includes('"id-tag id-long"');
  expect(isLong('Liquid Staking (demo)')).toBe(true);
  expect(isLong('해변의 조개껍데기')).toBe(true);
  expect(isLong('Storage Market')).toBe(false);
  expect(isLong('流动性质押')).toBe(false);
  const longest = 'Harbor Exchange: Pool of wrapped FIL';
  expect(identifierHtml({ kind: 'address', value: 'f01234', tag: longest }, page)).toContain(
    '"id-tag id-long id-longest"',
  );
});

test('a failure is told in words, its code and name beside them or in the title', () => {
  const reverted = { exitCode: 33, exitCodeName: 'SysErrContractReverted' };
  const unhandled = { exitCode: 22, exitCodeName: 'ErrUnhandledMessage' };
  const seen = (props: Parameters<typeof exitHtml>[0], lang: (typeof LOCALES)[number]) => {
    const page = { t: useT(lang), locals: {} } as Parameters<typeof exitHtml>[1];
    const html = exitHtml(props, page);
    const [, title = ''] = /title="([^"]*)"/.exec(html) ?? [];
    return { text: html.replaceAll(/<[^>]*>/g, ''), title };
  };
  const WORDS = {
    en: ['Reverted', 'No such method', 'Exit code 4711'],
    zh: ['合约已回退', '无此方法', '退出码 4711'],
    ko: ['실행 취소됨', '메서드 없음', '종료 코드 4711'],
  };
  for (const lang of LOCALES) {
    const [revertedWord, unhandledWord, numbered] = WORDS[lang];
    expect(seen({ receipt: unhandled }, lang).text).toBe(unhandledWord);
    const { text, title } = seen({ receipt: reverted }, lang);
    expect(text).toBe(revertedWord);
    expect(title).toContain('SysErrContractReverted');
    expect(title).toContain('33');
    expect(seen({ receipt: reverted, coded: true }, lang).text).toBe(
      `${revertedWord} SysErrContractReverted (33)`,
    );
    // A code that an actor made up has no name.
    const own = { exitCode: 4711, exitCodeName: '4711' };
    expect(seen({ receipt: own, coded: true }, lang).text).toBe(numbered);
  }
});
