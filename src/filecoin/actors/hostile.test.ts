/** Whatever the chain says, decoding answers. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { idAddress } from '../address.ts';
import { fromBase64 } from '../encoding/bytes.ts';
import { CborBadText, CborCid, encodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeParams, decodeReturn } from './decode.ts';
import { ACTOR_KINDS } from './kinds.ts';
import { METHOD_TABLE } from './methodTable.ts';
import { findMethod, frc42Number, INVOKE_CONTRACT } from './methods.ts';

const CallRow = z.object({
  kind: z.enum(ACTOR_KINDS),
  version: z.number().optional(),
  method: z.number(),
  codec: z.number().optional(),
  params: z.string(),
});
const someone = idAddress(1000);
const pieceCid = new CborCid(
  parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my'),
);

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
    const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
        fc.string(),
        fc.uint8Array({ maxLength: 40 }),
        fc.uint8Array({ maxLength: 8 }).map((bytes) => new CborBadText(bytes)),
        fc.constant(pieceCid),
        fc.constant(someone),
        fc.array(tie('value'), { maxLength: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...methods), value, (call, content) => {
        const bytes = encodeCbor(content);
        JSON.stringify(decodeParams({ ...call, params: bytes }));
        JSON.stringify(decodeReturn({ ...call, returned: bytes }));
      }),
      { numRuns: 3000 },
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
