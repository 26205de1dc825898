import { expect, it } from 'vitest';
import { WIDE } from '#explorer/wire.ts';
import type { Explorer } from '#explorer/index.ts';
import { createApi } from '../app.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { html } from './html.ts';
import { PART_NOTES, PARTS } from '#explorer/parts.ts';
import { openApiDocument } from './document.ts';
import { type Examples, findExamples, LOOKS } from './examples.ts';
import { FIELD_NOTES } from './fields.ts';
import { referencePage } from './page.ts';

const document = openApiDocument('/api/v1', '1.2.3', 'http://x');
const api = createApi({
  explorer: {} as Explorer,
  version: '1.2.3',
  look: { style: ':root { --ink: black; }', fonts: new Map([['a.woff2', Buffer.from('wOF2')]]) },
  onError: () => undefined,
});
const text = async (path: string) => (await api.fetch(new Request(`http://x${path}`))).text();

it('documents every endpoint with its parameters, and every reference leads somewhere', async () => {
  expect(await text('/api/v1/docs/openapi.json')).toBe(document);
  const parsed = JSON.parse(document);
  expect(parsed.openapi).toBe('3.1.0');
  for (const endpoint of ENDPOINTS) {
    const operation = parsed.paths[`/api/v1${endpoint.path}`].get;
    const names = operation.parameters.map((p: { name: string }) => p.name);
    for (const name of endpoint.query) expect(names).toContain(name);
    const schema = operation.responses['200'].content['application/json'].schema;
    expect(Object.keys(schema).length).toBeGreaterThan(0);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['304', '429', '503']));
    expect(Object.keys(operation.responses['200'].headers)).toEqual(
      expect.arrayContaining(['ETag', 'X-Head', 'X-RateLimit-Remaining']),
    );
  }
  const ids = ENDPOINTS.map(({ path }) => parsed.paths[`/api/v1${path}`].get.operationId);
  expect(new Set(ids).size).toBe(ENDPOINTS.length);
  const references = [...document.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference;
    expect(parsed.components.schemas).toHaveProperty(name);
  }
  const verify = parsed.paths['/api/v1/tools/verifyContract'].post;
  expect(verify.requestBody.content['application/json'].schema.$ref).toMatch(/VerifyRequest$/);
  for (const path of ['/api', '/v2/api', '/v2/verify/{chainId}/{address}'])
    expect(parsed.paths[path].post.requestBody.required).toBe(true);
});

it('shows how each call is made, of this site', () => {
  const { paths } = JSON.parse(document);
  for (const { path, part } of ENDPOINTS) {
    const [curl, typescript] = paths[`/api/v1${path}`].get['x-codeSamples'];
    expect(curl.source).toMatch(/^curl 'http:\/\/x\/api\/v1\/[^{}]+'$/);
    expect(typescript.source).toContain(curl.source.slice(6, -1));
    if (part !== undefined)
      expect(typescript.source).toContain(
        encodeURIComponent(PART_NOTES.get(PARTS[part])?.example ?? ''),
      );
  }
});

const linksOf = (page: string): string[] =>
  [...page.matchAll(/Try it: <a href="([^"?]+)/g)].map(([, path]) => path ?? '');

it('leads to an answer of each call, but of things of which there are none', async () => {
  const page = await text('/api/v1/docs');
  expect(page).toContain('Try it: <a href="/api/v1/message/list?pageSize=5">');
  expect(linksOf(page)).toHaveLength(
    ENDPOINTS.filter(({ part = 'address' }) => LOOKS[part].known).length,
  );
  const all = Object.fromEntries(
    Object.entries(LOOKS).map(([part, { text }]) => [part, { text, known: true }]),
  ) as Examples;
  const links = linksOf(
    referencePage(JSON.parse(openApiDocument('/api/v1', '1', 'http://x', all)), '/api/v1'),
  );
  expect(links).toHaveLength(ENDPOINTS.length);
  for (const link of links) expect(link).toMatch(/^\/api\/v1\/[^{}]+$/);
});

it('takes its examples from what there is', async () => {
  const some = await findExamples({
    merchant: { list: () => Promise.resolve({ head: null, data: [{ key: 'harbour-racks' }] }) },
    dapp: {
      list: () => Promise.resolve({ head: null, data: { dappList: [] } }),
      defi: () => Promise.resolve({ head: null, data: { defiList: [] } }),
    },
  } as unknown as Explorer);
  expect(some.merchant).toEqual({ text: 'harbour-racks', known: true });
  expect(some.dapp).toEqual({ ...LOOKS.dapp, known: false });
  const page = referencePage(
    JSON.parse(openApiDocument('/api/v1', '1', 'http://x', some)),
    '/api/v1',
  );
  const links = linksOf(page).filter((link) => /merchant|dapp/.test(link));
  expect(links).toContain('/api/v1/merchant/harbour-racks');
  expect(links).toContain('/api/v1/merchant/harbour-racks/power-stats');
  // The samples still say how such a call looks.
  expect(links.filter((link) => link.includes('exchange'))).toEqual([]);
  expect(page).toContain('exchange');
});

it('describes fields where their names do not', () => {
  const { schemas } = JSON.parse(document).components;
  expect(schemas.MessageDetail.properties.nonce.description).toBe(
    `${FIELD_NOTES['nonce']}. ${WIDE}`,
  );
  for (const name of Object.keys(FIELD_NOTES)) expect(document).toContain(`"${name}":{`);
});

it('shows a reference of its own, without scripts and third parties', async () => {
  const page = await text('/api/v1/docs');
  for (const endpoint of ENDPOINTS) expect(page).toContain(`/api/v1${endpoint.path}</code>`);
  expect(page).not.toMatch(/<script(?! src="\/)|style="|\b(src|href)="(?:https?:)?\/\//);
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
  for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
  expect(anchors).toEqual(
    expect.arrayContaining(['network', 'get-api-v1-info', 'schema-ApiError']),
  );
  // A call's anchor lies in what is folded, so that a link to it unfolds it.
  expect(page).toMatch(
    /<details class="call">\s*<summary>[^]*?<\/summary>\s*<div[^>]* id="get-api-v1-info"/,
  );
  // What holds for all calls has chapters that can be linked to.
  expect(anchors).toEqual(
    expect.arrayContaining(['lists', 'limits-and-caching', 'live', 'json-rpc']),
  );
  expect(await text('/api/v1/docs/style.css')).toContain('--ink: black');
  expect(await text('/api/v1/docs/fonts/a.woff2')).toBe('wOF2');
});

it('says types and meanings as people read them', async () => {
  const page = await text('/api/v1/docs');
  expect(page).not.toContain(String(Number.MAX_SAFE_INTEGER));
  expect(page.replaceAll(/<pre[^]*?<\/pre>/g, '')).not.toContain('`');
  // What a field means is said of the choice that is no null.
  expect(page).toMatch(
    /<code>timestamp<\/code>\s*<\/td>\s*<td>integer \| null<\/td>\s*<td>Unix seconds<\/td>/,
  );
});

it('escapes what it shows', () => {
  expect(html`<p title="${'"'}">${'<b>&'}${html`<i>${1}</i>`}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;&amp;<i>1</i></p>',
  );
});
