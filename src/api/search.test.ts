import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountDetailSchema } from '#explorer/account/schema.ts';
import { nameDetailSchema } from '#explorer/name/schema.ts';
import { tipsetDetailSchema } from '#explorer/tipset/schema.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { formatUtc } from '#format/time.ts';
import { revise } from '#store/revise.ts';
import { DemoApi, HEIGHT } from './testing/demo-api.ts';
import { searching } from './testing/searching.ts';

const api = new DemoApi();
const { suggest, brief, search, aToken } = searching(api);

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

describe('times', () => {
  it('find the tipset of then, and say its own time', async () => {
    const { timestamp } = z
      .object({ timestamp: z.number() })
      .parse((await api.get(`/tipset/${HEIGHT - 1}`)).body);
    const own = `${formatUtc(timestamp)} UTC`;
    const later = timestamp + 7;
    const written = formatUtc(later);
    for (const text of [written, `${written} UTC`, String(later), `${later}123`])
      expect(await suggest(text)).toEqual([
        {
          kind: 'tipset',
          id: String(HEIGHT - 1),
          label: own,
          match: 'exact',
          path: `/en/tipset/${HEIGHT - 1}`,
        },
      ]);
    expect(await search(written)).toEqual({ type: 'tipset', height: HEIGHT - 1 });
    // What is before the first tipset, and a number that only could be a height of another age.
    expect(await suggest('2020-01-01')).toEqual([]);
    expect(await suggest('1234567890')).toEqual([]);
  });

  it('that are still to come find the height that is due then', async () => {
    const { timestamp } = z
      .object({ timestamp: z.number() })
      .parse((await api.get(`/tipset/${HEIGHT}`)).body);
    await api.demo.store.db.updateTable('status').set({ state: 'following' }).execute();
    expect(brief(await suggest(String(timestamp + 30 * 2880)))).toEqual([
      `epoch ${HEIGHT + 2880} exact`,
    ]);
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

  it('data cap set aside is found by its number, with the word in front', async () => {
    const { id } = await api.demo.store.db
      .selectFrom('claim')
      .select('id')
      .executeTakeFirstOrThrow();
    for (const text of [`allocation ${id}`, `Claim #${id}`, `分配 ${id}`, `할당${id}`])
      expect(await suggest(text)).toEqual([
        {
          kind: 'allocation',
          id: String(id),
          label: String(id),
          match: 'exact',
          path: `/en/datacap/${id}`,
        },
      ]);
    expect(await suggest('allocation 999999999')).toEqual([]);
    expect(await search(`allocation ${id}`)).toEqual({});
  });

  it('a sector is found with its provider, who numbers it', async () => {
    for (const text of [
      'f01000 sector 7',
      'f01000 扇区 7',
      'F01000 섹터 #7',
      'f01000/7',
      'F01000 / #7',
    ])
      expect(brief(await suggest(text))).toEqual(['sector f01000/7 exact']);
    expect((await suggest('f01000 sector 7'))[0]?.path).toBe(
      '/en/address/f01000?t=sectors&sector=7',
    );
    expect(await suggest('sector 7')).toEqual([]);
    expect(await suggest('f099 sector 7')).toEqual([]);
    expect(await suggest('f099/7')).toEqual([]);
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

  it('are found between the marks of a sentence', async () => {
    const [send] = await api.messages('pageSize=1&method=Send');
    for (const text of ['(f01000).', '“f01000”,', 'f01000;', '<f01000>'])
      expect(brief(await suggest(text))).toEqual(['address f01000 exact']);
    expect(brief(await suggest(`(${send?.cid}).`))).toEqual([`message ${send?.cid} exact`]);
  });

  it('that nobody has are offered, ids that nobody has are not', async () => {
    const nobody = '0x000000000000000000000000000000000000dEaD';
    expect((await suggest(nobody))[0]).toMatchObject({ kind: 'address', match: 'exact' });
    expect(await suggest('f0999999999')).toEqual([]);
  });

  it('of known accounts are found by their names, in the language of the reader', async () => {
    expect(brief(await suggest('Burnt Funds'))).toEqual(['address f099 exact']);
    expect(brief(await suggest('burnt'))[0]).toBe('address f099 word');
    expect(await suggest('销毁', 'zh')).toContainEqual({
      kind: 'address',
      id: 'f099',
      label: '销毁账户',
      match: 'word',
      path: '/zh/address/f099',
    });
    expect(await suggest('소각', 'ko')).toContainEqual(
      expect.objectContaining({ id: 'f099', label: '소각 계정' }),
    );
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

  it('a token is found among any number of others that call themselves the same', async () => {
    const { ethAddress, name } = await aToken();
    const { db } = api.demo.store;
    await sql`
      with others as (
        insert into token select (jsonb_populate_record(t, jsonb_build_object(
          'actor_id', 9000000 + n, 'address', '\\x00' || lpad(to_hex(n), 38, '0'), 'transfer_count', 1))).*
        from token t, generate_series(1, 150) n where t.address = ${fromHex(ethAddress)}
        returning address
      )
      insert into token_metadata
      select (jsonb_populate_record(m, jsonb_build_object('address', others.address))).*
      from token_metadata m, others where m.address = ${fromHex(ethAddress)}`.execute(db);
    // Behind the others, where the database has it last of all.
    for (const table of ['token', 'token_metadata'].map((name) => sql.table(name)))
      await sql`
        with own as (delete from ${table} where address = ${fromHex(ethAddress)} returning *)
        insert into ${table} select * from own`.execute(db);
    await revise(db);
    const [first] = brief(await suggest(name));
    await sql`delete from token_metadata where address in (select address from token where actor_id > 9000000)`.execute(
      db,
    );
    await sql`delete from token where actor_id > 9000000`.execute(db);
    await revise(db);
    expect(first).toBe(`token ${ethAddress} exact`);
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
