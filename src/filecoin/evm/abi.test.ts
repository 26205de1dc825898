/** Our ABI decoder against viem's encoder, and against what strangers may send. */
import fc from 'fast-check';
import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { formatEthAddress } from '../address.ts';
import { concatBytes, fromHex, toHex } from '../encoding/bytes.ts';
import { decodeArguments, decodeCall, decodeLog, parseSignature } from './abi.ts';
import type { AbiValue } from './abi.ts';
import { decodeParamList } from './coder.ts';
import { AbiError } from './types.ts';
import { cpuMs } from '../testing/cpu.ts';

const hex = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => `0x${toHex(bytes)}` as const);
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const int = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const printable = fc.string({ maxLength: 80 }).filter((text) => /^[ -~]*$/.test(text));

/** What viem encodes, as our values. */
function ours(value: unknown): AbiValue {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(ours);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ours(item)]));
  throw new Error('not a value');
}

describe('decoding', () => {
  it('gives back what viem encoded: words', () => {
    const types = 'address a, bool b, uint8 c, uint256 d, int24 e, int256 f, bytes4 g, bytes32 h';
    const params = parseAbiParameters(types);
    const signature = parseSignature(`f(${types})`);
    fc.assert(
      fc.property(
        hex(20),
        fc.boolean(),
        fc.nat(255),
        uint(256),
        fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
        int(256),
        hex(4),
        hex(32),
        (...values) => {
          const data = fromHex(encodeAbiParameters(params, values));
          const [address, ...rest] = values;
          expect(decodeParamList(signature.params, data)).toEqual([
            formatEthAddress(fromHex(address)),
            ...rest.map(ours),
          ]);
        },
      ),
    );
  });

  it('gives back what viem encoded: dynamic values, arrays and tuples', () => {
    const types =
      'bytes a, string b, uint256[] c, (uint256 id, string name)[] d, bytes32[2] e, string[][] f, (bool x, (bytes y, uint64[3] z) w) g';
    const params = parseAbiParameters(types);
    const signature = parseSignature(`f(${types})`);
    const bytes = fc.uint8Array({ maxLength: 100 }).map((b) => `0x${toHex(b)}` as const);
    fc.assert(
      fc.property(
        bytes,
        printable,
        fc.array(uint(256), { maxLength: 5 }),
        fc.array(fc.record({ id: uint(256), name: printable }), { maxLength: 4 }),
        fc.tuple(hex(32), hex(32)),
        fc.array(fc.array(printable, { maxLength: 3 }), { maxLength: 3 }),
        fc.record({
          x: fc.boolean(),
          w: fc.record({ y: bytes, z: fc.tuple(uint(64), uint(64), uint(64)) }),
        }),
        (...values) => {
          const data = fromHex(encodeAbiParameters(params, values));
          expect(decodeParamList(signature.params, data)).toEqual(values.map(ours));
        },
      ),
    );
  });

  it('reads calls by known functions', () => {
    const abi = parseAbi(['function giveMany(address to, (uint256 id, uint256 value)[] parcels)']);
    const data = encodeFunctionData({
      abi,
      args: [`0x${'11'.repeat(20)}`, [{ id: 1n, value: 2n }]],
    });
    expect(decodeCall(fromHex(data))).toEqual({
      selector: data.slice(0, 10),
      signature: 'giveMany(address,(uint256,uint256)[])',
      name: 'giveMany',
      args: [
        { name: 'to', type: 'address', value: `0x${'11'.repeat(20)}` },
        { name: 'parcels', type: '(uint256,uint256)[]', value: [{ id: '1', value: '2' }] },
      ],
    });
    expect(decodeCall(fromHex('00000000'))).toBeNull();
    expect(decodeCall(fromHex('a9059c'))).toBeNull();
    // transfer(address,uint256) cut off.
    expect(decodeCall(fromHex('a9059cbb0000'))).toBeNull();
  });

  it('reads calls and logs by given signatures', () => {
    const signature = parseSignature('zap(uint8)');
    const data = fromHex(`${toFunctionSelector('zap(uint8)').slice(2)}${'00'.repeat(31)}09`);
    expect(decodeCall(data)).toBeNull();
    expect(decodeCall(data, [signature])?.args).toEqual([{ name: '', type: 'uint8', value: '9' }]);
    const event = parseSignature('Zapped(string indexed what, uint8 n)');
    const topics = [new Uint8Array(32), new Uint8Array(32).fill(1)];
    expect(decodeLog(topics, data.subarray(4), [event])).toEqual({
      signature: 'Zapped(string,uint8)',
      name: 'Zapped',
      args: [
        { name: 'what', type: 'bytes32', indexed: true, value: `0x${'01'.repeat(32)}` },
        { name: 'n', type: 'uint8', indexed: false, value: '9' },
      ],
    });
    expect(decodeLog([], data)).toBeNull();
    expect(decodeLog(topics, new Uint8Array(0), [event])).toBeNull();
  });
});

