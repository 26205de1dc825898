/** Facts of miners' info, power and rewards, created actors, multisigs and payment channels. */
import { describe, expect, it } from 'vitest';
import { idAddress } from '../../address.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { encodeCbor } from '../../encoding/cbor.ts';
import { frc42Number } from '../methods.ts';
import { readEamCall } from './init.ts';
import { readMinerCall } from './minerinfo.ts';
import { readMultisigCall } from './multisig.ts';
import { readPaychCall } from './paych.ts';
import { readPowerCall } from './power.ts';

const one = idAddress(1000);
const two = idAddress(1001);
const robust = Uint8Array.of(2, ...new Uint8Array(20).fill(7));
const none = new Uint8Array(0);
const nine = Uint8Array.of(0, 9);

function call(method: number, params?: CborValue, returned?: CborValue, version = 19) {
  return {
    method,
    version,
    params: params === undefined ? none : encodeCbor(params),
    returned: returned === undefined ? none : encodeCbor(returned),
  };
}

describe('storage miners', () => {
  const read = (...args: Parameters<typeof call>) => readMinerCall(call(...args));
  const peerId = Uint8Array.of(0, 36);
  const setup = { owner: one, worker: two, proofType: 8, peerId, multiaddrs: [nine] };

  it('are set up and change', () => {
    expect(read(1, [one, two, [one], 8, peerId, [nine]])).toEqual({
      type: 'constructor',
      controls: [one],
      ...setup,
    });
    expect(read(3, [two, [one]])).toEqual({ type: 'change-worker', worker: two, controls: [one] });
    expect(read(21)).toEqual({ type: 'confirm-worker' });
    expect(read(21, undefined, undefined, 8)).toEqual({ type: 'confirm-worker' });
    expect(read(23, two)).toEqual({ type: 'change-owner', owner: two });
    expect(read(30, [two, nine, 99])).toEqual({
      type: 'change-beneficiary',
      beneficiary: two,
      quota: 9n,
      expiration: 99,
    });
    expect(read(4, [peerId])).toEqual({ type: 'change-peer', peerId });
    expect(read(18, [[nine]])).toEqual({ type: 'change-multiaddrs', multiaddrs: [nine] });
    expect(read(frc42Number('ChangeOwnerAddress'), two)).toEqual({
      type: 'change-owner',
      owner: two,
    });
  });

  it('have funds', () => {
    expect(read(16, [nine], Uint8Array.of(0, 4))).toEqual({
      type: 'withdraw',
      requested: 9n,
      withdrawn: 4n,
    });
    expect(read(16, [nine], undefined, 5)).toMatchObject({ withdrawn: null });
    expect(read(22)).toEqual({ type: 'repay-debt' });
    expect(read(14, [nine, none])).toEqual({ type: 'reward', reward: 9n, penalty: 0n });
    expect(read(14, nine, undefined, 0)).toEqual({ type: 'reward', reward: 9n, penalty: 0n });
    expect(read(15, [one, two, none])).toEqual({ type: 'consensus-fault', headers: [one, two] });
    expect(read(10, [])).toBeNull();
  });
});

describe('power', () => {
  it('is moved by miners', () => {
    const setup = { owner: one, worker: two, proofType: 8, peerId: none, multiaddrs: [] };
    expect(readPowerCall(call(2, [one, two, 8, none, []], [idAddress(1005), robust]))).toEqual({
      type: 'create-miner',
      id: 1005,
      robust,
      setup,
    });
    expect(readPowerCall(call(3, [nine, Uint8Array.of(1, 9)]))).toEqual({
      type: 'claimed-power',
      raw: 9n,
      adjusted: -9n,
    });
    expect(readPowerCall(call(6, Uint8Array.of(1, 9)))).toEqual({ type: 'pledge', delta: -9n });
    expect(readPowerCall(call(4, [77, encodeCbor([1])]))).toEqual({
      type: 'enroll-cron',
      epoch: 77,
    });
    expect(readPowerCall(call(9))).toBeNull();
  });
});

