import { describe, expect, it } from 'vitest';
import { parseAddress } from '../address.ts';
import { isForeignHost, knownAccounts, networkData } from './index.ts';
import { MAINNET } from './mainnet.ts';
import { HARBOR } from './harbor.ts';
import { CALIBRATION } from './calibration.ts';

describe('networks', () => {
  it('are known by their genesis, and only what is known may be written to', () => {
    expect(networkData(MAINNET.genesis).slug).toBe('mainnet');
    expect(networkData(CALIBRATION.genesis).writable).toBe(true);
    expect(networkData(HARBOR.genesis).writable).toBe(false);
    const strange = networkData('bafy2bzacstrange');
    expect([strange.writable, strange.nameServices]).toEqual([false, []]);
  });

  it.each([MAINNET, CALIBRATION, HARBOR])('$slug has sound addresses', (network) => {
    const { nameServices, wrappedNative, tags } = network;
    const all = nameServices.flatMap((s) => [
      s.registry,
      s.registrar,
      s.reverseRegistrar,
      ...s.controllers,
      ...s.resolvers,
    ]);
    for (const address of [...all, ...wrappedNative, ...Object.keys(tags)])
      expect(() => parseAddress(address), address).not.toThrow();
    for (const address of all) expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });
});

describe('hosts of explorers', () => {
  it.each([
    [MAINNET, 'filfox.info', false],
    [MAINNET, 'calibration.filfox.info', true],
    [MAINNET, 'beryx.io', false],
    [MAINNET, 'explorer.example', false],
    [CALIBRATION, 'filfox.info', true],
    [CALIBRATION, 'beryx.io', false],
    [HARBOR, 'filfox.info', false],
    [HARBOR, 'calibration.filfox.info', true],
  ])('of $0.slug: %s is foreign: %s', (network, host, foreign) => {
    expect(isForeignHost(network, host)).toBe(foreign);
  });
});

describe('known accounts', () => {
  it('are found by the words of their names, whole names first', () => {
    const known = knownAccounts(HARBOR);
    const named = (text: string, language: 'en' | 'zh' | 'ko') =>
      known.named(text, language).map(({ name, whole }) => [name, whole]);
    expect(named('burnt', 'en')).toEqual([['Burnt Funds', false]]);
    expect(named('BURNT FUNDS', 'en')).toEqual([['Burnt Funds', true]]);
    expect(named('facto', 'en')).toEqual([['Exchange: Pool Factory (demo)', false]]);
    expect(named('actory', 'en')).toEqual([]);
    expect(named('质押', 'zh')).toEqual([['流动性质押（演示）', false]]);
    expect(named('staking', 'ko')).toEqual([['유동성 스테이킹 (데모)', false]]);
  });

  it('have names by id and by address, in the reader’s language', () => {
    const known = knownAccounts(HARBOR);
    expect(known.byId(99, 'en')).toBe('Burnt Funds');
    expect(known.byId(99, 'zh')).toBe('销毁账户');
    expect(known.byId(99, 'ko')).toBe('소각 계정');
    const staking = parseAddress('0x0257150f75e4ef862df84812ca7aebadaa61ace2');
    expect(known.byAddress(staking, 'en')).toBe('Liquid Staking (demo)');
    expect(known.byId(1001, 'en')).toBeNull();
    expect(knownAccounts(HARBOR)).toBe(known);
  });
});
