/** Archives (zip) in memory, unpacked no further than a verification needs. */
import { Unzip, UnzipInflate } from 'fflate';
import type { UnzipFile } from 'fflate';
import { MAX_SOURCE_BYTES } from '../request/fields.ts';
import { cleanPath, fileKind, worthReading } from './paths.ts';
import { MAX_JSON_BYTES } from './read.ts';
import type { FileProblem, WrongFile } from './read.ts';

export interface Unpacked {
  /** By cleaned path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly wrong: readonly WrongFile[];
}

export interface ArchiveLimits {
  readonly entries: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
}

const MIB = 1024 * 1024;
export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 20_000, bytes: 96 * MIB };
/** Bytes that are unpacked in one go: a packed byte makes at most about 1,000. */
const SLICE = 16 * 1024;

class TooLarge extends Error {}

/** Sizes that an archive tells of its files are not believed: what comes out is counted. */
function unpackOne(file: UnzipFile, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  file.ondata = (error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    if (bytes > most) throw new TooLarge();
    chunks.push(chunk);
  };
  file.start();
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** `name` of the archive stands in what is said of it as a whole. */
export function unpack(
  name: string,
  archive: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Unpacked {
  const files = new Map<string, Uint8Array>();
  const wrong: WrongFile[] = [];
  const refused = (problem: FileProblem, path = name): Unpacked => ({
    files,
    wrong: [...wrong, { path, problem }],
  });
  const entries = new Map<string, UnzipFile>();
  let met = 0;
  const unzip = new Unzip((file) => {
    if (++met > limits.entries) throw new TooLarge();
    if (file.name.endsWith('/')) return;
    const path = cleanPath(file.name);
    if (path !== null) entries.set(path, file);
    else if (fileKind(file.name.replace(/^.*[/\\]/, '')) !== null)
      wrong.push({ path: file.name.slice(0, 200), problem: 'badPath' });
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < archive.length; at += SLICE)
      unzip.push(archive.subarray(at, at + SLICE), at + SLICE >= archive.length);
  } catch (error) {
    return refused(error instanceof TooLarge ? 'tooMany' : 'badArchive');
  }
  if (met === 0) return refused('badArchive');
  const wanted = worthReading([...entries.keys()]);
  let left = limits.bytes;
  for (const [path, file] of entries) {
    if (!wanted.has(path)) continue;
    const most = fileKind(path) === 'json' ? MAX_JSON_BYTES : MAX_SOURCE_BYTES;
    try {
      const bytes = unpackOne(file, Math.min(left, most));
      left -= bytes.length;
      files.set(path, bytes);
    } catch (error) {
      if (!(error instanceof TooLarge)) return refused('badArchive');
      if (left < most) return refused('tooLarge');
      wrong.push({ path, problem: 'tooLarge' });
    }
  }
  return { files, wrong };
}
