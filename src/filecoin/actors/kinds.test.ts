import { describe, expect, it } from 'vitest';
import { delegatedFromEth, idAddress } from '../address.ts';
import { formatCid, parseCid } from '../encoding/cid.ts';
import { CODES, CODE_CID_START } from './codes.ts';
import {
  ACTOR_KINDS,
  actorsVersionOf,
  createKindTable,
  isActorKind,
  kindAt,
  kindIndex,
  kindOfCode,
  kindToBe,
  namedBundle,
} from './kinds.ts';

function identityCid(name: string): string {
  const bytes = new TextEncoder().encode(name);
  return formatCid(Uint8Array.from([0x01, 0x55, 0x00, bytes.length, ...bytes]));
}

it('knows what becomes of an address by its protocol', () => {
  const key = (protocol: number, length: number) =>
    Uint8Array.of(protocol, ...new Uint8Array(length));
  expect(kindToBe(key(1, 20))).toBe('account');
  expect(kindToBe(key(3, 48))).toBe('account');
  expect(kindToBe(delegatedFromEth(new Uint8Array(20).fill(7)))).toBe('placeholder');
  // Another manager's namespace, an actor's address, an id: only actors that are there have them.
  expect(kindToBe(Uint8Array.of(4, 11, ...new Uint8Array(20)))).toBeNull();
  expect(kindToBe(key(2, 20))).toBeNull();
  expect(kindToBe(idAddress(1234))).toBeNull();
});

describe('kinds', () => {
  it('keep their places in the database', () => {
    expect(ACTOR_KINDS.map(kindIndex)).toEqual(ACTOR_KINDS.map((_, i) => i));
    expect(kindIndex('account')).toBe(0);
    expect(kindIndex('storageminer')).toBe(12);
    expect(kindAt(15)).toBe('verifiedregistry');
    expect(kindAt(16)).toBeNull();
  });

  it('are known by the code CIDs of mainnet and calibration', () => {
    expect(kindOfCode('bafk2bzaceaipvjhoxmtofsnv3aj6gj5ida4afdrxa4ewku2hfipdlxpaektlw')).toEqual({
      kind: 'init',
      version: 8,
    });
    // Calibration at height 1,162,295.
    expect(
      kindOfCode(parseCid('bafk2bzacednkwcpw5yzxjceoaliajgupzj6iqxe7ks2ll3unspbprbo5f2now')),
    ).toEqual({ kind: 'multisig', version: 12 });
    expect(kindOfCode(parseCid(`${CODE_CID_START}aaaa`.padEnd(62, 'a')))).toBeNull();
  });

  it('has every kind of each version, under well-formed CIDs, none of them twice', () => {
    const seen = new Set<string>();
    const versions = new Map<number, Set<string>>();
    for (const [version, kind, ...cids] of CODES) {
      expect(isActorKind(kind)).toBe(true);
      versions.set(version, (versions.get(version) ?? new Set()).add(kind));
      for (const cid of cids) {
        expect(parseCid(CODE_CID_START + cid)).toHaveLength(38);
        expect(seen.has(cid)).toBe(false);
        seen.add(cid);
      }
    }
    expect([...versions.keys()]).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
    // Version 8 had no data cap, eam, ethaccount, evm, placeholder; the placeholder never changed.
    expect(versions.get(8)?.size).toBe(11);
    expect(versions.get(9)?.size).toBe(12);
    expect(versions.get(10)?.size).toBe(16);
    expect(versions.get(18)?.size).toBe(15);
  });

  it('reads the names that were codes up to version 7', () => {
    expect(identityCid('fil/1/account')).toBe('bafkqadlgnfwc6mjpmfrwg33vnz2a');
    expect(kindOfCode('bafkqadlgnfwc6mjpmfrwg33vnz2a')).toEqual({ kind: 'account', version: 0 });
    expect(kindOfCode(identityCid('fil/7/verifiedregistry'))).toEqual({
      kind: 'verifiedregistry',
      version: 7,
    });
    expect(kindOfCode(identityCid('fil/8/account'))).toBeNull();
    expect(kindOfCode(identityCid('fil/1/nobody'))).toBeNull();
  });

  it.each(['', 'x', 'bafkqa', '<script>', `bafkqa${'a'.repeat(500)}`])(
    'has none for %j',
    (text) => {
      expect(kindOfCode(text)).toBeNull();
      expect(kindOfCode(new TextEncoder().encode(text))).toBeNull();
    },
  );

  it("takes a network's own codes before the shipped ones", () => {
    const code = 'bafk2bzaceb3ctd4atxwhdkmlg4i63zxo5aopknlj7l5kaiqr22xpcmico6vg4';
    expect(kindOfCode(code)).toBeNull();
    const shipped = 'bafk2bzaceaipvjhoxmtofsnv3aj6gj5ida4afdrxa4ewku2hfipdlxpaektlw';
    const table = createKindTable([
      { version: 19, codes: { storageminer: code, eam: shipped, nonsense: 'x' } },
    ]);
    expect(table(code)).toEqual({ kind: 'storageminer', version: 19 });
    expect(table(shipped)).toEqual({ kind: 'eam', version: 19 });
    expect(table('x')).toBeNull();
  });

  it.each([
    [0, 0],
    [3, 0],
    [4, 2],
    [9, 2],
    [11, 3],
    [15, 7],
    [16, 8],
    [20, 11],
    [25, 16],
    [26, 16],
    [28, 18],
    [29, 19],
  ])('of network version %i are those of actors version %i', (network, actors) => {
    expect(actorsVersionOf(network)).toBe(actors);
  });
});

it('the bundles whose codes are names are those of actors versions 0 to 7', () => {
  expect(namedBundle(0)?.codes.account).toBe('bafkqadlgnfwc6mjpmfrwg33vnz2a');
  for (let version = 0; version < 8; version++) {
    if (version === 1) continue;
    const codes = Object.entries(namedBundle(version)?.codes ?? {});
    expect(codes).toHaveLength(11);
    for (const [kind, code] of codes) expect(kindOfCode(code)).toEqual({ kind, version });
  }
  expect(namedBundle(8)).toBeNull();
});
