import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import { nextOf, rowsOf as exportedRows } from './export/stream.ts';
import { DemoApi, join, listSchema, rowsOf } from './testing/demo-api.ts';

const api = new DemoApi();

const LISTS = [
  '/tipset/list',
  '/tipset/list?startHeight=200&endHeight=2000',
  '/message/list',
  '/message/list?method=Send',
  '/address/f02/transfers',
  '/address/f099/transfers?type=burn-fee',
  '/address/f05/messages',
  '/address/f05/messages?status=ok&endHeight=1290',
  '/message/list?status=ok&endHeight=1290&maxValue=0',
  '/address/f099/transfers?minValue=1000&endHeight=1200',
  '/address/f05/events',
];

describe.each(LISTS)('the list %s', (path) => {
  it('has the same rows by pages, by cursor and by links', async () => {
    const first = listSchema.parse((await api.get(join(path, 'pageSize=7'))).body);
    expect(first.totalCount).toBeGreaterThan(7);
    const byPage: unknown[] = [];
    for (let page = 0; page < 5; page += 1)
      byPage.push(...rowsOf((await api.get(join(path, `pageSize=7&page=${page}`))).body));
    const byCursor: unknown[] = [];
    let url: string | null = join(path, 'pageSize=7');
    for (let i = 0; i < 5 && url !== null; i += 1) {
      const { body, headers } = await api.get(url);
      byCursor.push(...rowsOf(body));
      const link = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
      const { next } = listSchema.parse(body);
      expect(link === null).toBe(next === null);
      if (next !== null) expect(link).toContain(`before=${next}`);
      url = link;
    }
    expect(byCursor).toEqual(byPage);
    expect(new Set(byPage.map((row) => JSON.stringify(row))).size).toBe(byPage.length);
  });

  it('counts a size above 100 as 100, and refuses one below 1', async () => {
    const all = rowsOf((await api.get(join(path, 'pageSize=1000'))).body);
    expect(all.length).toBeLessThanOrEqual(100);
    expect(all).toEqual(rowsOf((await api.get(join(path, 'pageSize=100'))).body));
    const more = `pageSize=1${'0'.repeat(60)}`;
    expect(rowsOf((await api.get(join(path, more))).body)).toEqual(all);
    expect(rowsOf((await api.get(path)).body).length).toBeLessThanOrEqual(20);
    expect((await api.get(join(path, 'pageSize=0'))).status).toBe(400);
  });

  it('is empty after its end', async () => {
    for (const page of ['99999', '9007199254740991', '18446744073709551616']) {
      const { status, body } = await api.get(join(path, `page=${page}`));
      expect(status).toBe(200);
      expect(rowsOf(body)).toEqual([]);
      expect(listSchema.parse(body).totalCount).toBeGreaterThan(0);
    }
  });
});

/** All rows of a list, read by its cursors, and the head that they are of. */
async function wholeList(path: string, at: Endpoint['rows']) {
  const rows: unknown[] = [];
  let head: string | null = null;
  let url: string | null = path;
  while (url !== null) {
    const { body, headers } = await api.get(url);
    head ??= headers.get('x-head');
    rows.push(...exportedRows(body, at ?? ''));
    const next = nextOf(body);
    url = next === null ? null : join(path, `before=${next}`);
  }
  return { rows, head };
}

describe('transfers of an account', () => {
  const typeOf = (row: unknown) => z.object({ type: z.string() }).parse(row).type;
  const movedOf = async (address: string) =>
    (await wholeList(`/address/${address}/transfers`, 'transfers')).rows.filter((row) =>
      ['send', 'receive'].includes(typeOf(row)),
    );

  it('are what it sent and what it received, asked for by their one name', async () => {
    const { body } = await api.get('/rich-list?pageSize=100');
    const { richList } = z
      .object({ richList: z.array(z.object({ address: z.string() })) })
      .parse(body);
    let [busiest, moved]: [string, unknown[]] = ['', []];
    for (const { address } of richList) {
      const own = await movedOf(address);
      if (new Set(own.map(typeOf)).size === 2 && own.length > moved.length)
        [busiest, moved] = [address, own];
    }
    expect(moved.length).toBeGreaterThan(9);
    const list = `/address/${busiest}/transfers?type=transfer`;
    expect((await wholeList(join(list, 'pageSize=4'), 'transfers')).rows).toEqual(moved);
    for (let page = 0; page * 3 <= moved.length; page += 1) {
      const { body } = await api.get(join(list, `pageSize=3&page=${page}`));
      expect(rowsOf(body)).toEqual(moved.slice(page * 3, page * 3 + 3));
      expect(listSchema.parse(body).totalCount).toBe(moved.length);
    }
  });
});

/** Lines of a CSV; a field in quotes may have some of its own. */
function csvLines(text: string): number {
  return text.replaceAll(/"(?:[^"]|"")*"/g, '').split('\r\n').length - 1;
}

