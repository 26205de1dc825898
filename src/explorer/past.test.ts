/**
 * Lists that reorder, and those whose rows have a state, over the demo chain: at any head of the last
 * 900 tipsets they are what they were when it was the head, also where nobody read them then, after a
 * start, and through a fork.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readContent } from '#content/networks.ts';
import { indexDemo, SAMPLE_CONTENT, type DemoIndex } from '#server/testing/demo-index.ts';
import { PAST_TIPSETS } from '#store/undo.ts';
import { createExplorer, type Answer, type Explorer } from './index.ts';
import type { OFFSET_PAGING, PAGING } from './parameters.ts';

/** Heads long before the last ones, of which indexes that end there tell; the first is 900 epochs below, but not 900 tipsets. */
const EARLIER = [520, 1150];
/** Where the index begins that is then followed. */
const BEGUN = 1490;
/** The chain forks soon above it: the block at 1504 is replaced by two tipsets. */
const BEFORE_FORK = 1499;
const AFTER_FORK = 1510;

type Input = z.input<z.ZodObject<typeof PAGING & typeof OFFSET_PAGING>>;
type List = (explorer: Explorer, input: Input) => Promise<Answer<object>>;

const TOKENS = ['f01049', 'f01050'];
const COLLECTIONS = ['f01054', 'f01055', 'f01056'];
const HOLDERS = [
  '0xb524ad15fb26a675fb93b16a5491e2efd530c7e8',
  '0xd5c423468bd83cf7c2cd5005154bb9cd1550842f',
];

const LISTS: Record<string, List> = {
  ...named(
    'rich list',
    ['', 'account', 'storageminer', 'multisig', 'evm'],
    (explorer, actor, input) => explorer.richList.list({ ...input, actor }),
  ),
  ...named('providers by power', ['24h', '7d'], (explorer, duration, input) =>
    explorer.miner.ranking.power({ ...input, duration }),
  ),
  ...named('providers by blocks', ['24h', '30d'], (explorer, duration, input) =>
    explorer.miner.ranking.blocks({ ...input, duration }),
  ),
  'providers by growth': (explorer, input) => explorer.miner.ranking['power-growth'](input),
  ...named('contracts', ['transaction', 'users', 'balance', 'fee'], (explorer, sortBy, input) =>
    explorer.contract.list({ ...input, sortBy }),
  ),
  ...named('contracts of 7 days', ['transaction', 'balance'], (explorer, sortBy, input) =>
    explorer.contract.list({ ...input, sortBy, days: 7 }),
  ),
  tokens: (explorer, input) => explorer.token.erc20List(input),
  collections: (explorer, input) => explorer.token.nftList(input),
  ...named('holders', TOKENS, (explorer, token, input) => explorer.token.holders(token, input)),
  ...named('NFTs', HOLDERS, (explorer, account, input) => explorer.token.nftsOf(account, input)),
  ...named('projects', ['transaction', 'users', 'balance', 'fee'], (explorer, sortBy, input) =>
    explorer.dapp.ranking({ ...input, sortBy }),
  ),
  ...named('DeFi', ['tvl', 'users'], (explorer, sortBy, input) =>
    explorer.dapp.defi({ ...input, sortBy, days: 7 }),
  ),
  // Of these the rows stand where they are, and what is told of them changes.
  deals: (explorer, input) => explorer.deal.list(input),
  pieces: (explorer, input) => explorer.deal.pieces(input),
  allocations: (explorer, input) => explorer.dataCap.allocations(input),
  claims: (explorer, input) => explorer.dataCap.claims(input),
  ...named('NFTs of', COLLECTIONS, (explorer, token, input) => explorer.token.nfts(token, input)),
  ...named('fees', ['24h', '7d'], (explorer, duration, input) =>
    explorer.miner.fees('f01000', { ...input, duration }),
  ),
  ...named('sectors', ['f01077', 'f01080', 'f01083'], (explorer, miner, input) =>
    explorer.sector.list(miner, input),
  ),
  'live sectors': (explorer, input) => explorer.sector.list('f01080', { ...input, status: 'live' }),
  ...named('names held', ['f01036', 'f01040', 'f01042'], (explorer, account, input) =>
    explorer.name.heldBy(account, input),
  ),
  ...named('name actions', ['f01036', 'f01040', 'f01042'], (explorer, account, input) =>
    explorer.name.actionsOf(account, input),
  ),
  registrations: (explorer, input) => explorer.name.registrations(input),
  'data cap': (explorer, input) => explorer.dataCap.clients(input),
  ...named('data cap of', ['f06', 'f01005'], (explorer, account, input) =>
    explorer.dataCap.client(account, input),
  ),
  ...named('data cap beside', ['f06', 'f01007'], (explorer, account, input) =>
    explorer.dataCap.ofAccount(account, input),
  ),
  proposals: (explorer, input) => explorer.wallet.proposals('f01070', input),
  'proposals carried out': (explorer, input) =>
    explorer.wallet.proposals('f01070', { ...input, status: 'executed' }),
  channels: (explorer, input) => explorer.wallet.channels('f01090', input),
  // And here of what stands beside the rows.
  messages: (explorer, input) => explorer.message.list({ ...input, method: 'CreateExternal' }),
  ...named('messages of', ['f0103', 'f01036'], (explorer, account, input) =>
    explorer.account.messages(account, input),
  ),
  ...named('transfers of', ['f01028', 'f01036'], (explorer, account, input) =>
    explorer.account.transfers(account, input),
  ),
  ...named('token transfers of', HOLDERS, (explorer, account, input) =>
    explorer.token.transfersOf(account, input),
  ),
  'token transfers with a balance': (explorer, input) =>
    explorer.token.transfers('f01049', { ...input, userAddress: 'f01036' }),
};

