/** What simulated calls would move, read from traces as nodes and strangers make them. */
import fc from 'fast-check';
import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { changesOf, type TokenWords } from './changes.ts';
import { MAX_MOVES, movesOf, NOBODY } from './moves.ts';
import { call, COIN, FALSE, ME, moved, OTHER, POOL, TRUE, type Shape } from './testing/calls.ts';
import { MAX_CALLS, stepsOf } from './trace.ts';

const ABI = parseAbi([
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
]);
const transfer = (to: Hex, value: bigint): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, value] });
const coin = (place: number[], more: Shape = {}): object =>
  call({ place, from: POOL, to: COIN, input: transfer(ME, 7n), output: TRUE, ...more });
const COIN_MOVE = { token: COIN, from: POOL, to: ME, id: null, value: 7n, either: false };

describe('a trace', () => {
  it('tells FIL and tokens in the order in which they move', () => {
    const fil = { token: null, from: ME, to: POOL, id: null, value: 100n, either: false };
    // A token that wraps FIL, should it be one.
    const wrapped = { ...fil, token: POOL, from: NOBODY, to: ME, only: ['wrapped'] };
    expect(moved(call({ value: '0x64' }), coin([0]))).toEqual({
      moves: [fil, wrapped, COIN_MOVE],
      cut: false,
    });
  });

  it('tells the value that a contract is made with', () => {
    const made = {
      type: 'create',
      traceAddress: [0],
      action: { from: POOL, gas: '0x1', value: '0x5', init: transfer(ME, 7n) },
      result: { gasUsed: '0x1', address: OTHER, code: '0xfe' },
    };
    expect(moved(call({}), made)?.moves[0]).toMatchObject({ from: POOL, to: OTHER, value: 5n });
  });

  it('counts nothing that was undone, nor what is within it', () => {
    const undone = call({ place: [0], from: POOL, to: OTHER, value: '0x5', error: 'Reverted' });
    expect(
      moved(call({}), undone, coin([0, 0]), coin([0, 0, 0]), coin([0, 3]), coin([1]))?.moves,
    ).toEqual([COIN_MOVE]);
    expect(moved(call({ value: '0x1', error: 'out of gas' }), coin([0]))).toBeNull();
    expect(moved(call({}), coin([0], { output: FALSE }))?.moves).toEqual([]);
  });

  it('counts no call that runs another’s code on its own account, but what that does', () => {
    const through = coin([0, 0], { callType: 'delegatecall', value: '0x9' });
    expect(moved(call({}), coin([0]), through, coin([0, 0, 0]))?.moves).toEqual([
      COIN_MOVE,
      COIN_MOVE,
    ]);
  });

  it('counts nothing of a call that may only read', () => {
    const reads = call({ place: [0], callType: 'staticcall' });
    expect(moved(call({}), reads, coin([0, 0]))?.moves).toEqual([]);
  });

  it.each([
    ['no object', null],
    ['no trace', { output: '0x' }],
    ['an empty one', { trace: [] }],
    ['one that begins within', { trace: [coin([0])] }],
    ['one without its places', { trace: [{ ...call({}), traceAddress: 'x' }] }],
    ['one out of order', { trace: [call({}), coin([1]), coin([0])] }],
    ['one that lacks a call above', { trace: [call({}), coin([0, 0])] }],
    ['one of another kind', { trace: [{ ...call({}), type: 'suicide' }] }],
    ['one without an address', { trace: [call({ to: '0x12' })] }],
    ['one with another number', { trace: [call({ value: `0x1${'0'.repeat(64)}` })] }],
  ])('that is none is not told: %s', (_name, answer) => {
    expect(stepsOf(answer)).toBeNull();
  });
});

describe('transfers', () => {
  const input = (functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: ABI, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]);
  const asked = (data: Hex, output = '0x') =>
    moved(call({ to: COIN, input: data, output }))?.moves.map(({ id, value, either }) => [
      id,
      value,
      either,
    ]);

  it('are read by the standards', () => {
    expect(asked(input('transferFrom', [POOL, OTHER, 5n]), TRUE)).toEqual([[null, 5n, false]]);
    expect(asked(input('transferFrom', [POOL, OTHER, 5n]))).toEqual([[null, 5n, true]]);
    expect(asked(input('safeTransferFrom', [POOL, OTHER, 5n]))).toEqual([[5n, 1n, false]]);
    expect(asked(input('safeTransferFrom', [POOL, OTHER, 5n, '0x12']))).toEqual([[5n, 1n, false]]);
    expect(asked(input('safeTransferFrom', [POOL, OTHER, 5n, 3n, '0x']))).toEqual([
      [5n, 3n, false],
    ]);
    const many = [POOL, OTHER, [5n, 2n ** 256n - 1n], [3n, 2n ** 255n], '0x'];
    expect(asked(input('safeBatchTransferFrom', many))).toEqual([
      [5n, 3n, false],
      [2n ** 256n - 1n, 2n ** 255n, false],
    ]);
    expect(asked(input('safeBatchTransferFrom', [POOL, OTHER, [5n], [], '0x']))).toEqual([]);
  });

  it('that are cut off, or no addresses, are none', () => {
    const whole = transfer(ME, 7n);
    for (const data of [whole.slice(0, 10), whole.slice(0, -2), whole.slice(0, -1), `${whole}zz`])
      expect(asked(data as Hex)).toEqual([]);
    expect(asked(whole.replace('000000000000', '000000000001') as Hex)).toEqual([]);
  });
});

