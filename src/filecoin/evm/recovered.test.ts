/** Signatures that were recovered: which of several it is, and how they are kept. */
import fc from 'fast-check';
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem';
import { expect, it } from 'vitest';
import { concatBytes, fromHex, to0x, toHex } from '../encoding/bytes.ts';
import { decodeArguments, decodeCall, decodeLog, parseSignature } from './abi.ts';
import { readContractAbi } from './contractAbi.ts';
import { ERROR_FORM, membersOf, readMember, signaturesOf } from './members.ts';
import { functionsFor, othersOf } from './recovered.ts';
import { decodeRevert } from './revert.ts';

const TYPES =
  'bytes a, (uint256 id, string name)[] b, bytes32[2] c, string[][] d, (bool x, (bytes y, uint64[3] z) w) e, uint8 f';
const { params } = parseSignature(`f(${TYPES})`);
const word = (n: number): Uint8Array => fromHex(n.toString(16).padStart(64, '0'));
const transfer = parseAbi(['function transfer(address to, uint256 amount)']);
const DATA = fromHex(
  encodeFunctionData({ abi: transfer, args: [`0x${'11'.repeat(20)}`, 1_500_000n] }),
);

it('what an encoder wrote is exact, and with anything else in it is not', () => {
  const bytes = fc.uint8Array({ maxLength: 70 }).map((b) => `0x${toHex(b)}` as const);
  const text = fc.string({ maxLength: 40 }).filter((each) => /^[ -~]*$/.test(each));
  const uint = fc.bigInt(0n, 2n ** 64n - 1n);
  const root = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map(to0x) as fc.Arbitrary<`0x${string}`>;
  const pair = fc.record({ id: uint, name: text });
  const last = fc.record({
    x: fc.boolean(),
    w: fc.record({ y: bytes, z: fc.tuple(uint, uint, uint) }),
  });
  const lists = fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 3 });
  fc.assert(
    fc.property(
      bytes,
      fc.array(pair, { maxLength: 3 }),
      fc.tuple(root, root),
      lists,
      last,
      fc.nat(255),
      (...values) => {
        const data = fromHex(encodeAbiParameters(parseAbiParameters(TYPES), values));
        expect(decodeArguments(params, data, true)).toEqual(decodeArguments(params, data));
        expect(decodeArguments(params, data, true)).not.toBeNull();
        const longer = concatBytes(data, word(0));
        expect(decodeArguments(params, longer, true)).toBeNull();
        expect(decodeArguments(params, longer)).not.toBeNull();
      },
    ),
  );
  const one = parseSignature('f(bytes)').params;
  const [gap, dirty, clean] = [
    [word(64), word(0), word(1), fromHex(`ff${'00'.repeat(31)}`)],
    [word(32), word(1), fromHex(`ff${'00'.repeat(30)}01`)],
    [word(32), word(1), fromHex(`ff${'00'.repeat(31)}`)],
  ].map((words) => decodeArguments(one, concatBytes(...words), true));
  expect([gap, dirty]).toEqual([null, null]);
  expect(clean).toMatchObject([{ value: '0xff' }]);
});

it('of several functions it is the one that takes all the bytes, whichever stands first', () => {
  // They have one selector.
  const many = parseSignature('many_msg_babbage(bytes1)');
  const known = parseSignature('transfer(address,uint256)');
  const none = parseSignature('join_tg_invmru_haha_fd06787(address,bool)');
  for (const order of [
    [many, none, known],
    [known, many, none],
  ])
    expect(decodeCall(DATA, order)).toMatchObject({
      signature: 'transfer(address,uint256)',
      args: [{}, { value: '1500000' }],
    });
  // Bytes behind are taken where nothing fits without them.
  const longer = concatBytes(DATA, word(7));
  expect(decodeCall(longer, [many, known])?.signature).toBe('transfer(address,uint256)');
  expect(decodeCall(DATA, [many])).toBeNull();
});

it('a contract’s own ABI is no guess, and goes before all others', () => {
  const abi = readContractAbi(parseAbi(['function transfer(address whom, uint256 much)']));
  expect(functionsFor('0xa9059cbb', abi)).toMatchObject({
    guessed: false,
    functions: [{ params: [{ name: 'whom' }, { name: 'much' }] }],
  });
  expect(functionsFor('0xa9059cbb')).toMatchObject({
    guessed: true,
    functions: [{ canonical: 'transfer(address,uint256)', outputs: [] }],
  });
  expect(functionsFor('0x01020304')).toEqual({ guessed: true, functions: [] });
});

