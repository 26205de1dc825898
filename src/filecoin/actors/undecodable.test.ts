import { describe, expect, it } from 'vitest';
import { parseAddress } from '../address.ts';
import { fromHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { decodeParams, decodeReturn } from './decode.ts';
import { frc42Number, INVOKE_CONTRACT } from './methods.ts';

const someone = parseAddress('f01000');

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
