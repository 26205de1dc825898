/** Events of any content, for property tests: logs of contracts, those of built-in actors, and neither. */
import { concatBytes, toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { parseSignature } from '#filecoin/evm/abi.ts';
import * as contracts from '#filecoin/evm/signatures/contracts.ts';
import * as defi from '#filecoin/evm/signatures/defi.ts';
import * as names from '#filecoin/evm/signatures/names.ts';
import * as tokens from '#filecoin/evm/signatures/tokens.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { anyBytes, anyCbor, anyUint64 } from '#filecoin/testing/arbitrary.ts';
import type { EventJson } from '#node/types.ts';
import fc from 'fast-check';

const [RAW, CBOR] = [0x55, 0x51];
/** Of a key and a value that are indexed. */
const FLAGS = 3;

const LOGS = [contracts, defi, names, tokens].flatMap(({ events }) =>
  events.map((text) => keccakOfText(parseSignature(text).canonical)),
);
/** What the index reads of a log by itself. */
const READ = [
  'Transfer(address,address,uint256)',
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
  'Upgraded(address)',
  'BeaconUpgraded(address)',
  'AdminChanged(address,address)',
].map(keccakOfText);

const bytesOf = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const ZEROS = new Uint8Array(12);
/** An id's masked address: 0xff and the id's eight bytes behind eleven zeros. */
const anyMasked = bytesOf(8).map((id) =>
  concatBytes(ZEROS, Uint8Array.of(0xff), new Uint8Array(11), id),
);
const anyWord = fc.oneof(
  bytesOf(32),
  fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(0xff)),
  bytesOf(20).map((address) => concatBytes(ZEROS, address)),
  anyMasked,
  // Offsets and lengths, for what has them.
  fc.nat(300).map((at) => new Uint8Array(32).with(31, at % 256).with(30, at >> 8)),
);
const anyData = fc.oneof(
  anyWord,
  fc
    .tuple(fc.array(anyWord, { maxLength: 12 }), anyBytes)
    .map(([words, rest]) => concatBytes(...words, rest)),
);
const anyTopics = fc.oneof(
  fc
    .tuple(
      fc.oneof(fc.constantFrom(...LOGS), fc.constantFrom(...READ)),
      fc.array(fc.oneof({ weight: 9, arbitrary: anyWord }, { weight: 1, arbitrary: anyBytes }), {
        maxLength: 3,
      }),
    )
    .map(([first, rest]) => [first, ...rest]),
  fc.array(anyWord, { maxLength: 5 }),
);

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
