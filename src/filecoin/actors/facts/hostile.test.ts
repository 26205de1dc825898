/** Whatever calls and events hold, readers answer, and soon. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idAddress } from '../../address.ts';
import { encodeRlePlus } from '../../encoding/bitfield.ts';
import { fromBase64, fromHex } from '../../encoding/bytes.ts';
import { CborBadText, CborCid, CborError, decodeCbor, encodeCbor } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { parseCid } from '../../encoding/cid.ts';
import { anyCbor } from '../../testing/arbitrary.ts';
import { readFixture } from '../../testing/fixtures.ts';
import { decodeParams, decodeReturn } from '../decode.ts';
import { decodeEvent } from '../events.ts';
import type { EventEntry } from '../events.ts';
import { ACTOR_KINDS } from '../kinds.ts';
import type { ActorKind } from '../kinds.ts';
import { HOOKS, METHOD_TABLE } from '../methodTable.ts';
import { frc42Number } from '../methods.ts';
import { readDatacapCall } from './datacap.ts';
import { readActorEvent } from './events.ts';
import { readEamCall } from './init.ts';
import { readMarketCall } from './market.ts';
import { readMinerCall } from './minerinfo.ts';
import { readMultisigCall } from './multisig.ts';
import { readPaychCall } from './paych.ts';
import { readPowerCall } from './power.ts';
import type { Call } from './read.ts';
import { readSectorCall } from './sectors.ts';
import { readVerifregCall } from './verifreg.ts';
import { cpuMs } from '../../testing/cpu.ts';

const READERS: readonly (readonly [ActorKind, (call: Call) => unknown])[] = [
  ['datacap', readDatacapCall],
  ['eam', readEamCall],
  ['multisig', readMultisigCall],
  ['paymentchannel', readPaychCall],
  ['storagemarket', readMarketCall],
  ['storageminer', readMinerCall],
  ['storageminer', readSectorCall],
  ['storagepower', readPowerCall],
  ['verifiedregistry', readVerifregCall],
];

const METHODS = ACTOR_KINDS.flatMap((kind) =>
  [
    ...METHOD_TABLE[kind].methods.map(([number]) => number),
    ...(METHOD_TABLE[kind].exported ?? []).map(([name]) => frc42Number(name)),
    ...HOOKS.map(([name]) => frc42Number(name)),
  ].map((method) => ({ kind, method })),
);
const VERSIONS = [undefined, 0, 5, 8, 12, 19];
/** Far more than any of it takes, far less than what would stand still. */
const SOON_MS = 1000;

/** All that is read of one call's payloads. */
function readAll(kind: ActorKind, call: Call): void {
  for (const [of, read] of READERS) if (of === kind) read(call);
  JSON.stringify(decodeParams({ kind, ...call }));
  JSON.stringify(decodeReturn({ kind, ...call }));
}

function eventOf(value: Uint8Array): EventEntry[] {
  return ['sector', 'unsealed-cid', 'piece-cid', 'piece-size', 'id', 'client', 'balance'].map(
    (key) => ({ key, codec: 0x51, value }),
  );
}

const link = new CborCid(
  parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my'),
);

function decodeCborOrNull(bytes: Uint8Array): CborValue | null {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    if (error instanceof CborError) return null;
    throw error;
  }
}

/** The value with its item at this place (counted through all lists) replaced. */
function replaced(value: CborValue, place: { left: number }, by: CborValue): CborValue {
  if (place.left-- === 0) return by;
  if (!Array.isArray(value)) return value;
  return (value as readonly CborValue[]).map((item) => replaced(item, place, by));
}

const anyMethod = fc.constantFrom(...METHODS);
const anyVersion = fc.constantFrom(...VERSIONS);

