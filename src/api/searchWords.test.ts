/** What is found by words that are no identifiers: pages of the site, projects, methods, functions. */
import { describe, expect, it } from 'vitest';
import { accountDetailSchema } from '#explorer/account/schema.ts';
import { writeVerified } from '#explorer/testing/verified.ts';
import { shortText } from '#format/shorten.ts';
import { DemoApi } from './testing/demo-api.ts';
import { searching } from './testing/searching.ts';

const api = new DemoApi();
const { suggest, brief, search, aToken } = searching(api);

describe('words of this site', () => {
  it('pages are found in the words of every language, and in English ones', async () => {
    const found = async (text: string, locale?: string) =>
      (await suggest(text, locale)).filter(({ kind }) => kind === 'page').map(({ path }) => path);
    expect(await found('gas')).toEqual(['/en/stats/gas']);
    expect(await found('mempool')).toEqual(['/en/mempool']);
    expect(await found('Rich list')).toEqual(['/en/rich-list']);
    expect(await found('multisig')).toEqual(['/en/rich-list?actor=multisig']);
    expect(await found('多签', 'zh')).toEqual(['/zh/rich-list?actor=multisig']);
    expect(await found('wallet')).toEqual([
      '/en/rich-list?actor=account',
      '/en/rich-list?actor=multisig',
    ]);
    expect(await found('finality')).toEqual(['/en/wiki/3']);
    expect(await found('fork')).toEqual(['/en/stats/network', '/en/wiki/3']);
    expect(await found('升级', 'zh')).toEqual(['/zh/stats/network']);
    expect(await found('멀티시그', 'ko')).toEqual(['/ko/rich-list?actor=multisig']);
    expect(await found('消息池', 'zh')).toEqual(['/zh/mempool']);
    expect(await found('가스', 'ko')).toEqual(['/ko/stats/gas']);
    expect(await found('mempool', 'ko')).toEqual(['/ko/mempool']);
    // Words that stand apart there are found together too.
    expect(await found('f3 finality')).toEqual(['/en/wiki/3']);
    expect(await found('gas tracker fees')).toEqual(['/en/stats/gas']);
    expect(await found('gas nonsense')).toEqual([]);
    expect(await found('openapi')).toEqual(['/api/v1/docs']);
    expect(await found('内存池', 'zh')).toEqual(['/zh/mempool']);
    expect(await found('랭킹', 'ko')).toEqual(['/ko/ranks/power']);
    expect(await found('leaderboard')).toEqual(['/en/ranks/power']);
    // A single letter is found where it is a whole word.
    expect(await found('딜', 'ko')).toEqual(['/ko/deal']);
    expect(await found('d')).toEqual([]);
    expect(await found('소', 'ko')).toEqual([]);
    expect((await suggest('mempool'))[0]).toMatchObject({ label: 'Mempool', match: 'exact' });
    // What else a page goes by is not all of it: Enter does not lead there unasked.
    expect((await suggest('openapi'))[0]).toMatchObject({ label: 'API reference', match: 'word' });
  });

  it('pages go before all else that is called so, and after it where they are only about it', async () => {
    expect(brief(await suggest('datacap'))).toEqual(['page datacap exact', 'address f07 exact']);
    const { ethAddress } = await aToken();
    expect(brief(await suggest('deals')).slice(0, 2)).toEqual([
      'page deal exact',
      `token ${ethAddress} exact`,
    ]);
    expect(brief(await suggest('power'))).toEqual([
      'page wiki/6 word',
      'address f04 word',
      'page stats/network word',
      'page ranks/power word',
    ]);
    expect(brief(await suggest('rewards'))).toEqual(['page stats/miner word']);
    expect(brief(await suggest('burnt'))).toEqual([
      'address f099 word',
      'page wiki/12#token.burned word',
      'page wiki/12#network.burnt word',
    ]);
    expect(brief(await suggest('f099'))).toEqual(['address f099 exact']);
    expect(brief(await suggest('f3'))[0]).toBe('page wiki/3 word');
    // A whole word for it goes before names that have it, the beginning of one after them.
    expect(brief(await suggest('burn'))).toEqual(['page stats/network word', 'address f099 word']);
    expect(brief(await suggest('bur'))).toEqual(['address f099 word', 'page stats/network word']);
    expect(brief(await suggest('交易', 'zh'))[0]).toBe('page message word');
    expect(brief(await suggest('miner'))[0]).toBe('page ranks/power word');
  });

  it('terms of the glossary are found where no page is about them', async () => {
    const luck = 'wiki/12#provider.luck';
    expect(await suggest('luck')).toEqual([
      {
        kind: 'page',
        id: luck,
        label: 'Luck',
        about: 'Glossary',
        match: 'word',
        path: `/en/${luck}`,
      },
    ]);
    expect(brief(await suggest('luck', 'ko'))).toEqual([`page ${luck} word`]);
    expect((await suggest('행운', 'ko'))[0]?.path).toBe(`/ko/${luck}`);
    expect(brief(await suggest('gas'))).not.toContain('page wiki/12#gas.gas word');
  });

  it('what they are is said in words of the reader, of pages found by another word that word', async () => {
    const about = async (text: string, locale?: string) => {
      const [first] = await suggest(text, locale);
      return [first?.kind, first?.label, first?.about];
    };
    expect(await about('deals')).toEqual(['page', 'Deals', 'Blockchain']);
    expect(await about('订单', 'zh')).toEqual(['page', '存储订单', '区块链']);
    expect(await about('rewards')).toEqual(['page', 'Mining charts', 'block rewards']);
    expect(await about('가스', 'ko')).toEqual(['page', '가스 통계', '차트']);
    expect(await about('Propose')).toEqual(['method', 'Propose', 'messages that call it']);
    expect(await about('Propose', 'zh')).toEqual(['method', 'Propose', '调用该方法的消息']);
    expect((await suggest('f099'))[0]).not.toHaveProperty('about');
  });

  it('projects and methods are found by their names', async () => {
    expect((await suggest('harbor exchange'))[0]).toEqual({
      kind: 'project',
      id: 'defi_exchange',
      label: 'Harbor Exchange',
      about: 'DeFi',
      match: 'exact',
      path: '/en/dapp/defi_exchange',
    });
    expect((await suggest('交易所', 'zh')).map(({ kind }) => kind)).toContain('project');
    const sends = await suggest('send');
    expect(sends[0]).toMatchObject({ kind: 'method', id: 'Send', path: '/en/message?method=Send' });
    expect(brief(await suggest('storage'))).toContain('method PublishStorageDeals word');
    expect(await search('Send')).toEqual({});
  });
});