describe('created actors', () => {
  it('may be contracts', () => {
    const eth = new Uint8Array(20).fill(1);
    const made = { id: 1005, robust: null, ethAddress: eth, initcode: nine };
    expect(readEamCall(call(4, nine, [1005, null, eth]))).toEqual({
      type: 'create-external',
      ...made,
    });
    expect(readEamCall(call(2, [nine, 1], [1005, robust, eth]))).toEqual({
      type: 'create',
      ...made,
      robust,
    });
    expect(readEamCall(call(3, [nine, new Uint8Array(32)], [1005, null, eth]))).toMatchObject({
      type: 'create2',
    });
    expect(readEamCall(call(4, nine, [1005, null, one]))).toMatchObject({ type: 'malformed' });
  });
});

describe('multisigs', () => {
  const read = (...args: Parameters<typeof call>) => readMultisigCall(call(...args));

  it('propose, approve and cancel', () => {
    const proposed = {
      type: 'propose',
      txId: 4,
      to: two,
      value: 9n,
      method: 3844450837,
      params: one,
      applied: true,
      exitCode: 33,
      returned: nine,
    };
    const params: CborValue[] = [two, nine, 3844450837, one];
    expect(read(2, params, [4, true, 33, nine])).toEqual(proposed);
    expect(read(2, [two, nine, 2n ** 63n, one], [4, false, 0, null])).toEqual({
      ...proposed,
      method: 2n ** 63n,
      applied: false,
      exitCode: 0,
      returned: none,
    });
    expect(read(2, [two, nine, -1, one], [4, false, 0, none])).toMatchObject({ type: 'malformed' });
    expect(read(3, [4, one], [true, 0, none])).toEqual({
      type: 'approve',
      txId: 4,
      applied: true,
      exitCode: 0,
      returned: none,
    });
    expect(read(4, [4, one])).toEqual({ type: 'cancel', txId: 4 });
    expect(read(frc42Number('Propose'), params)).toBeNull();
  });

  it('have signers, a threshold and a vesting', () => {
    expect(read(1, [[one], 1, 0, 5])).toEqual({
      type: 'constructor',
      signers: [one],
      threshold: 1,
      unlockDuration: 0,
      startEpoch: 5,
    });
    expect(read(1, [[one], 1, 0], undefined, 0)).toMatchObject({ startEpoch: null });
    expect(read(5, [one, true])).toEqual({ type: 'add-signer', signer: one, increase: true });
    expect(read(6, [one, true])).toEqual({ type: 'remove-signer', signer: one, decrease: true });
    expect(read(7, [one, two])).toEqual({ type: 'swap-signer', from: one, to: two });
    expect(read(8, [2])).toEqual({ type: 'change-threshold', threshold: 2 });
    expect(read(9, [5, 100, nine])).toEqual({
      type: 'lock-balance',
      startEpoch: 5,
      unlockDuration: 100,
      amount: 9n,
    });
  });
});

describe('payment channels', () => {
  const read = (...args: Parameters<typeof call>) => readPaychCall(call(...args));

  it('redeem vouchers, settle and pay out', () => {
    expect(read(1, [one, two])).toEqual({ type: 'constructor', from: one, to: two });
    const signature = Uint8Array.of(1, 2);
    const voucher = [robust, 0, 0, none, null, 3, 4, nine, 0, [[1, 2]], signature];
    expect(read(2, [voucher, none])).toEqual({
      type: 'voucher',
      voucher: {
        channel: robust,
        timeLockMin: 0,
        timeLockMax: 0,
        secretHash: none,
        lane: 3,
        nonce: 4,
        amount: 9n,
        minSettleHeight: 0,
        merges: [{ lane: 1, nonce: 2 }],
      },
    });
    expect(read(2, [[...voucher.slice(0, 9), null, null], none, none])).toMatchObject({
      voucher: { merges: [] },
    });
    expect(read(3)).toEqual({ type: 'settle' });
    expect(read(4)).toEqual({ type: 'collect' });
    expect(read(5)).toBeNull();
  });
});
