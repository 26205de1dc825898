import { describe, expect, it } from 'vitest';
import { encodeAbiParameters, hexToBytes, toFunctionSelector } from 'viem';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { PROXY_SLOTS } from '#filecoin/evm/proxies.ts';
import { deployments, recordedCode } from './testing/demo.ts';
import {
  BEACON_CALL,
  beaconImplementation,
  facetFor,
  FACETS_CALL,
  facetsOf,
  proxyHints,
} from './proxies.ts';

const TARGET = 'be'.repeat(20);

describe('what code shows of being a proxy', () => {
  it('is its target, or the slots that it names', () => {
    const minimal = `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`;
    expect(proxyHints(fromHex(minimal))).toEqual([
      { kind: 'minimal', implementation: fromHex(TARGET) },
    ]);
    const both = `7f${to0x(PROXY_SLOTS.beacon).slice(2)}7f${to0x(PROXY_SLOTS.implementation).slice(2)}`;
    expect(proxyHints(fromHex(both)).map(({ kind }) => kind)).toEqual(['slot', 'beacon']);
    // The slot of ZeppelinOS, as its proxies have it.
    const slot = '7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3';
    expect(proxyHints(fromHex(`7f${slot}54`))).toEqual([{ kind: 'slot', slot: fromHex(slot) }]);
    expect(proxyHints(fromHex(`7f${slot.slice(0, -2)}0054`))).toEqual([]);
    const safe = `608060405273${'ff'.repeat(20)}600054167fa619486e`;
    expect(proxyHints(fromHex(safe))).toEqual([{ kind: 'slot', slot: new Uint8Array(32) }]);
  });

  it('is known of the demo chain', async () => {
    const { deployed } = await recordedCode();
    const address = deployments().get('staking')?.address ?? '';
    expect(proxyHints(deployed.get(address) ?? new Uint8Array())).toContainEqual({
      kind: 'slot',
      slot: PROXY_SLOTS.implementation,
    });
    const token = deployments().get('usd')?.address ?? '';
    expect(proxyHints(deployed.get(token) ?? new Uint8Array())).toEqual([]);
  });
});

describe('answers', () => {
  it('of a beacon are an address', () => {
    expect(to0x(BEACON_CALL)).toBe(toFunctionSelector('implementation()'));
    expect(beaconImplementation(fromHex(TARGET.padStart(64, '0')))).toEqual(fromHex(TARGET));
    expect(beaconImplementation(new Uint8Array(32))).toBeNull();
    expect(beaconImplementation(new Uint8Array(0))).toBeNull();
  });

  it('of a diamond are its facets with their selectors', () => {
    expect(to0x(FACETS_CALL)).toBe('0x7a0ed627');
    const tuple = {
      type: 'tuple[]',
      components: [{ type: 'address' }, { type: 'bytes4[]' }],
    } as const;
    const of = (list: readonly (readonly [`0x${string}`, readonly `0x${string}`[]])[]) =>
      hexToBytes(encodeAbiParameters([tuple], [list]));
    const facets = facetsOf(of([[`0x${TARGET}`, ['0xa9059cbb', '0x7a0ed627']]]));
    expect(facets).toEqual([{ address: fromHex(TARGET), selectors: ['0xa9059cbb', '0x7a0ed627'] }]);
    expect(facetFor(facets ?? [], '0xA9059CBB')).toBe(`0x${TARGET}`);
    expect(facetFor(facets ?? [], '0x00000000')).toBeNull();
    expect(facetsOf(of([]))).toBeNull();
    expect(facetsOf(fromHex('ff'))).toBeNull();
  });
});
