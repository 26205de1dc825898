import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, ENDPOINTS } from './endpoints.ts';
import { VERIFY_CALL } from './verify.ts';
import { DemoApi, errorSchema, expectShape, join } from './testing/demo-api.ts';
import { HOSTILE } from './testing/hostile.ts';

const api = new DemoApi();

/** What no call can make sense of. */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  pageSize: ['0', '-1', '1.5', '1e2', 'x', ' 1', '0x10', 'null'],
  limit: ['0', '-1', 'x'],
  page: ['-1', '0.5', 'x', 'true'],
  offset: ['-1', 'x'],
  before: ['x', '-1', '9999999999999999', '1.2.3.4', `1300:${'0'.repeat(31)}.1`],
  head: ['x', '1300', `1300:${'g'.repeat(32)}`, `-1:${'0'.repeat(32)}`],
  type: ['Send', '0'],
  actor: ['cron', 'Account'],
  count: ['0', '-3', 'x'],
  duration: ['2h', '24H', '0'],
  continent: ['XX', 'eu'],
  height: ['-1', 'x'],
  status: ['gone'],
  sector: ['-1', 'x'],
  piece: ['x', 'f0100', 'baga'],
  sortBy: ['size', 'constructor'],
  days: ['0', '2', '366', 'x'],
  startDate: ['2026-13-01', '2026-02-30', 'x'],
  endDate: ['20260101', 'x'],
  startHeight: ['-1', '1.5', 'x'],
  endHeight: ['-1', 'x'],
  counterparty: ['x', 'f09007199254740991'],
  minValue: ['-1', '1.5', '0x1', '1e9'],
  maxValue: ['-1', 'x'],
  category: ['x', 'toString'],
  verified: ['x', 'yes'],
  withoutChangeRate: ['x', '2', 'constructor'],
  metric: ['x'],
  samples: ['0', '-1', 'x'],
};

/** Fields with an address, and where the same account's other form stands beside it. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  address: ['id', 'addressId', 'idAddress'],
  token: ['tokenActorId'],
  tokenAddress: ['tokenActorId'],
  ...Object.fromEntries(
    ['client', 'creator', 'from', 'miner', 'owner', 'payer', 'provider', 'to'].map((name) => [
      name,
      [`${name}Id`],
    ]),
  ),
};

/** Fields of an answer whose account has no other form beside it. What is decoded is the chain's own. */
function oneFormOnly(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const own = Object.entries(body).filter(([name]) => !name.startsWith('decoded'));
  const bare = own.filter(
    ([name, value]) =>
      typeof value === 'string' &&
      /^f[0-4]\w+$/.test(value) &&
      FORMS[name]?.some((other) => other in body) === false,
  );
  return [...bare.map(([name]) => name), ...own.flatMap(([, value]) => oneFormOnly(value))];
}

/** Parameters that a refusal calls by their name. */
const NAMED: ReadonlySet<string> = new Set([
  'pageSize',
  'limit',
  'page',
  'offset',
  'count',
  'samples',
  'duration',
  'withoutChangeRate',
  'verified',
  'startHeight',
  'endHeight',
  'counterparty',
  'minValue',
  'maxValue',
]);

