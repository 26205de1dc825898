/** Calls inside calls are named by whom they are for, also where nobody has that address yet. */
import { delegatedFromEth, formatAddress, idAddress } from '#filecoin/address.ts';
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { readContractAbi } from '#filecoin/evm/abi.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT, MULTISIG, NOBODY, robustOf } from '../testing/rows.ts';
import { callsContract, type DecodedPayload, type Payload } from './payload.ts';
import {
  ABI,
  decodeOn,
  EMPTY,
  GUESSED,
  INVOKE_CONTRACT,
  openCalled,
  PROPOSE,
  propose,
  word,
  zap,
  zip,
} from './testing/calls.ts';

const placeholder = delegatedFromEth(new Uint8Array(20).fill(9));

let store: Store;
beforeAll(async () => {
  store = await openCalled();
});
afterAll(() => store.close());
const decode = (payload: Payload) => decodeOn(store, payload);

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
