/** Whatever the chain says, decoding answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64 } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { anyCbor, ofShape } from '../testing/arbitrary.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeParams, decodeReturn } from './decode.ts';
import { ACTOR_KINDS } from './kinds.ts';
import { METHOD_TABLE } from './methodTable.ts';
import { findMethod, findMethods, frc42Number, INVOKE_CONTRACT } from './methods.ts';
import { shapeOf } from './schemas/index.ts';

const CallRow = z.object({
  kind: z.enum(ACTOR_KINDS),
  version: z.number().optional(),
  method: z.number(),
  codec: z.number().optional(),
  params: z.string(),
});

describe('decoding never throws', () => {
  const methods = ACTOR_KINDS.flatMap((kind) =>
    [
      ...METHOD_TABLE[kind].methods.map(([number]) => number),
      ...(METHOD_TABLE[kind].exported ?? []).map(([name]) => frc42Number(name)),
      INVOKE_CONTRACT,
      frc42Number('Receive'),
    ]
      .filter((number) => findMethod(kind, number) !== null)
      .map((method) => ({ kind, method })),
  );

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.uint8Array({ maxLength: 200 }), (call, bytes) => {
        JSON.stringify(decodeParams({ ...call, params: bytes }));
        JSON.stringify(decodeReturn({ ...call, returned: bytes }));
      }),
      { numRuns: 3000 },
    );
  });

  it('any CBOR', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), anyCbor, (call, content) => {
        const bytes = encodeCbor(content);
        JSON.stringify(decodeParams({ ...call, params: bytes }));
        JSON.stringify(decodeReturn({ ...call, returned: bytes }));
      }),
      { numRuns: 3000 },
    );
  });

  it('any value of a method, which is decoded', () => {
    const shaped = methods.flatMap(({ kind, method }) =>
      findMethods(kind, method).flatMap((found) => {
        const shape = shapeOf(found);
        return shape === null ? [] : [{ kind, method, version: found.since, shape }];
      }),
    );
    expect(shaped.length).toBeGreaterThan(200);
    const anyCall = fc
      .constantFrom(...shaped)
      .chain(({ shape, ...call }) =>
        fc.tuple(fc.constant(call), ofShape(shape.params), ofShape(shape.returns)),
      );
    fc.assert(
      fc.property(anyCall, ([call, params, returned]) => {
        for (const decoded of [
          decodeParams({ ...call, params: encodeCbor(params) }),
          decodeReturn({ ...call, params: encodeCbor(params), returned: encodeCbor(returned) }),
        ]) {
          JSON.stringify(decoded);
          expect(decoded).not.toMatchObject({ reason: 'malformed' });
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('real params with a byte changed or cut off', () => {
    const rows = readFixture('../actors/calls', CallRow).filter(
      (row) => row.params !== '' && row.method !== 0,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...rows),
        fc.nat(6000),
        fc.nat(255),
        fc.boolean(),
        (row, at, byte, cut) => {
          const params = fromBase64(row.params);
          const place = at % params.length;
          params[place] = byte;
          const changed = cut ? params.subarray(0, place) : params;
          JSON.stringify(decodeParams({ ...row, params: changed }));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
