/** What the call of a proposal returned, at once or with its last approval. */
import { formatAddress, idAddress } from '#filecoin/address.ts';
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT, MULTISIG, robustOf } from '../testing/rows.ts';
import { answersProposal, type Payload } from './payload.ts';
import {
  decodeOn,
  EMPTY,
  INVOKE_CONTRACT,
  openCalled,
  PROPOSE,
  propose,
  word,
  zap,
  zip,
} from './testing/calls.ts';

let store: Store;
beforeAll(async () => {
  store = await openCalled();
});
afterAll(() => store.close());
const decode = (payload: Payload) => decodeOn(store, payload);

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
