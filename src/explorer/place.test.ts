import { describe, expect, test } from 'vitest';
import { locationOf, locationSchema } from './place.ts';

const PARIS = {
  continent: { code: 'EU', names: { en: 'Europe', 'zh-CN': '欧洲' } },
  country: { iso_code: 'FR', names: { en: 'France', 'zh-CN': '法国' } },
  subdivisions: [{ iso_code: 'IDF', names: { en: 'Île-de-France' } }],
  city: { names: { en: 'Paris', 'zh-CN': '巴黎' } },
};
const RECORDS: Readonly<Record<string, unknown>> = {
  '198.51.100.7': PARIS,
  '2001:db8::1': { continent: { code: 'OC', names: {} } },
  '203.0.113.1': { country: { iso_code: 'XX' } },
  '203.0.113.2': { continent: { code: 'AN', names: { en: 'Antarctica' } } },
};
const records = (ip: string): unknown => RECORDS[ip] ?? null;

describe('the place of a peer', () => {
  test('is that of its first address that the database knows', () => {
    const addresses = [
      '/dns4/example.org/tcp/1',
      '/ip4/10.0.0.1/tcp/1347',
      '/ip4/198.51.100.7/tcp/1347',
    ];
    const location = locationOf(records, addresses, 'en');
    expect(location).toEqual({
      ip: '198.51.100.7',
      continentCode: 'EU',
      continentName: 'Europe',
      countryName: 'France',
      regionName: 'Île-de-France',
      city: 'Paris',
      flag: 'fr',
      flagEmoji: '🇫🇷',
    });
    expect(locationSchema.parse(location)).toEqual(location);
    // In the reader's language, as far as the database has it.
    expect(locationOf(records, addresses, 'zh')).toMatchObject({
      continentName: '欧洲',
      regionName: 'Île-de-France',
      city: '巴黎',
    });
    expect(locationOf(records, addresses, 'ko')).toMatchObject({ city: 'Paris' });
  });

  test('may be no more than a continent', () => {
    expect(locationOf(records, ['/ip6/2001:db8::1/udp/1/quic-v1'], 'en')).toEqual({
      ip: '2001:db8::1',
      continentCode: 'OC',
      continentName: 'OC',
      countryName: null,
      regionName: null,
      city: null,
      flag: null,
      flagEmoji: null,
    });
  });

  test.each([
    [[]],
    [['/ip4/203.0.113.1/tcp/1']],
    [['/ip4/203.0.113.2']],
    [['/ip4/not-an-address', '', 'ip4/198.51.100.7', '/ip4/198.51.100.77777']],
  ])('%j is nowhere', (addresses) => {
    expect(locationOf(records, addresses, 'en')).toBeNull();
  });
});
