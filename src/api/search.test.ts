import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountDetailSchema } from '#explorer/account/schema.ts';
import { nameDetailSchema } from '#explorer/name/schema.ts';
import { suggestionsSchema } from '#explorer/search/schema.ts';
import { tipsetDetailSchema } from '#explorer/tipset/schema.ts';
import { tokenListSchema } from '#explorer/token/schema.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { writeVerified } from '#explorer/testing/verified.ts';
import { shortText } from '#format/shorten.ts';
import { formatUtc } from '#format/time.ts';
import { DemoApi, HEIGHT } from './testing/demo-api.ts';

const api = new DemoApi();

async function suggest(text: string, locale = 'en', limit = 10) {
  const query = `q=${encodeURIComponent(text)}&limit=${limit}`;
  const { status, body } = await api.get(`/search/suggest?${query}`, { Locale: locale });
  expect(status).toBe(200);
  return suggestionsSchema.parse(body);
}
const brief = (found: Awaited<ReturnType<typeof suggest>>) =>
  found.map(({ kind, id, match }) => `${kind} ${id} ${match}`);
const search = async (text: string) =>
  (await api.get(`/search?id=${encodeURIComponent(text)}`)).body;

/** The most moved token, which says what it is called: by a symbol that a page of this site has too. */
async function aToken() {
  const { body } = await api.get('/token/erc20-list?limit=1');
  const [token] = tokenListSchema.parse(body).tokens;
  if (token === undefined) throw new Error('no token');
  const words = {
    name: 'Plankton Dollar',
    symbol: 'DEALS',
    decimals: int16(18),
    total_supply: null,
  };
  await api.demo.store.db
    .insertInto('token_metadata')
    .values({
      address: fromHex(token.ethAddress),
      ...words,
      asked_height: HEIGHT,
      complete: true,
      checked: null,
      denied: null,
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
  return { ...token, ...words };
}

describe('numbers', () => {
  it('are heights, deals and ids of actors, then beginnings of heights', async () => {
    expect(brief(await suggest('400'))).toEqual(
      expect.arrayContaining(['tipset 400 exact', 'deal 400 exact']),
    );
    expect(brief(await suggest('1000'))[0]).toBe('tipset 1000 exact');
    expect(brief(await suggest('1000'))).toContain('address f01000 word');
    expect(brief(await suggest('1,000'))[0]).toBe('tipset 1000 exact');
    const begun = brief(await suggest('130'));
    expect(begun[0]).toBe('tipset 130 exact');
    expect(begun).toContain(`tipset ${HEIGHT} prefix`);
    expect(brief(await suggest('13'))).not.toContain(`tipset ${HEIGHT} prefix`);
    expect(await suggest('99999999999')).toEqual([]);
  });
});

describe('heights that are still to come', () => {
  it('are found with the time when they are due', async () => {
    const { height, timestamp } = z
      .object({ height: z.number(), timestamp: z.number() })
      .parse((await api.get(`/tipset/${HEIGHT}`)).body);
    const due = formatUtc(timestamp + (2880 + HEIGHT - height) * 30);
    const coming = HEIGHT + 2880;
    expect((await suggest(`epoch ${coming}`, 'zh'))[0]).toEqual({
      kind: 'epoch',
      id: String(coming),
      label: `${due} UTC`,
      match: 'exact',
      path: `/zh/tipset/${coming}`,
    });
    expect(brief(await suggest(String(HEIGHT)))).not.toContain(`epoch ${HEIGHT} exact`);
    expect(await search(String(coming))).toEqual({});
    // A running one writes how it stands when it pleases, and once more as it stops.
    await api.demo.indexer.stop();
    const suggestAtEnd = async () => {
      await api.demo.store.db.updateTable('status').set({ state: 'ended' }).execute();
      return suggest(`epoch ${coming}`);
    };
    await expect.poll(suggestAtEnd, { timeout: 10_000 }).toEqual([]);
  });
});

describe('data and sectors', () => {
  it('a piece is found by its CID, and leads to its deals', async () => {
    const { pieceCid } = z
      .object({ pieceCid: z.string() })
      .parse((await api.get('/deal/400')).body);
    for (const text of [pieceCid, pieceCid.toUpperCase()])
      expect(brief(await suggest(text))).toEqual([`piece ${pieceCid} exact`]);
    expect((await suggest(pieceCid))[0]?.path).toBe(`/en/deal?piece=${pieceCid}`);
    const { body } = await api.get(`/deal/list?piece=${pieceCid}`);
    expect(JSON.stringify(body)).toContain('"id":400');
    expect(await search(pieceCid)).toEqual({});
    const head = [1, 0x81, 0xe2, 3, 0x92, 0x20, 0x20];
    const nobodys = Uint8Array.from([...head, ...Array<number>(32).fill(7)]);
    expect(await suggest(formatCid(nobodys))).toEqual([]);
  });

  it('a sector is found with its provider, who numbers it', async () => {
    for (const text of ['f01000 sector 7', 'f01000 扇区 7', 'F01000 섹터 #7'])
      expect(brief(await suggest(text))).toEqual(['sector f01000/7 exact']);
    expect((await suggest('f01000 sector 7'))[0]?.path).toBe(
      '/en/address/f01000?t=sectors&sector=7',
    );
    expect(await suggest('sector 7')).toEqual([]);
    expect(await suggest('f099 sector 7')).toEqual([]);
  });
});

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
    expect(brief(await suggest('burnt'))).toEqual(['address f099 word']);
    expect(brief(await suggest('f099'))).toEqual(['address f099 exact']);
    expect(brief(await suggest('f3'))[0]).toBe('page wiki/3 word');
    expect(brief(await suggest('销毁', 'zh'))).toEqual([
      'address f099 word',
      'page stats/network word',
    ]);
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

describe('CIDs and hashes', () => {
  it('are found whole, in capitals, and by their beginning', async () => {
    const { blocks } = tipsetDetailSchema.parse((await api.get('/tipset/1000')).body);
    const cid = blocks[0]?.cid ?? '';
    expect(brief(await suggest(cid))).toEqual([`block ${cid} exact`]);
    expect(brief(await suggest(cid.slice(0, 16)))).toContain(`block ${cid} prefix`);
    expect(await suggest('bafy2bzace')).toEqual([]);
    const [call] = await api.messages('pageSize=1&method=InvokeContract');
    if (call === undefined) throw new Error('no call');
    const { ethTransactionHash: hash } = z
      .object({ ethTransactionHash: z.string() })
      .parse((await api.get(`/message/${call.cid}`)).body);
    for (const text of [call.cid, hash, hash.slice(2)])
      expect(brief(await suggest(text))).toEqual([`message ${call.cid} exact`]);
    for (const text of [call.cid.slice(0, 16), hash.slice(0, 10), hash.slice(0, 66 - 1)])
      expect(brief(await suggest(text))).toContain(`message ${call.cid} prefix`);
  });

  it('are those of messages that no Ethereum wallet signed, too', async () => {
    const [deal] = await api.messages('pageSize=1&method=PublishStorageDeals');
    const { ethTransactionHash: hash } = z
      .object({ ethTransactionHash: z.string() })
      .parse((await api.get(`/message/${deal?.cid}`)).body);
    expect(brief(await suggest(hash))).toEqual([`message ${deal?.cid} exact`]);
    expect(brief(await suggest(hash.slice(0, 20)))).toEqual([`message ${deal?.cid} prefix`]);
  });
});

describe('addresses', () => {
  it('are found in every form, and by the beginning of every form', async () => {
    const [call] = await api.messages('pageSize=1&method=InvokeContract');
    const contract = accountDetailSchema.parse((await api.get(`/address/${call?.to}`)).body);
    const { id, ethAddress, address } = contract;
    if (id == null || ethAddress == null) throw new Error('no contract');
    const masked = `0xff${BigInt(id.slice(2)).toString(16).padStart(38, '0')}`;
    for (const text of [id, address, ethAddress, `t${address.slice(1)}`, masked])
      expect(brief(await suggest(text))).toContain(`address ${ethAddress} exact`);
    for (const text of [address.slice(0, 14), ethAddress.slice(0, 10)])
      expect(brief(await suggest(text))).toContain(`address ${ethAddress} prefix`);
    expect(brief(await suggest('f010', 'en', 100))).toContain('address f01000 prefix');
    const [send] = await api.messages('pageSize=1&method=Send');
    const from = send?.from ?? '';
    expect(brief(await suggest(from.slice(0, 8)))).toContain(`address ${from} prefix`);
  });

  it('that nobody has are offered, ids that nobody has are not', async () => {
    const nobody = '0x000000000000000000000000000000000000dEaD';
    expect((await suggest(nobody))[0]).toMatchObject({ kind: 'address', match: 'exact' });
    expect(await suggest('f0999999999')).toEqual([]);
  });

  it('of known accounts are found by their names, in the language of the reader', async () => {
    expect(brief(await suggest('Burnt Funds'))).toEqual(['address f099 exact']);
    expect(brief(await suggest('burnt'))).toEqual(['address f099 word']);
    expect((await suggest('销毁', 'zh'))[0]).toMatchObject({
      id: 'f099',
      label: '销毁账户',
      path: '/zh/address/f099',
    });
    expect((await suggest('소각', 'ko'))[0]).toMatchObject({ id: 'f099', label: '소각 계정' });
    expect(await search('Burnt Funds')).toEqual({ type: 'address', address: 'f099' });
  });
});

describe('names and tokens', () => {
  it('names are found by their beginning, with the suffix only whole', async () => {
    expect(brief(await suggest('KELP'))).toContain('name kelp.fil exact');
    expect((await suggest('kelp.fil'))[0]).toEqual({
      kind: 'name',
      id: 'kelp.fil',
      label: 'kelp.fil',
      match: 'exact',
      path: '/en/fns/name/kelp.fil',
    });
    expect(brief(await suggest('kel'))).toContain('name kelp.fil prefix');
    expect(brief(await suggest('ke'))).not.toContain('name kelp.fil prefix');
    expect(await suggest('kel.fil')).toEqual([]);
  });

  it('a name stands for the address that it leads to', async () => {
    const name = nameDetailSchema.parse((await api.get('/name/kelp.fil')).body);
    expect(name.resolvedAddress).not.toBeNull();
    expect(await search('Kelp.fil')).toEqual({ type: 'address', address: name.resolvedAddress });
    expect(await search('nobody-has-this.fil')).toEqual({});
    const account = (await api.get(`/address/${name.resolvedAddress}`)).body;
    expect((await api.get('/address/KELP.fil')).body).toEqual(account);
    expect((await api.get('/address/nobody-has-this.fil')).status).toBe(404);
  });

  it('tokens are found by name, symbol and address', async () => {
    const { address, ethAddress, name, symbol } = await aToken();
    for (const text of [name, symbol, symbol.toLowerCase(), ethAddress])
      expect(brief(await suggest(text))).toContain(`token ${ethAddress} exact`);
    expect(brief(await suggest(name.slice(0, 3)))).toContain(`token ${ethAddress} prefix`);
    expect((await suggest(name))[0]?.label).toContain(symbol);
    expect(await search(name)).toEqual({ type: 'address', address });
  });
});

describe('links of explorers', () => {
  it('lead to the same thing here', async () => {
    expect(brief(await suggest('https://filfox.info/en/tipset/1000'))).toEqual(
      expect.arrayContaining(['tipset 1000 exact']),
    );
    expect(brief(await suggest('https://filfox.info/en/deal/400?x=1'))).toEqual(['deal 400 exact']);
    expect(await search('https://filfox.info/en/deal/400')).toEqual({});
    expect(await search('https://filscan.io/en/height/1000/')).toEqual({
      type: 'tipset',
      height: 1000,
    });
    const { ethAddress } = await aToken();
    expect(brief(await suggest(`https://filecoin.blockscout.com/token/${ethAddress}`))).toContain(
      `token ${ethAddress} exact`,
    );
  });

  it('of another network lead nowhere', async () => {
    expect(await suggest('https://calibration.filfox.info/en/tipset/1000')).toEqual([]);
    expect(await search('https://calibration.filfox.info/en/tipset/1000')).toEqual({});
  });
});

it('gives at most as many as asked for', async () => {
  expect(await suggest('100', 'en', 2)).toHaveLength(2);
  expect((await api.get('/search/suggest?q=100&limit=0')).status).toBe(400);
  expect((await api.get('/search/suggest?q=%20')).body).toEqual([]);
});
