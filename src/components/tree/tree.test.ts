import { describe, expect, it } from 'vitest';
import { cutTree, inlineNumbers } from './tree.ts';

const budget = (left = 100) => ({ left, hidden: 0 });
const typeOf = (name: string, value: string | number | boolean | null) =>
  cutTree({ [name]: value }, budget());

describe('cutTree', () => {
  it.each([
    ['Client', 'f01000', 'address'],
    ['to', '0x2246718eD45dc36C0FA0A03bB2895553B7BcD75F', 'address'],
    ['x', '0x2246718eD45dc36C0FA0A03bB2895553B7BcD75f', 'bytes'],
    ['x', '0x', 'bytes'],
    ['x', '0x123', 'text'],
    ['x', 'bafy2bzacedk723rtzpswvged36dlir6bfh2z7l6lwic2yejsblmordc7ps4bw', 'cid'],
    ['Value', '1000', 'amount'],
    ['ProviderCollateral', '1000', 'amount'],
    ['value', '1000', 'number'],
    ['StartEpoch', 20, 'height'],
    ['Expiration', 20, 'height'],
    ['StartEpoch', -1, 'number'],
    ['Sector', 20, 'number'],
    ['ActorID', 1072, 'actor'],
    ['provider', 1072, 'actor'],
    ['Provider', 'f01072', 'address'],
    ['x', '0x6080… (3304 bytes)', 'bytes'],
    ['Label', '<script>alert(1)</script>', 'text'],
    ['Flag', true, 'boolean'],
    ['Nothing', null, 'null'],
  ])('%s: %s is %s', (name, value, type) => {
    expect(typeOf(name, value)).toMatchObject({ entries: [[name, { type }]] });
  });

  it('keeps the size of bytes, also of those that were cut', () => {
    expect(cutTree('0x6080… (3304 bytes)', budget())).toEqual({
      type: 'bytes',
      text: '0x6080…',
      size: 3304,
    });
    expect(cutTree('0x6080', budget())).toMatchObject({ size: 2 });
  });

  it('draws no more than it may and counts the rest', () => {
    const left = budget(3);
    const tree = cutTree([1, 2, 3, 4, 5], left);
    expect(tree).toMatchObject({
      count: 5,
      entries: [
        ['0', {}],
        ['1', {}],
      ],
    });
    expect(left.hidden).toBe(3);
  });

  it('ends nesting without end', () => {
    let value: readonly unknown[] = [];
    for (let i = 0; i < 1000; i += 1) value = [value];
    const left = budget(10_000);
    cutTree(JSON.parse(JSON.stringify(value)), left);
    expect(left.hidden).toBe(1);
  });
});

describe('inlineNumbers', () => {
  it('takes lists of nothing but numbers', () => {
    expect(inlineNumbers(cutTree([1, '22', 333], budget()))).toBe('1, 22, 333');
    expect(inlineNumbers(cutTree([1, 'a'], budget()))).toBeNull();
    expect(inlineNumbers(cutTree([], budget()))).toBeNull();
    expect(inlineNumbers(cutTree({ a: 1 }, budget()))).toBeNull();
  });
  it('leaves lists that were cut, and endless ones, as trees', () => {
    expect(inlineNumbers(cutTree([1, 2, 3], budget(2)))).toBeNull();
    expect(inlineNumbers(cutTree(new Array<number>(500).fill(1), budget(1000)))).toBeNull();
  });
});

it('amounts of the data cap actor are data cap, not FIL', () => {
  const value = { Amount: '34359738368000000000000000000', FromBalance: '0', Value: '5' };
  const types = (dataCap: boolean) => {
    const tree = cutTree(value, { left: 10, hidden: 0, dataCap });
    return 'entries' in tree ? tree.entries.map(([, { type }]) => type) : [];
  };
  expect(types(true)).toEqual(['dataCap', 'dataCap', 'number']);
  expect(types(false)).toEqual(['amount', 'number', 'amount']);
});