const WRITTEN = JSON.parse(
  JSON.stringify(
    parseAbi([
      'function zap(uint8 count, (address to, bytes32[2] roots)[] plan) returns (bool done)',
      'event Moved(address indexed by, uint256 what)',
      'event Moved(address indexed by, uint256 indexed what)',
      'error Moved(address by, uint256 what)',
    ]),
  ),
);

it('members of an ABI come back as they were, errors and events by what is indexed', () => {
  const kept = membersOf([...WRITTEN, { type: 'constructor', inputs: [] }, 7]);
  expect(kept.map(({ hash, form }) => [hash.length, form])).toEqual([
    [4, ''],
    [32, '0'],
    [32, '0,1'],
    [4, ERROR_FORM],
  ]);
  const abi = readContractAbi(WRITTEN);
  const [zap, moved, , error] = kept.map(readMember);
  expect(zap).toEqual(abi.functionOf(to0x(kept[0]?.hash ?? new Uint8Array())));
  expect(moved).toMatchObject(abi.eventsOf(to0x(kept[1]?.hash ?? new Uint8Array()))[0] ?? {});
  expect(error).toMatchObject(abi.errorOf(to0x(kept[3]?.hash ?? new Uint8Array())) ?? {});
  expect(signaturesOf(WRITTEN)).toHaveLength(3);
  expect(membersOf('none')).toEqual([]);
});

it('what is too long is kept without its names, but with what is indexed', () => {
  const inputs = Array.from({ length: 40 }, (_, at) => ({
    type: 'uint8',
    name: `${'n'.repeat(100)}${at}`,
    indexed: at === 39,
  }));
  const [kept] = membersOf([{ type: 'event', name: 'Long', inputs }]);
  expect(kept).toMatchObject({ form: '39', item: null });
  const read = kept && readMember(kept);
  expect(read?.params.map(({ indexed }) => indexed).indexOf(true)).toBe(39);
  expect(readMember({ signature: 'no signature', form: '', item: null })).toBeNull();
});

it('an event is the one whose indexed params are as many as its topics', () => {
  const [, data, topics] = membersOf(WRITTEN);
  const forms = [data, topics].flatMap((each) => (each && readMember(each)) ?? []);
  const by = fromHex(`${'00'.repeat(12)}${'11'.repeat(20)}`);
  const topic0 = data?.hash ?? new Uint8Array();
  const both = decodeLog([topic0, by, word(9)], new Uint8Array(), forms);
  expect(both?.args).toMatchObject([
    { name: 'by', indexed: true },
    { name: 'what', indexed: true, value: '9' },
  ]);
  expect(decodeLog([topic0, by], word(9), forms)?.args[1]).toMatchObject({
    name: 'what',
    indexed: false,
    value: '9',
  });
  expect(decodeLog([topic0], word(9), forms)).toBeNull();
});

it('an error that no ABI of the contract has is a guess', () => {
  const [, , , kept] = membersOf(WRITTEN);
  const error = kept && readMember(kept);
  const data = concatBytes(kept?.hash ?? new Uint8Array(), word(1), word(2));
  const recovered = {
    functionsOf: () => [],
    eventsOf: () => [],
    errorsOf: () => (error ? [error] : []),
  };
  expect(decodeRevert(data)).toMatchObject({ kind: 'custom', args: null });
  expect(decodeRevert(data, undefined, recovered)).toMatchObject({
    text: 'Moved(address,uint256)',
    args: [{ name: 'by' }, { name: 'what', value: '2' }],
    guessed: true,
  });
  expect(decodeRevert(data, readContractAbi(WRITTEN), recovered)).not.toHaveProperty('guessed');
});

it('what a guess may be instead are those that the data fit, at most five', () => {
  const shapes = [
    'f(address,uint256)',
    'g(uint256,uint256)',
    'h(string)',
    'i(bytes1)',
    'g(uint256)',
  ];
  const candidates = shapes.map(parseSignature);
  // `h` reads an offset that points nowhere, `i` bytes that are not empty.
  expect(othersOf('f(address,uint256)', candidates, DATA)).toEqual([
    'g(uint256,uint256)',
    'g(uint256)',
  ]);
  const many = Array.from({ length: 9 }, (_, n) => parseSignature(`f${n}(uint256)`));
  expect(othersOf('f0(uint256)', many, DATA)).toEqual([1, 2, 3, 4, 5].map((n) => `f${n}(uint256)`));
});
