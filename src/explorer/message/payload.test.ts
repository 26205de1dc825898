/** Calls inside calls are named by whom they are for, also where nobody has that address yet. */
import { bundledContent } from '#content/networks.ts';
import { delegatedFromEth, formatAddress, idAddress } from '#filecoin/address.ts';
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { readContractAbi } from '#filecoin/evm/abi.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPast } from '../past.ts';
import { Standing } from '../standing.ts';
import { Claims } from '../tag/claims.ts';
import { Wishes } from '../wishes.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, MULTISIG, NOBODY, robustOf } from '../testing/rows.ts';
import { writeContract, writeMembers, writeVerified } from '../testing/verified.ts';
import { look } from '../view.ts';
import {
  answersProposal,
  callsContract,
  decodePayloads,
  type DecodedPayload,
  type Payload,
} from './payload.ts';

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
/** What other contracts have, with the selector of `transfer(address,uint256)` among it. */
const GUESSED = [
  {
    type: 'function',
    name: 'zip',
    inputs: [{ name: 'count', type: 'uint8' }],
    outputs: [{ name: 'left', type: 'uint8' }],
  },
  { type: 'function', name: 'many_msg_babbage', inputs: [{ name: 'x', type: 'bytes1' }] },
];
const word = (n: number): Uint8Array => new Uint8Array(32).with(31, n);
const zip = concatBytes(keccakOfText('zip(uint8)').subarray(0, 4), word(9));
const zap = concatBytes(fromHex('25dd0282'), word(9));

let store: Store;
beforeAll(async () => {
  store = await openEither();
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
  const hash = digest('code of the contract');
  await writeContract(store, CONTRACT, { code_hash: hash });
  await writeVerified(store, hash, ABI);
  await writeMembers(store, GUESSED);
});
afterAll(() => store.close());

const propose = (to: Uint8Array, method: number, params: Uint8Array = EMPTY): Uint8Array =>
  encodeCbor([to, EMPTY, method, params]);

async function decode(payload: Payload): Promise<DecodedPayload> {
  const setting = {
    now: Date.now,
    language: 'en',
    places: () => null,
    past: createPast(),
    wishes: new Wishes(store),
    contentOf: bundledContent(),
    claims: new Claims(),
    standing: new Standing(),
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

describe('calls of functions that no ABI of the contract has', () => {
  const call: Payload = {
    height: 2,
    kind: 'evm',
    method: INVOKE_CONTRACT,
    params: encodeCbor(zip),
    exitCode: 0,
    returned: encodeCbor(word(7)),
  };
  const evm = {
    signature: 'zip(uint8)',
    args: [{ name: 'count', type: 'uint8', value: '9' }],
    guessed: true,
  };

  test('are read by those of other contracts, and so is what they return', async () => {
    expect(await decode(call)).toMatchObject({
      decodedParams: { evm },
      returnedValues: [{ name: 'left', type: 'uint8', value: '7' }],
      returnedValuesGuessed: true,
    });
    // Its own ABI has others.
    const own = await decode({ ...call, abi: readContractAbi(ABI) });
    expect(own).toMatchObject({ decodedParams: { evm }, returnedValuesGuessed: true });
    const known = await decode({ ...call, abi: readContractAbi(GUESSED) });
    expect(known).toMatchObject({ decodedParams: { evm: { signature: 'zip(uint8)' } } });
    expect(known).not.toHaveProperty('decodedParams.evm.guessed');
    expect(known).not.toHaveProperty('returnedValuesGuessed');
  });

  test('are not told what they return by data with anything else in it', async () => {
    const longer = encodeCbor(concatBytes(word(7), word(1)));
    expect(await decode({ ...call, returned: longer })).not.toHaveProperty('returnedValues');
  });

  test('are the function whose types fit all bytes', async () => {
    const transfer = concatBytes(fromHex('a9059cbb'), word(5), word(6));
    const { decodedParams } = await decode({ ...call, params: encodeCbor(transfer) });
    expect(decodedParams).toMatchObject({ evm: { signature: 'transfer(address,uint256)' } });
    expect(decodedParams).not.toHaveProperty('evm.others');
    const both = concatBytes(fromHex('a9059cbb'), word(0), word(6));
    const either = await decode({ ...call, params: encodeCbor(both) });
    expect(either.decodedParams).toMatchObject({
      evm: {
        signature: 'transfer(address,uint256)',
        guessed: true,
        others: ['many_msg_babbage(bytes1)'],
      },
    });
    const other = concatBytes(fromHex('a9059cbb'), Uint8Array.of(1), new Uint8Array(31));
    const fits = await decode({ ...call, params: encodeCbor(other) });
    expect(fits.decodedParams).toMatchObject({ evm: { signature: 'many_msg_babbage(bytes1)' } });
  });

  test('are told of proposals too, with whom they are to', async () => {
    const to = formatAddress(robustOf(CONTRACT));
    const inner = propose(robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zip));
    for (const params of [inner, propose(robustOf(MULTISIG), PROPOSE, inner)]) {
      const proposal = { height: 2, kind: 'multisig', method: PROPOSE, params } as const;
      const { proposedCall } = await decode({ ...proposal, exitCode: null, returned: null });
      expect(proposedCall).toEqual({ to, evmMethod: 'zip(uint8)', guessed: true });
    }
    const plain = { ...call, kind: 'multisig', method: PROPOSE } as const;
    const params = propose(robustOf(CONTRACT), 0);
    expect(await decode({ ...plain, params })).not.toHaveProperty('proposedCall');
  });
});

describe('a proposal that was carried out at once', () => {
  const proposal = { height: 2, kind: 'multisig', method: PROPOSE, exitCode: 0 } as const;
  const answer = (returned: Uint8Array): Uint8Array => encodeCbor([0, true, 0, returned]);

  test('tells what the verified contract returned', async () => {
    const { decodedReturnValue } = await decode({
      ...proposal,
      params: propose(robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zap)),
      returned: answer(encodeCbor(concatBytes(word(7), word(1)))),
    });
    expect(decodedReturnValue).toMatchObject({
      Applied: true,
      DecodedRetValues: [
        { name: 'left', type: 'uint8', value: '7' },
        { name: '', type: 'bool', value: true },
      ],
    });
    expect(decodedReturnValue).not.toHaveProperty('DecodedRetGuessed');
  });

  test('guesses what another one returned, and leaves alone what does not fit', async () => {
    const params = propose(robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zip));
    const guess = await decode({ ...proposal, params, returned: answer(encodeCbor(word(7))) });
    expect(guess.decodedReturnValue).toMatchObject({
      DecodedRetValues: [{ name: 'left', type: 'uint8', value: '7' }],
      DecodedRetGuessed: true,
    });
    const odd = await decode({ ...proposal, params, returned: answer(encodeCbor(word(0))) });
    expect(odd.decodedReturnValue).toHaveProperty('DecodedRetValues');
    const long = encodeCbor(new Uint8Array(64));
    const left = await decode({ ...proposal, params, returned: answer(long) });
    expect(left.decodedReturnValue).toMatchObject({ DecodedRet: `0x${'00'.repeat(64)}` });
    expect(left.decodedReturnValue).not.toHaveProperty('DecodedRetValues');
  });
});

