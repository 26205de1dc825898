/** What panels offer, and how links name it. */
import { parseAbi, toFunctionSelector } from 'viem';
import { expect, it } from 'vitest';
import { functionNamed } from './named.ts';
import { offered, panelOf } from './panel.ts';

const ABI = JSON.stringify([
  ...parseAbi([
    'function set(uint8 a) payable',
    'function set(string a)',
    'function get(uint256 at) view returns (uint256)',
    'error TooMuch(uint256 wanted)',
    'receive() external payable',
  ]),
  { nonsense: true },
  7,
]);
const DOCS = JSON.stringify({
  userdoc: { methods: { 'get(uint256)': { notice: 'What is there.' } } },
  devdoc: { methods: { 'get(uint256)': { params: { at: 'From 0.' } } } },
});

it('offers functions with what their source says, and sending without a call', () => {
  const { reads, writes, errors } = offered(ABI, DOCS);
  expect(reads).toMatchObject([{ canonical: 'get(uint256)', notice: 'What is there.' }]);
  expect(reads[0]?.about).toEqual(['From 0.']);
  expect(writes.map(({ canonical, selector }) => [canonical, selector])).toEqual([
    ['set(uint8)', toFunctionSelector('set(uint8)')],
    ['set(string)', toFunctionSelector('set(string)')],
    ['receive()', '0x'],
  ]);
  expect(errors.map(({ name }) => name)).toEqual(['TooMuch']);
  expect(offered(null, null)).toEqual({ reads: [], writes: [], errors: [] });
});

it('is found by selector, signature, or a name that only one has', () => {
  const all = offered(ABI, null);
  const found = (asked: string) => functionNamed(all.writes, asked)?.canonical;
  expect(found('0x4ED3885E')).toBe('set(string)');
  expect(found(' set(uint8) ')).toBe('set(uint8)');
  expect(found('set')).toBeUndefined();
  expect(found('')).toBeUndefined();
  expect(functionNamed(all.reads, 'get')?.canonical).toBe('get(uint256)');
  expect([panelOf(all, 'get'), panelOf(all, 'set(string)'), panelOf(all, 'constructor')]).toEqual([
    'read',
    'write',
    null,
  ]);
});
