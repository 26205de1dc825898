import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Draft } from '#contracts/abi/draft.ts';
import { linkedFrom, linkTo } from './link.ts';
import { draftFields, draftText, emptyDraft } from './typed.ts';

const PAGE = new URL('https://site.example/en/address/0x12?t=contract&a=read&f=old()&v=1#tabs');
const text = (type: string, components: never[] = []) => ({
  type,
  name: '',
  indexed: false,
  components,
});

it('a link holds the function and what was typed, and comes back as it was', () => {
  const made = linkTo(PAGE, 'set(uint8,(int8,string))', ['1', ['-2', 'a, "b"']], { height: '7' });
  expect(made.href).toMatch(/^https:\/\/site\.example\/en\/address\/0x12\?t=contract&a=read&f=set/);
  expect(linkedFrom(made.searchParams)).toEqual({
    f: 'set(uint8,(int8,string))',
    v: ['1', '["-2","a, \"b\""]'.replaceAll('\"b\"', '\\"b\\"')],
    height: '7',
  });
  expect(linkTo(PAGE, null).search).toBe('?t=contract&a=read');
  expect(linkTo(PAGE, 'get(uint8[])', [[]]).searchParams.getAll('v')).toEqual([]);
  expect(linkedFrom(new URLSearchParams('f='))).toBeNull();
});

it('fields and one text say the same', () => {
  const draft: fc.Arbitrary<Draft> = fc.letrec<{ draft: Draft }>((tie) => ({
    draft: fc.oneof({ depthSize: 'small' }, fc.string(), fc.array(tie('draft'), { maxLength: 4 })),
  })).draft;
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 4 }), (list) => {
      expect(draftFields(draftText(list))).toEqual(list);
    }),
  );
  expect(draftFields('[90071992547409930001, true, [1]]')).toEqual([
    '90071992547409930001',
    'true',
    ['1'],
  ]);
  for (const none of ['', '1', '{"a":1}', '[', 'x']) expect(draftFields(none)).toBeNull();
});

it('an empty tuple or list has the fields that its type has', () => {
  const point = { ...text('tuple[2]'), components: [text('int8'), text('string[3]')] };
  expect(emptyDraft(point)).toEqual([
    ['', ['', '', '']],
    ['', ['', '', '']],
  ]);
  expect(emptyDraft(text('uint8[]'))).toEqual([]);
  expect(emptyDraft(text('uint8[1000000]'))).toBe('');
});
