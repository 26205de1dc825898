/** Calls inside calls are named by whom they are for, also where nobody has that address yet. */
import { bundledContent } from '#content/networks.ts';
import { delegatedFromEth, idAddress } from '#filecoin/address.ts';
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { readContractAbi } from '#filecoin/evm/abi.ts';
import type { Store } from '#store/store.ts';
import { openMemory } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPast } from '../past.ts';
import { Claims } from '../tag/claims.ts';
import { Wishes } from '../wishes.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, MULTISIG, NOBODY, robustOf } from '../testing/rows.ts';
import { writeContract, writeVerified } from '../testing/verified.ts';
import { look } from '../view.ts';
import { callsContract, decodePayloads, type DecodedPayload, type Payload } from './payload.ts';

const PROPOSE = 2;
const INVOKE_CONTRACT = 3844450837;
const EMPTY = new Uint8Array();
const placeholder = delegatedFromEth(new Uint8Array(20).fill(9));

const ABI = [
  {
    type: 'function',
    name: 'zap',
    inputs: [{ name: 'count', type: 'uint8' }],
    outputs: [
      { name: 'left', type: 'uint8' },
      { name: '', type: 'bool' },
    ],
  },
  { type: 'function', name: 'quiet', inputs: [], outputs: [] },
];
const word = (n: number): Uint8Array => new Uint8Array(32).with(31, n);
const zap = concatBytes(fromHex('25dd0282'), word(9));

let store: Store;
beforeAll(async () => {
  store = await openMemory();
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
  const hash = digest('code of the contract');
  await writeContract(store, CONTRACT, { code_hash: hash });
  await writeVerified(store, hash, ABI);
});
afterAll(() => store.close());

const propose = (to: Uint8Array, method: number, params: Uint8Array = EMPTY): Uint8Array =>
  encodeCbor([to, EMPTY, method, params]);

async function decode(payload: Payload): Promise<DecodedPayload> {
  const setting = {
    language: 'en',
    places: () => null,
    past: createPast(),
    wishes: new Wishes(store),
    contentOf: bundledContent(),
    claims: new Claims(),
  } as const;
  const { data } = await look(store, setting, (view) => decodePayloads(view, [payload]));
  return data[0] ?? {};
}

/** What the params of a proposal that was made to a multisig say. */
async function read(params: Uint8Array): Promise<DecodedPayload['decodedParams']> {
  const call = { height: 2, kind: 'multisig', method: PROPOSE, params } as const;
  return (await decode({ ...call, exitCode: null, returned: null })).decodedParams;
}

test('a call to a key that has no actor is read as one to the account that it becomes', async () => {
  expect(await read(propose(NOBODY, 2643134072, encodeCbor([EMPTY, EMPTY])))).toMatchObject({
    MethodName: 'AuthenticateMessageExported',
    DecodedParams: { Signature: '0x', Message: '0x' },
  });
  expect(await read(propose(NOBODY, 77))).toMatchObject({ MethodName: 'Unknown (77)' });
});

test('a call to an f410 address is read as one to a contract', async () => {
  expect(await read(propose(placeholder, INVOKE_CONTRACT, encodeCbor(EMPTY)))).toMatchObject({
    MethodName: 'InvokeContract',
  });
});

test('nobody becomes of an id or of an actor’s address', async () => {
  for (const to of [idAddress(987654), Uint8Array.of(2, ...new Uint8Array(20).fill(3))])
    expect(await read(propose(to, 3))).not.toHaveProperty('MethodName');
});

test('a proposal of a proposal is read to its end', async () => {
  const inner = propose(placeholder, INVOKE_CONTRACT, encodeCbor(EMPTY));
  expect(await read(propose(robustOf(MULTISIG), PROPOSE, inner))).toMatchObject({
    MethodName: 'Propose',
    DecodedParams: { MethodName: 'InvokeContract' },
  });
});

test('a proposal to a verified contract is read by its ABI, and may be read otherwise', async () => {
  const inner = propose(robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zap));
  const evm = { signature: 'zap(uint8)', args: [{ name: 'count', type: 'uint8', value: '9' }] };
  const direct = await read(inner);
  expect(direct).toMatchObject({ DecodedParams: { evm } });
  const deep = await read(propose(robustOf(MULTISIG), PROPOSE, inner));
  expect(deep).toMatchObject({ DecodedParams: { DecodedParams: { evm } } });
  for (const params of [direct, deep, { Input: '0x' }]) expect(callsContract(params)).toBe(true);
  const plain = await read(propose(robustOf(MULTISIG), 0));
  for (const params of [plain, undefined, null, 'Input', ['Input']])
    expect(callsContract(params)).toBe(false);
});

describe('what a contract returned', () => {
  const call: Payload = {
    height: 2,
    kind: 'evm',
    method: INVOKE_CONTRACT,
    params: encodeCbor(zap),
    exitCode: 0,
    returned: encodeCbor(concatBytes(word(7), word(1))),
    abi: readContractAbi(ABI),
  };
  const values = [
    { name: 'left', type: 'uint8', value: '7' },
    { name: '', type: 'bool', value: true },
  ];

  test('is told by the outputs of its verified ABI, beside the bytes', async () => {
    const decoded = await decode(call);
    expect(decoded.returnedValues).toEqual(values);
    expect(decoded.decodedReturnValue).toMatch(/^0x0{62}07/);
    const bare = { params: zap, paramsCodec: 0x55, returnCodec: 0x55 };
    const within = await decode({ ...call, ...bare, returned: concatBytes(word(7), word(1)) });
    expect(within.returnedValues).toEqual(values);
  });

  test.each<[string, Partial<Payload>]>([
    ['of a contract that is not verified', { abi: undefined }],
    ['of a function that the ABI has not', { params: encodeCbor(fromHex('01020304')) }],
    ['of a function without outputs', { params: encodeCbor(fromHex('dc433dec')) }],
    ['that is cut off', { returned: encodeCbor(word(7)) }],
    ['that is of other types', { returned: encodeCbor(concatBytes(word(7), word(2))) }],
    ['that is no data of a contract', { returned: encodeCbor('text') }],
    ['that is no CBOR', { returned: Uint8Array.of(0x58) }],
    ['of a call that failed', { exitCode: 33 }],
    ['of a call that is not made yet', { exitCode: null }],
  ])('is left to its bytes %s', async (_, changed) => {
    expect(await decode({ ...call, ...changed })).not.toHaveProperty('returnedValues');
  });
});
