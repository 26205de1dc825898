import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountDetailSchema } from '#explorer/account/schema.ts';
import { messageDetailSchema } from '#explorer/message/schema.ts';
import { DemoApi } from './testing/demo-api.ts';

const api = new DemoApi();

describe('accounts and messages', () => {
  it('finds one account by all of its addresses', async () => {
    const [call] = await api.messages('pageSize=1&method=InvokeContract');
    const account = accountDetailSchema.parse((await api.get(`/address/${call?.to}`)).body);
    const forms = [
      account.id,
      account.robust,
      account.ethAddress,
      account.ethAddress?.toUpperCase().replace('0X', '0x'),
    ];
    for (const form of forms) expect((await api.get(`/address/${form}`)).body).toEqual(account);
    expect((await api.get(`/search?id=${account.ethAddress}`)).body).toMatchObject({
      type: 'address',
    });
  });

  it('finds one message by its CID and its hash, and its parts agree', async () => {
    const [call] = await api.messages('pageSize=1&method=InvokeContract');
    const detail = messageDetailSchema.parse((await api.get(`/message/${call?.cid}`)).body);
    expect((await api.get(`/message/${detail.ethTransactionHash}`)).body).toEqual(detail);
    const others = (await api.get(`/message/${call?.cid}/others`)).body;
    expect(others).toMatchObject({ gasLimit: detail.gasLimit, receipt: detail.receipt });
    const events = z.array(z.unknown()).parse((await api.get(`/message/${call?.cid}/events`)).body);
    expect(events.length).toBe(detail.eventLogCount);
  });
});

/** Wallets and tools in typed languages refuse a whole answer for one null where they expect a text. */
describe('strict clients', () => {
  const hash = z.string().regex(/^0x[0-9a-f]{64}$/);

  it('get a hash, fees and a function of every message that ran', async () => {
    const wire = z.object({
      ethTransactionHash: hash,
      evmMethod: z.string(),
      baseFee: z.string(),
      receipt: z.object({ exitCode: z.int(), return: z.string(), gasUsed: z.int() }),
      transfers: z.array(z.object({ fromId: z.string(), toId: z.string(), value: z.string() })),
    });
    for (const method of await api.methods()) {
      const [item] = await api.messages(`pageSize=1&method=${encodeURIComponent(method)}`);
      const { body } = await api.get(`/message/${item?.cid}`);
      const { ethTransactionHash } = wire.parse(body);
      expect((await api.get(`/message/${ethTransactionHash}`)).body).toEqual(body);
      expect(item?.evmMethod).toEqual(expect.any(String));
    }
  });

  it('get words and decimals with every transfer of a token, an NFT’s too', async () => {
    const wire = z.object({
      evmMethod: z.string(),
      name: z.string(),
      symbol: z.string(),
      decimals: z.int().min(0),
    });
    const { richList } = z
      .object({ richList: z.array(z.object({ address: z.string() })) })
      .parse((await api.get('/rich-list?pageSize=100')).body);
    const types = new Set<string>();
    for (const { address } of richList) {
      const { body } = await api.get(`/address/${address}/token-transfers?pageSize=100`);
      const rows = z.object({ transfers: z.array(wire.extend({ type: z.string() })) }).parse(body);
      for (const { type } of rows.transfers) types.add(type);
    }
    expect([...types]).toEqual(expect.arrayContaining(['ERC20', 'ERC721']));
  });

  it('get a text for the message of every transfer, an empty one where none caused it', async () => {
    const wire = z.object({
      transfers: z.array(z.object({ message: z.string(), type: z.string() })),
    });
    const { body } = await api.get('/address/f02/transfers?pageSize=100');
    const { transfers } = wire.parse(body);
    expect(transfers.find(({ type }) => type === 'reward')?.message).toBe('');
    expect(transfers.length).toBe(100);
  });

  it('find no robust address where there is none', async () => {
    const { body } = await api.get('/address/f099');
    expect(body).not.toHaveProperty('robust');
    expect(body).not.toHaveProperty('robustAddress');
    expect((await api.get('/address/f01000')).body).toHaveProperty('robust');
  });
});

describe('notices', () => {
  const ask = async (path: string, locale = 'en') => {
    const response = await api.fetch(`/../${path}`, { headers: { Locale: locale } });
    return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
  };

  it('answer in the reference’s shapes', async () => {
    const { body } = await ask('blog/list?limit=2', 'zh');
    const { blogs, totalCount } = z
      .object({
        blogs: z.array(
          z.strictObject({
            _id: z.string(),
            title: z.string(),
            category: z.string(),
            publishTime: z.int(),
            content: z.string(),
          }),
        ),
        totalCount: z.int(),
      })
      .parse(body.result);
    expect([blogs.length, totalCount]).toEqual([2, 3]);
    expect(blogs[0]?.title).toBe('什么是演示链');
    expect((await ask(`blog/${blogs[0]?._id}`)).body.result).toMatchObject({
      title: 'What the demo chain is',
      content: expect.stringContaining('**harbor**'),
    });
    expect((await ask('blog/nothing')).status).toBe(404);
    expect((await ask('blog/list?category=bank')).status).toBe(400);
    expect((await ask('blog/category/list', 'ko')).body.result).toContainEqual({
      code: 'announcements',
      categoryCode: 'announcements',
      categoryName: 'announcements',
      displayName: '공지',
    });
    expect((await ask('banner/list')).body.result).toMatchObject([
      { url: '/en/notify/detail/demo-chain', urlZh: '/zh/notify/detail/demo-chain', img: '' },
    ]);
  });
});
