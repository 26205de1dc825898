import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { accountFromPrivateKey, personalSign, sign } from 'iso-filecoin/wallet';
import { readFileSync } from 'node:fs';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatAddress, parseAddress } from '../address.ts';
import { blake2b256 } from '../encoding/cid.ts';
import { concatBytes, fromHex, to0x, toBase64, toHex } from '../encoding/bytes.ts';
import { signatureToBytes } from '../signature.ts';
import { checkSignature, enveloped, signatureTypeOf, type Envelope } from './check.ts';
import { SignatureRefused } from './refused.ts';
import { parseSignature } from './text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const TEXT = utf8('Signature for Sextant f01077 harbor 2026-01-02T03:04:05Z');
const KEY = new Uint8Array(32).fill(7);
/** n of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** What becomes of a pasted signature: the envelope, or why it is refused. */
function verdict(text: string, message: Uint8Array, address: string): string {
  const owner = parseAddress(address);
  try {
    return checkSignature(parseSignature(text, signatureTypeOf(owner)), message, owner);
  } catch (error) {
    if (error instanceof SignatureRefused) return error.reason;
    throw error;
  }
}

/** An owner of each kind, and how its wallets sign. */
const bls = bls12_381.longSignatures;
const secp = accountFromPrivateKey(KEY, 'SECP256K1', 'mainnet');
const pairing = accountFromPrivateKey(KEY, 'BLS', 'mainnet');
const ethereum = privateKeyToAccount(to0x(KEY) as `0x${string}`);
const f410 = formatAddress(parseAddress(ethereum.address));
const f1 = secp.address.toString();
const f3 = pairing.address.toString();

/** What Lotus makes with a delegated key: keccak-256 of the bytes it is given (lib/sigs/delegated). */
async function delegated(bytes: Uint8Array): Promise<string> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js');
  const signed = secp256k1.sign(keccak_256(bytes), KEY, { prehash: false, format: 'recovered' });
  return toHex(concatBytes(Uint8Array.of(3), signed.subarray(1), signed.subarray(0, 1)));
}
const native = (type: 'SECP256K1' | 'BLS', bytes: Uint8Array): string => {
  const { data } =
    type === 'BLS'
      ? { data: bls.sign(bls.hash(bytes, DOMAIN), KEY).toBytes() }
      : sign(KEY, type, bytes);
  return toHex(concatBytes(Uint8Array.of(type === 'BLS' ? 2 : 1), data));
};
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';

describe('signatures of other programs', () => {
  it('of the recorded network’s Lotus, an f1 and an f3 key', () => {
    const { signatures } = z
      .object({
        signatures: z.array(
          z.object({
            address: z.string(),
            text: z.string(),
            signature: z.object({ Type: z.number(), Data: z.string() }),
          }),
        ),
      })
      .parse(JSON.parse(readFileSync('data/demo-chain/truth/activity.json', 'utf8')));
    expect(signatures.map(({ signature }) => signature.Type)).toEqual([1, 2]);
    for (const { address, text, signature } of signatures) {
      expect(verdict(signature.Data, utf8(text), address)).toBe('bare');
      expect(verdict(signature.Data, utf8(`${text}.`), address)).toBe('mismatch');
    }
  });

  it('of Lotus’s own test of BLS (lib/sigs/bls)', () => {
    const data =
      '9927444bfcffdca34af57b78757b9b90f1cd28d2a3aeed2aa6bde299f8bbb9184756f2287b0588e6d3f2860d2bb2066e' +
      '0c59778c1e644fb2cfb35fba8f09fa824a9ed825108c82ff4bf634c1037eeaf185f45673d4a1c1c6eeb712b7d72a5498';
    const address =
      'f3tcgq5scpfhdwh4dbalwktzf6mbv3ng2nw7tyzni5cyrsgvineid6jybnweecpa6misa6lk4tvwtxj2gkwpzq';
    expect(verdict(data, utf8('potato'), address)).toBe('bare');
    expect(verdict(data.replace('0588e6', '0588f6'), utf8('potato'), address)).toBe('point');
    expect(verdict(`${data}55`, utf8('potato'), address)).toBe('length');
  });

  it('of web3.js’s documentation: personal_sign of an Ethereum key', () => {
    const address = formatAddress(parseAddress('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'));
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd' +
      '6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c';
    expect(verdict(signature, utf8('Some data'), address)).toBe('ethereum');
    expect(verdict(signature, utf8('Other data'), address)).toBe('mismatch');
  });

  it('of libraries: bare and in the envelopes of FRC-0102 and EIP-191', async () => {
    for (const [type, address] of [
      ['SECP256K1', f1],
      ['BLS', f3],
    ] as const) {
      const enveloping = concatBytes(utf8(`\x19Filecoin Signed Message:\n${TEXT.length}`), TEXT);
      expect(verdict(native(type, TEXT), TEXT, address)).toBe('bare');
      expect(verdict(native(type, enveloping), TEXT, address)).toBe('filecoin');
      expect(enveloped(TEXT, 'filecoin')).toEqual(enveloping);
    }
    const personal = personalSign(KEY, 'SECP256K1', TEXT);
    expect(verdict(toBase64(personal.data), TEXT, f1)).toBe('filecoin');
    const typed = await ethereum.signMessage({ message: { raw: to0x(TEXT) as `0x${string}` } });
    expect(verdict(typed, TEXT, f410)).toBe('ethereum');
    expect(verdict(await delegated(TEXT), TEXT, f410)).toBe('bare');
    expect(verdict(await delegated(enveloped(TEXT, 'filecoin')), TEXT, f410)).toBe('filecoin');
  });

  it('count the bytes of a text, not its letters', () => {
    const text = utf8('签名 🜊');
    expect(enveloped(text, 'ethereum').subarray(26, 28)).toEqual(utf8('11'));
    expect(verdict(native('SECP256K1', enveloped(text, 'filecoin')), text, f1)).toBe('filecoin');
  });
});

