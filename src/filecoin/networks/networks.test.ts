import { describe, expect, it } from 'vitest';
import { parseAddress } from '../address.ts';
import { isForeignHost, networkData } from './index.ts';
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
    const { nameServices, wrappedNative } = network;
    const all = nameServices.flatMap((s) => [
      s.registry,
      s.registrar,
      s.reverseRegistrar,
      ...s.controllers,
      ...s.resolvers,
    ]);
    for (const address of [...all, ...wrappedNative])
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
