import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ClientAddresses, clientKey, isAddressRange } from './client.ts';

function from(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  if (forwarded !== undefined) req.headers['x-forwarded-for'] = forwarded;
  return req;
}

describe('the address of a client', () => {
  const clients = new ClientAddresses(['127.0.0.0/8', '::1', '10.1.0.0/16', '2001:db8::/32']);

  it.each([
    ['192.0.2.7', undefined, '192.0.2.7'],
    ['::ffff:192.0.2.7', undefined, '192.0.2.7'],
    // Whoever is no proxy of ours may write what he likes.
    ['192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '2001:dead::1', '2001:dead::1'],
    // The last one before our own proxies counts, not what stands before it.
    ['127.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['::ffff:127.0.0.1', ' 198.51.100.1 ,2001:db8::5', '198.51.100.1'],
    ['127.0.0.1', '10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, <script>', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    // A chain is read only so far.
    ['127.0.0.1', `198.51.100.1${', 10.1.0.1'.repeat(20)}`, '10.1.0.1'],
  ])('%s forwarded for %s is %s', (peer, forwarded, client) => {
    expect(clients.of(from(peer, forwarded))).toBe(client);
  });

  it('believes nobody where nobody is trusted', () => {
    expect(new ClientAddresses([]).of(from('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });
});

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
  ['', false],
])('%s names addresses: %s', (text, known) => {
  expect(isAddressRange(text)).toBe(known);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s is counted as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});
