/** What simulated calls would mint, burn and wrap. */
import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { changesOf, type TokenWords } from './changes.ts';
import { NOBODY } from './moves.ts';
import { call, COIN, FALSE, ME, moved, OTHER, type Shape } from './testing/calls.ts';

describe('what is minted, burned and wrapped', () => {
  const MAKES = parseAbi([
    'function mint(address to)',
    'function mint(address to, uint256 value)',
    'function mint(address to, uint256 id, uint256 value, bytes data)',
    'function mintBatch(address to, uint256[] ids, uint256[] values, bytes data)',
    'function safeMint(address to, uint256 id)',
    'function safeMint(address to, uint256 id, bytes data)',
    'function burn(uint256 value)',
    'function burn(address from, uint256 value)',
    'function burn(address from, uint256 id, uint256 value)',
    'function burnFrom(address from, uint256 value)',
    'function burnBatch(address from, uint256[] ids, uint256[] values)',
    'function deposit()',
    'function withdraw(uint256 value)',
  ]);
  type Made = (typeof MAKES)[number]['name'];
  const input = (functionName: Made, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: MAKES, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]);
  const words = (type: TokenWords['type'], wrapped = false): TokenWords => ({
    type,
    symbol: null,
    decimals: 18,
    wrapped,
  });
  /** Of the token's changes: who, of which piece, by how much. */
  const changed = (of: Shape, known: TokenWords | null) =>
    changesOf(moved(call({ to: COIN, ...of }))?.moves ?? [], new Map([[COIN, known]]))
      .filter(({ token }) => token === COIN)
      .flatMap(({ changes }) => changes.map(({ holder, id, by }) => [holder, id, by]));
  const minted = (to: string, id: bigint | null, by: bigint) => [
    [NOBODY, id, -by],
    [to, id, by],
  ];
  const burned = (from: string, id: bigint | null, by: bigint) => [
    [from, id, -by],
    [NOBODY, id, by],
  ];
  const SEVEN = `0x${'7'.padStart(64, '0')}`;

  it.each<[Made, readonly unknown[], TokenWords['type'], unknown[], string?]>([
    ['mint', [OTHER, 7n], 'ERC20', minted(OTHER, null, 7n)],
    ['mint', [OTHER, 7n], 'ERC721', minted(OTHER, 7n, 1n)],
    ['mint', [OTHER], 'ERC721', minted(OTHER, 7n, 1n), SEVEN],
    ['mint', [OTHER], 'ERC20', minted(OTHER, null, 7n), SEVEN],
    ['mint', [OTHER], 'ERC721', [], '0x'],
    ['mint', [OTHER, 7n, 3n, '0x'], 'ERC1155', minted(OTHER, 7n, 3n)],
    ['mintBatch', [OTHER, [7n], [3n], '0x'], 'ERC1155', minted(OTHER, 7n, 3n)],
    ['safeMint', [OTHER, 7n], 'ERC721', minted(OTHER, 7n, 1n)],
    ['safeMint', [OTHER, 7n, '0x12'], 'ERC721', minted(OTHER, 7n, 1n)],
    ['burn', [7n], 'ERC20', burned(ME, null, 7n)],
    ['burn', [7n], 'ERC721', []],
    ['burn', [OTHER, 7n], 'ERC20', burned(OTHER, null, 7n)],
    ['burnFrom', [OTHER, 7n], 'ERC20', burned(OTHER, null, 7n)],
    ['burn', [OTHER, 7n, 3n], 'ERC1155', burned(OTHER, 7n, 3n)],
    ['burnBatch', [OTHER, [7n], [3n]], 'ERC1155', burned(OTHER, 7n, 3n)],
    ['mint', [OTHER, 7n], 'ERC1155', []],
    ['mint', [OTHER, 7n], 'Unknown', []],
    ['mint', [OTHER, 7n], 'ERC20', [], FALSE],
  ])('is told of tokens that the index knows: %s %s of %s', (name, args, type, told, output) => {
    const of = { input: input(name, args), output: output ?? '0x' };
    expect(changed(of, words(type))).toEqual(told);
    // A contract's own function may have the name of a token's.
    expect(changed(of, null)).toEqual([]);
  });

  it('is summed up apart: what is burned does not make up for what is minted', () => {
    const step = (place: number[], data: Hex) => call({ place, to: COIN, input: data });
    const steps = moved(
      call({}),
      step([0], input('mint', [OTHER, 7n])),
      step([1], input('mint', [OTHER, 1n])),
      step([2], input('burn', [OTHER, 3n])),
    );
    const [token] = changesOf(steps?.moves ?? [], new Map([[COIN, words('ERC20')]]));
    expect(token?.changes.map(({ holder, by }) => [holder, by])).toEqual([
      [NOBODY, -8n],
      [OTHER, 5n],
      [NOBODY, 3n],
    ]);
  });

  it('is FIL one for one, where the token wraps it', () => {
    const wfil = words('ERC20', true);
    const given = { input: input('deposit', []), value: '0x7' };
    expect(changed(given, wfil)).toEqual(minted(ME, null, 7n));
    expect(changed({ value: '0x7' }, wfil)).toEqual(minted(ME, null, 7n));
    expect(changed({}, wfil)).toEqual([]);
    const back = { input: input('withdraw', [7n]) };
    expect(changed(back, wfil)).toEqual(burned(ME, null, 7n));
    for (const of of [given, back, { value: '0x7' }])
      for (const known of [words('ERC20'), null]) expect(changed(of, known)).toEqual([]);
  });
});
