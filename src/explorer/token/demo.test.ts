/** Tokens of the demo chain, from the index to the wire, against what the contracts say at its end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ethBytesOf, parseAddress } from '#filecoin/address.ts';
import { concatBytes, fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { EVENT_AMOUNTS } from '#filecoin/evm/amounts.ts';
import { balanceOfCall, readUint, TOKEN_READS } from '#filecoin/evm/token-calls.ts';
import { createTokenReader } from '#indexer/index.ts';
import { collectLog, demoAt, DEMO_FOLDER, startDemo, type Demo } from '#indexer/testing/demo.ts';
import { TOKEN_CHECKS } from '#indexer/verify/tokens.ts';
import { verify } from '#indexer/verify/index.ts';
import { NodeError } from '#node/errors.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createExplorer, type Answer, type Explorer } from '../index.ts';
import * as schemas from './schema.ts';

const activity = z
  .object({
    contracts: z.record(z.string(), z.object({ address: z.string() })),
    accounts: z.array(z.object({ eth: z.string(), f4: z.string() })),
    names: z.array(z.object({ name: z.string() })),
  })
  .parse(JSON.parse(readFileSync(join(DEMO_FOLDER, 'truth/activity.json'), 'utf8')));

/** name, symbol, decimals, type, supply, transfers, holders. */
const TOKENS = {
  usd: ['Harbor Dollar', 'hUSD', 6, 'ERC20', '1000000000000000', 634, 26],
  anchor: ['Anchor', 'ANCH', 18, 'ERC20', '100000000000000000000000000', 318, 25],
  odd: ['<b>Not HTML</b> "quoted" 漁 🐟', 'F&<i>X', 0, 'ERC20', '1000000', 5, 5],
  wfil: ['Wrapped FIL', 'WFIL', 18, 'ERC20', '424500000000000000000', 368, 25],
  staking: ['Staked FIL', 'stFIL', 18, 'ERC20', '64307852652044998700', 243, 24],
  filPool: ['Pool Share', 'POOL', 18, 'ERC20', '100000000000000', 1, 1],
  anchorPool: ['Pool Share', 'POOL', 18, 'ERC20', '1000000000000000', 1, 1],
  shells: ['Shells of the Shore', 'SHELL', null, 'ERC721', '91', 169, 23],
  maps: ['Old Maps', 'MAP', null, 'ERC721', '86', 150, 23],
  nameRegistrar: ['Filecoin Name Service', 'FNS', null, 'ERC721', '20', 20, 14],
  items: [null, null, null, 'ERC1155', '2025', 208, 24],
} as const;
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

type Key = keyof typeof TOKENS;
const KEYS = Object.keys(TOKENS) as Key[];

const addressOf = (key: Key): string => activity.contracts[key]?.address ?? '';
const bytesOf = (text: string): Uint8Array => ethBytesOf(parseAddress(text)) ?? new Uint8Array();
const OWNER_OF = fromHex('6352211e');

