import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAddress } from '../address.ts';
import { encodeRlePlus } from '../encoding/bitfield.ts';
import { fromHex } from '../encoding/bytes.ts';
import { CborBadText, CborCid, encodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { readContractAbi } from '../evm/abi.ts';
import { decodeParams, decodeReturn, type ActorResolver } from './decode.ts';
import type { ActorKind } from './kinds.ts';
import { frc42Number, INVOKE_CONTRACT } from './methods.ts';

const someone = parseAddress('f01000');
const pieceCid = new CborCid(
  parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my'),
);

function deal(label: CborValue): CborValue {
  const none = new Uint8Array(0);
  const proposal = [pieceCid, 2048, false, someone, someone, label, 1, 2, none, none, none];
  return [[[proposal, Uint8Array.of(1, 0xab)]]];
}

function labelOf(label: CborValue): unknown {
  const params = encodeCbor(deal(label));
  const decoded = decodeParams({ kind: 'storagemarket', method: 4, params });
  if (!decoded.ok) return decoded.reason;
  const Deals = z.object({
    Deals: z.tuple([z.object({ Proposal: z.object({ Label: z.unknown() }) })]),
  });
  return Deals.parse(decoded.value).Deals[0].Proposal.Label;
}

describe('values', () => {
  it('show labels as text, or as bytes where they are no text', () => {
    expect(labelOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(labelOf('a\0b')).toBe('a\ufffdb');
    expect(labelOf(new CborBadText(Uint8Array.of(0xff, 0xfe)))).toBe('0xfffe');
    expect(labelOf(Uint8Array.of(1, 2))).toBe('0x0102');
    expect(labelOf('x'.repeat(10_000))).toHaveLength(4096);
    expect(labelOf(7)).toBe('malformed');
  });

  it('name signatures, CIDs, addresses and amounts', () => {
    const params = encodeCbor(deal(''));
    expect(decodeParams({ kind: 'storagemarket', method: 4, params, prefix: 't' })).toEqual({
      ok: true,
      value: {
        Deals: [
          {
            Proposal: {
              PieceCID: 'baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my',
              PieceSize: 2048,
              VerifiedDeal: false,
              Client: 't01000',
              Provider: 't01000',
              Label: '',
              StartEpoch: 1,
              EndEpoch: 2,
              StoragePricePerEpoch: '0',
              ProviderCollateral: '0',
              ClientCollateral: '0',
            },
            ClientSignature: { Type: 1, Data: '0xab' },
          },
        ],
      },
    });
  });

  it('show a bit field as numbers, a large one as ranges', () => {
    const faults = (rle: Uint8Array): unknown => {
      const params = encodeCbor([[[1, 2, rle]]]);
      const decoded = decodeParams({ kind: 'storageminer', method: 10, params });
      const Faults = z.object({ Faults: z.tuple([z.object({ Sectors: z.unknown() })]) });
      return decoded.ok ? Faults.parse(decoded.value).Faults[0].Sectors : decoded.reason;
    };
    expect(faults(encodeRlePlus([]))).toEqual([]);
    expect(faults(encodeRlePlus([2, 3, 1, 1]))).toEqual([2, 3, 4, 6]);
    expect(faults(encodeRlePlus([0, 1000, 1, 1]))).toEqual({
      Count: 1001,
      Ranges: ['0-999', '1001'],
    });
    expect(faults(encodeRlePlus([0, 2 ** 50]))).toEqual({
      Count: 2 ** 50,
      Ranges: [`0-${String(2 ** 50 - 1)}`],
    });
    const scattered = Array.from({ length: 2000 }, () => 1);
    expect(faults(encodeRlePlus(scattered))).toMatchObject({ Count: 1000 });
    expect(JSON.stringify(faults(encodeRlePlus(scattered))).length).toBeLessThan(4096);
    expect(faults(fromHex('01'))).toBe('malformed');
  });

  it('cut long bytes and say how long they are', () => {
    const params = encodeCbor(new Uint8Array(5000));
    const decoded = decodeParams({ kind: 'eam', method: 4, params });
    const text = decoded.ok ? decoded.value : '';
    expect(text).toMatch(/^0x(00){1024}… \(5000 bytes\)$/);
  });

  it('have the older shape where the newer does not fit', () => {
    const amount = Uint8Array.of(0, 7);
    expect(
      decodeReturn({ kind: 'reward', method: 3, returned: encodeCbor([amount, null, amount]) }),
    ).toEqual({
      ok: true,
      value: {
        ThisEpochReward: '7',
        ThisEpochRewardSmoothed: null,
        ThisEpochBaselinePower: '7',
      },
    });
    expect(
      decodeParams({ kind: 'multisig', method: 1, params: encodeCbor([[someone], 1, 0]) }),
    ).toEqual({
      ok: true,
      value: { Signers: ['f01000'], NumApprovalsThreshold: 1, UnlockDuration: 0 },
    });
  });
});

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

describe('what cannot be decoded', () => {
  it.each([
    ['a method that does not exist', { kind: 'multisig', method: 77 }, '', 'unknown-method'],
    [
      'a method of later versions',
      { kind: 'storageminer', method: 34, version: 12 },
      '80',
      'unknown-method',
    ],
    [
      'a network version before it',
      { kind: 'datacap', method: 80475954, networkVersion: 17 },
      '80',
      'unknown-method',
    ],
    ['params of a plain transfer', { kind: 'account', method: 0 }, '8101', 'no-shape'],
    ['params that nobody looks at', { kind: 'storageminer', method: 22 }, '8101', 'no-shape'],
    ['params that an account ignores', { kind: 'account', method: 2 ** 24 }, '8101', 'no-shape'],
    ['no params where some are due', { kind: 'storageminer', method: 16 }, '', 'malformed'],
    [
      'bytes behind the params',
      { kind: 'storageminer', method: 16, version: 8 },
      '814000',
      'malformed',
    ],
    [
      'too few fields',
      { kind: 'storageminer', method: 3 },
      '8142 00 64'.replaceAll(' ', ''),
      'malformed',
    ],
    ['too many fields', { kind: 'storageminer', method: 16 }, '824040', 'malformed'],
    ['an address that is none', { kind: 'storageminer', method: 23 }, '4209ff', 'malformed'],
    [
      'a number of a wrong sign byte',
      { kind: 'storageminer', method: 16 },
      '81420901',
      'malformed',
    ],
    [
      'a list of impossible length',
      { kind: 'storageminer', method: 18 },
      '819bffffffffffffffff',
      'malformed',
    ],
  ] as const)('is told: %s', (_, context, hex, reason) => {
    expect(decodeParams({ ...context, params: fromHex(hex) })).toEqual({ ok: false, reason });
  });

  it('has no bytes behind the params that actors up to version 7 took', () => {
    const params = fromHex('814000');
    const taken = { ok: true, value: { AmountRequested: '0' } };
    expect(decodeParams({ kind: 'storageminer', method: 16, version: 7, params })).toEqual(taken);
    expect(decodeParams({ kind: 'storageminer', method: 16, params })).toEqual(taken);
  });

  it('is nothing that the actor ignores or leaves to a contract', () => {
    const ignored = { ok: false, reason: 'no-shape' };
    const garbage = fromHex('1704361700');
    const version = 19;
    const hook = frc42Number('Receive');
    for (const kind of ['account', 'multisig', 'placeholder', 'ethaccount', 'evm'] as const) {
      expect(decodeParams({ kind, method: hook, version, params: garbage })).toEqual(ignored);
      expect(decodeReturn({ kind, method: hook, version, returned: garbage })).toEqual(ignored);
    }
    expect(
      decodeParams({ kind: 'verifiedregistry', method: hook, version, params: garbage }),
    ).toEqual({ ok: false, reason: 'malformed' });
    const contract = { kind: 'evm', method: INVOKE_CONTRACT, version } as const;
    expect(decodeParams({ ...contract, params: garbage })).toMatchObject({ reason: 'malformed' });
    const told = frc42Number('SectorContentChanged');
    const nothing = {
      kind: 'account',
      method: told,
      version,
      returned: new Uint8Array(0),
    } as const;
    expect(decodeReturn(nothing)).toEqual({ ok: true, value: null });
    expect(decodeReturn({ ...nothing, kind: 'storagemarket' })).toMatchObject({ ok: false });
  });

  it('has no params where none are due', () => {
    const nothing = { ok: true, value: null };
    const empty = new Uint8Array(0);
    expect(decodeParams({ kind: 'storageminer', method: 22, params: empty })).toEqual(nothing);
    expect(decodeParams({ kind: 'storageminer', method: 22, params: fromHex('80') })).toEqual(
      nothing,
    );
    expect(decodeReturn({ kind: 'storageminer', method: 5, returned: empty })).toEqual(nothing);
    expect(decodeParams({ kind: 'evm', method: INVOKE_CONTRACT, params: empty })).toEqual({
      ok: true,
      value: { Input: '0x' },
    });
  });

  it('is more values than a page could show', () => {
    const params = encodeCbor([Array.from({ length: 60_000 }, () => someone), 1, 0, 0]);
    expect(decodeParams({ kind: 'multisig', method: 1, params })).toEqual({
      ok: false,
      reason: 'too-big',
    });
  });
});