describe.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (path, endpoint) => {
    const at = (part: string) => path.replace(/\{\w+\}/, encodeURIComponent(part));

    it('answers in its shape', async () => {
      const parts = await api.samples(endpoint);
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts) {
        const { status, headers, body } = await api.get(at(part));
        expect([status, at(part)]).toEqual([200, at(part)]);
        expectShape(endpoint.schema, body);
        expect(headers.get('content-type')).toBe('application/json');
        const head = /mempool|pending/.test(path)
          ? /^1300:[0-9a-f]{32}:\d+$/
          : /^1300:[0-9a-f]{32}$/;
        expect(headers.get('x-head')).toMatch(head);
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('cache-control')).toMatch(keepingOf(endpoint));
      }
    });

    it('gives both forms of an address', async () => {
      if (path === '/search') return;
      for (const part of (await api.samples(endpoint)).slice(0, 12))
        expect(oneFormOnly((await api.get(at(part))).body)).toEqual([]);
    });

    it('says where a list goes on, and what its messages can be filtered by', async () => {
      const [part = ''] = await api.samples(endpoint);
      const { body } = await api.get(at(part));
      const told = new Set(Object.keys(body ?? {}));
      if (told.has('totalCount') && endpoint.rows !== undefined) {
        expect(told).toContain('next');
        expect(endpoint.query).toEqual(expect.arrayContaining(['before', 'head']));
      }
      // Those of one tipset are not filtered by method.
      if (told.has('messages') && path !== '/tipset/{height}/messages')
        expect(told).toContain('methods');
    });

    it('refuses hostile parts of the path with words, never with 500', async () => {
      if (endpoint.part === undefined) return;
      for (const text of HOSTILE) {
        const url = `${path.replace(/\{\w+\}/, () => encodeHostile(text))}`;
        const response = await api.fetch(url);
        const body: unknown = await response.json();
        expect([200, 400, 404], `${url}: ${JSON.stringify(body)}`).toContain(response.status);
        if (response.status === 200) expectShape(endpoint.schema, body);
        else expect(errorSchema.parse(body).statusCode).toBe(response.status);
      }
      expect(api.failures).toEqual([]);
    });

    it('refuses hostile parameters with words, never with 500', async () => {
      const [part = ''] = (await api.samples(endpoint)).slice(-1);
      for (const name of endpoint.query)
        for (const text of HOSTILE) {
          const { status, body } = await api.get(`${at(part)}?${name}=${encodeHostile(text)}`);
          const where = `${path} ${name}=${JSON.stringify(text)}: ${JSON.stringify(body)?.slice(0, 200)}`;
          expect([200, 400, 404, 410], where).toContain(status);
          if (status === 200) expectShape(endpoint.schema, body);
          else expect(errorSchema.parse(body).statusCode).toBe(status);
        }
      expect(api.failures).toEqual([]);
    });

    it('refuses what its parameters cannot be, whatever it is asked of', async () => {
      const parts = await api.samples(endpoint);
      for (const part of parts.slice(0, 12))
        for (const name of endpoint.query)
          for (const value of IMPOSSIBLE[name] ?? []) {
            const url = `${at(part)}?${name}=${encodeURIComponent(value)}`;
            const { status, body } = await api.get(url);
            expect([url, status]).toEqual([url, 400]);
            const { message } = errorSchema.parse(body);
            expect(message).not.toBe('The request is invalid');
            if (NAMED.has(name)) expect(message).toContain(`\`${name}\``);
          }
    });

    it('takes what its document offers', async () => {
      const [part = ''] = await api.samples(endpoint);
      for (const name of endpoint.query)
        for (const value of endpoint.parameters[name]?.enum ?? []) {
          const url = `${at(part)}?${name}=${value}`;
          expect([url, (await api.get(url)).status]).toEqual([url, 200]);
        }
    });

    it('counts what is absent as its document says', async () => {
      const [part = ''] = await api.samples(endpoint);
      const { body } = await api.get(at(part));
      for (const name of endpoint.query) {
        const absent = endpoint.parameters[name]?.default;
        if (absent === undefined) continue;
        const url = `${at(part)}?${name}=${absent}`;
        expect([url, (await api.get(url)).body]).toEqual([url, body]);
      }
    });

    it('takes each parameter once', async () => {
      const [part = ''] = await api.samples(endpoint);
      for (const name of endpoint.query) {
        const { status, body } = await api.get(`${at(part)}?${name}=1&${name}=2`);
        expect(status).toBe(400);
        expect(errorSchema.parse(body).message).toContain(name);
      }
    });
  },
);

