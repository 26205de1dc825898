import { describe, expect, it } from 'vitest';
import {
  answerAmounts,
  answerFields,
  callAmounts,
  errorAmounts,
  shortAmounts,
  eventAmounts,
  UNLIMITED,
  type ShownAmount,
  type TokenCall,
} from './tokenAmounts.ts';

const HOLDER = '0x2714e7c7c6e5f5a0e4012f1322150646d3f79405';
const TOKEN = { name: 'Harbor Dollar', symbol: 'hUSD', decimals: 6 };
const address = { name: 'to', type: 'address', value: HOLDER };
const number = (value: string, type = 'uint256') => ({ name: 'n', type, value });
const to = (evmMethod: string, token: TokenCall['token'] = TOKEN): TokenCall => ({
  to: 'f410f',
  evmMethod,
  token,
});

it.each([
  ['transfer(address,uint256)', [address, number('1500000')], 1],
  ['transferFrom(address,address,uint256)', [address, address, number('1500000')], 2],
  ['approve(address,uint256)', [address, number('1500000')], 1],
  ['burn(uint256)', [number('1500000')], 0],
  ['mint(address,uint256)', [address, number('1500000')], 1],
])('%s has an amount', (signature, args, index) => {
  expect(callAmounts(to(signature), args)).toEqual([
    { index, units: '1500000', unlimited: false, address: 'f410f', token: TOKEN },
  ]);
  expect(callAmounts({ to: 'f410f', evmMethod: signature }, args)).toEqual([]);
});

it('the largest allowance is unlimited, as much of a transfer is a number', () => {
  const args = [address, number(UNLIMITED)];
  expect(callAmounts(to('approve(address,uint256)'), args)).toMatchObject([{ unlimited: true }]);
  expect(callAmounts(to('transfer(address,uint256)'), args)).toMatchObject([{ unlimited: false }]);
  const less = [address, number((BigInt(UNLIMITED) - 1n).toString())];
  expect(callAmounts(to('approve(address,uint256)'), less)).toMatchObject([{ unlimited: false }]);
  // It is so whatever the decimals are.
  const silent = to('approve(address,uint256)', { ...TOKEN, decimals: null });
  expect(callAmounts(silent, args)).toMatchObject([{ unlimited: true }]);
  expect(callAmounts(silent, less)).toEqual([]);
});

it.each<[string, TokenCall | undefined, { name: string; type: string; value: string }[]]>([
  ['a function that is not known', to('seize(address,uint256)'), [address, number('1')]],
  ['what a lending token mints', to('mint(uint256)'), [number('1')]],
  ['another type', to('transfer(address,uint256)'), [address, number('1', 'int256')]],
  ['no number', to('transfer(address,uint256)'), [address, number('1e18')]],
  ['too few arguments', to('transfer(address,uint256)'), [address]],
  ['no call', undefined, [address, number('1')]],
])('%s has none', (_, call, args) => {
  expect(callAmounts(call, args)).toEqual([]);
});

it('what a token answers is an amount, by its ABI or as a word', () => {
  const balance = to('balanceOf(address)');
  const word = `0x${'0'.repeat(62)}ff`;
  const fields = [{ name: '', type: 'uint256', value: '255' }];
  expect(answerFields(balance, word)).toEqual(fields);
  expect(answerAmounts(balance, fields)).toMatchObject([{ index: 0, units: '255' }]);
  expect(answerAmounts(to('allowance(address,address)'), [number(UNLIMITED)])).toMatchObject([
    { unlimited: true },
  ]);
  for (const decoded of ['0x', 'ff', { a: word }, null, undefined, `${word}00`])
    expect(answerFields(balance, decoded)).toBeNull();
  expect(answerFields(to('ownerOf(uint256)'), word)).toBeNull();
  expect(answerFields({ to: 'f410f', evmMethod: 'balanceOf(address)' }, word)).toBeNull();
  expect(answerFields(undefined, word)).toBeNull();
});

