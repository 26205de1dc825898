import { describe, expect, it } from 'vitest';
import { delegatedFromEth, formatAddress, formatEthAddress, idAddress } from './address.ts';
import { fromHex } from './encoding/bytes.ts';
import { passportOf, type Holder } from './passport.ts';

const payload = (protocol: number, length: number): Uint8Array =>
  Uint8Array.of(protocol, ...Array<number>(length).fill(7));
const key = payload(1, 20);
const actor = payload(2, 20);
const delegated = delegatedFromEth(fromHex(`0x${'ab'.repeat(20)}`));
const told = (holder: Partial<Holder>) =>
  passportOf({ id: 1000, kind: 'account', deleted: false, addresses: [], ...holder }).map(
    ({ form, credit, uses }) => `${form} ${String(credit)} ${uses.join('+')}`.trim(),
  );

describe('passportOf', () => {
  it('gives a key’s account an id, its key and a masked id', () => {
    expect(told({ addresses: [key] })).toEqual([
      'id credited lotus',
      'key credited exchange+lotus',
      'masked credited metamask',
    ]);
  });
  it('writes the masked id with the id at its end', () => {
    const masked = passportOf({ id: 300, kind: 'account', deleted: false, addresses: [] }).at(-1);
    expect(formatEthAddress(masked?.address ?? actor).toLowerCase()).toBe(
      '0xff0000000000000000000000000000000000012c',
    );
  });
  it('has a contract’s code decide by 0x only, and tells its masked id apart', () => {
    expect(told({ kind: 'evm', addresses: [delegated, actor, delegated] })).toEqual([
      'id quiet lotus',
      'actor quiet lotus',
      'delegated quiet lotus',
      'eth code metamask',
      'masked other',
    ]);
  });
  it.each([
    ['multisig', 'credited', 'credited metamask'],
    ['storageminer', 'provider', 'refused'],
    ['paymentchannel', 'channel', 'refused'],
  ] as const)('of a %s', (kind, send, masked) => {
    expect(told({ kind, addresses: [actor] })).toEqual([
      `id ${send} lotus`,
      `actor ${send} exchange+lotus`,
      `masked ${masked}`,
    ]);
  });
  it('says of the protocol’s own actors that nothing comes back', () => {
    expect(told({ id: 4, kind: 'storagepower' })).toEqual(['id stuck', 'masked refused']);
    expect(told({ id: 99 })).toEqual(['id burnt', 'masked burnt']);
  });
  it('creates what a key or an Ethereum address names, and nothing else', () => {
    const absent = { id: null, kind: null };
    expect(told({ ...absent, addresses: [key] })).toEqual(['key creates exchange+lotus']);
    expect(told({ ...absent, addresses: [actor] })).toEqual(['actor missing']);
    expect(told({ ...absent, addresses: [delegated] })).toEqual([
      'delegated creates exchange+lotus',
      'eth creates metamask',
    ]);
  });
  it('refuses what is deleted, and knows that nobody has the null address', () => {
    expect(told({ deleted: true, kind: 'multisig', addresses: [actor] })).toEqual([
      'id missing',
      'actor missing',
      'masked missing',
    ]);
    const zero = delegatedFromEth(new Uint8Array(20));
    expect(told({ kind: 'placeholder', addresses: [zero] })).toEqual([
      'id stuck',
      'delegated stuck',
      'eth stuck',
      'masked other',
    ]);
  });
  it('leaves an unknown kind open, and keeps each address as it is', () => {
    expect(told({ kind: null })).toEqual(['id null lotus', 'masked null metamask']);
    const [first] = passportOf({ id: 7, kind: null, deleted: false, addresses: [idAddress(7)] });
    expect(formatAddress(first?.address ?? key)).toBe('f07');
  });
});
