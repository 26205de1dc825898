import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DemoApi, errorSchema } from './testing/demo-api.ts';

const api = new DemoApi();
/** Beside /api/v1. */
const ask = (path: string) => api.get(`/..${path}`);

const PLANKTON = '0xB524aD15fb26a675fb93b16A5491e2eFD530c7E8';
const transaction = z.strictObject({
  blockNumber: z.int(),
  type: z.string(),
  name: z.string().nullable(),
  owner: z.string(),
  expires: z.int().nullable(),
  transactionHash: z.string().regex(/^0x[0-9a-f]{64}$/),
});
const wrapped = <T extends z.ZodType>(data: T) =>
  z.strictObject({ data, code: z.literal(0), message: z.string() });

describe('the name service’s own calls', () => {
  it('list registrations, newest first', async () => {
    const { status, headers, body } = await ask('/registration/list?page=0&pageSize=2');
    expect(status).toBe(200);
    expect(headers.get('x-head')).toMatch(/^1300:/);
    const { data } = wrapped(z.strictObject({ total: z.int(), list: z.array(transaction) })).parse(
      body,
    );
    expect(data.total).toBe(4);
    expect(data.list.map(({ name, type }) => [name, type])).toEqual([
      ['windward.fil', 'NameRegistered'],
      ['seagrass.fil', 'NameRegistered'],
    ]);
    const second = await ask('/registration/list?page=1&pageSize=2');
    expect(second.body).toMatchObject({
      data: { list: [{ name: 'kelp.fil' }, { name: 'plankton.fil', owner: PLANKTON }] },
    });
  });

  it('tell until when a name is held now: list, page, CSV and this dialect alike', async () => {
    const listed = z
      .object({
        actions: z.array(
          z.looseObject({
            name: z.string(),
            expires: z.int(),
            registeredUntil: z.int(),
            status: z.string().nullable(),
          }),
        ),
      })
      .parse((await api.get('/name/list')).body).actions;
    const csv = await (await api.fetch('/name/list.csv')).text();
    const here = wrapped(z.object({ list: z.array(transaction) })).parse(
      (await ask('/registration/list')).body,
    ).data.list;
    for (const { name, expires, status } of listed) {
      expect((await api.get(`/name/${name}`)).body).toMatchObject({ expires, status });
      expect(csv.split('\n').find((line) => line.includes(name))).toContain(String(expires));
      expect(here.find((row) => row.name === name)).toMatchObject({ expires });
    }
    // It was registered until then, and renewed.
    const renewed = listed.find(({ name }) => name === 'plankton.fil');
    expect(renewed?.registeredUntil).toBe(1850361718);
    expect(renewed?.expires).toBeGreaterThan(1850361718);
  });

  it('find what an address calls itself', async () => {
    const found = await ask(`/name/find?address=${PLANKTON.toLowerCase()}`);
    expect(found.body).toMatchObject({ data: { owner: PLANKTON, name: 'plankton.fil' } });
    const other = await ask('/name/find?address=0x2246718eD45dc36C0FA0A03bB2895553B7BcD75F');
    expect(other.body).toMatchObject({ data: { owner: '', name: '' } });
  });

  it('tell what an address did', async () => {
    const { body } = await ask(`/address/transactions?address=${PLANKTON}`);
    const { data } = wrapped(z.array(transaction)).parse(body);
    expect(data.map(({ type }) => type)).toEqual([
      'NameRenewed',
      'NameChanged',
      'AddressChanged',
      'NameRegistered',
    ]);
    expect(data.at(-1)).toMatchObject({ blockNumber: 804, expires: 1850361718 });
  });

  it('rank nobody by invitations, of which the chain knows nothing', async () => {
    const { status, body } = await ask('/fns/inviteRanking?pageSize=3');
    expect([status, body]).toEqual([200, { data: { records: [] }, code: 0, message: 'success' }]);
  });

  it('refuse what is no address with words', async () => {
    for (const path of [
      '/name/find?address=abc',
      '/address/transactions',
      '/registration/list?page=x',
    ]) {
      const { status, body } = await ask(path);
      expect([path, status]).toEqual([path, 400]);
      errorSchema.parse(body);
    }
  });
});
