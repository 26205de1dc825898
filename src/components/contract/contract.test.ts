import { describe, expect, it } from 'vitest';
import { useT } from '#i18n/translate.ts';
import { fevmFigures } from '#islands/chart/figures.ts';
import { UNVERIFIED } from '#explorer/contract/source.ts';
import type { Explorer } from '#explorer/index.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { readContractTab, verifiedOfProxy, whyUnknown } from './accountTab.ts';
import { facetColumns } from './diamond.ts';
import { askedDuration, chosenDays } from '../ecosystem/windows.ts';
import { chosenFevm, fevmChartProps } from './charts.ts';
import { goneOf, panelNotes } from './panelNotes.ts';
import { chosenContracts, windowsAt } from './windows.ts';

describe('charts of days', () => {
  const url = new URL('https://x.example/en/fevm/stats?metric=gasFee&days=7');
  it('takes metric and days of the query, or the usual ones', () => {
    expect(chosenFevm(url.searchParams)).toEqual({ metric: 'gasFee', days: '7' });
    expect(chosenFevm(new URLSearchParams('metric=%00&days=8'))).toEqual({
      metric: 'createContractCount',
      days: '30',
    });
  });
  it('links other spans and keeps the metric, the usual one without a word', () => {
    const props = fevmChartProps(useT('en'), 'fevmFees', '7', '2026-11-21', url);
    expect(props.source).toEqual({ of: 'fevmFees', until: '2026-11-21' });
    expect(props.durations.map(({ href }) => new URL(href, url).search)).toEqual([
      '?metric=gasFee&days=7',
      '?metric=gasFee',
      '?metric=gasFee&days=180',
    ]);
  });
  it('draws the total and the figure of each day at its beginning', () => {
    const day = {
      date: '2026-11-21',
      createContractCount: 1,
      accumulateCreateContractCount: 20,
      invokeCount: 3,
      accumulateInvokeCount: 40,
      gasFee: '5',
      accumulateGasFee: '90071992547409931',
    };
    const drawn = (['fevmCreated', 'fevmCalls', 'fevmFees'] as const).map((of) =>
      fevmFigures(of, [day]),
    );
    expect(drawn.map(({ lines }) => lines)).toEqual([
      [['20'], ['1']],
      [['40'], ['3']],
      [['90071992547409931'], ['5']],
    ]);
    expect(drawn[0]?.times).toEqual([Date.UTC(2026, 10, 21) / 1000]);
  });
});

describe('lists of contracts', () => {
  it('offers windows as the chain grows', () => {
    expect(windowsAt(100)).toEqual(['1']);
    expect(windowsAt(2881)).toEqual(['1', '7', 'all']);
    expect(windowsAt(100_000)).toEqual(['1', '7', '30', '365', 'all']);
  });
  it('takes sort and window of the query, or the usual ones', () => {
    const chosen = (query: string, height = 100_000) =>
      chosenContracts(new URLSearchParams(query), height);
    expect(chosen('sort=fee&days=all')).toEqual({ sort: 'fee', window: 'all' });
    expect(chosen('sort=calls&days=2')).toEqual({ sort: 'transaction', window: '1' });
    expect(chosen('days=365').window).toBe('365');
  });
  it('has the longest window of a chain that is too young for the one asked for', () => {
    const young = 30 * 2880;
    expect(chosenContracts(new URLSearchParams('days=365'), young).window).toBe('30');
    expect(chosenContracts(new URLSearchParams('days=all'), 100).window).toBe('1');
    expect(chosenContracts(new URLSearchParams('days=365'), 100).window).toBe('1');
    expect(chosenDays(new URLSearchParams('days=365'), young)).toBe('30');
    expect(chosenDays(new URLSearchParams('days=365'), young + 1)).toBe('365');
  });
  it('has one time where a chart stands beside it, which older links name in days', () => {
    const of = (query: string, height = 100_000) =>
      askedDuration(new URLSearchParams(query), height);
    expect(['', 'days=30', 'duration=7d', 'days=30&duration=7d'].map((query) => of(query))).toEqual(
      ['24h', '30d', '7d', '7d'],
    );
    expect(of('days=365', 20_300)).toBe('30d');
  });
});

