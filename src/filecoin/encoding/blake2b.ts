/** BLAKE2b (RFC 7693) without key: the hash function of CIDs (32 bytes) and address checksums (4). */
import { mixRounds } from './blake2b-rounds.ts';

const BLOCK = 128;

const PERMUTATIONS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/** Places of the message words' low halves, sixteen a round; the first two permutations come again. */
const SIGMA = Uint8Array.from([...PERMUTATIONS, ...PERMUTATIONS.slice(0, 2)].flat(), (i) => 2 * i);

/** Initialisation vector, as low and high halves. */
const IV = Int32Array.from([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);

/** Reused by every call: none of them waits for anything. */
const hash = new Int32Array(16);
const state = new Int32Array(32);
const words = new Int32Array(32);

/** Mixes one block of input, of which `counter` bytes have been read up to its end. */
function compress(counter: number, last: boolean): void {
  state.set(hash);
  state.set(IV, 16);
  state[24] = (state[24] ?? 0) ^ (counter | 0);
  state[25] = (state[25] ?? 0) ^ ((counter / 2 ** 32) | 0);
  if (last) {
    state[28] = ~(state[28] ?? 0);
    state[29] = ~(state[29] ?? 0);
  }
  mixRounds(state, words, SIGMA);
  for (let i = 0; i < 16; i++) hash[i] = (hash[i] ?? 0) ^ (state[i] ?? 0) ^ (state[i + 16] ?? 0);
}

/** Reads a block of input as little-endian words, zeros behind its end. */
function load(input: Uint8Array, start: number): void {
  for (let i = 0, at = start; i < 32; i++, at += 4)
    words[i] =
      (input[at] ?? 0) |
      ((input[at + 1] ?? 0) << 8) |
      ((input[at + 2] ?? 0) << 16) |
      ((input[at + 3] ?? 0) << 24);
}

/** BLAKE2b of `input`, `size` bytes long (1 to 64). */
export function blake2b(input: Uint8Array, size: number): Uint8Array {
  hash.set(IV);
  hash[0] = (hash[0] ?? 0) ^ 0x01010000 ^ size;
  let at = 0;
  for (; input.length - at > BLOCK; at += BLOCK) {
    load(input, at);
    compress(at + BLOCK, false);
  }
  load(input, at);
  compress(input.length, true);
  const digest = new Uint8Array(size);
  for (let i = 0; i < size; i++) digest[i] = (hash[i >> 2] ?? 0) >> (8 * (i & 3));
  return digest;
}
