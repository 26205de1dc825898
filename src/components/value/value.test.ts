import { expect, test } from 'vitest';
import { glyphOf } from '#format/glyph.ts';
import { endOf } from './direction.ts';
import { identifierHtml } from './Identifier.ts';
import { ownForm } from '#filecoin/forms.ts';
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
    identifierHtml({ kind: 'address', value: 'f01234', tag }, page).includes('"id-tag id-long');
  expect(isLong('Liquid Staking (demo)')).toBe(true);
  expect(isLong('해변의 조개껍데기')).toBe(true);
  expect(isLong('Storage Market')).toBe(false);
  expect(isLong('流动性质押')).toBe(false);
});
