import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import {
  CidError,
  blake2b256,
  chainCidBytes,
  cidOf,
  cidParts,
  digestOf,
  formatCid,
  isChainCid,
  parseCid,
} from './cid.ts';

const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const V0 = 'QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB';

describe('CIDs', () => {
  it.each([
    GENESIS,
    V0,
    'bafyreiaqpwbbyjo4a42saasj36kkrpv4tsherf2e7bvezkert2a7dhonoi',
    'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq',
    'bafkqadlgnfwc6njpmfrwg33vnz2a',
  ])('reads and writes %s as multiformats does', (text) => {
    const bytes = parseCid(text);
    expect(toHex(bytes)).toBe(toHex(CID.parse(text).bytes));
    expect(formatCid(bytes)).toBe(text);
    const parsed = CID.parse(text);
    expect(cidParts(bytes)).toMatchObject({
      version: parsed.version,
      codec: parsed.code,
      hash: parsed.multihash.code,
    });
  });

  it('reads upper-case base32 and base58 of version 1', () => {
    expect(formatCid(parseCid(GENESIS.toUpperCase()))).toBe(GENESIS);
    const dagPb = CID.parse(V0).toV1();
    expect(toHex(parseCid(`z${base58(dagPb.bytes)}`))).toBe(toHex(dagPb.bytes));
  });

  it('takes digests out of chain CIDs and puts them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (digest) => {
        const text = cidOf(digest);
        expect(digestOf(text)).toEqual(digest);
        // DAG-CBOR.
        expect(CID.parse(text).code).toBe(0x71);
        expect(formatCid(chainCidBytes(digest))).toBe(text);
        expect(isChainCid(parseCid(text))).toBe(true);
      }),
    );
  });

  it('hashes with blake2b of 32 bytes', () => {
    expect(toHex(blake2b256(new Uint8Array(0)))).toBe(
      '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8',
    );
  });

  it.each([
    '',
    'b',
    'bafy',
    'f1abc',
    GENESIS.slice(0, -1),
    `${GENESIS}a`,
    `${GENESIS.slice(0, -1)}1`,
    GENESIS.replace('b', 'B'),
    `${V0.slice(0, -1)}0`,
  ])('refuses %j', (text) => {
    expect(() => parseCid(text)).toThrow(CidError);
  });

  it('refuses what is far too long', () => {
    expect(() => parseCid(`b${'a'.repeat(600)}`)).toThrow(CidError);
    expect(() => parseCid(`z${'2'.repeat(100_000)}`)).toThrow(CidError);
  });

  it('refuses the digest of what is no chain CID', () => {
    expect(() => digestOf('bafyreiaqpwbbyjo4a42saasj36kkrpv4tsherf2e7bvezkert2a7dhonoi')).toThrow(
      CidError,
    );
    expect(() => digestOf(V0)).toThrow(CidError);
    expect(() => digestOf(`${GENESIS.slice(0, 8)}A${GENESIS.slice(9)}`)).toThrow(CidError);
  });
});

/** Slow and independent of the code under test. */
function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let rest = BigInt(`0x${toHex(bytes)}`); rest > 0n; rest /= 58n)
    text = alphabet.charAt(Number(rest % 58n)) + text;
  return text;
}
