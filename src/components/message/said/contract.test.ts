import { describe, expect, it } from 'vitest';
import type { TokenTransfer } from '#explorer/token/transferSchema.ts';
import type { Json } from '#format/json.ts';
import { NULL_ETH } from '#filecoin/forms.ts';
import { UNLIMITED } from '../tokenAmounts.ts';
import * as contract from './contract.ts';
import { expectWords } from './testing/words.ts';

type ContractMessage = contract.ContractMessage;

/** What is said, which has words in every language. */
const contractSaid: typeof contract.contractSaid = (...asked) => {
  const said = contract.contractSaid(...asked);
  expectWords(said);
  return said;
};

const ME = '0x306831c47285CeDed9943D834387255Ee493c857';
const OTHER = '0x2246718eD45dc36C0FA0A03bB2895553B7BcD75F';
const POOL = '0xde91eD1aF53A62618F88b7ce536fc560C6ACe809';
const USD = '0x2714e7c7C6E5F5a0e4012f1322150646D3F79405';
const HUSD = { name: 'Harbor Dollar', symbol: 'hUSD', decimals: 6 };
const FIL = { name: 'Wrapped FIL', symbol: 'WFIL', decimals: 18 };

const moved = (
  from: string,
  to: string,
  amount: string,
  over: Partial<TokenTransfer> = {},
): TokenTransfer => ({
  from,
  fromId: null,
  to,
  toId: null,
  value: amount,
  amount,
  type: 'ERC20',
  logIndex: 0,
  token: USD,
  tokenActorId: 'f01',
  ...HUSD,
  ...over,
});
const paid = (from: string, to: string, value: string) => ({
  from,
  fromId: null,
  to,
  toId: null,
  value,
  type: 'transfer',
});
const params = (signature: string, ...values: [type: string, value: Json][]): Json => ({
  Input: '0x',
  evm: { signature, args: values.map(([type, value]) => ({ name: 'x', type, value })) },
});
const message = (evmMethod: string, over: Partial<ContractMessage> = {}): ContractMessage => ({
  from: ME,
  to: POOL,
  value: '0',
  evmMethod,
  transfers: [],
  transfersTruncated: false,
  tokenTransfers: [],
  tokenTransfersTruncated: false,
  ...over,
});
const husd = (units: string) => ({ kind: 'token', units, address: USD, words: HUSD });

