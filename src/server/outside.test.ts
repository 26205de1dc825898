/** What other sites and search engines are given: share pictures, QR codes, site maps, robots.txt, the search. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAddress } from '#filecoin/address.ts';
import { qrPicture } from '#format/qr.ts';
import { createDiscovery } from './discovery/part.ts';
import { AnswerCache } from './http/cache.ts';
import { createOrigin } from './http/origin.ts';
import { askPart } from './http/testing/served.ts';
import type { Part } from './http/visit.ts';
import type { Card } from './share/card.ts';
import { cardOf } from './share/cards.ts';
import { latin } from './share/latin.ts';
import { Painter } from './share/painter.ts';
import { createShare } from './share/part.ts';
import { createQr } from './share/qr.ts';
import { indexDemo, type DemoIndex } from './testing/demo-index.ts';
import type { Snapshot } from './tracker.ts';

const painter = new Painter();
const cache = new AnswerCache(10_000_000);
let revision = 1;
let demo: DemoIndex;
let share: Part;
let discovery: Part;

beforeAll(async () => {
  demo = await indexDemo(1300);
  const { explorer } = demo;
  const snapshot = () => ({ head: { revision } }) as Snapshot;
  const origin = createOrigin('https://site.example', 'http://localhost:1');
  share = createShare({ explorer, painter, cache, snapshot });
  discovery = createDiscovery({ explorer, cache, origin, snapshot });
});
afterAll(async () => {
  await painter.close();
  await demo.close();
});

async function text(path: string): Promise<string> {
  const { response } = await askPart(discovery, path);
  expect(response.status, path).toBe(200);
  return response.text();
}

/** Width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

const EMPTY: Card = {
  kind: '',
  title: '',
  identifier: false,
  badge: null,
  facts: [],
  ranks: [],
  foot: '',
};

describe('share pictures', () => {
  it('are PNGs of the usual size, drawn once per head', async () => {
    for (const path of ['/share/network.png', '/share/tipset/1200.png', '/share/ranks/power.png']) {
      const { response } = await askPart(share, path);
      expect(response.headers.get('content-type'), path).toBe('image/png');
      expect(sizeOf(Buffer.from(await response.arrayBuffer())), path).toEqual([1200, 630]);
      expect((await askPart(share, path)).visit.hit).toBe(true);
    }
    revision += 1;
    expect((await askPart(share, '/share/tipset/1200.png')).visit.hit).toBe(false);
  });

  it('say the figures of their pages', async () => {
    const { explorer } = demo;
    const { data } = await explorer.message.list({ method: 'Send', pageSize: 1 });
    const [sent] = data.messages;
    const card = await cardOf(explorer, 'message', sent?.cid ?? '');
    expect(card?.badge?.tone).toBe('good');
    expect(card?.facts.map(({ label }) => label)).toEqual(['Method', 'Value', 'From', 'To']);
    expect(card?.foot).toBe('harbor, as of height 1,300');
    const provider = await cardOf(explorer, 'address', 'f01000');
    expect(provider).toMatchObject({
      kind: 'Storage provider: Tide Works',
      title: 'f01000',
    });
    expect(provider?.facts.map(({ label }) => label)).toContain('Quality-adjusted power');
    expect(await cardOf(explorer, 'name', 'kelp.fil')).toMatchObject({ title: 'kelp.fil' });
    const [token] = (await explorer.token.erc20List({ limit: 1 })).data.tokens;
    const tokenCard = await cardOf(explorer, 'token', token?.ethAddress ?? '');
    expect(tokenCard?.facts.map(({ label }) => label)).toContain('Holders');
    // A figure that is not known is left out: the head has not been executed.
    const head = await cardOf(explorer, 'tipset', '1300');
    expect(head?.facts.map(({ label }) => label)).not.toContain('Rewards');
  });

  it('answer what is not there without a picture', async () => {
    const statuses: [string, number][] = [
      ['/share/tipset/999999.png', 404],
      ['/share/tipset/x.png', 400],
      ['/share/message/nonsense.png', 400],
      ['/share/token/f099.png', 404],
      ['/share/ranks/constructor.png', 404],
      ['/share/constructor/x.png', 404],
      ['/share/nothing.png', 404],
    ];
    for (const [path, status] of statuses)
      expect([path, (await askPart(share, path)).response.status]).toEqual([path, status]);
    const posted = await askPart(share, '/share/network.png', { method: 'POST' });
    expect(posted.visit.area).toBe('other');
  });

  it('hold any text in one line', async () => {
    const long = 'W'.repeat(40);
    const card: Card = {
      ...EMPTY,
      kind: long,
      title: long,
      facts: [{ label: long, value: long }],
      badge: { text: long, tone: 'fail' },
    };
    expect(sizeOf(await painter.draw(card))).toEqual([1200, 630]);
  });

  it('take only letters that they can draw', () => {
    expect(latin(' Harbor Dollar ')).toBe('Harbor Dollar');
    expect(latin('海港')).toBeNull();
    expect(latin('\u202Ereversed')).toBeNull();
    expect(latin('x'.repeat(100))).toHaveLength(40);
    expect(latin(' ')).toBeNull();
  });

  it('are drawn for clients in turn, and refused to who has too many wait', async () => {
    const draws: (() => void)[] = [];
    const slow = {
      draw: () =>
        new Promise<Buffer<ArrayBuffer>>((resolve) => {
          draws.push(() => resolve(Buffer.of()));
        }),
    };
    const snapshot = () => ({ head: { revision } }) as Snapshot;
    const { explorer } = demo;
    const one = createShare({ explorer, painter: slow, cache: new AnswerCache(1), snapshot });
    const told: [string, number][] = [];
    const ask = async (client: string, height: number): Promise<void> => {
      const { response } = await askPart(one, `/share/tipset/${height}.png`, {}, client);
      told.push([client, response.status]);
    };
    const { data } = await explorer.tipset.list({ pageSize: 25 });
    const heights = data.tipsets.map(({ height }) => height);
    const all = heights.slice(1).map((height) => ask('192.0.2.1', height));
    await vi.waitFor(() => expect(told.length).toBe(7));
    expect(told.every(([, status]) => status === 503)).toBe(true);
    all.push(ask('192.0.2.2', heights[0] ?? 0));
    await vi.waitFor(() => expect(told.length).toBe(8));
    for (let drawn = 0; drawn < 17; drawn++) {
      await vi.waitFor(() => expect(draws.length).toBe(drawn + 1));
      draws[drawn]?.();
    }
    await Promise.all(all);
    // Before the other client's fifteen that wait.
    expect(told.slice(8, 10)).toEqual([
      ['192.0.2.1', 200],
      ['192.0.2.2', 200],
    ]);
    expect(told.slice(10)).toEqual(Array(15).fill(['192.0.2.1', 200]));
  });
});

describe('site maps', () => {
  const locations = (map: string): string[] =>
    [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location ?? '');

  it('name every message, account and token once, by the address of its page', async () => {
    const maps = locations(await text('/sitemap.xml'));
    expect(maps.every((map) => map.startsWith('https://site.example/sitemap/'))).toBe(true);
    const files = await Promise.all(maps.map((map) => text(new URL(map).pathname)));
    const all = files.flatMap(locations);
    expect(new Set(all).size).toBe(all.length);
    const { explorer, store } = demo;
    const of = (kind: string) =>
      all
        .filter((at) => at.startsWith(`https://site.example/en/${kind}/`))
        .map((at) => at.split('/').pop() ?? '');
    expect(of('message')).toHaveLength((await explorer.message.list()).data.totalCount);
    const actors = await store.db
      .selectFrom('actor')
      .select('id')
      .where('deleted_height', 'is', null)
      .execute();
    expect(of('address')).toHaveLength(actors.length);
    for (const address of of('address')) expect(() => parseAddress(address)).not.toThrow();
    const { data } = await explorer.token.erc20List();
    expect(of('token')).toEqual(expect.arrayContaining(data.tokens.map((t) => t.ethAddress)));
  });

  it('have the standing pages in all languages, each naming the others', async () => {
    const map = await text('/sitemap/pages.xml');
    const [english, chinese, korean] = ['en', 'zh', 'ko'].map((lang) =>
      locations(map)
        .map((at) => new URL(at).pathname)
        .filter((path) => path === `/${lang}` || path.startsWith(`/${lang}/`)),
    );
    expect(english).toContain('/en/rich-list');
    expect(chinese?.map((path) => path.replace('/zh', '/en'))).toEqual(english);
    expect(korean?.map((path) => path.replace('/ko', '/en'))).toEqual(english);
    expect(map.match(/hreflang="x-default"/g)).toHaveLength(locations(map).length);
  });

  it('end where the chain does', async () => {
    for (const path of ['/sitemap/messages-7.xml', '/sitemap/blocks-0.xml', '/sitemap/x.xml'])
      expect((await askPart(discovery, path)).visit.area).toBe('other');
  });
});

it('identifiers are drawn as QR codes, once and for ever, and nothing else is', async () => {
  const qr = createQr(cache);
  const path = '/qr/f1awynannjinyehtxdey4o262bipk3fxs5ru5mwby.svg';
  const { response, visit } = await askPart(qr, path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await response.text()).toBe(qrPicture('f1awynannjinyehtxdey4o262bipk3fxs5ru5mwby'));
  expect(visit.area).toBe('file');
  expect((await askPart(qr, path)).visit.hit).toBe(true);
  for (const text of [
    'https%3A%2F%2Fevil.example',
    'f',
    'a'.repeat(121),
    'a.b',
    'a/b',
    '%3Csvg%3E',
  ])
    expect((await askPart(qr, `/qr/${text}.svg`)).visit.area, text).toBe('other');
});

it('robots.txt and the description of the search name the site’s public address', async () => {
  expect(await text('/robots.txt')).toContain('\nSitemap: https://site.example/sitemap.xml\n');
  expect(await text('/opensearch/ko.xml')).toContain(
    'template="https://site.example/ko/search?q={searchTerms}"',
  );
  expect((await askPart(discovery, '/opensearch/fr.xml')).visit.area).toBe('other');
});

it('without a public address, links name the host that was asked, if it is one', () => {
  const own = 'http://localhost:4321';
  const from = (host: string | undefined) =>
    createOrigin(null, own)({ req: { header: () => host } });
  expect(from('Explorer.Example:8080')).toBe('http://explorer.example:8080');
  expect(from('[::1]:80')).toBe('http://[::1]:80');
  for (const host of [
    undefined,
    '',
    'a b',
    'a/b',
    'a"b',
    'user@host',
    'x:99999',
    '-a',
    'a'.repeat(300),
  ])
    expect(from(host)).toBe(own);
});
