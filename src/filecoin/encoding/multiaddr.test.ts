import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex } from './bytes.ts';
import { MultiaddrError, formatMultiaddr, multiaddrParts } from './multiaddr.ts';

describe('multiaddresses', () => {
  it.each([
    ['04c0000201065dc1', '/ip4/192.0.2.1/tcp/24001'],
    ['047f000001910200519102ffff', '/ip4/127.0.0.1/udp/81/udp/65535'],
    ['2920010db8000000000000000000000001061771', '/ip6/2001:db8::1/tcp/6001'],
    ['2900000000000000000000000000000000', '/ip6/::'],
    ['2920010db8000000010001000100010001', '/ip6/2001:db8:0:1:1:1:1:1'],
    ['2900010000000000010000000000000000', '/ip6/1:0:0:1::'],
    ['360b6578616d706c652e636f6d0601bbdd03', '/dns4/example.com/tcp/443/ws'],
    ['047f000001910204d2cd03', '/ip4/127.0.0.1/udp/1234/quic-v1'],
    [
      'a503221220d52ebb89d85b02a284948203a62ff28389c57c9f42beec4ec20db76a68911c0b',
      '/p2p/QmcgpsyWgH8Y8ajJz1Cu72KnS5uo2Aa2LpzU7kinSupNKC',
    ],
  ])('%s is %s', (hex, text) => {
    expect(formatMultiaddr(fromHex(hex))).toBe(text);
  });

  it('tells parts', () => {
    expect(multiaddrParts(fromHex('04c0000201065dc1'))).toEqual([
      { protocol: 'ip4', value: '192.0.2.1' },
      { protocol: 'tcp', value: '24001' },
    ]);
  });

  it('cleans names', () => {
    expect(formatMultiaddr(fromHex('3603610062'))).toBe('/dns4/a\ufffdb');
  });

  it.each(['04c00002', '06', '3605', 'ff7f', '80', '36ffffffffffffffffff01'])(
    'shows the malformed %s in hex',
    (hex) => {
      expect(() => multiaddrParts(fromHex(hex))).toThrow(MultiaddrError);
      expect(formatMultiaddr(fromHex(hex))).toBe(`0x${hex}`);
    },
  );

  it('bounds what is too long, and takes any bytes', () => {
    expect(formatMultiaddr(new Uint8Array(100_000)).length).toBe(2 + 2 * 2048);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(formatMultiaddr(bytes)).toMatch(bytes.length === 0 ? /^$/ : /^(\/|0x)/);
      }),
    );
  });
});
