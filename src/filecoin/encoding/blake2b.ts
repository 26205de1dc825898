/**
 * BLAKE2b, in WebAssembly: every object, message and address is hashed, and with noble's indexing takes
 * 1.14 times the processor time (`BENCH_HEIGHT=5000 npm run bench -- ingest`). In the browser
 * `blake2b.browser.ts` takes this file's place (`imports` in package.json).
 */
import { createBLAKE2b } from 'hash-wasm';

const hashers = {
  4: await createBLAKE2b(32),
  20: await createBLAKE2b(160),
  32: await createBLAKE2b(256),
};

/** BLAKE2b of `input` without key, `size` bytes long. */
export function blake2b(input: Uint8Array, size: 4 | 20 | 32): Uint8Array {
  return hashers[size].init().update(input).digest('binary');
}
