import { setOwner, testOwners } from '#claims/testing/owners.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLAIM_CALLS } from './claims.ts';
import { DemoApi, errorSchema, expectShape } from './testing/demo-api.ts';

const api = new DemoApi();
const { f1, f3, f410 } = testOwners(7);
const [MESSAGE, CREATE] = CLAIM_CALLS;

beforeEach(() => setOwner(api.demo.store.db, 1000, f1));

async function post(path: string, body: unknown, locale = 'en') {
  const response = await api.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', locale },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  expect(response.headers.get('cache-control')).toBe('no-store');
  const schema = CLAIM_CALLS.find((call) => call.path === path)?.schema;
  if (response.status === 200 && schema !== undefined) expectShape(schema, answer);
  return { status: response.status, answer };
}

const told = z.looseObject({
  status: z.int(),
  error: z.string().nullable(),
  field: z.string().nullable(),
  data: z.looseObject({ message: z.string(), addressToSign: z.string() }).nullable(),
});
const ask = async (path: string, body: unknown, locale = 'en') =>
  told.parse((await post(path, body, locale)).answer);
const messagePath = MESSAGE?.path ?? '';
const createPath = CREATE?.path ?? '';
const GIVEN = { address: 'f01000', en: 'Tide Pool', contact: 'ops@tide.example' };

describe('names that owners sign', () => {
  it.each([f1, f3, f410])('by the requests of other explorers’ clients, %#', async (owner) => {
    await setOwner(api.demo.store.db, 1000, owner);
    const { status, data } = await ask(messagePath, { address: 'f01000' });
    expect([status, data?.addressToSign]).toEqual([0, owner.text]);
    const signature = owner.sign(data?.message ?? '');
    expect(await ask(createPath, { ...GIVEN, zh: null, signature })).toEqual({
      status: 0,
      error: null,
      field: null,
      data: null,
    });
    const again = await ask(messagePath, { address: 'f01000' });
    expect(again.data).toMatchObject({ names: { en: 'Tide Pool' } });
    expect(JSON.stringify(again)).not.toContain('tide.example');
    const { body } = await api.get('/address/f01000', { Locale: 'zh' });
    expect(body).toMatchObject({
      tag: { name: 'Tide Pool', signed: true, signedBy: owner.text },
    });
    expect(JSON.stringify(body)).not.toContain('tide.example');
  });

  it('say what is wrong by a number, in words and by the field, in the language asked for', async () => {
    const missing = await ask(createPath, { address: 'f01000' });
    expect(missing).toMatchObject({ error: 'Please input English name', field: 'en', data: null });
    expect(missing.status).toBeGreaterThan(0);
    expect(await ask(createPath, { address: 'f01000' }, 'zh')).toMatchObject({
      status: missing.status,
      error: '请输入英文名称',
    });
    const { data } = await ask(messagePath, { address: 'f01000' });
    const other = await ask(createPath, { ...GIVEN, signature: f1.sign(`${data?.message} `) });
    expect(other).toMatchObject({ field: 'signature', error: expect.stringMatching(/message/) });
    expect(await ask(messagePath, { address: 'f099' })).toMatchObject({
      field: null,
      error: expect.stringMatching(/storage providers/),
    });
  });

  it('refuse a body that is none', async () => {
    for (const path of [messagePath, createPath])
      for (const body of ['', '{', '[]', 'null', '"x"', '{"address":1}', '{"en":"x"}', '\0']) {
        const { status, answer } = await post(path, body);
        expect([body, status]).toEqual([body, 400]);
        errorSchema.parse(answer);
      }
    expect((await post(createPath, { ...GIVEN, en: 'x'.repeat(3000) })).status).toBe(400);
    expect((await post(createPath, { ...GIVEN, en: { toString: 1 } })).status).toBe(400);
    const odd = { length: { toString: null, valueOf: null } };
    expect((await post(createPath, { ...GIVEN, en: odd })).status).toBe(400);
    expect(api.failures).toEqual([]);
  });

  it('are asked for by POST only', async () => {
    const response = await api.fetch(createPath);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('stand in the document with their bodies', async () => {
    const response = await api.fetch('/docs/openapi.json');
    const { paths } = z
      .looseObject({ paths: z.record(z.string(), z.unknown()) })
      .parse(await response.json());
    expect(paths[`/api/v1${createPath}`]).toMatchObject({
      post: {
        requestBody: { content: { 'application/json': { schema: expect.anything() } } },
        responses: { 200: expect.anything(), 413: expect.anything(), 429: expect.anything() },
      },
    });
    expect(await (await api.fetch('/docs')).text()).toContain('Body, JSON');
  });
});
