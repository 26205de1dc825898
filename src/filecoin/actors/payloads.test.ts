import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64, fromHex } from '../encoding/bytes.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeParams, decodeReturn } from './decode.ts';
import { ACTOR_KINDS } from './kinds.ts';
import type { ActorKind } from './kinds.ts';
import { METHOD_TABLE } from './methodTable.ts';
import { frc42Number } from './methods.ts';

const Kind = z.enum(ACTOR_KINDS);
const Payload = z.object({
  actor: Kind,
  method: z.string(),
  part: z.enum(['Params', 'Return']),
  hex: z.string(),
});
const CallRow = z.object({
  network: z.string(),
  height: z.number(),
  cid: z.string(),
  kind: Kind,
  version: z.number().optional(),
  method: z.number(),
  codec: z.number().optional(),
  params: z.string(),
  exitCode: z.number(),
  returnCodec: z.number().optional(),
  returned: z.string(),
});
const Executed = z.object({
  height: z.number(),
  cid: z.string(),
  networkVersion: z.number(),
  kind: Kind,
  method: z.number(),
  params: z.string(),
  returned: z.string(),
});

const FRC42_OF: Readonly<Record<string, string>> = {
  UniversalReceiverHook: 'Receive',
  InvokeContract: 'InvokeEVM',
};

function numberOf(kind: ActorKind, name: string): number {
  const numbered = METHOD_TABLE[kind].methods.find((method) => method[1] === name);
  return numbered?.[0] ?? frc42Number(FRC42_OF[name] ?? name.replace(/Exported$/, ''));
}

/** Payloads that are not of their method's shape, and what they are. */
const MISFITS: Readonly<Record<string, string>> = {
  'account PubkeyAddress Params': "a proposal's params; the method takes none",
  'storageminer ControlAddresses Params': 'a number; the method takes none',
  'storageminer GetBeneficiary Params': 'a list; the method takes none',
  'multisig UniversalReceiverHook Params': 'not CBOR',
  'storagemarket WithdrawBalance Return': 'English text in place of a number',
  'storagemarket WithdrawBalanceExported Return': 'English text in place of a number',
};
/** Names that no version of the actor ever dispatched. */
const NO_METHODS = new Set(['unknown', 'InvokeContractReadOnly', 'Deprecated2']);

describe('payloads of real networks', () => {
  it('decode wherever they are of their method', () => {
    const misfits: string[] = [];
    for (const { actor: kind, method: name, part, hex } of readFixture(
      '../actors/payloads',
      Payload,
    )) {
      if (NO_METHODS.has(name)) continue;
      const method = numberOf(kind, name);
      const bytes = fromHex(hex);
      const decoded =
        part === 'Params'
          ? decodeParams({ kind, method, params: bytes })
          : decodeReturn({ kind, method, returned: bytes });
      if (!decoded.ok) misfits.push(`${kind} ${name} ${part}`);
    }
    expect(misfits.sort()).toEqual(Object.keys(MISFITS).sort());
  });

  it('of calls and their subcalls decode, returns too where they succeeded', () => {
    const failures: string[] = [];
    for (const row of readFixture('../actors/calls', CallRow)) {
      if (row.method === 0) continue;
      const where = `${row.network} ${String(row.height)} ${row.cid} ${row.kind} ${String(row.method)}`;
      const given = fromBase64(row.params);
      const params = decodeParams({ ...row, params: given });
      if (!params.ok && row.exitCode === 0) failures.push(`${where}: params ${params.reason}`);
      if (row.exitCode !== 0) continue;
      const returned = fromBase64(row.returned);
      const decoded = decodeReturn({ ...row, codec: row.returnCodec, returned, params: given });
      if (!decoded.ok) failures.push(`${where}: return ${decoded.reason}`);
    }
    expect(failures).toEqual([]);
  });

  it('of messages from early network versions on decode', () => {
    const failures: string[] = [];
    for (const row of readFixture('../actors/executed', Executed)) {
      const given = fromBase64(row.params);
      const params = decodeParams({ ...row, params: given });
      const returned = decodeReturn({ ...row, returned: fromBase64(row.returned), params: given });
      if (!params.ok || !returned.ok)
        failures.push(`${String(row.height)} ${row.cid} ${row.kind} ${String(row.method)}`);
    }
    expect(failures).toEqual([]);
  });
});
