/** Every number that stands for a list is the length of that list: accounts of every kind, and all pages that count. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DemoApi } from './testing/demo-api.ts';

/** By here the chain has seen contracts, multisigs, channels, deals, sectors and names. */
const HEIGHT = 2400;
/** Accounts of each kind, and of those that have most of something. */
const OF_EACH = 2;

const api = new DemoApi(HEIGHT);
const total = z.looseObject({ totalCount: z.int() });

async function answer<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const { status, body } = await api.get(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return schema.parse(body);
}
const totalOf = async (path: string): Promise<number> => (await answer(path, total)).totalCount;

/** Counts of an account, and the list that each is the length of. */
const LISTS = {
  messageCount: (id: string) => `/address/${id}/messages?pageSize=1`,
  transferCount: (id: string) => `/address/${id}/transfers?pageSize=1`,
  eventLogCount: (id: string) => `/address/${id}/events?pageSize=1`,
  tokenTransferCount: (id: string) => `/address/${id}/token-transfers?pageSize=1`,
  nftCount: (id: string) => `/address/${id}/nfts?pageSize=1`,
  proposalCount: (id: string) => `/address/${id}/proposals?pageSize=1`,
  channelCount: (id: string) => `/address/${id}/channels?pageSize=1`,
  dealCount: (id: string) => `/deal/list?pageSize=1&address=${id}`,
  pieceCount: (id: string) => `/pieces?pageSize=1&address=${id}`,
} as const;
type Counter = keyof typeof LISTS;
const COUNTERS = Object.keys(LISTS) as Counter[];

const count = z.int();
const account = z.looseObject({
  id: z.string().nullable(),
  actor: z.string().nullable(),
  messageCount: count,
  transferCount: count,
  eventLogCount: count,
  tokenTransferCount: count,
  nftCount: count,
  proposalCount: count,
  pendingProposalCount: count,
  channelCount: count,
  dealCount: count,
  pieceCount: count,
  dataCapCount: count,
  tokens: count,
  miner: z.looseObject({ blocksMined: count }).optional(),
});
type Account = z.infer<typeof account>;

/** Some of each kind, and those with most of each that is counted; one that nobody has. */
async function chosenAccounts(): Promise<Account[]> {
  const ids = await api.demo.store.db
    .selectFrom('actor')
    .select(['id', 'kind'])
    .orderBy('id')
    .execute();
  const all: Account[] = [];
  for (const { id } of ids) all.push(await answer(`/address/f0${id}`, account));
  const kinds = [...new Set(all.map(({ actor }) => actor))];
  const keys = [...COUNTERS, 'dataCapCount', 'tokens'] as const;
  const chosen = [
    ...kinds.flatMap((kind) => all.filter(({ actor }) => actor === kind).slice(0, OF_EACH)),
    ...keys.flatMap((key) => all.toSorted((a, b) => b[key] - a[key]).slice(0, OF_EACH)),
    await answer('/address/0x000000000000000000000000000000000000dEaD', account),
  ];
  return [...new Set(chosen)];
}

