import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../encoding/bytes.ts';
import {
  addressInWord,
  minimalProxyTarget,
  mayAskBeacon,
  namesSlot,
  PROXY_SLOTS,
  proxyChange,
  type ProxySlot,
} from './proxies.ts';
import { keccakOfText } from './words.ts';

const TARGET = 'bebebebebebebebebebebebebebebebebebebebe';
const word = (address: string) => fromHex(address.padStart(64, '0'));

it.each(['implementation', 'beacon', 'admin'] satisfies ProxySlot[])(
  'the slot of the %s is the hash of its name minus one',
  (slot) => {
    const hash = BigInt(`0x${toHex(keccakOfText(`eip1967.proxy.${slot}`))}`);
    expect(toHex(PROXY_SLOTS[slot])).toBe((hash - 1n).toString(16).padStart(64, '0'));
  },
);

describe('events', () => {
  const none = new Uint8Array(0);
  it('tell of implementation, beacon and admin', () => {
    const upgraded = keccakOfText('Upgraded(address)');
    expect(proxyChange([upgraded, word(TARGET)], none)).toEqual({
      slot: 'implementation',
      address: fromHex(TARGET),
    });
    const beacon = keccakOfText('BeaconUpgraded(address)');
    expect(proxyChange([beacon, word(TARGET)], none)?.slot).toBe('beacon');
    const admin = keccakOfText('AdminChanged(address,address)');
    const data = concatBytes(word('01'), word(TARGET));
    expect(proxyChange([admin], data)).toEqual({ slot: 'admin', address: fromHex(TARGET) });
  });

  it('of other shapes tell nothing', () => {
    const upgraded = keccakOfText('Upgraded(address)');
    expect(proxyChange([upgraded], word(TARGET))).toBeNull();
    expect(proxyChange([upgraded, fromHex('ff'.repeat(32))], none)).toBeNull();
    expect(proxyChange([keccakOfText('AdminChanged(address,address)')], none)).toBeNull();
    expect(proxyChange([keccakOfText('Upgraded()'), word(TARGET)], none)).toBeNull();
    expect(proxyChange([], none)).toBeNull();
  });
});

it('an address stands in the last 20 bytes of a word that is not empty', () => {
  expect(addressInWord(word(TARGET))).toEqual(fromHex(TARGET));
  expect(addressInWord(new Uint8Array(32))).toBeNull();
  expect(addressInWord(fromHex('01'.padEnd(64, '0')))).toBeNull();
  expect(addressInWord(new Uint8Array(31))).toBeNull();
});

it('code that names a slot does so as a constant', () => {
  const code = concatBytes(fromHex('607f'), PROXY_SLOTS.implementation, fromHex('54'));
  expect(namesSlot(code, 'implementation')).toBe(true);
  expect(namesSlot(code, 'beacon')).toBe(false);
  const plain = concatBytes(fromHex('60017f'), keccakOfText('eip1967.proxy.beacon'), fromHex('03'));
  expect(namesSlot(plain, 'beacon')).toBe(true);
  expect(mayAskBeacon(plain)).toBe(false);
  expect(mayAskBeacon(fromHex('635c60da1b604051'))).toBe(true);
});

it('minimal proxies are known by their code, whatever is kept behind it', () => {
  const code = `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`;
  for (const known of [
    code,
    `${code}00`,
    `3d3d3d3d363d3d37363d73${TARGET}5af43d3d93803e602a57fd5bf3`,
    `365f5f375f5f365f73${TARGET}5af43d5f5f3e5f3d91602a57fd5bf3`,
    `5f5f365f5f37365f73${TARGET}5af43d5f5f3e6029573d5ffd5b3d5ff3`,
    `366000600037611000600036600073${TARGET}5af4602c57600080fd5b6110006000f3`,
  ])
    expect(minimalProxyTarget(fromHex(known))).toEqual(fromHex(TARGET));
  expect(minimalProxyTarget(fromHex(`60${code}`))).toBeNull();
  expect(minimalProxyTarget(fromHex(code.slice(0, -2)))).toBeNull();
  expect(minimalProxyTarget(new Uint8Array(0))).toBeNull();
});

it('minimal proxies of addresses that begin with zeros are shorter', () => {
  const rest = 'be'.repeat(16);
  const code = `363d3d373d3d3d363d6f${rest}5af43d82803e903d91602757fd5bf3`;
  expect(minimalProxyTarget(fromHex(code))).toEqual(fromHex(`00000000${rest}`));
  expect(minimalProxyTarget(fromHex(code.replace('602757', '602b57')))).toBeNull();
  expect(minimalProxyTarget(fromHex(code.replace('6fbe', '70be')))).toBeNull();
});