describe('exports', () => {
  it.each(ENDPOINTS.filter((e) => e.rows !== undefined).map((e) => [e.path, e] as const))(
    '%s gives the same rows as text',
    async (path, endpoint) => {
      const [part = ''] = (await api.samples(endpoint)).slice(-1);
      const at = path.replace(/\{\w+\}/, part);
      const { rows, head } = await wholeList(at, endpoint.rows);
      const asText = async (format: string) => {
        const response = await api.fetch(`${at}.${format}`);
        expect(response.status).toBe(200);
        expect(response.headers.get('x-head')).toBe(head);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('content-disposition')).toMatch(
          new RegExp(`^attachment; filename="[a-z0-9-]+\\.${format}"$`),
        );
        return response.text();
      };
      const lines = (await asText('ndjson')).split('\n').slice(0, -1);
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
      expect(csvLines(await asText('csv'))).toBe(rows.length + 1);
    },
  );

  it('go on where they broke off, by head and rows', async () => {
    const whole = await api.fetch('/message/list.ndjson');
    const lines = (await whole.text()).split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(250);
    const before = `${whole.headers.get('x-head')}.173`;
    const rest = await (await api.fetch(`/message/list.ndjson?before=${before}`)).text();
    expect(rest.split('\n').slice(0, -1)).toEqual(lines.slice(173));
    const page = await api.fetch(`/message/list.ndjson?before=${before}&pageSize=7`);
    expect((await page.text()).split('\n').slice(0, -1)).toEqual(lines.slice(173, 180));
    expect(page.headers.get('link')).toMatch(/^<\/api\/v1\/message\/list\.ndjson\?.*before=/);
  });

  it('reads no further than its reader has come', async () => {
    const read = vi.spyOn(api.demo.store, 'snapshot');
    const response = await api.fetch('/message/list.csv');
    const reader = response.body?.getReader();
    await reader?.read();
    const { length } = read.mock.calls;
    expect(length).toBe(1);
    await reader?.read();
    expect(read.mock.calls.length).toBe(2);
    await reader?.cancel();
    expect(read.mock.calls.length).toBe(2);
    read.mockRestore();
  });

  it('refuse what their list refuses', async () => {
    expect((await api.get('/message/list.csv?pageSize=0')).status).toBe(400);
    expect((await api.get('/message/abc/events.ndjson')).status).toBe(400);
    expect((await api.get('/info.csv')).status).toBe(404);
  });
});

describe('caching', () => {
  it('keeps for ever what a final message did, and nothing else', async () => {
    expect(await api.methods()).toContain('CreateExternal');
    const sent = listSchema.parse((await api.get('/message/list?pageSize=1&method=Send')).body);
    const [old] = await api.messages(`pageSize=1&page=${sent.totalCount - 1}&method=Send`);
    const [young] = await api.messages('pageSize=1');
    for (const rest of ['others', 'events', 'subcalls']) {
      const kept = (await api.get(`/message/${old?.cid}/${rest}`)).headers.get('cache-control');
      expect(kept).toBe('public, max-age=31536000, immutable');
      const asked = (await api.get(`/message/${young?.cid}/${rest}`)).headers.get('cache-control');
      expect(asked).toBe('no-cache');
    }
    expect((await api.get(`/message/${old?.cid}`)).headers.get('cache-control')).toBe('no-cache');
  });

  it('lets the newest tipsets be read on', async () => {
    const { body, headers } = await api.get('/tipset/recent?count=4');
    const link = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const more = rowsOf((await api.get(link)).body);
    const all = rowsOf((await api.get('/tipset/list?pageSize=8')).body);
    expect([...z.array(z.unknown()).parse(body), ...more]).toEqual(all);
  });

  it('lets the first storage providers be read on', async () => {
    const { body, headers } = await api.get('/miner/top-miners/power?count=1');
    const link = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const more = rowsOf((await api.get(link)).body);
    const all = rowsOf((await api.get('/miner/list/power?pageSize=2')).body);
    expect([...rowsOf(body), ...more]).toEqual(all);
    expect(all.length).toBe(2);
  });

  it('pins a list to a head while the chain goes on', async () => {
    const before = await api.get('/tipset/list?pageSize=5');
    const head = before.headers.get('x-head') ?? '';
    await api.demo.node.step();
    await api.demo.caughtUp();
    expect((await api.get('/tipset/list?pageSize=5')).body).not.toEqual(before.body);
    const pinned = await api.get(`/tipset/list?pageSize=5&head=${head}`);
    const rows = z.array(z.looseObject({ cid: z.string().optional() }));
    const heights = (body: unknown) =>
      rows.parse(rowsOf(body)).map((row) => z.number().parse(row['height']));
    expect(heights(pinned.body)).toEqual(heights(before.body));
    expect(listSchema.parse(pinned.body).totalCount).toBe(listSchema.parse(before.body).totalCount);
  });
});
