import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RateLimit } from './limit.ts';
import { createPageViews } from './pageViews.ts';
import { askPart } from './testing/served.ts';

const VIEW = { web_uri: 'https://explorer.example/en', invite: '', action: 'IOS' };
const heard: { path: string | undefined; body: string }[] = [];
let status = 200;
let host = '';
const wallet = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ path: request.url, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('{"code":0}');
  });
});
beforeAll(async () => {
  wallet.listen(0, '127.0.0.1');
  await once(wallet, 'listening');
  host = `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`;
});
afterAll(() => wallet.close());

const errors: unknown[] = [];
async function tell(body: string, to: string | null = host, method = 'POST') {
  const part = createPageViews({
    host: to,
    limit: new RateLimit(0),
    onError: (e) => errors.push(e),
  });
  const asked = await askPart(part, '/api/v1/page/view', {
    method,
    ...(body === '' ? {} : { body }),
  });
  return asked.visit.area === 'api' ? asked.response.status : undefined;
}

it('tells the wallet’s provider what was chosen', async () => {
  expect(await tell(JSON.stringify(VIEW))).toBe(204);
  expect(heard).toEqual([{ path: '/api/v1/page/view', body: JSON.stringify(VIEW) }]);
});

const pageOf = (length: number) =>
  JSON.stringify({ ...VIEW, web_uri: `https://a.example/${'a'.repeat(length)}` });

it.each([
  ['no JSON', 'IOS', 400],
  ['another action', JSON.stringify({ ...VIEW, action: 'WINDOWS' }), 400],
  ['a page that is none', JSON.stringify({ ...VIEW, web_uri: 'javascript:alert(1)' }), 400],
  ['more than asked for', JSON.stringify({ ...VIEW, user: 'me' }), 400],
  ['a page of a long address', pageOf(3000), 400],
  ['too much', pageOf(5000), 413],
])('passes nothing on of %s', async (_, body, status) => {
  const before = heard.length;
  expect(await tell(body)).toBe(status);
  expect(heard).toHaveLength(before);
});

it('says when the provider does not take it', async () => {
  status = 500;
  expect(await tell(JSON.stringify(VIEW))).toBe(502);
  expect(await tell(JSON.stringify(VIEW), 'http://127.0.0.1:1')).toBe(502);
  expect(errors).toHaveLength(2);
});

it('is no call without a provider, nor by another method', async () => {
  expect(await tell(JSON.stringify(VIEW), null)).toBeUndefined();
  expect(await tell('', host, 'GET')).toBeUndefined();
});
