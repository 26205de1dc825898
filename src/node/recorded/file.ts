import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readSync } from 'node:fs';
import {
  access,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib';

/** The recording was compressed with a window of 128 MiB. */
const WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 27 } };

export interface RecordingFile {
  readonly fd: number;
  readonly size: number;
  close(): Promise<void>;
}

/**
 * Opens the recording's answers: `answers.ndjson`, or `answers.ndjson.zst` unpacked once into `cacheDir` under a name made of the packed
 * file's hash, so that later starts (and other processes) find them ready.
 * @param cacheDir default: a folder of this user's in the system's temporary folder
 */
export function openAnswers(folder: string, cacheDir?: string): Promise<RecordingFile> {
  return openLines(folder, 'answers', cacheDir);
}

/** Opens the recording's objects likewise; null for a recording without them. */
export async function openObjects(
  folder: string,
  cacheDir?: string,
): Promise<RecordingFile | null> {
  const names = ['objects.ndjson', 'objects.ndjson.zst'];
  const found = await Promise.all(names.map((name) => exists(join(folder, name))));
  return found.includes(true) ? openLines(folder, 'objects', cacheDir) : null;
}

async function openLines(
  folder: string,
  name: 'answers' | 'objects',
  cacheDir?: string,
): Promise<RecordingFile> {
  const plain = join(folder, `${name}.ndjson`);
  if (await exists(plain)) return opened(plain);
  const packed = join(folder, `${name}.ndjson.zst`);
  const hash = createHash('sha256')
    .update(await readFile(packed))
    .digest('hex')
    .slice(0, 20);
  const cache = cacheDir ?? (await ownTemporaryFolder());
  await makeFolder(cache);
  const unpacked = join(cache, `${name}-${hash}.ndjson`);
  if (!(await exists(unpacked))) {
    const folderForNow = await mkdtemp(join(cache, 'unpack-'));
    try {
      const partial = join(folderForNow, `${name}.ndjson`);
      await pipeline(
        createReadStream(packed, { highWaterMark: 1 << 18 }),
        createZstdDecompress({ ...WINDOW, chunkSize: 1 << 20 }),
        createWriteStream(partial),
      );
      await rename(partial, unpacked);
    } finally {
      await rm(folderForNow, { recursive: true, force: true });
    }
  }
  return opened(unpacked);
}

/** Some of a file's bytes. */
export function readPart(
  file: RecordingFile,
  { offset, length }: { readonly offset: number; readonly length: number },
): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  if (readSync(file.fd, buffer, 0, length, offset) !== length)
    throw new Error('The recording ended early.');
  return buffer;
}

async function opened(path: string): Promise<RecordingFile> {
  const file: FileHandle = await open(path, 'r');
  return { fd: file.fd, size: (await file.stat()).size, close: () => file.close() };
}

/** The timeline's text, unpacked. */
export async function readTimeline(folder: string): Promise<string> {
  const plain = join(folder, 'timeline.ndjson');
  if (await exists(plain)) return readFile(plain, 'utf8');
  const packed = await readFile(join(folder, 'timeline.ndjson.zst'));
  return zstdDecompressSync(packed, WINDOW).toString('utf8');
}

/** A folder nobody else can write to: what is found in it is served as the chain. */
async function ownTemporaryFolder(): Promise<string> {
  const { uid } = userInfo();
  const path = join(tmpdir(), `sextant-recorded-${uid}`);
  await makeFolder(path);
  const stat = await lstat(path);
  const ours = stat.isDirectory() && (uid < 0 || (stat.uid === uid && (stat.mode & 0o022) === 0));
  return ours ? path : mkdtemp(join(tmpdir(), 'sextant-recorded-'));
}

/** Only this folder: what is above has to be there. Node's recursive mkdir never returns on /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
