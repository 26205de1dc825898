/** The facts of real calls, against what ../decode.ts says of the same payloads. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64 } from '../../encoding/bytes.ts';
import { readFixture } from '../../testing/fixtures.ts';
import type { EventEntry } from '../events.ts';
import { ACTOR_KINDS, actorsVersionOf } from '../kinds.ts';
import type { ActorKind } from '../kinds.ts';
import { readActorEvent } from './events.ts';
import { readEamCall } from './init.ts';
import { readMarketCall } from './market.ts';
import { readMinerCall } from './minerinfo.ts';
import { readMultisigCall } from './multisig.ts';
import { readPaychCall } from './paych.ts';
import { readPowerCall } from './power.ts';
import type { Call, Malformed } from './read.ts';
import { readSectorCall } from './sectors.ts';
import { readDatacapCall } from './datacap.ts';
import { readVerifregCall } from './verifreg.ts';

const CallRow = z.object({
  network: z.string(),
  height: z.number(),
  cid: z.string(),
  kind: z.enum(ACTOR_KINDS),
  version: z.number().optional(),
  method: z.number(),
  params: z.string(),
  exitCode: z.number(),
  returned: z.string(),
});
const Executed = CallRow.pick({
  height: true,
  cid: true,
  kind: true,
  method: true,
  params: true,
  returned: true,
}).extend({ networkVersion: z.number() });
const EventRow = z.object({
  height: z.number(),
  cid: z.string(),
  entries: z.array(z.tuple([z.string(), z.number(), z.string()])),
});

type Reader = (call: Call) => { readonly type: string } | Malformed | null;
const READERS: Readonly<Partial<Record<ActorKind, readonly Reader[]>>> = {
  eam: [readEamCall],
  multisig: [readMultisigCall],
  paymentchannel: [readPaychCall],
  storageminer: [readSectorCall, readMinerCall],
  storagepower: [readPowerCall],
  storagemarket: [readMarketCall],
  verifiedregistry: [readVerifregCall],
  datacap: [readDatacapCall],
};

/** Facts that the calls must hold: a reader that never answers would pass otherwise. */
const SEEN = [
  'datacap burn',
  'datacap mint',
  'datacap transfer',
  'eam create-external',
  'eam create2',
  'multisig approve',
  'multisig cancel',
  'multisig constructor',
  'multisig propose',
  'multisig remove-signer',
  'multisig swap-signer',
  'paymentchannel constructor',
  'storagemarket activate',
  'storagemarket add-balance',
  'storagemarket content-changed',
  'storagemarket publish',
  'storagemarket terminate',
  'storageminer change-beneficiary',
  'storageminer change-multiaddrs',
  'storageminer change-owner',
  'storageminer change-peer',
  'storageminer change-worker',
  'storageminer confirmed',
  'storageminer constructor',
  'storageminer extension',
  'storageminer fault',
  'storageminer post',
  'storageminer pre-commit',
  'storageminer prove',
  'storageminer recovery',
  'storageminer replica-update',
  'storageminer reward',
  'storageminer termination',
  'storageminer withdraw',
  'storagepower claimed-power',
  'storagepower create-miner',
  'storagepower enroll-cron',
  'storagepower pledge',
  'verifiedregistry add-client',
  'verifiedregistry add-verifier',
  'verifiedregistry allocate',
  'verifiedregistry claim',
  'verifiedregistry remove-allocations',
];

interface Row {
  kind: ActorKind;
  where: string;
  call: Call;
}

function rows(): Row[] {
  const calls = readFixture('../actors/calls', CallRow)
    .filter(({ exitCode }) => exitCode === 0)
    .map(({ network, height, cid, kind, params, returned, ...call }): Row => ({
      kind,
      where: `${network} ${String(height)} ${cid} ${kind} ${String(call.method)}`,
      call: { ...call, params: fromBase64(params), returned: fromBase64(returned) },
    }));
  const executed = readFixture('../actors/executed', Executed).map((row): Row => ({
    kind: row.kind,
    where: `${String(row.height)} ${row.cid} ${row.kind} ${String(row.method)}`,
    call: {
      method: row.method,
      version: actorsVersionOf(row.networkVersion),
      params: fromBase64(row.params),
      returned: fromBase64(row.returned),
    },
  }));
  return [...calls, ...executed];
}

describe('calls of real networks', () => {
  it('give facts wherever they are of such a method', () => {
    const malformed: string[] = [];
    const types = new Map<string, number>();
    for (const { kind, where, call } of rows())
      for (const read of READERS[kind] ?? []) {
        const fact = read(call);
        if (fact === null) continue;
        if (fact.type === 'malformed') malformed.push(`${where}: ${JSON.stringify(fact)}`);
        const key = `${kind} ${fact.type}`;
        types.set(key, (types.get(key) ?? 0) + 1);
      }
    expect(malformed).toEqual([]);
    for (const type of SEEN) expect([type, types.get(type) ?? 0]).not.toEqual([type, 0]);
  });
});

describe('events of real networks', () => {
  it('are read whole', () => {
    const types = new Map<string, number>();
    for (const { entries } of readFixture('../actors/events', EventRow)) {
      const read = entries.map(([key, codec, value]): EventEntry => ({
        key,
        codec,
        value: fromBase64(value),
      }));
      const event = readActorEvent(read);
      if (read[0]?.key !== '$type') expect(event).toBeNull();
      else {
        expect(event).not.toBeNull();
        expect(event?.type).not.toBe('malformed');
        if (event && event.type !== 'malformed')
          types.set(event.type, (types.get(event.type) ?? 0) + 1);
      }
    }
    expect([...types.keys()].sort()).toEqual([
      'allocation',
      'claim',
      'claim-updated',
      'deal-activated',
      'deal-published',
      'deal-terminated',
      'sector-activated',
      'sector-precommitted',
      'sector-terminated',
      'verifier-balance',
    ]);
  });
});