it('shows calls that have an answer here', async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.looseObject({ get: z.json().optional() })) })
    .parse((await api.get('/docs/openapi.json')).body);
  const samples = JSON.stringify(paths).matchAll(/curl 'http:\/\/x\/api\/v1([^']+)'/g);
  const calls = [...samples].map(([, path = '']) => path);
  expect(calls.length).toBe(ENDPOINTS.length);
  for (const path of calls) {
    // Merchants are whom editors list: there is no list of them to take one from.
    if (path.startsWith('/merchant/')) continue;
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  }
});

describe('addresses of share pictures', () => {
  const post = async (path: string) => {
    const response = await api.fetch(path, { method: 'POST' });
    return [response.status, await response.json()];
  };

  it('stand on the site that was asked', async () => {
    const pictures: [string, string][] = [
      ['/request-share/ranks/power-growth', '/share/ranks/power-growth.png'],
      ['/request-share/miner/f01000', '/share/address/f01000.png'],
    ];
    for (const [path, picture] of pictures) {
      const [status, body] = await post(path);
      expect([status, new URL(z.string().parse(body)).pathname]).toEqual([200, picture]);
      expect((await api.get(path)).status).toBe(405);
    }
  });

  it('are refused for what has none', async () => {
    for (const [path, status] of [
      ['/request-share/ranks/size', 404],
      ['/request-share/miner/f099', 404],
      ['/request-share/miner/nonsense', 400],
    ])
      expect(await post(String(path))).toEqual([
        status,
        expect.objectContaining({ statusCode: status }),
      ]);
  });
});

/** What `Cache-Control` may say. */
function keepingOf({ path }: Endpoint): RegExp {
  // The pool changes without a new head.
  if (/mempool|pending/.test(path)) return /^no-store$/;
  // Nothing was asked for, and nothing found.
  if (path.startsWith('/search')) return /^no-store$/;
  return /^\/message\/.*\/(others|events|subcalls)$/.test(path)
    ? /^no-cache$|immutable/
    : /^no-cache$/;
}

/** As a browser would send it; what is not text in Unicode as the bytes of WTF-8. */
function encodeHostile(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

describe('errors', () => {
  it.each([
    ['/tipset/abc', 400],
    ['/tipset/99999999', 404],
    ['/block/abc', 400],
    ['/message/abc', 400],
    [`/message/0x${'0'.repeat(64)}`, 404],
    ['/address/abc', 400],
    ['/message/list?pageSize=x', 400],
    ['/message/list?head=1300:00000000000000000000000000000000', 410],
    ['/stats/base-fee?duration=2h', 400],
    ['/nothing', 404],
    ['/rich-list?actor=cron', 400],
    [`/search?id=${'z'.repeat(300)}`, 400],
    [`/search/suggest?q=${'z'.repeat(300)}`, 400],
  ])('%s is %i in the language of the reader', async (path, expected) => {
    const seen = new Set<string>();
    for (const locale of ['en', 'zh', 'ko']) {
      const byHeader = await api.get(path, { Locale: locale });
      const byQuery = await api.get(join(path, `locale=${locale}`));
      expect(byHeader.status).toBe(expected);
      expect(byQuery.body).toEqual(byHeader.body);
      expect(byHeader.headers.get('cache-control')).toBe('no-store');
      const { statusCode, message } = errorSchema.parse(byHeader.body);
      expect(statusCode).toBe(expected);
      expect(message).not.toMatch(/\{\{|errors\./);
      seen.add(message);
    }
    expect(seen.size).toBe(3);
    expect((await api.get(path, { Locale: 'fr' })).body).toEqual((await api.get(path)).body);
    expect((await api.get(path, { Locale: 'zh-CN' })).body).toEqual(
      (await api.get(path, { Locale: 'zh' })).body,
    );
  });

  it('says 405 to other methods and lists what goes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await api.fetch('/info', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('GET');
      expect(errorSchema.parse(await response.json()).message).toContain(method);
    }
  });

  it('answers 501 for what this process has not', async () => {
    expect((await api.fetch(VERIFY_CALL.path, { method: 'POST' })).status).toBe(501);
    const read = await api.fetch(VERIFY_CALL.path);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