describe('contractSaid', () => {
  it('tells what went into a swap and what came out of it', () => {
    const swap = message('swap(bool,uint256,uint256)', {
      tokenTransfers: [
        moved(ME, POOL, '16067'),
        moved(POOL, ME, '3000', { token: OTHER, symbol: 'ANCH' }),
        moved(POOL, ME, '1000', { token: OTHER, symbol: 'ANCH' }),
      ],
    });
    expect(contractSaid(swap, true, [])).toMatchObject({
      action: 'swap',
      places: { value: husd('16067'), got: { units: '4000', words: { symbol: 'ANCH' } } },
    });
    expect(contractSaid(swap, false, [])).toEqual({
      action: 'swapCall',
      places: { method: { kind: 'code', text: 'swap(bool, uint256, uint256)' } },
    });
    // What it was to take, where it took nothing.
    const method = { kind: 'code', text: 'swap(bool, uint256, uint256)' };
    const arg = { name: 'amountIn', type: 'uint256', value: '29105' };
    const asked = {
      decodedParams: { evm: { signature: 'swap(bool,uint256,uint256)', args: [arg] } },
    };
    for (const [over, value] of [
      [{ value: '7' }, { kind: 'fil', value: '7' }],
      [asked, { kind: 'units', units: '29105' }],
    ] as const) {
      const said = contractSaid({ ...swap, ...over }, false, []);
      expect(said).toEqual({ action: 'swapCallWith', places: { method, value } });
      expectWords(said);
    }
    // Of a known pool, by the token that goes in.
    const pool = { token0: { address: USD, ...HUSD }, token1: { address: OTHER, ...FIL } };
    for (const [zeroForOne, value] of [
      [true, husd('29105')],
      [false, { kind: 'token', units: '29105', address: OTHER, words: FIL }],
    ] as const) {
      const args = [{ name: 'zeroForOne', type: 'bool', value: zeroForOne }, arg];
      const decodedParams = { evm: { signature: 'swap(bool,uint256,uint256)', args } };
      expect(contractSaid({ ...swap, pool, decodedParams }, false, []).places).toEqual({
        method,
        value,
      });
    }
    // Not all of it is told.
    expect(contractSaid({ ...swap, tokenTransfersTruncated: true }, true, []).action).toBe('call');
  });

  it('tells all that was given, and FIL without what came back', () => {
    const stake = message('stake()', {
      value: '10',
      transfers: [
        paid(ME, POOL, '10'),
        paid(POOL, ME, '3'),
        { ...paid(ME, 'f099', '1'), type: 'burn-fee' },
      ],
      tokenTransfers: [moved(NULL_ETH, ME, '5')],
    });
    expect(contractSaid(stake, true, [])).toMatchObject({
      action: 'exchange',
      places: { value: { kind: 'fil', value: '7' }, got: husd('5') },
    });
    const provide = message('provide(uint256,uint256)', {
      tokenTransfers: [moved(ME, POOL, '1'), moved(ME, POOL, '2', { token: OTHER })],
    });
    expect(contractSaid(provide, true, [])).toMatchObject({
      action: 'give',
      places: { value: { kind: 'list', places: [husd('1'), { units: '2' }] } },
    });
  });

  it('tells FIL that is wrapped and unwrapped, and no other deposit', () => {
    const deposit = message('deposit()', {
      value: '30',
      transfers: [paid(ME, POOL, '30')],
      tokenTransfers: [moved(NULL_ETH, ME, '30', { token: POOL, ...FIL })],
    });
    expect(contractSaid(deposit, true, [])).toMatchObject({
      action: 'wrap',
      places: { value: { kind: 'fil', value: '30' }, got: { units: '30' } },
    });
    const vault = {
      ...deposit,
      tokenTransfers: [moved(NULL_ETH, ME, '29', { token: POOL, ...FIL })],
    };
    expect(contractSaid(vault, true, []).action).toBe('exchange');
    expect(contractSaid(deposit, false, []).action).toBe('callWith');
    const withdraw = message('withdraw(uint256)', {
      transfers: [paid(POOL, ME, '30')],
      tokenTransfers: [moved(ME, NULL_ETH, '30', { token: POOL, ...FIL })],
    });
    expect(contractSaid(withdraw, true, []).action).toBe('unwrap');
  });

  it('tells the one token that moved: sent, moved for another, minted, burned', () => {
    const one = (from: string, to: string, over?: Partial<TokenTransfer>) =>
      contractSaid(message('f()', { tokenTransfers: [moved(from, to, '1', over)] }), true, []);
    expect(one(ME, OTHER).action).toBe('tokenTransfer');
    expect(one(OTHER, POOL).action).toBe('tokenTransferFrom');
    expect(one(NULL_ETH, OTHER).action).toBe('tokenMint');
    expect(one(ME, NULL_ETH).action).toBe('tokenBurn');
    expect(one(OTHER, NULL_ETH).action).toBe('tokenBurnOf');
    expect(one(ME, OTHER, { type: 'ERC721', tokenId: '24' }).places?.value).toEqual({
      ...husd('1'),
      words: { ...HUSD, decimals: null },
      item: '24',
    });
  });

  it('tells what a token was asked for where that failed or has not run', () => {
    const call = (signature: string, ...values: [string, Json][]) =>
      contractSaid(
        message(signature, { to: USD, token: HUSD, decodedParams: params(signature, ...values) }),
        false,
        [],
      );
    const to: [string, Json] = ['address', OTHER];
    expect(call('transfer(address,uint256)', to, ['uint256', '7'])).toEqual({
      action: 'tokenTransfer',
      places: {
        value: { ...husd('7'), unlimited: false },
        target: { kind: 'account', address: OTHER },
      },
    });
    expect(
      call('approve(address,uint256)', to, ['uint256', UNLIMITED]).places?.value,
    ).toMatchObject({ unlimited: true });
    expect(
      call('transferFrom(address,address,uint256)', ['address', ME], to, ['uint256', '7']).places,
    ).toMatchObject({ other: { address: ME }, target: { address: OTHER } });
    expect(call('mint(address,uint256)', to, ['uint256', '7']).action).toBe('tokenMint');
    expect(call('burn(uint256)', ['uint256', '7']).action).toBe('tokenBurn');
    expect(call('burnFrom(address,uint256)', to, ['uint256', '7']).action).toBe('tokenBurnOf');
  });

  it('takes a number for an amount only of a known token, or where the contract answers `true`', () => {
    const signature = 'transfer(address,uint256)';
    const transfer = message(signature, {
      decodedParams: params(signature, ['address', OTHER], ['uint256', '410121']),
      decodedReturnValue: `0x${'0'.repeat(63)}1`,
    });
    expect(contractSaid(transfer, true, [])).toMatchObject({
      action: 'tokenTransfer',
      places: { value: { units: '410121', words: { decimals: null } } },
    });
    // An ERC-721 token's transferFrom, whose number is the token's id, returns nothing.
    expect(contractSaid({ ...transfer, decodedReturnValue: '0x' }, true, []).action).toBe('call');
    expect(
      contractSaid({ ...transfer, decodedReturnValue: `0x${'0'.repeat(64)}` }, true, []).action,
    ).toBe('call');
  });

  it('tells names of the network’s service, and of no other contract', () => {
    const service = {
      title: 'FNS',
      suffix: 'fil',
      registry: '',
      registrar: '',
      controllers: [POOL.toLowerCase()],
      resolvers: [],
      reverseRegistrar: '',
      graceSeconds: 0,
    };
    const renew = message('renew(string,uint256)', {
      value: '5',
      decodedParams: params('renew(string,uint256)', ['string', 'kelp'], ['uint256', '60']),
    });
    expect(contractSaid(renew, false, [service])).toEqual({
      action: 'renew',
      places: { number: { kind: 'name', name: 'kelp.fil' } },
    });
    expect(contractSaid({ ...renew, to: OTHER }, false, [service]).action).toBe('callWith');
    const register = message('register(string,address,uint256)', {
      decodedParams: params(
        'register(string,address,uint256)',
        ['string', 'kelp'],
        ['address', OTHER],
        ['uint256', '60'],
      ),
    });
    expect(contractSaid(register, true, [service])).toMatchObject({
      action: 'register',
      places: { target: { address: OTHER } },
    });
    const long = params('renew(string,uint256)', ['string', 'k'.repeat(65)], ['uint256', '60']);
    expect(contractSaid({ ...renew, decodedParams: long }, true, [service]).action).toBe(
      'callWith',
    );
  });
});