describe('readers never throw', () => {
  it('for any bytes or CBOR', () => {
    const payload = fc.oneof(fc.uint8Array({ maxLength: 120 }), anyCbor.map(encodeCbor));
    fc.assert(
      fc.property(
        anyMethod,
        anyVersion,
        payload,
        payload,
        ({ kind, method }, version, params, returned) => {
          readAll(kind, { method, version, params, returned });
        },
      ),
      { numRuns: 4000 },
    );
  });

  it('for real payloads with a byte changed or cut off', () => {
    const Row = z.object({
      kind: z.enum(ACTOR_KINDS),
      version: z.number().optional(),
      method: z.number(),
      params: z.string(),
      returned: z.string(),
    });
    const rows = readFixture('../actors/calls', Row).filter(({ method }) => method !== 0);
    const change = (bytes: Uint8Array, at: number, byte: number, cut: boolean): Uint8Array => {
      if (bytes.length === 0) return bytes;
      const place = at % bytes.length;
      bytes[place] = byte;
      return cut ? bytes.subarray(0, place) : bytes;
    };
    const anyChange = fc.tuple(fc.nat(6000), fc.nat(255), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...rows), anyChange, anyChange, (row, params, returned) => {
        readAll(row.kind, {
          ...row,
          params: change(fromBase64(row.params), ...params),
          returned: change(fromBase64(row.returned), ...returned),
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('for real params with one value replaced by another', () => {
    const Row = z.object({
      kind: z.enum(ACTOR_KINDS),
      version: z.number().optional(),
      method: z.number(),
      exitCode: z.number(),
      params: z.string(),
      returned: z.string(),
    });
    const rows = readFixture('../actors/calls', Row).flatMap((row) => {
      if (row.method === 0 || row.exitCode !== 0 || row.params === '') return [];
      const value = decodeCborOrNull(fromBase64(row.params));
      return value === null ? [] : [{ ...row, value }];
    });
    expect(rows.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(fc.constantFrom(...rows), fc.nat(200), anyCbor, (row, at, by) => {
        readAll(row.kind, {
          ...row,
          params: encodeCbor(replaced(row.value, { left: at }, by)),
          returned: fromBase64(row.returned),
        });
      }),
      { numRuns: 4000 },
    );
  });

  it('for any events', () => {
    const type = fc.constantFrom('sector-activated', 'claim', 'deal-published', 'verifier-balance');
    const key = fc.constantFrom(
      'sector',
      'unsealed-cid',
      'piece-cid',
      'piece-size',
      'id',
      'client',
    );
    const entry = fc.record({
      key,
      codec: fc.constantFrom(0x51, 0x51, 0x55),
      value: fc.oneof(fc.uint8Array({ maxLength: 20 }), anyCbor.map(encodeCbor)),
    });
    fc.assert(
      fc.property(type, fc.array(entry, { maxLength: 8 }), (name, entries) => {
        readActorEvent([{ key: '$type', codec: 0x51, value: encodeCbor(name) }, ...entries]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('readers stand', () => {
  const wide = new Uint8Array(50_003).fill(0x80);
  wide.set([0x99, 0xc3, 0x50]);
  const bombs: readonly (readonly [string, Uint8Array])[] = [
    ['lists in lists, 10,000 deep', new Uint8Array(10_000).fill(0x81)],
    ['tags in tags, 10,000 deep', new Uint8Array(10_000).fill(0xc1)],
    ['maps in maps, 10,000 deep', new Uint8Array(10_000).fill(0xa1)],
    ['a list of 2^60', fromHex('9b1000000000000000')],
    ['bytes of 2^60', fromHex('5b1000000000000000')],
    ['text of 2^60', fromHex('7b1000000000000000')],
    ['a map of 2^60', fromHex('bb1000000000000000')],
    ['a list without end', new Uint8Array(1000).fill(0x9f)],
    ['a list of 50,000 lists', wide],
    ['a million zero bytes', new Uint8Array(1_000_000)],
    ['a big integer of 900,000 bytes', encodeCbor(new Uint8Array(900_000).fill(1))],
    ['text that is not UTF-8', encodeCbor(new CborBadText(new Uint8Array(1000).fill(0xff)))],
  ];

  it.each(bombs)('%s', (_, bomb) => {
    let longest = 0;
    for (const { kind, method } of METHODS) {
      const payload = { method, version: 19, params: bomb, returned: encodeCbor([]) };
      longest = Math.max(
        longest,
        cpuMs(() => readAll(kind, payload)),
      );
    }
    for (const type of ['sector-activated', 'claim', 'verifier-balance']) {
      const entries = [{ key: '$type', codec: 0x51, value: encodeCbor(type) }, ...eventOf(bomb)];
      expect(readActorEvent(entries)).toMatchObject({ type: 'malformed' });
      decodeEvent(entries);
    }
    expect(longest).toBeLessThan(SOON_MS);
  });

  /** A run of set bits of this length, in a varint. */
  function hugeField(length: bigint): Uint8Array {
    let bits = '001' + '00';
    for (let left = length; ; left >>= 7n) {
      const more = left > 127n;
      const byte = Number(left & 127n) + (more ? 128 : 0);
      bits += [...byte.toString(2).padStart(8, '0')].reverse().join('');
      if (!more) break;
    }
    const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
      Number.parseInt([...bits.slice(i * 8, i * 8 + 8).padEnd(8, '0')].reverse().join(''), 2),
    );
    while (bytes.at(-1) === 0) bytes.pop();
    return Uint8Array.from(bytes);
  }

  it('bit fields of more sectors than there are', () => {
    const taken = cpuMs(() => {
      const params = (field: Uint8Array): Uint8Array => encodeCbor([[[1, 2, field]]]);
      const call = (field: Uint8Array): Call => ({
        method: 10,
        version: 19,
        params: params(field),
        returned: new Uint8Array(0),
      });
      expect(hugeField(2n ** 50n)).toEqual(encodeRlePlus([0, 2 ** 50]));
      const known = call(hugeField(2n ** 50n));
      expect(readSectorCall(known)).toMatchObject({ declarations: [{ sectors: [0, 2 ** 50] }] });
      const most = call(hugeField(2n ** 63n));
      expect(readSectorCall(most)).toMatchObject({ declarations: [{ sectors: [0, 2n ** 63n] }] });
      expect(decodeParams({ kind: 'storageminer', ...most })).toMatchObject({
        ok: true,
        value: {
          Faults: [
            { Sectors: { Count: '9223372036854775808', Ranges: ['0-9223372036854775807'] } },
          ],
        },
      });
      const endless = call(hugeField(2n ** 70n));
      expect(decodeParams({ kind: 'storageminer', ...endless })).toMatchObject({
        reason: 'malformed',
      });
    });
    expect(taken).toBeLessThan(SOON_MS);
  });

  it('a deal whose label is random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, text) => {
        const label = text ? new CborBadText(bytes) : bytes;
        const none = new Uint8Array(0);
        const someone = idAddress(1000);
        const proposal = [link, 64, false, someone, someone, label, 1, 2, none, none, none];
        const read = readMarketCall({
          method: 4,
          version: 19,
          params: encodeCbor([[[proposal, none]]]),
          returned: encodeCbor([[1], encodeRlePlus([0, 1])]),
        });
        if (read?.type !== 'publish') throw new Error(`read as ${String(read?.type)}`);
        const shown = read.deals[0]?.proposal.label;
        if (typeof shown !== 'string') expect(shown).toEqual(bytes);
      }),
    );
  });
});
