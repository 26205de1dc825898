/** Tokens of the demo chain, from the index to the wire, against what the contracts say at its end. */
import { ethBytesOf, parseAddress } from '#filecoin/address.ts';
import { concatBytes, fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { balanceOfCall, readUint, TOKEN_READS } from '#filecoin/evm/token-calls.ts';
import type { Demo } from '#indexer/testing/demo.ts';
import { TOKEN_CHECKS } from '#indexer/verify/tokens.ts';
import { verify } from '#indexer/verify/index.ts';
import { NodeError } from '#node/errors.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import * as schemas from './schema.ts';
import {
  activity,
  addressOf,
  checked,
  DEMO_TOKENS,
  readTokens,
  startEnded,
  TOKENS,
  type Key,
} from './testing/demo.ts';

const KEYS = Object.keys(TOKENS) as Key[];

const bytesOf = (text: string): Uint8Array => ethBytesOf(parseAddress(text)) ?? new Uint8Array();
const OWNER_OF = fromHex('6352211e');

describe('tokens of the demo chain', () => {
  let demo: Demo;
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    demo = await startEnded();
    store = await openEither(DEMO_TOKENS);
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

  test('have all their holders listed, whatever amounts a contract has told', async () => {
    const usd = bytesOf(addressOf('usd'));
    const change = (by: bigint) =>
      sql`update token_holder h set amount = amount + ${by.toString()}::numeric
        from token t where t.actor_id = h.token_id and t.address = ${usd} and h.amount > 0`.execute(
        store.db,
      );
    const huge = 2n ** 256n * 1_000_000n;
    await change(huge);
    const found: string[] = [];
    for (let before = ''; ;) {
      const { data } = await explorer.token.holders(addressOf('usd'), { limit: 1, before });
      found.push(...data.holders.map(({ address }) => address));
      if (data.next === null) break;
      before = data.next;
    }
    await change(-huge);
    const { data } = await explorer.token.holders(addressOf('usd'), { limit: 100 });
    expect(data.totalCount).toBeGreaterThan(2);
    expect(found).toEqual(data.holders.map(({ address }) => address));
  });

  test('are marked when their own balanceOf denies the index', async () => {
    const largest = sql`where (token_id, holder) = (
      select h.token_id, h.holder from token_holder h join token t on t.actor_id = h.token_id
      where t.address = ${bytesOf(addressOf('anchor'))} order by h.amount desc limit 1)`;
    await sql`update token_holder set amount = amount + 1 ${largest}`.execute(store.db);
    await sql`delete from token_metadata`.execute(store.db);
    await readTokens(store, demo.node);
    await sql`update token_holder set amount = amount - 1 ${largest}`.execute(store.db);
    expect((await explorer.token.get(addressOf('anchor'))).data.flags).toEqual(['denied']);
    expect((await explorer.token.get(addressOf('usd'))).data.flags).toEqual([]);
  });
});
