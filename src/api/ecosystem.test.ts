/** Projects and merchants of the demo chain's first day against the chain's own rows. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundledContent } from '#content/networks.ts';
import { useBefore, usersBefore } from '#explorer/dapp/use.ts';
import {
  dappInfoSchema,
  dappRankingSchema,
  dappsSchema,
  defiInfoSchema,
  defiListSchema,
  defiStatsSchema,
} from '#explorer/dapp/schema.ts';
import { createExplorer } from '#explorer/index.ts';
import { counterAt } from '#explorer/paging.ts';
import { atPresent } from '#explorer/past.ts';
import { settingOf } from '#explorer/setting.ts';
import { overviewSchema } from '#explorer/network/schema.ts';
import { tokenHoldingsSchema } from '#explorer/token/schema.ts';
import { merchantSchema } from '#explorer/merchant/schema.ts';
import { look } from '#explorer/view.ts';
import { DemoApi, HEIGHT } from './testing/demo-api.ts';

const api = new DemoApi();
const WFIL = '0x7ce9a4ce26b6669562bbc6f623a7f5e17237c24d';
const Account = z.object({ id: z.string(), balance: z.string() });
const account = async (address: string) =>
  Account.parse((await api.get(`/address/${address}`)).body);
const ranking = async (query: string) =>
  dappRankingSchema.parse((await api.get(`/dapp/list?${query}`)).body);
const defi = async (query = '') =>
  defiListSchema.parse((await api.get(`/stats/defi/list?${query}`)).body);

const names = [
  '0x8f3f30caefc38767664d7af6c651ae6d7285ed23',
  '0xcd9b6e4e81d49c089da95ce34f6c4eacdab72ffd',
  '0xe3b13ccf1b073feb0a92390df0399102c22a11b8',
  '0x14543252a66e3aa0ac55a3f72d3fa284b318f04e',
  '0x4a1f59db821b8dfbf06fdcf8fee5dd3053a31cfa',
];

describe('projects', () => {
  it('are used as their contracts are, a user of several counted once', async () => {
    const ids = (await Promise.all(names.map(account))).map(({ id }) => Number(id.slice(2)));
    const { rows } = await sql<{ calls: number; users: number; fees: string }>`
      select count(*)::int as calls, count(distinct from_id)::int as users,
        sum(base_fee_burn + over_estimation_burn + miner_tip) as fees
      from execution where method = 3844450837 and to_id = any(${ids}::int8[])`.execute(
      api.demo.store.db,
    );
    const own = (await ranking('days=1')).dappList.find(({ key }) => key === 'names');
    expect(own?.invokeCount.data).toBe(rows[0]?.calls);
    expect(own?.userCount.data).toBe(rows[0]?.users);
    expect(own?.totalFee.data.$numberDecimal).toBe(rows[0]?.fees);
    expect(own?.invokeCount.data).toBeGreaterThan(own?.userCount.data ?? 0);
    // The chain is younger than a day: there is nothing to compare with.
    expect(own?.invokeCount.changeRate).toBeNull();
  });

  it('had users in the window before, each counted once, where the index has all of it', async () => {
    const hours = 3;
    const ids = (await Promise.all([WFIL, ...names].map(account))).map(({ id }) =>
      Number(id.slice(2)),
    );
    const groups = [[ids[0] ?? 0], ids.slice(1), []];
    const { data } = await look(api.demo.store, settingOf(api.demo.store), async (now) => {
      const view = atPresent(now);
      const use = await useBefore(view, ids, hours);
      return {
        hour: await counterAt(view, 'contracts:hour'),
        users: use && (await usersBefore(view, groups, use, hours)),
        // Twice this long is longer than the chain.
        longer: await useBefore(view, ids, 6),
      };
    });
    const from = (data.hour - 2 * hours + 1) * 3600;
    const counted = groups.map(async (group) => {
      const { rows } = await sql<{ users: number }>`
        select count(distinct from_id)::int as users from execution
        where method = 3844450837 and to_id = any(${group}::int8[])
          and timestamp >= ${from} and timestamp < ${from + hours * 3600}`.execute(
        api.demo.store.db,
      );
      return rows[0]?.users;
    });
    expect(data.users).toEqual(await Promise.all(counted));
    expect(data.users?.[1]).toBeGreaterThan(0);
    expect(data.longer).toBeNull();
  });

  it('have no use where none of their contracts are listed', async () => {
    const content = bundledContent()('harbor');
    const ecosystem = content.ecosystem.map((project) => ({ ...project, contracts: [] }));
    const contentOf = () => ({ ...content, ecosystem });
    const { data } = await createExplorer(api.demo.store, { contentOf }).dapp.info('names');
    expect(dappInfoSchema.parse(data)).toMatchObject({ contractAddressList: [], figures: null });
  });

  it('are listed to the end by cursor', async () => {
    const list = async (query: string) =>
      dappsSchema.parse((await api.get(`/dapp/info/list?${query}`)).body);
    const all = await list('limit=100');
    const first = await list('limit=2');
    const rest = await list(`limit=100&before=${first.next}`);
    expect([...first.dappList, ...rest.dappList]).toEqual(all.dappList);
    expect([all.next, rest.next, all.dappList.length]).toEqual([null, null, all.totalCount]);
  });

  it('are ranked, filtered and paged', async () => {
    const all = await ranking('sortBy=users');
    const users = all.dappList.map((own) => own.userCount.data);
    expect(users).toEqual([...users].sort((a, b) => b - a));
    for (const { key, balance, userCount, invokeCount, totalFee } of all.dappList) {
      const info = dappInfoSchema.parse((await api.get(`/dapp/info/${key}`)).body);
      expect(info.figures).toEqual({ balance, userCount, invokeCount, totalFee });
    }
    expect(all.dappList.map(({ rank }) => rank)).toEqual(users.map((_, index) => index + 1));
    const first = await ranking('sortBy=users&limit=2');
    const second = await ranking(`sortBy=users&limit=100&before=${first.next}`);
    expect([...first.dappList, ...second.dappList]).toEqual(all.dappList);
    const { dappList: bare } = await ranking('sortBy=users&withoutChangeRate=true');
    expect(bare.map(({ key, totalFee }) => [key, totalFee])).toEqual(
      all.dappList.map(({ key, totalFee }) => [key, { ...totalFee, changeRate: null }]),
    );
    const nfts = await ranking('category=nft&days=7');
    expect(nfts.dappList.map(({ key }) => key).sort()).toEqual(['old-maps', 'shells']);
    for (const query of ['category=bank', 'days=2', 'sortBy=name'])
      expect((await api.get(`/dapp/list?${query}`)).status).toBe(400);
  });
});

describe('DeFi', () => {
  it('locks the FIL and the wrapped FIL of its contracts', async () => {
    const holders = [
      '0xFf81b200E2F2B24481d9B1da0DD481F25e1Cbb97',
      '0x90f1af0f62305a2d1f1b32ab28c87e6ee3b90a4e',
      '0xde91eD1aF53A62618F88b7ce536fc560C6ACe809',
    ];
    let held = 0n;
    for (const holder of holders) {
      held += BigInt((await account(holder)).balance);
      const { body } = await api.get(`/address/${holder}/token-holdings`);
      for (const token of tokenHoldingsSchema.parse(body).ercTwentyList.tokenList)
        if (token.tokenEthAddress.toLowerCase() === WFIL) held += BigInt(token.balance);
    }
    const info = defiInfoSchema.parse((await api.get('/stats/defi/info/exchange')).body);
    expect(BigInt(info.tokens.amount ?? 0)).toBe(held);
    // Clients show `data` as FIL without a conversion.
    expect(info.tokens.data).toBeCloseTo(Number(held) / 1e18, 6);
    expect(held).toBeGreaterThan(0n);
    const staked = BigInt((await account('0x0257150f75e4ef862df84812ca7aebadaa61ace2')).balance);
    const list = await defi();
    expect(list.totalTokens).toBe((held + staked).toString());
    expect([list.totalTvl, list.defiList[0]?.tvl.data]).toEqual([null, null]);
    expect(list.defiList.map(({ rank }) => rank)).toEqual([0, 1]);
    expect(list.defiList.find(({ defi: key }) => key === info.defi)?.name).toBe(info.name);
    expect((await api.get('/stats/defi/info/names')).status).toBe(404);
  });

  it('has a history that is what the states were', async () => {
    const stats = defiStatsSchema.parse(
      (await api.get('/stats/defi/overall-statistics?duration=24h&samples=24')).body,
    );
    const last = (await defi()).totalTokens;
    expect(stats.at(-1)?.tvlAmount).toBe(last);
    expect(stats.at(-1)?.tvlToken).toBeCloseTo(Number(last) / 1e18, 6);
    expect(stats[0]).toMatchObject({ tvlToken: 0, tvlAmount: '0' });
    // The last sample but one of 48 in a day. Only one pool has wrapped FIL.
    const height = HEIGHT - 60;
    const { rows } = await sql<{ locked: string }>`
      select (
        select coalesce(sum(balance), 0) from (
          select distinct on (actor_id) balance from balance
          where actor_id in (select id from actor where delegated in (
            select '\\x040a'::bytea || decode(t, 'hex') from unnest(${[
              '0257150f75e4ef862df84812ca7aebadaa61ace2',
              'ff81b200e2f2b24481d9b1da0dd481f25e1cbb97',
              '90f1af0f62305a2d1f1b32ab28c87e6ee3b90a4e',
              'de91ed1af53a62618f88b7ce536fc560c6ace809',
            ]}::text[]) as t
          )) and height < ${height} order by actor_id, height desc
        ) b
      ) + (
        select coalesce(sum(case when to_addr = p.holder then value else 0 end
          - case when from_addr = p.holder then value else 0 end), 0)
        from token_transfer, (select decode('ff81b200e2f2b24481d9b1da0dd481f25e1cbb97', 'hex') as holder) p
        where token_id = (select actor_id from token where wrapped) and height < ${height}
      ) as locked`.execute(api.demo.store.db);
    const samples = await api.demo.explorer.dapp.defiStats({ duration: '24h', samples: 48 });
    const sample = samples.data.at(-2);
    expect(sample?.tvlAmount).toBe(rows[0]?.locked);
  });
});

describe('dollars', () => {
  it('are of the price that was known at the head, in every answer', async () => {
    const { head } = await api.demo.explorer.network.info();
    const overview = async () => overviewSchema.parse((await api.get('/overview')).body);
    const { timestamp } = await overview();
    const put = (at: number, price: string) =>
      api.demo.store.db.insertInto('price').values({ at, price }).execute();
    await put(timestamp - 90_000, '2');
    await put(timestamp - 40_000, '2.2');
    await put(timestamp - 60, '2.5');
    // What was told since is the price of later heads.
    await put(timestamp + 1, '9');
    expect(await overview()).toMatchObject({ price: 2.5, priceChangePercentage: 0.25 });
    const list = await defi(`head=${head?.token}`);
    const locked = Number(list.totalTokens) / 1e18;
    expect(list.totalTvl).toBeCloseTo(locked * 2.5, 6);
    const each = list.defiList.map(({ tvl }) => tvl.data ?? 0);
    expect(each.reduce((sum, own) => sum + own)).toBeCloseTo(locked * 2.5, 6);
    for (const own of list.defiList) {
      const info = defiInfoSchema.parse((await api.get(`/stats/defi/info/${own.defi}`)).body);
      expect(info.tvl.data).toBe(own.tvl.data);
    }
    const stats = defiStatsSchema.parse((await api.get('/stats/defi/overall-statistics')).body);
    expect(stats.at(-1)?.totalLiquidityUSD).toBe(list.totalTvl);
    // An older sample is of its own time's price, of which six hours later none is known.
    const priced = (await api.get('/stats/defi/overall-statistics?duration=24h&samples=48')).body;
    const prices = defiStatsSchema.parse(priced).map((sample) => {
      const age = timestamp - sample.timestamp / 1000;
      const price = age <= 60 ? 2.5 : age <= 40_000 && age >= 40_000 - 6 * 3600 ? 2.2 : null;
      expect(sample.totalLiquidityUSD).toBe(price && (sample.tvlToken ?? 0) * price);
      return price;
    });
    expect(new Set(prices)).toEqual(new Set([null, 2.2, 2.5]));
    await api.demo.store.db.deleteFrom('price').execute();
    expect((await defi()).totalTvl).toBeNull();
  });
});

describe('merchants', () => {
  it('are what their providers are', async () => {
    const merchant = merchantSchema.parse((await api.get('/merchant/tide-works')).body);
    const power = await Promise.all(
      ['f01000', 'f01080'].map(async (miner) => {
        const { body } = await api.get(`/miner/${miner}/brief`);
        return BigInt(z.object({ qualityAdjPower: z.string() }).parse(body).qualityAdjPower);
      }),
    );
    // The most power first.
    expect(merchant.miners.map(({ id }) => id)).toEqual(['f01000', 'f01080']);
    expect(BigInt(merchant.miners[0]?.qualityAdjPower ?? 0)).toBeGreaterThan(power[1] ?? 0n);
    expect(BigInt(merchant.totalQualityAdjPower)).toBe(power.reduce((a, b) => a + b));
    expect(merchant.miningMachines.map((machine) => machine.transparencyRating)).toEqual([3.75, 0]);
    const stats = z
      .array(z.object({ qualityAdjPower: z.string() }))
      .parse((await api.get('/merchant/tide-works/power-stats')).body);
    expect(stats.at(-1)?.qualityAdjPower).toBe(merchant.totalQualityAdjPower);
    expect((await api.get('/merchant/nobody')).status).toBe(404);
    // Its providers are known by it everywhere.
    const tag = z.object({ tag: z.object({ name: z.string(), merchant: z.string() }) });
    const known = await api.get('/address/f01080', { Locale: 'ko' });
    expect(tag.parse(known.body).tag).toMatchObject({ name: 'Tide Works', merchant: 'tide-works' });
  });
});

it('takes both codes of Oceania wherever a continent is asked for', async () => {
  for (const list of ['/space-race/entities', '/miner/list/power', '/miner/top-miners/blocks']) {
    const [oc, oa, none] = await Promise.all(
      ['OC', 'OA', 'XX'].map((code) => api.get(`${list}?continent=${code}`)),
    );
    expect([oc?.status, none?.status]).toEqual([200, 400]);
    expect(oa?.body).toEqual(oc?.body);
  }
});
