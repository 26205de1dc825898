import { expect, it } from 'vitest';
import type { Explorer } from '#explorer/index.ts';
import { createApi } from '../app.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { html } from './html.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument('/api/v1', '1.2.3');
const api = createApi({
  explorer: {} as Explorer,
  version: '1.2.3',
  tokens: ':root { --ink: black; }',
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
  }
  const references = [...document.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference;
    expect(parsed.components.schemas).toHaveProperty(name);
  }
  expect(parsed.paths['/api/v1/tools/verifyContract'].post['x-planned']).toBe(true);
});

it('shows a reference of its own, without scripts and third parties', async () => {
  const page = await text('/api/v1/docs');
  for (const endpoint of ENDPOINTS) expect(page).toContain(`/api/v1${endpoint.path}</code>`);
  expect(page).not.toMatch(/<script|style="|\b(src|href)="(?:https?:)?\/\//);
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
  for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
  expect(anchors).toEqual(expect.arrayContaining(['network', 'get-api-v1-info', 'schema-Error']));
  // A call's anchor lies in what is folded, so that a link to it unfolds it.
  expect(page).toMatch(
    /<details class="call">\s*<summary>[^]*?<\/summary>\s*<div[^>]* id="get-api-v1-info"/,
  );
  expect(await text('/api/v1/docs/style.css')).toContain('--ink: black');
});

it('escapes what it shows', () => {
  expect(html`<p title="${'"'}">${'<b>&'}${html`<i>${1}</i>`}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;&amp;<i>1</i></p>',
  );
});
