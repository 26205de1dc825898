import { describe, expect, it } from 'vitest';
import { idAddress } from '../../address.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { CborCid, encodeCbor } from '../../encoding/cbor.ts';
import { parseCid } from '../../encoding/cid.ts';
import { frc42Number } from '../methods.ts';
import { FRC46_TOKEN } from './allocations.ts';
import { readDatacapCall } from './datacap.ts';
import { readVerifregCall } from './verifreg.ts';

const pieceCid = parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my');
const someone = idAddress(1000);
const none = new Uint8Array(0);
const nine = Uint8Array.of(0, 9);
const ok = (count: number): CborValue => [count, []];

function call(method: number, params: CborValue, returned?: CborValue, version = 19) {
  return {
    method,
    version,
    params: encodeCbor(params),
    returned: returned === undefined ? none : encodeCbor(returned),
  };
}

const request: CborValue[] = [1001, new CborCid(pieceCid), 2048, 10, 20, 15];
const requested = {
  provider: 1001,
  pieceCid,
  size: 2048,
  termMin: 10,
  termMax: 20,
  expiration: 15,
};
const requests = encodeCbor([[request, request], [[1001, 5, 30]]]);
const response: CborValue = [[1, [[0, 16]]], ok(1), [77]];

describe('the verified registry', () => {
  const read = (...args: Parameters<typeof call>) => readVerifregCall(call(...args));

  it('has verifiers and clients', () => {
    expect(read(2, [someone, nine])).toEqual({
      type: 'add-verifier',
      verifier: someone,
      allowance: 9n,
    });
    expect(read(3, someone)).toEqual({ type: 'remove-verifier', verifier: someone });
    expect(read(4, [someone, nine])).toEqual({
      type: 'add-client',
      client: someone,
      allowance: 9n,
    });
    expect(read(5, [someone, nine], undefined, 8)).toEqual({
      type: 'use-bytes',
      client: someone,
      bytes: 9n,
    });
    expect(read(6, [someone, nine], undefined, 8)).toMatchObject({ type: 'restore-bytes' });
    expect(read(5, [someone, nine])).toBeNull();
    const request = [someone, Uint8Array.of(1)];
    expect(read(7, [someone, nine, request, request], [someone, Uint8Array.of(0, 4)])).toEqual({
      type: 'remove-datacap',
      client: someone,
      bytes: 4n,
    });
  });

  it('makes allocations of data cap that comes in', () => {
    const received = encodeCbor([1002, 6, 1002, nine, requests, none]);
    const params: CborValue = [FRC46_TOKEN, received];
    const hook = frc42Number('Receive');
    expect(read(hook, params, response)).toEqual({
      type: 'allocate',
      client: 1002,
      allocations: [{ id: 77, ...requested }],
      extensions: [{ provider: 1001, claim: 5, termMax: 30 }],
    });
    expect(read(hook, [1, received], response)).toMatchObject({ type: 'malformed' });
    expect(read(hook, params, [ok(2), ok(1), [77]])).toMatchObject({ type: 'malformed' });
    expect(read(hook, params, [ok(9), ok(1), [77]])).toMatchObject({ type: 'malformed' });
  });

  it('has claims, one by one or by sector', () => {
    const claim: CborValue[] = [1002, 77, new CborCid(pieceCid), 2048];
    const claimed = {
      client: 1002,
      allocation: 77,
      pieceCid,
      size: 2048,
      sector: 3,
      sectorExpiration: 900,
    };
    const flat = [[...claim, 3, 900]];
    expect(read(9, [flat, true], [ok(1), nine], 11)).toEqual({
      type: 'claim',
      claims: [{ ...claimed, claimed: true }],
    });
    const grouped = [[3, 900, [claim, claim]]];
    expect(read(9, [grouped, false], [[0, [[0, 17]]], []])).toEqual({
      type: 'claim',
      claims: [
        { ...claimed, claimed: false },
        { ...claimed, claimed: false },
      ],
    });
    expect(
      read(
        11,
        [
          [
            [1001, 5, 30],
            [1001, 6, 31],
          ],
        ],
        [1, [[1, 16]]],
      ),
    ).toEqual({
      type: 'extend-claims',
      extensions: [{ provider: 1001, claim: 5, termMax: 30 }],
    });
  });

  it('removes what expired', () => {
    expect(read(8, [1002, []], [[7, 8], [1, [[0, 18]]], nine])).toEqual({
      type: 'remove-allocations',
      client: 1002,
      removed: [8],
      recovered: 9n,
    });
    expect(read(12, [1001, [7]], [[7], ok(1)])).toEqual({
      type: 'remove-claims',
      provider: 1001,
      removed: [7],
    });
    expect(read(10, [1001, [7]], [ok(0), []])).toBeNull();
  });
});

describe('the data cap token', () => {
  const read = (name: string, params: CborValue, returned: CborValue) =>
    readDatacapCall(call(frc42Number(name), params, returned));

  it('is minted and burnt', () => {
    expect(read('Mint', [someone, nine, [idAddress(5)]], [nine, nine, none])).toEqual({
      type: 'mint',
      to: someone,
      amount: 9n,
      operators: [idAddress(5)],
      balance: 9n,
      supply: 9n,
    });
    expect(read('Destroy', [someone, nine], [none])).toEqual({
      type: 'burn',
      owner: someone,
      amount: 9n,
      balance: 0n,
    });
    expect(read('Burn', [nine], [none])).toMatchObject({ owner: null, balance: 0n });
    expect(read('BurnFrom', [someone, nine], [none, nine])).toMatchObject({ owner: someone });
  });

  it('is transferred with what it asks the receiver for', () => {
    const answer = encodeCbor(response);
    expect(read('Transfer', [idAddress(6), nine, requests], [none, nine, answer])).toEqual({
      type: 'transfer',
      from: null,
      to: idAddress(6),
      amount: 9n,
      operatorData: requests,
      fromBalance: 0n,
      toBalance: 9n,
      recipientData: answer,
    });
    const params = [someone, idAddress(6), nine, requests];
    expect(read('TransferFrom', params, [none, nine, none, answer])).toMatchObject({
      from: someone,
      recipientData: answer,
    });
  });

  it('has allowances', () => {
    const fact = { type: 'allowance', operator: someone, allowance: 9n };
    expect(read('IncreaseAllowance', [someone, nine], nine)).toEqual(fact);
    expect(read('DecreaseAllowance', [someone, nine], nine)).toEqual(fact);
    expect(read('RevokeAllowance', [someone], nine)).toEqual(fact);
    expect(read('Balance', someone, nine)).toBeNull();
  });
});