describe('tokens of the demo chain', () => {
  let demo: Demo;
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    demo = await startDemo(20_300);
    while (!demo.recorded.position().ended) await demo.recorded.stepChange();
    store = await openEither(demoAt(20_300));
    const reader = createTokenReader({ node: demo.node, store, log: collectLog().log });
    reader.start();
    await reader.sync();
    await reader.stop();
    explorer = createExplorer(store);
  }, 600_000);
  afterAll(async () => {
    await store?.close();
    await demo?.close();
  });

  /** What a contract answered at the end of the recording; undefined for what was not asked then. */
  async function told(
    address: Uint8Array,
    data: Uint8Array,
  ): Promise<Uint8Array | null | undefined> {
    try {
      return await demo.node.ethCall(address, data);
    } catch (error) {
      if (error instanceof NodeError && /not recorded/.test(error.message)) return undefined;
      throw error;
    }
  }

  async function checked<T>(schema: z.ZodType<T>, read: Promise<Answer<T>>): Promise<T> {
    const { data } = await read;
    expect(schema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
    return data;
  }

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

  test('are the contracts that behave so, and no others', async () => {
    const erc20 = await checked(schemas.tokenListSchema, explorer.token.erc20List({ limit: 100 }));
    const nft = await checked(schemas.tokenListSchema, explorer.token.nftList({ limit: 100 }));
    const found = [...erc20.tokens, ...nft.tokens].map((token) => [
      token.ethAddress.toLowerCase(),
      [
        token.name,
        token.symbol,
        token.decimals,
        token.type,
        token.totalSupply,
        token.transferCount,
        token.holderCount,
      ],
      token.flags,
    ]);
    expect(found).toHaveLength(KEYS.length);
    expect([erc20.totalCount, nft.totalCount]).toEqual([7, 4]);
    for (const key of KEYS)
      expect(found).toContainEqual([addressOf(key).toLowerCase(), [...TOKENS[key]], []]);
    const counts = erc20.tokens.map((token) => token.transferCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  test('have the balances and supplies that they say themselves', async () => {
    const rows = await store.db
      .selectFrom('token_holder as h')
      .innerJoin('token as t', 't.actor_id', 'h.token_id')
      .select(['t.address', 'h.holder', 'h.amount'])
      .execute();
    const indexed = new Map(
      rows.map((row) => [`${toHex(row.address)}/${toHex(row.holder)}`, row.amount]),
    );
    const holders = new Set([
      ...rows.map((row) => toHex(row.holder)),
      ...activity.accounts.map(({ eth }) => toHex(bytesOf(eth))),
    ]);
    let answers = 0;
    for (const key of KEYS) {
      const address = bytesOf(addressOf(key));
      for (const holder of holders) {
        const answer = await told(address, balanceOfCall(fromHex(holder)));
        if (answer === undefined) continue;
        answers++;
        const amount = indexed.get(`${toHex(address)}/${holder}`) ?? '0';
        expect([key, holder, answer && readUint(answer)]).toEqual([key, holder, BigInt(amount)]);
      }
      const supply = await told(address, TOKEN_READS.totalSupply);
      const { totalSupply } = (await explorer.token.get(addressOf(key))).data;
      if (supply) expect([key, readUint(supply)]).toEqual([key, BigInt(totalSupply ?? -1)]);
    }
    expect(answers).toBeGreaterThan(250);
  });

  test('have the owners that they say themselves', async () => {
    for (const key of ['shells', 'maps'] as const) {
      const address = bytesOf(addressOf(key));
      const rows = await store.db
        .selectFrom('nft_holder as n')
        .innerJoin('token as t', 't.actor_id', 'n.token_id')
        .select(['n.item', 'n.holder'])
        .where('t.address', '=', address)
        .execute();
      const owners = new Map(rows.map((row) => [row.item, to0x(row.holder)]));
      for (let id = 0; id < 400; id++) {
        const word = fromHex(id.toString(16).padStart(64, '0'));
        const answer = await told(address, concatBytes(OWNER_OF, word));
        expect(answer).toBeInstanceOf(Uint8Array);
        const owner = to0x((answer ?? new Uint8Array()).subarray(12));
        expect([id, owners.get(String(id)) ?? `0x${'0'.repeat(40)}`]).toEqual([id, owner]);
      }
    }
  });

  test('pass the verification, which asked them', async () => {
    const run = verify({ store, node: demo.node, sample: Infinity, checks: TOKEN_CHECKS });
    const found = await Array.fromAsync(run);
    expect(found.flatMap(({ differences }) => differences)).toEqual([]);
    const { data: usd } = await explorer.token.get(addressOf('usd'));
    expect(usd).toMatchObject({ contractSupply: '1000000000000000', checked: 4, wrapped: false });
    expect((await explorer.token.get(addressOf('wfil'))).data.wrapped).toBe(true);
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

  test('show what an account has of them', async () => {
    for (const { eth, f4 } of activity.accounts.slice(0, 6)) {
      const { ercTwentyList, nftList } = await checked(
        schemas.tokenHoldingsSchema,
        explorer.token.holdingsOf(f4),
      );
      const account = (await explorer.account.get(eth)).data;
      expect(account.tokens).toBe(ercTwentyList.tokenCount + nftList.tokenCount);
      for (const held of [...ercTwentyList.tokenList, ...nftList.tokenList]) {
        const data = balanceOfCall(bytesOf(eth));
        const answer = await told(bytesOf(held.tokenEthAddress), data);
        if (held.type !== 'ERC1155') expect(answer && readUint(answer)).toBe(BigInt(held.balance));
      }
      const list = await checked(
        schemas.accountTokenTransfersSchema,
        explorer.token.transfersOf(f4, { pageSize: 100 }),
      );
      expect(list.totalCount).toBe(account.tokenTransferCount);
      let listed = 0;
      for (const type of list.types) {
        const some = (await explorer.token.transfersOf(f4, { type, pageSize: 5 })).data;
        expect(some.transfers.every((row) => row.type === type)).toBe(true);
        listed += some.totalCount;
      }
      expect(listed).toBe(list.totalCount);
      // Narrowed: whoever is at the other end of the newest, up to its height.
      const [newest] = list.transfers;
      if (newest !== undefined && list.totalCount <= 100) {
        const other = [newest.from, newest.to].find((end) => end !== f4) ?? f4;
        const due = list.transfers.filter(({ from, to }) => [from, to].includes(other));
        for (const pageSize of [1, 100]) {
          const asked = { counterparty: other, endHeight: newest.height, pageSize };
          const { data } = await explorer.token.transfersOf(f4, asked);
          expect(data.totalCount).toBe(due.length);
          expect(data.transfers).toEqual(due.slice(0, pageSize));
        }
        const older = { endHeight: newest.height - 1, pageSize: 100 };
        const below = (await explorer.token.transfersOf(f4, older)).data;
        expect(below.transfers).toEqual(
          list.transfers.filter(({ height }) => height < newest.height),
        );
        expect(below.totalCount).toBe(below.transfers.length);
      }
      const nfts = await checked(
        schemas.accountNftsSchema,
        explorer.token.nftsOf(f4, { pageSize: 100 }),
      );
      const pieces = nfts.nfts.reduce((sum, { amount }) => sum + Number(amount), 0);
      expect(nfts.totalCount).toBe(nfts.nfts.length);
      expect(pieces).toBe(nftList.tokenList.reduce((sum, row) => sum + Number(row.balance), 0));
    }
    const [first] = activity.accounts;
    const one = await explorer.token.holdingsOf(first?.f4 ?? '', { tokenName: 'wrapped' });
    expect(one.data.ercTwentyList.tokenList.map(({ symbol }) => symbol)).toEqual(['WFIL']);
    const usd = (await explorer.account.get(addressOf('usd'))).data;
    expect(usd.tokenInfo).toEqual({
      address: usd.address,
      id: usd.id,
      name: 'Harbor Dollar',
      symbol: 'hUSD',
      decimals: 6,
      type: 'ERC20',
    });
  });

  test('filter their transfers by an account', async () => {
    const [, second] = activity.accounts;
    const { transfers, userBalance, totalCount } = await checked(
      schemas.tokenTransfersSchema,
      explorer.token.transfers(addressOf('usd'), { userAddress: second?.eth, limit: 100 }),
    );
    expect(transfers).toHaveLength(Math.min(100, totalCount));
    expect(transfers.every(({ from, to }) => from === second?.f4 || to === second?.f4)).toBe(true);
    const answer = await told(bytesOf(addressOf('usd')), balanceOfCall(bytesOf(second?.eth ?? '')));
    expect(BigInt(userBalance ?? -1)).toBe(answer && readUint(answer));
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

  test('are marked when their own balanceOf denies the index', async () => {
    const largest = sql`where (token_id, holder) = (
      select h.token_id, h.holder from token_holder h join token t on t.actor_id = h.token_id
      where t.address = ${bytesOf(addressOf('anchor'))} order by h.amount desc limit 1)`;
    await sql`update token_holder set amount = amount + 1 ${largest}`.execute(store.db);
    await sql`delete from token_metadata`.execute(store.db);
    const reader = createTokenReader({ node: demo.node, store, log: collectLog().log });
    reader.start();
    await reader.sync();
    await reader.stop();
    await sql`update token_holder set amount = amount - 1 ${largest}`.execute(store.db);
    expect((await explorer.token.get(addressOf('anchor'))).data.flags).toEqual(['denied']);
    expect((await explorer.token.get(addressOf('usd'))).data.flags).toEqual([]);
  });
});
