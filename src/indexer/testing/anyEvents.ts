/** Events of any content, for property tests: logs of contracts, those of built-in actors, and neither. */
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { anyData, anyTopics } from '#filecoin/evm/testing/arbitrary.ts';
import { anyBytes, anyCbor, anyUint64 } from '#filecoin/testing/arbitrary.ts';
import type { EventJson } from '#node/types.ts';
import fc from 'fast-check';

const [RAW, CBOR] = [0x55, 0x51];
/** Of a key and a value that are indexed. */
const FLAGS = 3;

type Entry = EventJson['Entries'][number];
const entry = (Key: string, Codec: Entry['Codec'], value: Uint8Array): Entry => ({
  Flags: FLAGS,
  Key,
  Codec,
  Value: toBase64(value),
});

const anyLog = fc
  .tuple(anyTopics, anyData)
  .map(([topics, data]) => [
    ...topics.map((topic, at) => entry(`t${at + 1}`, RAW, topic)),
    entry('d', RAW, data),
  ]);

const TYPES = [
  ...['verifier-balance', 'allocation', 'allocation-removed'],
  ...['claim', 'claim-updated', 'claim-removed'],
  ...['deal-published', 'deal-activated', 'deal-terminated', 'deal-completed'],
  ...['sector-precommitted', 'sector-activated', 'sector-updated', 'sector-terminated'],
];
const KEYS = [
  ...['id', 'client', 'provider', 'piece-cid', 'piece-size', 'term-min', 'term-max', 'term-start'],
  ...['expiration', 'sector', 'unsealed-cid', 'verifier', 'balance'],
];
const anyValue = fc.oneof(
  { weight: 5, arbitrary: anyUint64.map(encodeCbor) },
  { weight: 4, arbitrary: anyCbor.map(encodeCbor) },
  { weight: 1, arbitrary: anyBytes },
);
const anyBuiltIn = fc
  .tuple(
    fc.constantFrom(...TYPES),
    fc
      .subarray(KEYS, { minLength: 1 })
      .chain((keys) =>
        fc.tuple(...keys.map((key) => anyValue.map((value) => entry(key, CBOR, value)))),
      ),
  )
  .map(([type, entries]) => [entry('$type', CBOR, encodeCbor(type)), ...entries]);

const anyOdd = fc.array(
  fc.record({
    Flags: anyUint64,
    Key: fc.string({ unit: 'grapheme' }),
    Codec: fc.oneof(fc.constantFrom(RAW, CBOR), anyUint64),
    Value: anyBytes.map(toBase64),
  }),
  { maxLength: 6 },
);

/** @param emitters ids */
export const anyEvent = (...emitters: readonly number[]): fc.Arbitrary<EventJson> =>
  fc.record({
    Emitter: fc.constantFrom(...emitters),
    Entries: fc.oneof(
      { weight: 6, arbitrary: anyLog },
      { weight: 3, arbitrary: anyBuiltIn },
      { weight: 1, arbitrary: anyOdd },
    ),
  });
