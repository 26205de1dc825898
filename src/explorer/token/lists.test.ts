/** Transfers, holders, NFTs and events of the demo chain's tokens as they are listed and called. */
import { EVENT_AMOUNTS } from '#filecoin/evm/amounts.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import * as schemas from './schema.ts';
import { activity, addressOf, checked, DEMO_TOKENS } from './testing/demo.ts';

/** Every number that is no NFT's in the events of the ERC-20s, with what it counts; `-`: it is no amount. */
const AMOUNTS = {
  hUSD: ['Approval, value hUSD/6', 'OwnershipTransferred', 'Transfer, value hUSD/6'],
  ANCH: ['Approval, value ANCH/18', 'OwnershipTransferred', 'Transfer, value ANCH/18'],
  'F&<i>X': ['OwnershipTransferred', 'Transfer, value F&<i>X/0'],
  WFIL: [
    'Approval, value WFIL/18',
    'Deposit, value WFIL/18',
    'Transfer, value WFIL/18',
    'Withdrawal, value WFIL/18',
  ],
  // A price is no amount.
  stFIL: [
    'AdminChanged',
    'Initialized, version -',
    'Rewarded, fil FIL, pricePerShare -',
    'Staked, fil FIL, shares stFIL/18',
    'Transfer, value stFIL/18',
    'Unstaked, fil FIL, shares stFIL/18',
    'Upgraded',
  ],
  // Two pools: of dollars and wrapped FIL, of dollars and anchors.
  POOL: [
    'Mint, amount0 hUSD/6, amount1 ANCH/18',
    'Mint, amount0 hUSD/6, amount1 WFIL/18',
    'Swap, amount0In hUSD/6, amount1In ANCH/18, amount0Out hUSD/6, amount1Out ANCH/18',
    'Swap, amount0In hUSD/6, amount1In WFIL/18, amount0Out hUSD/6, amount1Out WFIL/18',
    'Sync, reserve0 hUSD/6, reserve1 ANCH/18',
    'Sync, reserve0 hUSD/6, reserve1 WFIL/18',
    'Transfer, value POOL/18',
  ],
};
const wordsText = (words?: { symbol: string | null; decimals: number | null }): string =>
  words === undefined ? '-' : `${words.symbol}/${words.decimals}`;