it('an event tells an amount, but not where its number is an id', () => {
  const told = (value: string, indexed: boolean) => ({
    address: 'f410f',
    token: TOKEN,
    decoded: [
      { ...address, indexed: true },
      { ...address, indexed: true },
      { name: 'n', type: 'uint256', value, indexed },
    ],
  });
  const transfer = 'Transfer(address,address,uint256)';
  const approval = 'Approval(address,address,uint256)';
  expect(eventAmounts({ name: transfer, ...told('7', false) })).toMatchObject([{ units: '7' }]);
  expect(eventAmounts({ name: transfer, ...told('7', true) })).toEqual([]);
  expect(eventAmounts({ name: approval, ...told(UNLIMITED, false) })).toMatchObject([
    { unlimited: true },
  ]);
  expect(eventAmounts({ name: approval, ...told('7', true) })).toEqual([]);
  expect(eventAmounts({ name: 'Swept(address,address,uint256)', ...told('7', false) })).toEqual([]);
  expect(eventAmounts({ ...told('7', false), name: transfer, token: undefined })).toEqual([]);
  expect(eventAmounts({ name: transfer, address: 'f410f', token: TOKEN, decoded: null })).toEqual(
    [],
  );
});

it('an error of a token tells its amounts, one of others none', () => {
  const text = 'ERC20InsufficientBalance(address,uint256,uint256)';
  const args = [address, number('7'), number('1500000')];
  const told = { kind: 'custom', text, args, address: 'f410f', token: TOKEN } as const;
  expect(errorAmounts({ ...told }).map(({ index, units }) => [index, units])).toEqual([
    [1, '7'],
    [2, '1500000'],
  ]);
  expect(errorAmounts({ kind: 'custom', text, args })).toEqual([]);
  expect(shortAmounts(told)).toMatchObject({
    of: 'balance',
    have: { units: '7' },
    needed: { units: '1500000' },
  });
  const spent = { ...told, text: 'ERC20InsufficientAllowance(address,uint256,uint256)' };
  expect(shortAmounts(spent)?.of).toBe('allowance');
  expect(shortAmounts({ kind: 'custom', text, args })).toBeNull();
  // Of FIL, whoever says it.
  const ofFil = { ...told, text: 'InsufficientBalance(uint256,uint256)' };
  expect(errorAmounts({ ...ofFil, args: [number('1'), number('2')] })).toEqual([]);
});

describe('a pool counts its two tokens', () => {
  const pool = {
    token0: { address: '0xa', name: 'Anchor', symbol: 'ANCH', decimals: 18 },
    token1: { address: '0xb', name: 'Silent', symbol: null, decimals: null },
  };
  const shown = (amounts: readonly ShownAmount[]) =>
    amounts.map((one) => [one.index, one.token === null ? 'FIL' : one.token.symbol]);
  const four = ['1', '2', '3', '4'].map((value) => number(value));

  it('by their places, but not one whose decimals nobody knows', () => {
    const name = 'Swap(address,uint256,uint256,uint256,uint256,address)';
    const told = { name, address: 'f410f', pool, decoded: [address, ...four, address] };
    const decoded = told.decoded.map((one) => ({ ...one, indexed: one.type === 'address' }));
    expect(shown(eventAmounts({ ...told, decoded }))).toEqual([
      [1, 'ANCH'],
      [3, 'ANCH'],
    ]);
    expect(eventAmounts({ ...told, decoded, pool: undefined })).toEqual([]);
  });

  it.each([
    [true, [[1, 'ANCH']], []],
    [false, [[2, 'ANCH']], [[0, 'ANCH']]],
  ])('by the way of the swap: %s', (zeroForOne, taken, given) => {
    const call = { to: 'f410f', evmMethod: 'swap(bool,uint256,uint256)', pool };
    const way = { name: 'zeroForOne', type: 'bool', value: zeroForOne };
    const args = [way, number('5'), number('6')];
    const least = zeroForOne ? taken : [[2, 'ANCH']];
    expect(shown(callAmounts(call, args))).toEqual(least);
    expect(shown(answerAmounts(call, [number('7')], args))).toEqual(zeroForOne ? [] : given);
    expect(answerAmounts(call, [number('7')])).toEqual([]);
  });

  it('FIL only where it is called so', () => {
    const name = 'Staked(address,uint256,uint256)';
    const named = (first: string, second: string) => [
      { ...address, indexed: true },
      { ...number('5'), name: first, indexed: false },
      { ...number('6'), name: second, indexed: false },
    ];
    const at = { name, address: 'f410f', token: TOKEN };
    expect(shown(eventAmounts({ ...at, decoded: named('fil', 'shares') }))).toEqual([
      [1, 'FIL'],
      [2, 'hUSD'],
    ]);
    expect(eventAmounts({ ...at, decoded: named('amount', 'total') })).toEqual([]);
  });
});
