import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createStarting } from './starting.ts';
import { askPart } from './testing/served.ts';

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const { response } = await askPart(createStarting(), path, { headers });
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

test('a browser gets a page in the language of its path that asks again by itself', async () => {
  const { status, headers, text } = await ask('/ko/tipset', { accept: 'text/html,*/*;q=0.8' });
  expect(status).toBe(503);
  expect(headers).toMatchObject({ refresh: '2', 'retry-after': '2', 'cache-control': 'no-store' });
  expect(text).toContain('<html lang="ko">');
  expect(text).toContain('시작하는 중입니다');
  // Its style is the one thing that its policy lets in.
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
});

test('a call gets the shape of all failed calls, other programs plain text', async () => {
  const call = await ask('/api/v1/info', { accept: 'text/html' });
  expect(JSON.parse(call.text)).toEqual({
    statusCode: 503,
    message: expect.any(String),
    error: 'Service Unavailable',
  });
  const other = await ask('/', { 'accept-language': 'zh-CN' });
  expect(other.headers['content-type']).toContain('text/plain');
  expect(other.text).toContain('正在启动');
});
