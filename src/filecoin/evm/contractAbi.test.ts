/** ABIs as compilers write them, and as strangers may. */
import fc from 'fast-check';
import { encodeErrorResult, encodeFunctionData, parseAbi, toEventSelector } from 'viem';
import { expect, it } from 'vitest';
import { fromHex } from '../encoding/bytes.ts';
import {
  decodeCall,
  decodeLog,
  facetDocs,
  facetEntries,
  joinAbis,
  readContractAbi,
  selectorOf,
  signaturesOf,
} from './abi.ts';
import { decodeRevert } from './revert.ts';

const written = parseAbi([
  'function zap(uint8 count, (address to, bytes32[2][] roots) plan) payable returns (bool)',
  'function zap(uint8 count)',
  'event Zapped(address indexed by, string what)',
  'error NotEnough(uint256 wanted, uint256 had)',
]);
const abi = readContractAbi(JSON.parse(JSON.stringify(written)));
const to = `0x${'11'.repeat(20)}` as const;

it('reads calls, events and errors that nothing else knows, with names', () => {
  const root = `0x${'22'.repeat(32)}` as const;
  const data = fromHex(
    encodeFunctionData({
      abi: written,
      functionName: 'zap',
      args: [3, { to, roots: [[root, root]] }],
    }),
  );
  expect(decodeCall(data)).toBeNull();
  const signature = abi.functionOf(selectorOf(data) ?? '');
  expect(signature && decodeCall(data, [signature])).toMatchObject({
    signature: 'zap(uint8,(address,bytes32[2][]))',
    args: [
      { name: 'count', type: 'uint8', value: '3' },
      { name: 'plan', value: { to, roots: [[root, root]] } },
    ],
  });

  const topic = toEventSelector('Zapped(address,string)');
  const topics = [fromHex(topic), fromHex(`0x${'00'.repeat(12)}${'11'.repeat(20)}`)];
  const text = fromHex(
    `0x${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6869'.padEnd(64, '0')}`,
  );
  expect(decodeLog(topics, text, abi.eventsOf(topic))?.args).toEqual([
    { name: 'by', type: 'address', indexed: true, value: to },
    { name: 'what', type: 'string', indexed: false, value: 'hi' },
  ]);

  const revert = fromHex(
    encodeErrorResult({ abi: written, errorName: 'NotEnough', args: [5n, 4n] }),
  );
  expect(decodeRevert(revert)).toMatchObject({ kind: 'custom', args: null });
  expect(decodeRevert(revert, abi)).toMatchObject({
    kind: 'custom',
    text: 'NotEnough(uint256,uint256)',
    args: [
      { name: 'wanted', value: '5' },
      { name: 'had', value: '4' },
    ],
  });
});

it('knows what functions return, as far as it is sound', () => {
  const zap = abi.functionOf('0x25dd0282');
  expect(zap?.outputs).toEqual([]);
  const outputsOf = (outputs: unknown) =>
    readContractAbi([{ type: 'function', name: 'f', inputs: [], outputs }]).functionOf('0x26121ff0')
      ?.outputs;
  expect(outputsOf([{ type: 'uint8', name: 'left' }])).toMatchObject([{ name: 'left' }]);
  for (const unsound of [undefined, null, 7, [{ type: 'uint7' }], [{ type: 'tuple' }]])
    expect(outputsOf(unsound)).toEqual([]);
});

it('keeps the words that all contracts share', () => {
  const error = fromHex(
    encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: ['no'] }),
  );
  expect(decodeRevert(error, abi)).toEqual({ kind: 'error', text: 'no' });
});

it('lets a proxy go before what it stands for', () => {
  const own = readContractAbi([
    { type: 'function', name: 'zap', inputs: [{ name: 'n', type: 'uint8' }] },
  ]);
  const selector = selectorOf(
    fromHex(encodeFunctionData({ abi: written, functionName: 'zap', args: [1] })),
  );
  const joined = joinAbis([own, abi]);
  expect(joined.functionOf(selector ?? '')?.params[0]?.name).toBe('n');
  expect(joined.eventsOf(toEventSelector('Zapped(address,string)'))).toHaveLength(1);
});