describe('functions of verified contracts', () => {
  const functionsOf = async (text: string) =>
    (await suggest(text)).filter(({ kind }) => kind === 'function');
  /** Verifies one of the chain's contracts; gives its address. */
  async function verify(offset: number, names: readonly string[]) {
    const { db } = api.demo.store;
    const { actor_id: id, hash } = await db
      .selectFrom('contract')
      .select(['actor_id', (eb) => eb.fn.coalesce('init_hash', 'code_hash').as('hash')])
      .orderBy('actor_id')
      .offset(offset)
      .executeTakeFirstOrThrow();
    if (hash === null) throw new Error('no code');
    const member = (name: string) => ({ name, inputs: [], outputs: [], stateMutability: 'view' });
    await writeVerified(api.demo.store, hash, [
      ...names.map((name) => ({ ...member(name), type: 'function' })),
      { ...member('Sunk'), type: 'event' },
    ]);
    await db
      .updateTable('contract_source')
      .set({ verified_at: 100 + offset })
      .where('hash', '=', hash)
      .execute();
    const { ethAddress } = accountDetailSchema.parse((await api.get(`/address/f0${id}`)).body);
    return ethAddress ?? '';
  }

  it('are found by their whole names, as soon as they are verified', async () => {
    expect(await functionsOf('sinkAnchor')).toEqual([]);
    const first = await verify(0, ['sinkAnchor', '_a$1', 'a/../b', '<b>bold</b>', 'x'.repeat(129)]);
    for (const text of ['sinkAnchor', 'SINKANCHOR'])
      expect(await functionsOf(text)).toEqual([
        {
          kind: 'function',
          id: `sinkAnchor/${first}`,
          label: 'sinkAnchor',
          about: `A · ${shortText('address', first)}`,
          match: 'word',
          path: `/en/address/${first}?t=contract&f=sinkAnchor`,
        },
      ]);
    expect((await functionsOf('_a$1'))[0]?.path).toBe(`/en/address/${first}?t=contract&f=_a%241`);
    // No part of one, no event, and nothing that is no name of a function.
    for (const text of ['sinkAnch', 'Sunk', 'a/../b', '<b>bold</b>', 'x'.repeat(128)])
      expect(await functionsOf(text)).toEqual([]);
    expect(await search('sinkAnchor')).toEqual({});
    const second = await verify(1, ['sinkAnchor', 'raiseAnchor']);
    expect((await functionsOf('raiseAnchor')).map(({ id }) => id)).toEqual([
      `raiseAnchor/${second}`,
    ]);
    expect((await functionsOf('sinkAnchor')).map(({ id }) => id)).toEqual([
      `sinkAnchor/${second}`,
      `sinkAnchor/${first}`,
    ]);
  });
});
