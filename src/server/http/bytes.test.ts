import { getRequestListener } from '@hono/node-server';
import { expect, test, vi } from 'vitest';
import { bytesOf } from './bytes.ts';

// As the server does, it puts its own in place of Node's.
getRequestListener(() => new Response());

const text = 'Ein Tipset, 티프셋, 提示集';
const utf8 = new TextEncoder().encode(text);

test('bytes that a response was made of are taken as they are', async () => {
  const response = new Response(utf8, { status: 404, headers: { 'content-type': 'text/html' } });
  const read = vi.spyOn(response, 'arrayBuffer');
  response.headers.set('x-more', '1');
  const bytes = await bytesOf(response);
  expect(bytes.toString()).toBe(text);
  expect(bytes.buffer).toBe(utf8.buffer);
  expect(read).not.toHaveBeenCalled();
  expect(response.headers.get('x-more')).toBe('1');
});

test.each([
  ['a text', () => new Response(text)],
  ['a stream', () => new Response(new Blob([utf8]).stream())],
  ['a part of a buffer', () => new Response(Buffer.from(`--${text}`).subarray(2))],
  [
    'one that was asked for more',
    () => {
      const response = new Response(utf8);
      expect(response.bodyUsed).toBe(false);
      return response;
    },
  ],
])('%s', async (_, response) => {
  expect((await bytesOf(response())).toString()).toBe(text);
});

test('no body', async () => {
  expect(await bytesOf(new Response(null, { status: 204 }))).toHaveLength(0);
});