describe('forms of a signature', () => {
  const hex = native('SECP256K1', TEXT);
  const bytes = fromHex(hex);

  it.each<[string, string]>([
    ['what Lotus prints', hex],
    ['capital letters', hex.toUpperCase()],
    ['0x', `0x${hex}`],
    ['without its type', hex.slice(2)],
    ['base64', toBase64(bytes)],
    ['base64 without its type', toBase64(bytes.subarray(1))],
    ['wrapped lines', ` ${hex.slice(0, 70)}\n ${hex.slice(70)}\r\n`],
  ])('%s', (_form, text) => {
    expect(verdict(text, TEXT, f1)).toBe('bare');
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'length'],
    ['white space', ' \n', 'length'],
    ['too long', 'ab'.repeat(600), 'length'],
    ['words', 'my signature!', 'encoding'],
    ['half a digit', hex.slice(1), 'length'],
    ['a byte too few', hex.slice(0, -2), 'recovery'],
    ['a byte too many', `${hex}00`, 'length'],
    ['another type’s byte', `02${hex.slice(2)}`, 'length'],
    ['a delegated key’s', `03${hex.slice(2)}`, 'type'],
    ['a BLS key’s', native('BLS', TEXT), 'type'],
  ])('refuses %s', (_form, text, reason) => {
    expect(verdict(text, TEXT, f1)).toBe(reason);
  });
});