describe('the contract’s tab', () => {
  const bare: ContractDetail = {
    ...UNVERIFIED,
    initCode: null,
    proxyImpl: null,
    // Its dispatcher compares with transfer’s selector.
    byteCode: '0x63a9059cbb14600a57',
    codeHash: null,
    creator: null,
    creatorId: null,
    createHeight: null,
    createTimestamp: null,
    createMessage: null,
    destroyHeight: null,
    destroyTimestamp: null,
    destroyMessage: null,
    invokeCount: 0,
    userCount: 0,
    totalFee: '0',
    createdContracts: 0,
    proxy: null,
  };
  const verified = { ...bare, verified: true, contractName: 'Vault' };
  const facets = [
    { address: `0x${'1'.repeat(40)}`, name: 'Loupe', selectors: ['0xf1000000'] },
    { address: `0x${'2'.repeat(40)}`, name: null, selectors: [] },
  ];
  const diamond: ContractDetail['proxy'] = {
    kind: 'EIP-2535',
    implementation: null,
    implementationName: null,
    facets,
    facetsAbi: '[]',
    facetsDocs: '{}',
    beacon: null,
    askedBy: null,
    admin: null,
    upgradeCount: 0,
    upgrades: [],
  };
  const all = new Map<string, ContractDetail>([
    ['bare', bare],
    ['vault', verified],
    ['proxy', { ...bare, proxyImpl: 'vault' }],
    ['both', { ...verified, proxyImpl: 'vault' }],
    ['odd', { ...bare, proxyImpl: 'bare' }],
    ['diamond', { ...bare, proxy: diamond }],
  ]);
  const refused = (name: string) => Object.assign(new Error(name), { name });
  const get = (address: string) => {
    const data = all.get(address);
    if (data !== undefined) return Promise.resolve({ data, head: null });
    return Promise.reject(refused(address === 'down' ? 'Unavailable' : 'BadInput'));
  };
  // No other call is made for contracts that created none.
  const signatures = (hashes: readonly string[]) =>
    Promise.resolve({
      data: new Map(hashes.map((hash) => [hash, [`known${hash.slice(2)}()`]])),
      head: null,
    });
  const transfer = { method: 'InvokeContract', evmMethod: 'transfer(address,uint256)' };
  const calls = (address: string) =>
    Promise.resolve({ data: { methods: address === 'vault' ? [transfer] : [] }, head: null });
  const reads = { get, calls, signatures } as unknown as Explorer['contract'];
  const read = (account: string, query = '') =>
    readContractTab(reads, 'contract', account, new URLSearchParams(query));

  it('guesses what nobody verified', async () => {
    const tab = await read('bare', 'compare=vault');
    expect(tab?.guesses?.functions.map(({ signatures }) => signatures)).toEqual([
      ['knowna9059cbb()', 'transfer(address,uint256)'],
    ]);
    expect(tab?.compared).toBeNull();
    expect((await read('vault'))?.guesses).toBeNull();
  });
  it('tells what is called beside the code, where somebody has called', async () => {
    expect((await read('vault'))?.calls?.methods).toEqual([transfer]);
    expect((await read('vault', 'a=read'))?.calls).toBeNull();
    expect((await read('bare'))?.calls).toBeNull();
  });
  it('says of a proxy whose source is verified: its own, or that of what its calls run', () => {
    const of = (verified: boolean, proxy: Partial<typeof diamond>) =>
      verifiedOfProxy({ verified, proxy: { ...diamond, kind: 'EIP-1967', ...proxy } });
    const named = { implementation: '0x1', implementationName: 'Vault' };
    const unnamed = { implementation: '0x1' };
    expect(of(true, named)).toBe('both');
    expect(of(false, named)).toBe('implementation');
    expect(of(true, unnamed)).toBe('own');
    expect(of(false, unnamed)).toBe('neither');
    expect(of(true, {})).toBeNull();
    expect(of(true, { ...named, kind: 'source' })).toBeNull();
    expect(verifiedOfProxy(verified)).toBeNull();
  });
  it('says why its code is not known, without more than is known', () => {
    const [createHeight, destroyHeight] = [1, 2];
    const why = (moments: Pick<ContractDetail, 'createHeight' | 'destroyHeight'>, none = false) =>
      whyUnknown({ byteCode: none ? '0x' : null, ...moments });
    expect(why({ createHeight, destroyHeight })).toBe('destroyed');
    expect(why({ createHeight: null, destroyHeight })).toBe('destroyed');
    expect(why({ createHeight, destroyHeight: null })).toBe('unknown');
    expect(why({ createHeight: null, destroyHeight: null })).toBe('older');
    expect(why({ createHeight: null, destroyHeight: null }, true)).toBe('none');
  });
  it('says whose code no longer runs: the account’s, or that of its implementation', () => {
    const lives = { destroyHeight: null, byteCode: '0x60' };
    const unknown = { destroyHeight: null, byteCode: null };
    const destroyed = { destroyHeight: 2, byteCode: '0x60' };
    const empty = { destroyHeight: null, byteCode: '0x' };
    expect([lives, unknown].map((contract) => goneOf(contract, null))).toEqual([null, null]);
    for (const gone of [destroyed, empty]) {
      expect(goneOf(gone, null)).toBe('contract');
      expect(goneOf(gone, gone)).toBe('contract');
      expect(goneOf(lives, gone)).toBe('implementation');
    }
    expect(goneOf(lives, unknown)).toBeNull();
  });
  it('says over a panel why nothing is to be had there, and offers it where something is', () => {
    const over = (
      mode: 'read' | 'write',
      gone: 'contract' | 'implementation' | null,
      where: 'open' | 'closed' | 'recorded',
    ) => {
      const [recorded, writable] = [where === 'recorded', where === 'open'];
      const { notes, usable } = panelNotes({ mode, gone, recorded, writable });
      return [...notes, usable];
    };
    expect(over('read', null, 'closed')).toEqual([true]);
    expect(over('read', null, 'recorded')).toEqual([true]);
    expect(over('read', 'contract', 'open')).toEqual(['gone.contract', true]);
    expect(over('read', 'implementation', 'closed')).toEqual(['gone.implementation', true]);
    // No height at which it existed can be asked for.
    expect(over('read', 'contract', 'recorded')).toEqual(['gone.contractRecorded', false]);
    expect(over('read', 'implementation', 'recorded')).toEqual([
      'gone.implementationRecorded',
      false,
    ]);
    expect(over('write', null, 'open')).toEqual([true]);
    expect(over('write', null, 'closed')).toEqual(['refused.closed', false]);
    expect(over('write', null, 'recorded')).toEqual(['refused.recorded', false]);
    expect(over('write', 'contract', 'open')).toEqual(['refused.gone.contract', false]);
    expect(over('write', 'implementation', 'closed')).toEqual([
      'refused.gone.implementation',
      false,
    ]);
    expect(over('write', 'contract', 'recorded')).toEqual([
      'refused.gone.contract',
      'refused.recorded',
      false,
    ]);
  });
  it('has the implementation of a proxy where that is verified', async () => {
    expect((await read('proxy'))?.implementation?.contractName).toBe('Vault');
    expect((await read('odd'))?.implementation).toBeNull();
  });
  it('has the facets of a diamond together', async () => {
    const tab = await read('diamond', 'a=write-proxy');
    expect(tab?.implementation).toMatchObject({
      contractName: 'Loupe',
      abi: '[]',
      docs: '{}',
    });
    expect(tab?.parts).toEqual(['code', 'read-proxy', 'write-proxy']);
    expect(tab?.part).toBe('write-proxy');
  });
  it('says with a facet what the number beside it counts, on narrow pages too', () => {
    const { selectors } = facetColumns(useT('ko'));
    expect(selectors).toMatchObject({ label: '함수', fold: true, at: 'value' });
  });
  it('opens the part that a link names, also by the numbers of old links', async () => {
    const part = async (account: string, query: string) => (await read(account, query))?.part;
    const numbered = (account: string) =>
      Promise.all([0, 1, 2, 3, 4, 5].map((at) => part(account, `t=3&a=${at}&f=name`)));
    const [code, own] = ['code', ['read', 'write']];
    const viaProxy = own.map((mode) => `${mode}-proxy`);
    expect(await numbered('both')).toEqual([code, ...own, ...viaProxy, code]);
    expect(await numbered('vault')).toEqual([code, ...own, code, code, code]);
    expect(await numbered('proxy')).toEqual([code, code, code, ...viaProxy, code]);
    expect(await part('both', 'a=read-proxy')).toBe('read-proxy');
    for (const other of ['-1', '01', '', 'x']) expect(await part('both', `a=${other}`)).toBe(code);
  });
  it('is compared with what is verified only', async () => {
    const compared = async (query: string) => (await read('vault', query))?.compared;
    expect(await compared('')).toBeNull();
    expect(await compared('compare=+vault+')).toEqual({ address: 'vault', contract: verified });
    expect(await compared('compare=bare')).toEqual({ address: 'bare', contract: null });
    expect(await compared('compare=%3Cb%3E')).toEqual({ address: '<b>', contract: null });
    await expect(read('vault', 'compare=down')).rejects.toThrow('Unavailable');
  });
  it('is nothing for other tabs and for accounts that are no contract', async () => {
    expect(await readContractTab(reads, 'messages', 'vault', new URLSearchParams())).toBeNull();
    expect((await read('nobody'))?.contract).toBeNull();
  });
});