describe('counters of accounts', () => {
  let accounts: Account[] = [];
  beforeAll(async () => {
    accounts = await chosenAccounts();
  }, 600_000);

  it('has one of every kind, and every counter counts something', () => {
    const kinds = new Set(accounts.map(({ actor }) => actor));
    for (const kind of ['account', 'ethaccount', 'evm', 'multisig', 'storageminer', 'reward'])
      expect(kinds).toContain(kind);
    for (const key of COUNTERS)
      expect(Math.max(...accounts.map((known) => known[key])), key).toBeGreaterThan(0);
  });

  it.each(COUNTERS)('%s', async (key) => {
    for (const known of accounts) {
      const id = known.id ?? '0x000000000000000000000000000000000000dEaD';
      expect({ id, count: await totalOf(LISTS[key](id)) }).toEqual({ id, count: known[key] });
    }
  });

  it('proposals by their status', async () => {
    const wallets = accounts.filter(({ actor }) => actor === 'multisig');
    let settled = 0;
    for (const { id, proposalCount, pendingProposalCount } of wallets) {
      const list = `/address/${id}/proposals?pageSize=1`;
      const of = async (status: string) => totalOf(`${list}&status=${status}`);
      const pending = await of('pending');
      const others = (await of('executed')) + (await of('failed')) + (await of('cancelled'));
      expect(pending).toBe(pendingProposalCount);
      expect(pending + others).toBe(proposalCount);
      settled += others;
    }
    expect(settled).toBeGreaterThan(0);
  });

  it('tokens, data cap and blocks', async () => {
    const held = z.looseObject({ tokenCount: count });
    for (const { id, tokens, dataCapCount, miner } of accounts) {
      if (id === null) continue;
      const holdings = await answer(
        `/address/${id}/token-holdings`,
        z.looseObject({ ercTwentyList: held, nftList: held }),
      );
      const { ercTwentyList, nftList } = holdings;
      expect({ id, n: ercTwentyList.tokenCount + nftList.tokenCount }).toEqual({ id, n: tokens });
      const own = await answer(
        `/address/${id}/datacap?pageSize=1`,
        total.extend({ verifier: z.unknown() }),
      );
      const given =
        own.verifier === null ? 0 : await totalOf(`/datacap/verifiers/${id}?pageSize=1`);
      expect({ id, n: own.totalCount + given }).toEqual({ id, n: dataCapCount });
      if (miner !== undefined)
        expect(await totalOf(`/address/${id}/blocks?pageSize=1`)).toBe(miner.blocksMined);
    }
  });

  it('sectors of a provider by their status', async () => {
    const providers = accounts.filter(({ actor }) => actor === 'storageminer');
    for (const { id } of providers) {
      const list = `/address/${id}/sectors?pageSize=1`;
      const all = await answer(list, total.extend({ counts: z.record(z.string(), count) }));
      const sum = Object.values(all.counts).reduce((a, b) => a + b, 0);
      expect(sum).toBe(all.totalCount);
      for (const [status, n] of Object.entries(all.counts))
        expect(await totalOf(`${list}&status=${status}`)).toBe(n);
    }
  });
});

describe('counters of tokens, names and contracts', () => {
  const tokens = z.object({
    tokens: z.array(z.looseObject({ ethAddress: z.string(), transferCount: count })),
  });
  it.each(['erc20', 'nft'])('of the list of %s', async (standard) => {
    const { tokens: listed } = await answer(`/token/${standard}-list?limit=100`, tokens);
    expect(listed.length).toBeGreaterThan(0);
    for (const { ethAddress, transferCount } of listed) {
      const path = `/token/${ethAddress}`;
      const token = await answer(
        path,
        z.looseObject({ exchangeCount: count, holderCount: count.nullable(), itemCount: count }),
      );
      expect(token.exchangeCount).toBe(transferCount);
      expect(await totalOf(`${path}/token-transfers?limit=1`)).toBe(token.exchangeCount);
      expect(await totalOf(`${path}/holders?limit=1`)).toBe(token.holderCount ?? 0);
      expect(await totalOf(`${path}/nfts?limit=1`)).toBe(token.itemCount);
    }
  });

  it('names', async () => {
    const { actions } = await answer(
      '/name/list?pageSize=100',
      z.looseObject({ actions: z.array(z.looseObject({ name: z.string().nullable() })) }),
    );
    for (const { name } of actions) {
      if (name === null) continue;
      const path = `/name/${encodeURIComponent(name)}`;
      const { actionCount } = await answer(path, z.looseObject({ actionCount: count }));
      expect(await totalOf(`${path}/history?pageSize=1`)).toBe(actionCount);
    }
  });

  it('contracts: those that there are, those called, what one created', async () => {
    const states = await answer(
      '/stats/fevm/address',
      z.looseObject({
        addressStates: z.array(z.object({ actor: z.string(), count, balance: z.unknown() })),
      }),
    );
    const evm = states.addressStates.find(({ actor }) => actor === 'evm')?.count ?? 0;
    const list = total.extend({
      contractCount: count,
      contractList: z.array(z.looseObject({ id: z.string() })),
    });
    const byBalance = await answer('/stats/fevm/contracts?sortBy=balance&limit=100', list);
    expect([byBalance.totalCount, byBalance.contractCount]).toEqual([evm, evm]);
    expect(byBalance.contractList).toHaveLength(evm);
    const called = await answer('/stats/fevm/contracts?limit=100', list);
    expect(called.contractCount).toBe(evm);
    expect(called.contractList).toHaveLength(called.totalCount);
    expect(called.totalCount).toBeLessThan(evm);
    for (const { id } of byBalance.contractList) {
      const { createdContracts } = await answer(
        `/address/${id}/contract`,
        z.looseObject({ createdContracts: count }),
      );
      expect(await totalOf(`/address/${id}/created-contracts?pageSize=1`)).toBe(createdContracts);
    }
  });
});