describe('changes', () => {
  const ERC20: TokenWords = { type: 'ERC20', symbol: 'C', decimals: 6, wrapped: false };
  const ERC721: TokenWords = { ...ERC20, type: 'ERC721', symbol: 'N', decimals: null };
  const move = (from: string, to: string, value: bigint, more = {}) => ({
    ...COIN_MOVE,
    from,
    to,
    value,
    ...more,
  });

  it('are sums by token and holder, without who passes on what it gets', () => {
    const moves = [
      move(ME, POOL, 5n),
      move(POOL, OTHER, 5n),
      move(OTHER, ME, 1n, { token: null }),
      move(ME, OTHER, 2n),
    ];
    expect(changesOf(moves, new Map([[COIN, ERC20]]))).toEqual([
      {
        token: null,
        words: null,
        changes: [
          { holder: OTHER, id: null, by: -1n, either: false },
          { holder: ME, id: null, by: 1n, either: false },
        ],
      },
      {
        token: COIN,
        words: ERC20,
        changes: [
          { holder: ME, id: null, by: -7n, either: false },
          { holder: OTHER, id: null, by: 7n, either: false },
        ],
      },
    ]);
    expect(changesOf([move(ME, ME, 5n)], new Map())).toEqual([]);
  });

  it('are of an NFT where the index knows that it is one', () => {
    const moves = [4n, 5n].map((id) => move(ME, OTHER, id, { either: true }));
    const of = (words: TokenWords | null) =>
      changesOf(moves, new Map([[COIN, words]]))[0]?.changes.filter(({ holder }) => holder === ME);
    expect(of(ERC721)).toEqual([
      { holder: ME, id: 4n, by: -1n, either: false },
      { holder: ME, id: 5n, by: -1n, either: false },
    ]);
    expect(of(ERC20)).toEqual([{ holder: ME, id: null, by: -9n, either: false }]);
    // An id is not added to another.
    expect(of(null)?.map(({ by, either }) => [by, either])).toEqual([
      [-4n, true],
      [-5n, true],
    ]);
  });
});

describe('a hostile trace', () => {
  const address = fc.constantFrom<unknown>(ME, POOL, COIN, '0x', '__proto__', null, 7);
  const number = fc.constantFrom<unknown>(
    '0x0',
    '0x7',
    `0x${'f'.repeat(64)}`,
    '-0x1',
    'x',
    7,
    null,
  );
  const data = fc.oneof(
    fc
      .constantFrom(
        ...['a9059cbb', '23b872dd', '42842e0e', 'b88d4fde', 'f242432a', '2eb2c2d6'],
        ...['40c10f19', '6a627842', '1f7fdffa', '42966c68', '6b20c454', 'd0e30db0', '2e1a7d4d'],
      )
      .chain((selector) =>
        fc
          .uint8Array({ maxLength: 400 })
          .map((bytes) => `0x${selector}${Buffer.from(bytes.map((b) => b % 3)).toString('hex')}`),
      ),
    fc.string(),
    fc.anything(),
  );
  const entry = fc.record({
    type: fc.constantFrom('call', 'create', 'suicide', '__proto__'),
    traceAddress: fc.oneof(fc.array(fc.nat(3), { maxLength: 4 }), fc.anything()),
    action: fc.record({
      callType: fc.constantFrom('call', 'staticcall', 'delegatecall', ''),
      from: address,
      to: address,
      value: number,
      input: data,
    }),
    result: fc.oneof(fc.record({ output: data, address }), fc.anything()),
    error: fc.constantFrom(undefined, null, '', 'Reverted', {}),
  });

  it('is read or not, and never harms', () => {
    const read = (answer: unknown): void => {
      const steps = stepsOf(answer);
      if (steps === null) return;
      const { moves } = movesOf(steps);
      expect(moves.length).toBeLessThanOrEqual(MAX_MOVES);
      const known = fc.sample(fc.constantFrom(null, 'ERC20', 'ERC721', 'ERC1155'), 1)[0] ?? null;
      const words = known && ({ type: known, symbol: null, decimals: 0, wrapped: true } as const);
      // What one gets another gives, nobody included.
      for (const { changes } of changesOf(moves, new Map([[COIN, words]])))
        for (const piece of new Set(changes.map(({ id }) => id)))
          expect(
            changes.filter(({ id }) => id === piece).reduce((sum, { by }) => sum + by, 0n),
          ).toBe(0n);
    };
    fc.assert(fc.property(fc.anything(), read));
    fc.assert(fc.property(fc.array(entry, { maxLength: 5 }), (trace) => read({ trace })));
    // Places that follow each other, so that what stands in them is read.
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) =>
        read({
          trace: entries.map((each, at) => ({ ...each, traceAddress: at === 0 ? [] : [at - 1] })),
        }),
      ),
      { numRuns: 1_000 },
    );
  });

  it('is read as far as there is a reader for it', () => {
    const many = Array.from({ length: MAX_CALLS + 1 }, (_, at) =>
      call({ place: at === 0 ? [] : [at - 1] }),
    );
    expect(stepsOf({ trace: many })).toMatchObject({ cut: true });
    expect(stepsOf({ trace: many.slice(1) })).toBeNull();
    const ids = Array.from({ length: 1_500 }, (_, id) => BigInt(id));
    const batch = encodeFunctionData({
      abi: ABI,
      functionName: 'safeBatchTransferFrom',
      args: [ME, OTHER, ids, ids, '0x'],
    });
    const { moves, cut } = moved(call({ to: COIN, input: batch })) ?? { moves: [], cut: false };
    expect([moves.length, cut]).toEqual([MAX_MOVES, true]);
    const deep = Array.from({ length: 3_000 }, (_, at) => coin(Array<number>(at).fill(0)));
    expect(moved(...deep)).toMatchObject({ cut: true });
  });
});
