/** The one file that is used of the npm package `solc`. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Path of the compiler within the package; of no other entry is anything used, not even the name. */
const FILE = 'package/soljson.js';
const BLOCK = 512;
/** More than any release unpacks to (30 MB). */
const UNPACKED_LIMIT = 128 * 1024 * 1024;
/** ustar: type of a file, old and new. */
const REGULAR = new Set(['0', '\0']);

const unpack = promisify(gunzip);

const field = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).replace(/\0.*$/s, '');

/**
 * The bytes of soljson.js in a gzipped tar (ustar, as npm packs). Nothing is written, no path is
 * followed. Throws when there is no such file, or the archive is broken or too large.
 */
export async function soljsonOf(tarball: Uint8Array): Promise<Buffer> {
  const archive: Buffer = await unpack(tarball, { maxOutputLength: UNPACKED_LIMIT });
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(field(header, 124, 12), 8) || 0;
    const start = at + BLOCK;
    if (field(header, 0, 100) === FILE && REGULAR.has(header.toString('latin1', 156, 157))) {
      if (start + size > archive.length) throw new Error('the package ends within soljson.js');
      return archive.subarray(start, start + size);
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('the package has no soljson.js');
}
