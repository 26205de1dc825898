/** What is tried behind proxies and diamonds, in which order, and what is told of it. */
import { expect, it } from 'vitest';
import { CompilerError } from '#compiler/errors.ts';
import { parseAnyRequest } from '#contracts/request/any.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import {
  leavesNothing,
  MAX_FACETS,
  namedBehind,
  tryBehind,
  type BehindOptions,
  type Tried,
} from './behind.ts';
import { isSourceOf } from './known.ts';

const request = parseAnyRequest({
  compilerVersion: 'v0.8.23+commit.f704f362',
  sources: { 'A.sol': { content: 'contract A {}' }, 'B.sol': { content: 'contract B {}' } },
  constructorArguments: '0x01',
});
const naming = (name: string) => ({ ...request, target: { file: null, name } });

type Outcome = Tried | 'before' | 'noCode' | CompilerError;

const contractOf = (more: object): ContractDetail =>
  ({
    sourceFiles: [],
    contractFile: null,
    contractName: null,
    initCode: null,
    verifiedMatch: null,
    verifiedBy: null,
    proxyImpl: null,
    ...more,
  }) as never;
const verified = (name: string): Tried =>
  ({
    result: {
      outcome: 'verified',
      match: { kind: 'full', by: 'deployed', contract: { file: `${name}.sol`, name, abi: [] } },
    },
    chain: { by: 'deployed' },
    before: null,
  }) as never;
const MISMATCH = { result: { outcome: 'mismatch' } } as unknown as Tried;
const NOTHING = { answer: null, match: null };
/** The answer of what is verified behind: now, or before. */
const answered = (verifiedAddress: string, contractName: string, now: boolean) => ({
  success: now,
  errorCode: now ? 0 : 6,
  contractName,
  verifiedAddress,
  ...(now ? { abi: [] } : {}),
});

/** What is told of a contract behind which these stand, and which of them were tried. */
async function told(
  contract: ContractDetail,
  outcomes: Record<string, Outcome>,
  contracts: Record<string, ContractDetail> = {},
  given = request,
) {
  const tried: string[] = [];
  const options: BehindOptions = {
    contractAt: async (address) =>
      address in outcomes ? (contracts[address] ?? contractOf({})) : null,
    async tryOn(address, _, { constructorArguments }) {
      expect(constructorArguments).toBeNull();
      tried.push(address);
      const outcome = outcomes[address] ?? 'noCode';
      if (outcome instanceof CompilerError) throw outcome;
      return outcome;
    },
  };
  return { behind: await tryBehind(options, contract, given, { client: 'test' }), tried };
}

const proxy = contractOf({ proxyImpl: '0xa', proxy: { implementationName: 'Impl' } });
const diamond = (...facets: [string, string | null][]) =>
  contractOf({
    proxy: { facets: facets.map(([address, name]) => ({ address, name, selectors: [] })) },
  });
const otherContract = (address: string, name: string, role: string, now: boolean) => ({
  kind: 'otherContract',
  file: `${name}.sol`,
  name,
  address,
  role,
  now,
});

it('nothing stands behind other contracts', async () => {
  expect(await told(contractOf({}), {})).toEqual({ behind: null, tried: [] });
  expect(namedBehind(contractOf({}))).toBeNull();
  expect(namedBehind(proxy)?.causes).toEqual([{ kind: 'proxy', address: '0xa', name: 'Impl' }]);
});

it('an implementation is told with what came of it', async () => {
  const neither = { causes: [{ kind: 'source', address: '0xa' }], ...NOTHING };
  for (const outcome of ['noCode', MISMATCH, new CompilerError('tooLong', '')] as const)
    expect((await told(proxy, { '0xa': outcome })).behind).toEqual(neither);
  expect(await told(proxy, {})).toEqual({ behind: neither, tried: [] });
  expect((await told(proxy, { '0xa': verified('A') })).behind).toEqual({
    causes: [otherContract('0xa', 'A', 'implementation', true)],
    answer: answered('0xa', 'A', true),
    match: { kind: 'full', by: 'runtime' },
  });
  const known = contractOf({ contractFile: 'A.sol', contractName: 'A' });
  const others = { causes: [otherContract('0xa', 'A', 'implementation', false)], ...NOTHING };
  expect((await told(proxy, { '0xa': 'before' }, { '0xa': known })).behind).toEqual(others);
  const same = contractOf({
    contractFile: 'A.sol',
    contractName: 'A',
    sourceFiles: [{ name: 'A.sol', content: 'contract A {}' }],
    verifiedMatch: 'full',
    verifiedBy: 'creation',
  });
  const before = {
    causes: [otherContract('0xa', 'A', 'implementation', false)],
    answer: answered('0xa', 'A', false),
    match: { kind: 'full', by: 'creation' },
  };
  const asked = [{ '0xa': 'before' }, { '0xa': same }, naming('A')] as const;
  expect((await told(proxy, ...asked)).behind).toEqual(before);
  // What matches, and was verified by others meanwhile.
  const again = { ...verified('A'), before: { kind: 'full', by: 'creation' } } as Tried;
  expect((await told(proxy, { '0xa': again })).behind).toEqual(before);
  await expect(told(proxy, { '0xa': new CompilerError('queueFull', '') })).rejects.toMatchObject({
    kind: 'queueFull',
  });
});