describe('strangers', () => {
  const word = (n: number): Uint8Array => fromHex(n.toString(16).padStart(64, '0'));
  const decode = (types: string, ...words: Uint8Array[]) =>
    decodeArguments(parseSignature(`f(${types})`).params, concatBytes(...words));

  it('cannot pass off dirty words', () => {
    const dirty = new Uint8Array(32).fill(0xff);
    expect(decode('address', dirty)).toBeNull();
    expect(decode('bool', word(2))).toBeNull();
    expect(decode('uint8', word(256))).toBeNull();
    expect(decode('int8', word(128))).toBeNull();
    expect(decode('int8', dirty)?.[0]?.value).toBe('-1');
    expect(decode('bytes4', dirty)).toBeNull();
  });

  it('cannot point outside', () => {
    expect(decode('bytes', word(32), word(1))).toBeNull();
    expect(decode('bytes', word(64), word(0))).toBeNull();
    expect(decode('bytes', new Uint8Array(32).fill(0xff))).toBeNull();
    expect(decode('uint256[]', word(32), word(2), word(0))).toBeNull();
  });

  it('cannot make a few bytes into many values', () => {
    // Eight arrays of eight, all elements of one pointing to the next: 8^8 numbers in 2 kB.
    const level = [word(8), ...Array.from({ length: 8 }, () => word(8 * 32))];
    const words = [word(32), ...Array.from({ length: 8 }, () => level).flat()];
    const taken = cpuMs(() => {
      expect(decode(`uint256${'[]'.repeat(8)}`, ...words)).toBeNull();
      expect(decode(`uint256${'[]'.repeat(3)}`, ...words)?.[0]?.value).toHaveLength(8);
      expect(decode('uint256[5000]', new Uint8Array(32 * 5000))).toBeNull();
    });
    expect(taken).toBeLessThan(1000);
  });

  it('cannot make one long text into many', () => {
    const text = new Uint8Array(1_000_000).fill(0x61);
    const words = (count: number) => [
      word(32),
      word(count),
      ...Array.from({ length: count }, () => word(32 * count)),
      word(text.length),
      text,
    ];
    const taken = cpuMs(() => {
      for (const type of ['string[]', 'bytes[]']) {
        expect(decode(type, ...words(1))?.[0]?.value).toHaveLength(1);
        expect(decode(type, ...words(4000))).toBeNull();
      }
    });
    expect(taken).toBeLessThan(1000);
  });

  it('can send text that is none', () => {
    const bad = fromHex(`fffe${'00'.repeat(30)}`);
    expect(decode('string', word(32), word(2), bad)?.[0]?.value).toBe('0xfffe');
    const long = new Uint8Array(4000).fill(0x61);
    expect(String(decode('string', word(32), word(4000), long)?.[0]?.value)).toHaveLength(1024);
    expect(String(decode('bytes', word(32), word(4000), long)?.[0]?.value)).toMatch(
      /^0x(61){1024}… \(4000 bytes\)$/,
    );
  });

  it('never make it throw', () => {
    const signatures = [
      'f(bytes, string[], (uint256 a, bytes b)[] c)',
      'f(uint256[][], (address, bool)[2][])',
      'f(int8, bytes31, function)',
    ].map(parseSignature);
    const words = fc.array(fc.oneof(fc.nat(300).map(word), fc.uint8Array({ maxLength: 32 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.constantFrom(...signatures), words, (signature, parts) => {
        JSON.stringify(decodeArguments(signature.params, concatBytes(...parts)));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('signatures', () => {
  it.each([
    ['transfer(address to, uint256 value)', 'transfer(address,uint256)'],
    ['function f(uint a, int[2][] memory b) external', 'f(uint256,int256[2][])'],
    ['event E(address indexed a, (uint8, (bytes x) y)[3] z)', 'E(address,(uint8,(bytes))[3])'],
    ['f((address target, bytes data)[] calls)', 'f((address,bytes)[])'],
    ['f(tuple(uint8 a) b)', 'f((uint8))'],
    ['f()', 'f()'],
  ])('%s is %s', (text, canonical) => {
    expect(parseSignature(text).canonical).toBe(canonical);
  });

  it.each([
    '',
    'f',
    'f(',
    'f(uint7)',
    'f(uint264)',
    'f(bytes33)',
    'f(what)',
    'f(uint256,)',
    'f(uint256[)',
    `f(${'('.repeat(50)}${')'.repeat(50)})`,
    `f(${'uint8,'.repeat(2000)}uint8)`,
  ])('%s is none', (text) => {
    expect(() => parseSignature(text)).toThrow(AbiError);
  });
});