it('leaves out what is not sound, and nothing in it does harm', () => {
  const entry = { type: 'function', name: 'f', inputs: [] };
  const unsound = [
    null,
    7,
    'f()',
    { ...entry, name: 'f()' },
    { ...entry, name: '<b>' },
    { ...entry, inputs: [{ type: 'uint7' }] },
    { ...entry, inputs: [{ type: 'tuple' }] },
    { ...entry, inputs: [{ type: 'uint8'.padEnd(10_000, '[]') }] },
    { ...entry, inputs: Array.from({ length: 1000 }, () => ({ type: 'uint8' })) },
    { ...entry, inputs: { length: 1 } },
  ];
  expect(readContractAbi(unsound).functionOf('0x26121ff0')).toBeNull();
  expect(readContractAbi([...unsound, entry]).functionOf('0x26121ff0')?.canonical).toBe('f()');
  const proto = readContractAbi([
    {
      ...entry,
      inputs: [
        { type: 'uint8', name: '__proto__' },
        { type: 'uint8', name: 'a b' },
      ],
    },
  ]);
  expect(proto.functionOf('__proto__')).toBeNull();
  let deep: object = { type: 'uint8' };
  for (let depth = 0; depth < 1000; depth++) deep = { type: 'tuple', components: [deep] };
  expect(() => readContractAbi([{ ...entry, inputs: [deep] }])).not.toThrow();
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      readContractAbi(json).functionOf('0x00000000');
    }),
  );
});

it('signatures are of functions and events, with their hashes', () => {
  const abi = [
    { type: 'function', name: 'zap', inputs: [{ name: 'n', type: 'uint8' }] },
    { type: 'event', name: 'Zapped', inputs: [] },
    { type: 'error', name: 'No', inputs: [] },
    { type: 'function', name: 'x'.repeat(200), inputs: [] },
  ];
  expect(signaturesOf(abi).map(({ hash, signature }) => [hash.length, signature])).toEqual([
    [4, 'zap(uint8)'],
    [32, 'Zapped()'],
  ]);
  expect(signaturesOf('none')).toEqual([]);
});

it('a facet brings the functions for which it is asked, and all else once', () => {
  const zap = { type: 'function', name: 'zap', inputs: [{ name: 'n', type: 'uint8' }] };
  const zip = { type: 'function', name: 'zip', inputs: [] };
  const zapped = { type: 'event', name: 'Zapped', inputs: [] };
  const abi = [zap, zip, zapped];
  const facets = [
    { abi, selectors: ['0x25dd0282'] },
    { abi: [zapped, zap], selectors: [] },
    { abi: null, selectors: ['0x25dd0282'] },
  ];
  expect(facetEntries(facets)).toEqual([zap, zapped]);
});

it('a facet brings what its source says of them', () => {
  const words = (notice: string) => ({
    methods: { 'zap(uint8)': { notice }, 'zip()': { notice } },
    events: { 'Zapped()': { notice } },
    version: 1,
  });
  const facets = [
    { docs: { userdoc: words('a'), devdoc: null }, selectors: ['0x25dd0282'] },
    { docs: { userdoc: words('b'), devdoc: { methods: { 'zap(uint8)': 1 } } }, selectors: [] },
    { docs: null, selectors: ['0x25dd0282'] },
  ];
  const none = { methods: {}, events: {}, errors: {} };
  expect(facetDocs(facets)).toEqual({
    userdoc: {
      methods: { 'zap(uint8)': { notice: 'a' } },
      events: { 'Zapped()': { notice: 'a' } },
      errors: {},
    },
    devdoc: none,
  });
  expect(facetDocs([])).toEqual({ userdoc: none, devdoc: none });
});