it('facets that nobody has verified come first, and all that match are told', async () => {
  const of = diamond(['0x1', 'Known'], ['0x2', null], ['0x3', null], ['0x4', null]);
  const outcomes = { '0x1': 'before', '0x2': verified('A'), '0x3': MISMATCH, '0x4': verified('B') };
  const { behind, tried } = await told(of, outcomes as Record<string, Outcome>);
  expect(tried).toEqual(['0x2', '0x3', '0x4', '0x1']);
  expect(behind).toEqual({
    causes: [otherContract('0x2', 'A', 'facet', true), otherContract('0x4', 'B', 'facet', true)],
    answer: answered('0x2', 'A', true),
    match: { kind: 'full', by: 'runtime' },
  });
});

it('a facet of these sources that was verified before is told, others are not', async () => {
  const of = diamond(['0x1', 'A'], ['0x2', 'Other']);
  const sourceFiles = [{ name: 'A.sol', content: 'contract A {}' }];
  const contracts = {
    '0x1': contractOf({ sourceFiles, contractFile: 'A.sol', contractName: 'A' }),
    '0x2': contractOf({ sourceFiles: [], contractFile: 'O.sol', contractName: 'Other' }),
  };
  const outcomes = { '0x1': 'before', '0x2': 'before' } as const;
  expect((await told(of, outcomes, contracts, naming('A'))).behind).toEqual({
    causes: [otherContract('0x1', 'A', 'facet', false)],
    answer: answered('0x1', 'A', false),
    match: null,
  });
  expect((await told(of, outcomes, contracts, naming('B'))).behind).toEqual({
    causes: [{ kind: 'source', facets: 2 }],
    ...NOTHING,
  });
});

it('a diamond of many facets is tried as far as is reasonable, and none without a compiler', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `0x${String(at)}`);
  const outcomes = Object.fromEntries(many.map((address) => [address, MISMATCH]));
  const of = diamond(...many.map((address): [string, null] => [address, null]));
  const { behind, tried } = await told(of, outcomes);
  expect(behind?.causes).toEqual([{ kind: 'source', facets: MAX_FACETS }]);
  expect(tried).toHaveLength(MAX_FACETS);
  const gone = { ...outcomes, '0x1': new CompilerError('tooLong', '') };
  expect((await told(of, gone)).tried).toEqual(['0x0', '0x1']);
});

it('a source is the contract’s by its name and file, else by all its files', () => {
  const file = (name: string) => ({ name: `src/${name}.sol`, content: `contract ${name} {}` });
  const of = (...names: string[]) =>
    contractOf({ sourceFiles: names.map(file), contractFile: 'src/A.sol', contractName: 'A' });
  expect(isSourceOf(of('A'), naming('A'))).toBe(true);
  expect(isSourceOf(of('A'), naming('B'))).toBe(false);
  expect(isSourceOf(contractOf({ contractName: 'A' }), naming('A'))).toBe(false);
  // Without a name there may be another contract in what the verified source has not.
  expect(isSourceOf(of('A'), request)).toBe(false);
  expect(isSourceOf(of('A', 'B', 'C'), request)).toBe(true);
});

it('a source can verify nothing where all that it may be of is verified', () => {
  const sourceFiles = [{ name: 'A.sol', content: 'contract A {}' }];
  const own = { sourceFiles, contractFile: 'A.sol', contractName: 'A', verifiedMatch: 'full' };
  const leaves = (more: object, name = 'A') => leavesNothing(contractOf(more), naming(name));
  expect(leaves({ verifiedMatch: 'partial' })).toBe(false);
  expect(leaves({ verifiedMatch: 'full' }, 'B')).toBe(true);
  expect(leaves({ ...own, proxyImpl: '0xa', proxy: { facets: [] } })).toBe(true);
  expect(leaves({ ...own, proxyImpl: '0xa', proxy: { facets: [] } }, 'B')).toBe(false);
  expect(leaves({ ...own, proxy: { facets: [{ address: '0x1' }] } }, 'B')).toBe(false);
});