describe('an approval', () => {
  const APPROVE = 3;
  const approve = (number: number): Payload => ({
    height: 2,
    kind: 'multisig',
    to: MULTISIG,
    method: APPROVE,
    params: encodeCbor([number, EMPTY]),
    exitCode: 0,
    returned: null,
  });
  const carriedOut = (returned: Uint8Array, exitCode = 0): Uint8Array =>
    encodeCbor([true, exitCode, returned]);
  const proposed = (
    number: number,
    to: Uint8Array | null,
    method: number,
    params: Uint8Array = EMPTY,
  ) => ({
    actor_id: MULTISIG,
    txn_id: number,
    ord: 100 + number,
    proposer_id: null,
    to_addr: to,
    value: to && '0',
    method: to && String(method),
    params: to && params,
    approvals: '[]',
    status: 1,
    height: 1,
    cid: null,
    settled_height: 2,
    settled_cid: null,
    exit_code: 0,
    return: null,
  });
  beforeAll(async () => {
    await store.db
      .insertInto('proposal')
      .values([
        proposed(1001, robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zap)),
        proposed(1002, robustOf(CONTRACT), INVOKE_CONTRACT, encodeCbor(zip)),
        // Exec of the init actor
        proposed(1003, idAddress(1), 2),
        proposed(1004, null, 0),
      ])
      .execute();
  });
  const returned = carriedOut(encodeCbor(concatBytes(word(7), word(1))));

  test('tells what the call that was proposed returned', async () => {
    const told = await decode({ ...approve(1001), returned });
    expect(told.decodedReturnValue).toMatchObject({
      Applied: true,
      ExitCode: 0,
      DecodedRetValues: [{ value: '7' }, { value: true }],
    });
    expect(told.decodedReturnValue).not.toHaveProperty('DecodedRetGuessed');
    expect(told.proposedCall).toEqual({
      to: formatAddress(robustOf(CONTRACT)),
      evmMethod: 'zap(uint8)',
    });
    const made = encodeCbor([idAddress(1000), idAddress(1000)]);
    const exec = await decode({ ...approve(1003), returned: carriedOut(made) });
    expect(exec.decodedReturnValue).toMatchObject({ DecodedRet: { IDAddress: 'f01000' } });
    expect(exec).not.toHaveProperty('proposedCall');
  });

  test('of a contract without a verified source says that it is guessed', async () => {
    const told = await decode({ ...approve(1002), returned: carriedOut(encodeCbor(word(7))) });
    expect(told.decodedReturnValue).toMatchObject({
      DecodedRetValues: [{ name: 'left', type: 'uint8', value: '7' }],
      DecodedRetGuessed: true,
    });
    expect(told.proposedCall).toMatchObject({ evmMethod: 'zip(uint8)', guessed: true });
  });

  test('tells no more than the bytes of what is not known, waits or failed', async () => {
    const waits = encodeCbor([false, 0, EMPTY]);
    const failed = carriedOut(encodeCbor(word(7)), 33);
    for (const [number, bytes] of [
      [9999, returned],
      [1004, returned],
      [1001, waits],
      [1001, failed],
    ] as const) {
      const told = await decode({ ...approve(number), returned: bytes });
      expect(told.decodedReturnValue).toHaveProperty('Applied');
      expect(told.decodedReturnValue).not.toHaveProperty('DecodedRet');
    }
    const elsewhere = await decode({ ...approve(1001), to: CONTRACT, returned });
    expect(elsewhere.decodedReturnValue).not.toHaveProperty('DecodedRet');
  });

  test('is not kept for good where it may have called a contract', async () => {
    const { decodedReturnValue } = await decode({ ...approve(9999), returned });
    expect(answersProposal(decodedReturnValue)).toBe(true);
    const waits = await decode({ ...approve(1001), returned: encodeCbor([false, 0, EMPTY]) });
    expect(answersProposal(waits.decodedReturnValue)).toBe(false);
    expect(answersProposal(undefined)).toBe(false);
  });
});