describe('what is no signature of this key', () => {
  const data = fromHex(native('SECP256K1', TEXT).slice(2));

  it('the other s, by which the same would be signed', () => {
    const s = BigInt(to0x(data.subarray(32, 64)));
    const other = (ORDER - s).toString(16).padStart(64, '0');
    const v = 1 - (data[64] ?? 0);
    expect(verdict(`${toHex(data.subarray(0, 32))}${other}0${v}`, TEXT, f1)).toBe('malleable');
  });

  it('numbers out of range', () => {
    const [r, s] = [toHex(data.subarray(0, 32)), toHex(data.subarray(32, 64))];
    const zero = '00'.repeat(32);
    const n = ORDER.toString(16);
    for (const text of [`${zero}${s}00`, `${r}${zero}00`, `${n}${s}00`, `${r}${n}00`])
      expect(verdict(text, TEXT, f1)).toBe('point');
    expect(verdict(`${r}${s}02`, TEXT, f1)).toBe('recovery');
    expect(verdict(`${r}${s}1b`, TEXT, f1)).toBe('recovery');
    // 5 is the abscissa of no point of the curve.
    expect(verdict(`${'00'.repeat(31)}05${s}00`, TEXT, f1)).toBe('point');
  });

  it('infinity, points outside the subgroup, and other forms of one', () => {
    const infinity = `c0${'00'.repeat(95)}`;
    expect(verdict(infinity, TEXT, f3)).toBe('point');
    // x = 2 is on the curve, and not in its subgroup of prime order.
    expect(verdict(`80${'00'.repeat(94)}02`, TEXT, f3)).toBe('point');
    expect(verdict('00'.repeat(96), TEXT, f3)).toBe('point');
    expect(verdict('ff'.repeat(96), TEXT, f3)).toBe('point');
    const uncompressed = toHex(bls.sign(bls.hash(TEXT, DOMAIN), KEY).toBytes(false));
    expect(verdict(uncompressed, TEXT, f3)).toBe('length');
  });

  it('a signature for an address that is no key', () => {
    const infinite = formatAddress(concatBytes(Uint8Array.of(3, 0xc0), new Uint8Array(47)));
    expect(verdict(`c0${'00'.repeat(95)}`, TEXT, infinite)).toBe('signer');
    for (const address of [
      'f01077',
      formatAddress(concatBytes(Uint8Array.of(2), new Uint8Array(20))),
    ])
      expect(verdict(toHex(data), TEXT, address)).toBe('signer');
  });

  it('the same key’s under another kind of address', () => {
    expect(verdict(toHex(data), TEXT, f410)).toBe('mismatch');
    const other = accountFromPrivateKey(blake2b256(KEY), 'SECP256K1', 'mainnet');
    expect(verdict(toHex(data), TEXT, other.address.toString())).toBe('mismatch');
  });

  it('another envelope’s: EIP-191 is of Ethereum keys only', () => {
    const inOther = native('SECP256K1', enveloped(TEXT, 'ethereum'));
    expect(verdict(inOther, TEXT, f1)).toBe('mismatch');
  });
});

describe('one flipped bit', () => {
  const OWNERS: readonly [string, string, readonly Envelope[]][] = [
    ['f1', f1, ['bare', 'filecoin']],
    ['f3', f3, ['bare', 'filecoin']],
    ['f410', f410, ['bare', 'filecoin', 'ethereum']],
  ];

  it.each(OWNERS)(
    'of a signature, or of its message, never passes: %s',
    async (kind, address, envelopes) => {
      const of = async (bytes: Uint8Array): Promise<Uint8Array> =>
        fromHex(
          kind === 'f410'
            ? await delegated(bytes)
            : native(kind === 'f1' ? 'SECP256K1' : 'BLS', bytes),
        );
      const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
        bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const signed = new Map<Envelope, Uint8Array>();
      for (const each of envelopes) signed.set(each, await of(enveloped(TEXT, each)));
      const bitOf = (bytes: Uint8Array) => fc.nat({ max: 8 * bytes.length - 1 });
      fc.assert(
        fc.property(
          fc
            .constantFrom(...signed)
            .chain(([envelope, bytes]) =>
              fc.tuple(fc.constant(envelope), fc.constant(bytes), bitOf(bytes), bitOf(TEXT)),
            ),
          ([envelope, bytes, bit, other]) => {
            expect(verdict(toHex(bytes), TEXT, address)).toBe(envelope);
            expect(envelopes).not.toContain(verdict(toHex(flip(bytes, bit)), TEXT, address));
            expect(verdict(toHex(bytes), flip(TEXT, other), address)).toBe('mismatch');
          },
        ),
        { numRuns: kind === 'f3' ? 12 : 60 },
      );
    },
  );
});

it('whatever is pasted is a signature or refused with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.uint8Array({ minLength: 60, maxLength: 100 }).map(toHex),
        fc.uint8Array({ minLength: 65, maxLength: 65 }).map(toBase64),
      ),
      fc.constantFrom(f1, f410),
      (text, address) => {
        expect(verdict(text, TEXT, address)).toMatch(/^[a-z]+$/);
      },
    ),
  );
});

it.each(['', '=', '==', ' = '])('text of no bytes (%j) has no length', (text) => {
  expect(verdict(text, TEXT, f1)).toBe('length');
});

it('a signature keeps its type when it is written down', () => {
  const text = native('BLS', TEXT);
  expect(toHex(signatureToBytes(parseSignature(text, 2)))).toBe(text);
});
