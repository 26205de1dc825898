/** Whatever contracts may be given, answer or emit, for property tests: what is known comes often. */
import fc from 'fast-check';
import { concatBytes } from '../../encoding/bytes.ts';
import { anyBytes } from '../../testing/arbitrary.ts';
import { parseSignature } from '../abi.ts';
import * as contracts from '../signatures/contracts.ts';
import * as defi from '../signatures/defi.ts';
import * as names from '../signatures/names.ts';
import * as tokens from '../signatures/tokens.ts';
import { keccakOfText } from '../words.ts';

const GROUPS = [contracts, defi, names, tokens];

/** Hashes of all known functions, events or errors. */
const hashesOf = (kind: 'functions' | 'events' | 'errors'): Uint8Array[] =>
  GROUPS.flatMap((group): readonly string[] => group[kind]).map((text) =>
    keccakOfText(parseSignature(text).canonical),
  );
const EVENTS = hashesOf('events');
/** Events that change what is known of a contract or a token. */
const TELLING = [
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

export const anyWord = fc.oneof(
  bytesOf(32),
  fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(0xff)),
  bytesOf(20).map((address) => concatBytes(ZEROS, address)),
  // An id's masked address: 0xff and the id's eight bytes behind eleven zeros.
  bytesOf(8).map((id) => concatBytes(ZEROS, Uint8Array.of(0xff), new Uint8Array(11), id)),
  // Offsets and lengths, for what has them.
  fc.nat(300).map((at) => new Uint8Array(32).with(31, at % 256).with(30, at >> 8)),
);

export const anyData = fc.oneof(
  anyWord,
  fc
    .tuple(fc.array(anyWord, { maxLength: 12 }), anyBytes)
    .map(([words, rest]) => concatBytes(...words, rest)),
);

const selected = (hashes: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...hashes), anyData)
    .map(([hash, data]) => concatBytes(hash.subarray(0, 4), data));
/** What functions are called with. */
export const anyCallOfFunction = selected(hashesOf('functions'));
/** What errors are told with. */
export const anyError = selected(hashesOf('errors'));

export const anyTopics = fc.oneof(
  fc
    .tuple(
      fc.oneof(fc.constantFrom(...EVENTS), fc.constantFrom(...TELLING)),
      fc.array(fc.oneof({ weight: 9, arbitrary: anyWord }, { weight: 1, arbitrary: anyBytes }), {
        maxLength: 3,
      }),
    )
    .map(([first, rest]) => [first, ...rest]),
  fc.array(anyWord, { maxLength: 5 }),
);
