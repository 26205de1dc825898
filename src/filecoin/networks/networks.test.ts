import { describe, expect, it } from 'vitest';
import { parseAddress } from '../address.ts';
import { knownAccounts, networkData } from './index.ts';
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

describe('known accounts', () => {
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