describe('tokens of the demo chain', () => {
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    store = await openEither(DEMO_TOKENS);
    explorer = createExplorer(store);
  }, 600_000);
  afterAll(() => store?.close());

  test('tell amounts in their events by decimals and symbol', async () => {
    const { tokens } = (await explorer.token.erc20List({ limit: 100 })).data;
    const seen = new Map<string, Set<string>>();
    for (const { symbol, address } of tokens) {
      let before: string | undefined;
      do {
        const { data } = await explorer.account.events(address, { pageSize: 100, before });
        for (const { name, token, pool, decoded } of data.eventLogs) {
          const places = EVENT_AMOUNTS.get(name ?? '') ?? [];
          const numbers = (decoded ?? []).flatMap((field, at) => {
            if (!field.type.startsWith('uint')) return [];
            const of = places.find((place) => place.at === at)?.of;
            const own = of === 'own' ? token : undefined;
            const pooled = of === 'token0' || of === 'token1' ? pool?.[of] : undefined;
            return `${field.name} ${of === 'fil' ? 'FIL' : wordsText(own ?? pooled)}`;
          });
          const line = [name?.split('(')[0], ...numbers].join(', ');
          seen.set(symbol ?? '', (seen.get(symbol ?? '') ?? new Set()).add(line));
        }
        before = data.next ?? undefined;
      } while (before !== undefined);
    }
    const told = Object.fromEntries(
      [...seen].map(([symbol, lines]) => [symbol, [...lines].sort()]),
    );
    expect(told).toEqual(AMOUNTS);
  });

  test('list every transfer once, by pages, cursors and offsets', async () => {
    const read = (input: object) =>
      checked(schemas.tokenTransfersSchema, explorer.token.transfers(addressOf('usd'), input));
    const all: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await read({ limit: 100, before });
      expect(page).toMatchObject({ totalCount: 634, tokenType: 'ERC20', symbol: 'hUSD' });
      all.push(...page.transfers.map((row) => `${row.message}/${row.logIndex}`));
      if (page.next === null) break;
      before = page.next;
    }
    expect(new Set(all).size).toBe(634);
    const fifth = await read({ limit: 7, offset: 10 });
    expect(fifth.transfers.map((row) => `${row.message}/${row.logIndex}`)).toEqual(
      all.slice(10, 17),
    );
    expect((await read({ offset: 634 })).transfers).toEqual([]);
    const [first] = (await read({ limit: 1, offset: 633 })).transfers;
    expect(first).toMatchObject({ amount: '1000000000000000', value: '1000000000000000' });
    const message = (await explorer.message.get(first?.message ?? '')).data;
    expect(message.tokenTransfers).toEqual([
      expect.objectContaining({ type: 'ERC20', symbol: 'hUSD', amount: '1000000000000000' }),
    ]);
  });

  test('rank their holders', async () => {
    const { holders, totalCount } = await checked(
      schemas.tokenHoldersSchema,
      explorer.token.holders(addressOf('wfil'), { limit: 100 }),
    );
    expect(totalCount).toBe(25);
    expect(holders.map(({ rank }) => rank)).toEqual(holders.map((_, at) => at + 1));
    const balances = holders.map(({ balance }) => BigInt(balance));
    expect(balances).toEqual(balances.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(424500000000000000000n);
    for (const { balance, percentage } of holders)
      expect(percentage / (Number(balance) / 424500000000000000000)).toBeCloseTo(1, 13);
    const shares = holders.reduce((sum, { percentage }) => sum + percentage, 0);
    expect(shares).toBeCloseTo(1, 9);
    const second = await explorer.token.holders(addressOf('wfil'), { limit: 10 });
    const third = await explorer.token.holders(addressOf('wfil'), {
      limit: 10,
      before: second.data.next ?? '',
    });
    expect(third.data.holders).toEqual(holders.slice(10, 20));
  });

  test('list their NFTs with owners and URIs', async () => {
    const shells = await checked(
      schemas.tokenNftsSchema,
      explorer.token.nfts(addressOf('shells'), { limit: 100 }),
    );
    expect(shells.totalCount).toBe(91);
    expect(shells.nfts.map(({ tokenId }) => Number(tokenId))).toEqual(
      Array.from({ length: 91 }, (_, at) => 91 - at),
    );
    expect(shells.nfts.every(({ owner, supply }) => owner !== null && supply === '1')).toBe(true);
    const items = await checked(schemas.tokenNftsSchema, explorer.token.nfts(addressOf('items')));
    expect(items.nfts.find(({ tokenId }) => tokenId === '0')).toMatchObject({
      owner: null,
      uri: 'https://example.invalid/items/{id}.json',
    });
  });

  test('are called by their names where they are names', async () => {
    const registrar = addressOf('nameRegistrar');
    const { nfts } = await checked(schemas.tokenNftsSchema, explorer.token.nfts(registrar));
    expect(nfts.map(({ fnsName }) => fnsName).toSorted()).toEqual(
      activity.names.map(({ name }) => name).toSorted(),
    );
    const plankton = nfts.find(({ fnsName }) => fnsName === 'plankton.fil');
    const held = await checked(
      schemas.accountNftsSchema,
      explorer.token.nftsOf(plankton?.owner ?? '', { pageSize: 100 }),
    );
    expect(held.nfts.map(({ fnsName }) => fnsName)).toContain('plankton.fil');
    // Its owner calls itself by it, as an owner and as a holder.
    expect(plankton?.ownerFnsName).toBe('plankton.fil');
    const { holders } = (await explorer.token.holders(registrar)).data;
    expect(holders.find(({ address }) => address === plankton?.owner)?.fnsName).toBe(
      'plankton.fil',
    );
    const list = (await explorer.token.transfers(registrar, { limit: 100 })).data;
    const minted = list.transfers.find(({ tokenId }) => tokenId === plankton?.tokenId);
    expect(minted?.fnsName).toBe('plankton.fil');
    const message = (await explorer.message.get(minted?.message ?? '')).data;
    expect(message.tokenTransfers[0]).toMatchObject({ fnsName: 'plankton.fil', symbol: 'FNS' });
  });
});
