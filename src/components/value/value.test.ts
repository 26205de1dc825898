import { expect, test } from 'vitest';
import { glyphOf } from '#format/glyph.ts';
import { endOf } from './direction.ts';
import { ownForm } from '#filecoin/forms.ts';

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