describe('counters of the chain, of clients and of projects', () => {
  it('messages of a tipset and of its blocks', async () => {
    const { tipsets } = await answer(
      '/tipset/list?pageSize=20',
      z.looseObject({
        tipsets: z.array(
          z.looseObject({
            height: count,
            messageCount: count,
            blocks: z.array(z.looseObject({ cid: z.string(), messageCount: count })),
          }),
        ),
      }),
    );
    // The messages of the last two are still to be executed by a tipset after them.
    for (const { height, messageCount, blocks } of tipsets.slice(2)) {
      expect(await totalOf(`/tipset/${height}/messages`)).toBe(messageCount);
      for (const block of blocks)
        expect(await totalOf(`/block/${block.cid}/messages?pageSize=1`)).toBe(block.messageCount);
    }
  });

  it('events of a message', async () => {
    const { messages } = await answer(
      '/message/list?pageSize=100&method=InvokeContract',
      z.looseObject({ messages: z.array(z.looseObject({ cid: z.string() })) }),
    );
    let most = 0;
    for (const { cid } of messages.slice(0, 40)) {
      const { eventLogCount } = await answer(
        `/message/${cid}`,
        z.looseObject({ eventLogCount: count }),
      );
      const events = await answer(`/message/${cid}/events`, z.array(z.unknown()));
      expect(events).toHaveLength(eventLogCount);
      most = Math.max(most, eventLogCount);
    }
    expect(most).toBeGreaterThan(0);
  });

  it('allocations and claims of clients', async () => {
    const { clients } = await answer(
      '/datacap/clients?pageSize=100',
      z.looseObject({
        clients: z.array(
          z.looseObject({ id: z.string(), allocationCount: count, claimCount: count }),
        ),
      }),
    );
    expect(clients.length).toBeGreaterThan(0);
    for (const { id, allocationCount, claimCount } of clients) {
      expect(await totalOf(`/datacap/allocations?pageSize=1&address=${id}`)).toBe(allocationCount);
      expect(await totalOf(`/datacap/claims?pageSize=1&address=${id}`)).toBe(claimCount);
    }
  });

  it('projects of a category: listed, ranked, and with what they hold', async () => {
    const categories = await answer(
      '/dapp/category/list',
      z.array(
        z.object({ category: z.string(), displayName: z.string(), count, rankedCount: count }),
      ),
    );
    expect(categories.length).toBeGreaterThan(0);
    for (const { category, count: n, rankedCount } of categories) {
      expect(await totalOf(`/dapp/info/list?category=${category}`)).toBe(n);
      expect(await totalOf(`/dapp/list?category=${category}`)).toBe(rankedCount);
    }
    const locking = categories.filter(({ category }) => ['defi', 'lsd'].includes(category));
    expect(await totalOf('/stats/defi/list')).toBe(
      locking.reduce((sum, { rankedCount }) => sum + rankedCount, 0),
    );
  });
});