function named(
  what: string,
  choices: readonly string[],
  read: (explorer: Explorer, choice: string, input: Input) => Promise<Answer<object>>,
): Record<string, List> {
  return Object.fromEntries(
    choices.map((choice): [string, List] => [
      `${what} ${choice}`,
      (explorer, input) => read(explorer, choice, input),
    ]),
  );
}

const ROWS = [
  'richList',
  'miners',
  'contractList',
  'tokens',
  'holders',
  'nfts',
  'dappList',
  'defiList',
  'deals',
  'pieces',
  'allocations',
  'claims',
  'costs',
  'sectors',
  'names',
  'actions',
  'clients',
  'changes',
  'proposals',
  'channels',
  'messages',
  'transfers',
];
const nextSchema = z.looseObject({ next: z.string().nullable() });

/** All of a list by its cursors, and all that stands beside the rows; null where there is no such thing yet. */
async function whole(explorer: Explorer, list: List, size: number, head?: string) {
  const rows: unknown[] = [];
  const beside: unknown[] = [];
  for (let before: string | undefined; ;) {
    const input = { head, before, pageSize: size, limit: size };
    const answer = await list(explorer, input).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotFound') return null;
      throw error;
    });
    if (answer === null) return null;
    const { next, ...data } = nextSchema.parse(answer.data);
    expect(head ?? answer.head?.token).toBe(answer.head?.token);
    for (const [name, value] of Object.entries(data))
      if (ROWS.includes(name)) rows.push(...z.array(z.unknown()).parse(value));
      else if (before === undefined) beside.push([name, value]);
    if (next === null) return { rows, beside };
    before = next;
  }
}

type Whole = Awaited<ReturnType<typeof whole>>;

const fresh = ({ store }: DemoIndex): Explorer =>
  createExplorer(store, { contentOf: readContent(SAMPLE_CONTENT) });

/** A price of FIL with every tipset. */
const putPrices = ({ store }: DemoIndex) =>
  sql`insert into price select timestamp, 3 + height % 7 from tipset on conflict do nothing`.execute(
    store.db,
  );

async function readAll(explorer: Explorer, size: number, head?: string) {
  const all = new Map<string, Whole>();
  for (const [name, list] of Object.entries(LISTS))
    all.set(name, await whole(explorer, list, size, head));
  return all;
}

describe('lists at earlier heads', () => {
  /** What they were at each head, by its token. */
  const then = new Map<string, Map<string, Whole>>();
  const left: string[] = [];
  let demo: DemoIndex;

  async function remember(index: DemoIndex): Promise<string> {
    await putPrices(index);
    const explorer = fresh(index);
    const token = (await explorer.network.info()).head?.token ?? '';
    then.set(token, await readAll(explorer, 100));
    return token;
  }

  beforeAll(async () => {
    for (const height of EARLIER) {
      const index = await indexDemo(height);
      await remember(index);
      await index.close();
    }
    demo = await indexDemo(BEGUN);
    await demo.node.advanceTo(BEFORE_FORK);
    await demo.caughtUp();
    let height = BEFORE_FORK;
    for (let token = await remember(demo); height < AFTER_FORK;) {
      const { headHeight } = await demo.node.stepChange();
      await demo.caughtUp();
      if (headHeight <= height) left.push(token);
      height = headHeight;
      token = await remember(demo);
    }
  }, 600_000);
  afterAll(() => demo.close());

  it('have rows, which change', () => {
    const heads = [...then.values()];
    for (const name of Object.keys(LISTS)) {
      const seen = new Set(heads.map((all) => JSON.stringify(all.get(name) ?? null)));
      expect([name, seen.size]).not.toEqual([name, 1]);
    }
    expect(left.length).toBeGreaterThan(0);
    expect(AFTER_FORK - Math.min(...EARLIER)).toBeGreaterThan(PAST_TIPSETS);
  });

  it('are at every earlier head what they were, row for row and figure for figure', async () => {
    const explorer = fresh(demo);
    for (const [token, lists] of then) {
      const whetherLeft = left.includes(token);
      for (const [name, was] of lists) {
        const list = LISTS[name];
        if (!list) throw new Error(name);
        const now = await whole(explorer, list, 7, token).catch((error: Error) => error);
        // Figures of epochs below a head that lost its place may be others on the branch that won.
        if (!whetherLeft) expect([token, name, now]).toEqual([token, name, was]);
        else if (now instanceof Error) expect(now).toMatchObject({ code: 'goneHead' });
        else expect([token, name, now?.rows]).toEqual([token, name, was?.rows]);
      }
    }
  }, 300_000);

  it('have the head itself as it was before it was executed', async () => {
    const explorer = fresh(demo);
    for (const head of then.keys()) {
      if (left.includes(head)) continue;
      const { tipsets } = (await explorer.tipset.list({ head, pageSize: 2 })).data;
      expect(tipsets.map(({ executed }) => executed)).toEqual([false, true]);
      expect(tipsets[0]?.blocks.map(({ reward, tips }) => [reward, tips])).toEqual(
        tipsets[0]?.blocks.map(() => [null, null]),
      );
      for (const { cid } of tipsets[0]?.blocks ?? []) {
        const { data } = await explorer.block.messages(cid, { head });
        expect(data.messages.filter(({ receipt }) => receipt)).toEqual([]);
      }
    }
  });

  it('are read on to the end at a head that lost its place', async () => {
    const explorer = fresh(demo);
    for (const head of left)
      for (const name of ['rich list ', 'tokens', 'holders f01049', 'contracts balance'])
        expect((await whole(explorer, LISTS[name] as List, 3, head))?.rows).toEqual(
          then.get(head)?.get(name)?.rows,
        );
  });
});
