import { describe, expect, it } from 'vitest';
import { parseAddress } from '../address.ts';
import { fromHex } from '../encoding/bytes.ts';
import { CborCid, encodeCbor } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { readContractAbi } from '../evm/abi.ts';
import { decodeParams, decodeReturn, type ActorResolver } from './decode.ts';
import type { ActorKind } from './kinds.ts';
import { INVOKE_CONTRACT } from './methods.ts';

const someone = parseAddress('f01000');

describe('calls inside calls', () => {
  const transfer = fromHex(
    'a9059cbb000000000000000000000000ff0000000000000000000000000000000000006400000000000000000000000000000000000000000000000000000000000003e8',
  );
  const propose = (to: string, method: number | bigint, params: Uint8Array): Uint8Array =>
    encodeCbor([parseAddress(to), new Uint8Array(0), method, params]);

  it('of a proposal are decoded by the kind of their target', () => {
    const params = propose('f0123', INVOKE_CONTRACT, encodeCbor(transfer));
    const resolve = (address: string): { kind: ActorKind } | null =>
      address === 'f0123' ? { kind: 'evm' } : null;
    const decoded = decodeParams({ kind: 'multisig', method: 2, params, resolve });
    expect(decoded).toMatchObject({
      ok: true,
      value: {
        To: 'f0123',
        Value: '0',
        Method: INVOKE_CONTRACT,
        MethodName: 'InvokeContract',
        DecodedParams: {
          evm: {
            selector: '0xa9059cbb',
            signature: 'transfer(address,uint256)',
            name: 'transfer',
            args: [
              { name: 'to', value: '0xff00000000000000000000000000000000000064' },
              { name: 'value', type: 'uint256', value: '1000' },
            ],
          },
        },
      },
    });
    const unresolved = decodeParams({ kind: 'multisig', method: 2, params });
    expect(unresolved.ok && Object.keys(unresolved.value ?? {})).toEqual([
      'To',
      'Value',
      'Method',
      'Params',
    ]);
  });

  it('of a proposal to a verified contract are read by its ABI', () => {
    const abi = readContractAbi([
      { type: 'function', name: 'zap', inputs: [{ name: 'count', type: 'uint8' }] },
    ]);
    const zap = fromHex(`25dd0282${'9'.padStart(64, '0')}`);
    const inner = propose('f0123', INVOKE_CONTRACT, encodeCbor(zap));
    const resolve: ActorResolver = (address) =>
      address === 'f0123' ? { kind: 'evm', abi } : { kind: 'multisig' };
    const evm = { signature: 'zap(uint8)', args: [{ name: 'count', value: '9' }] };
    expect(decodeParams({ kind: 'multisig', method: 2, params: inner, resolve })).toMatchObject({
      value: { DecodedParams: { evm } },
    });
    const outer = propose('f0124', 2, inner);
    expect(decodeParams({ kind: 'multisig', method: 2, params: outer, resolve })).toMatchObject({
      value: { DecodedParams: { DecodedParams: { evm } } },
    });
    // What the caller itself understands is no business of whom it calls.
    const other = decodeParams({
      kind: 'multisig',
      method: 2,
      params: inner,
      resolve: () => ({ kind: 'evm' }),
      abi,
    });
    expect(other).toMatchObject({ value: { DecodedParams: { Input: expect.any(String) } } });
    expect(JSON.stringify(other)).not.toContain('zap');
  });

  it('know the singletons, plain sends and methods that do not exist', () => {
    const decode = (params: Uint8Array) => decodeParams({ kind: 'multisig', method: 2, params });
    expect(decode(propose('f06', 4, encodeCbor([someone, Uint8Array.of(0, 9)])))).toMatchObject({
      value: {
        MethodName: 'AddVerifiedClient',
        DecodedParams: { Address: 'f01000', Allowance: '9' },
      },
    });
    expect(decode(propose('f05', 0, new Uint8Array(0)))).toMatchObject({
      value: { Params: '0x', MethodName: 'Send' },
    });
    expect(decode(propose('f05', 77, Uint8Array.of(1)))).toEqual({
      ok: true,
      value: { To: 'f05', Value: '0', Method: 77, Params: '0x01', MethodName: 'Unknown (77)' },
    });
  });

  it('have returned what is decoded beside the proposal', () => {
    const params = propose('f04', 2, new Uint8Array(0));
    const created = encodeCbor([someone, someone]);
    const answer = (applied: boolean, code: number, ret: Uint8Array): unknown =>
      decodeReturn({
        kind: 'multisig',
        method: 2,
        params,
        returned: encodeCbor([7, applied, code, ret]),
      });
    const Ret = `0x${Buffer.from(created).toString('hex')}`;
    const value = { TxId: 7, Applied: true, ExitCode: 0, Ret };
    expect(answer(true, 0, created)).toEqual({
      ok: true,
      value: { ...value, DecodedRet: { IDAddress: 'f01000', RobustAddress: 'f01000' } },
    });
    expect(answer(true, 33, created)).toEqual({ ok: true, value: { ...value, ExitCode: 33 } });
    expect(answer(true, 0, Uint8Array.of(1))).toEqual({
      ok: true,
      value: { ...value, Ret: '0x01' },
    });
    expect(
      decodeReturn({ kind: 'multisig', method: 2, returned: encodeCbor([7, true, 0, created]) }),
    ).toEqual({ ok: true, value });
  });

  it('of a method number beyond 2^53 are named, not decoded', () => {
    const method = 2n ** 64n - 1n;
    const reason = (kind: ActorKind): unknown =>
      decodeParams({ kind, method, params: Uint8Array.of(1) });
    expect(reason('evm')).toEqual({ ok: false, reason: 'no-shape' });
    expect(reason('storageminer')).toEqual({ ok: false, reason: 'unknown-method' });
    const params = propose('f05', method, Uint8Array.of(1));
    expect(decodeParams({ kind: 'multisig', method: 2, params })).toMatchObject({
      value: { Method: '18446744073709551615', MethodName: 'Unknown (18446744073709551615)' },
    });
  });

  it('are followed to a bounded depth', () => {
    let params = propose('f0100', 0, new Uint8Array(0));
    for (let i = 0; i < 200; i++) params = propose('f0100', 2, params);
    const resolve = (): { kind: ActorKind } => ({ kind: 'multisig' });
    const decoded = decodeParams({ kind: 'multisig', method: 2, params, resolve });
    expect(decoded.ok).toBe(true);
    expect(JSON.stringify(decoded).split('DecodedParams').length).toBeLessThan(12);
  });

  it('of a constructor are decoded by the code that is deployed', () => {
    const code = parseCid('bafkqadtgnfwc6mjpnv2wy5djonuwo');
    const inner = encodeCbor([[someone], 1, 0, 0]);
    const params = encodeCbor([new CborCid(code), inner]);
    expect(decodeParams({ kind: 'init', method: 2, params })).toMatchObject({
      value: { Kind: 'multisig', DecodedParams: { Signers: ['f01000'], StartEpoch: 0 } },
    });
  });

  it('between contracts are decoded from bare calldata', () => {
    const bare = decodeParams({
      kind: 'evm',
      method: INVOKE_CONTRACT,
      codec: 0x55,
      params: transfer,
    });
    expect(bare).toMatchObject({ value: { evm: { name: 'transfer' } } });
    // Traces of older nodes do not tell codecs.
    const untold = decodeParams({ kind: 'evm', method: INVOKE_CONTRACT, params: transfer });
    expect(untold).toEqual(bare);
    const declared = { kind: 'storageminer', method: 16, codec: 0x55 } as const;
    expect(decodeParams({ ...declared, params: fromHex('8140') })).toEqual({
      ok: false,
      reason: 'codec',
    });
  });
});
