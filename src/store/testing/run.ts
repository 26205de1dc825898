/** The folder that the processes of a test run share. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Handed to the processes of a test run. */
const VARIABLE = 'SEXTANT_TEST_FOLDER';

const MEMORY = '/dev/shm';
const DISK = '/tmp';
/** Where earlier runs may have left folders. */
export const FOLDERS = [MEMORY, DISK].filter((folder) => existsSync(folder));

/** Bytes of memory that let a run have its databases there: several times what they take. */
const ROOM = 8 * 2 ** 30;

/** Hundreds of databases are made and dropped, and each is hundreds of files, which disks are slow with. */
function roomiest(): string {
  if (!FOLDERS.includes(MEMORY) || process.availableMemory() < ROOM) return DISK;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ROOM ? DISK : MEMORY;
}

/** Of the folders' names; the number of the process that made one follows. */
export const NAME = 'sextant-test-';

/** Only what hangs takes longer. */
const HANGS_MS = 600_000;

/** Makes the folder that this process and its children share. */
export function makeRunFolder(): string {
  // A short path: the server's socket lies in it, whose name may have about a hundred characters.
  const folder = mkdtempSync(`${roomiest()}/${NAME}${process.pid}-`);
  process.env[VARIABLE] = folder;
  return folder;
}

/** The folder of the test run; outside of one, a folder of this process, which goes with it. */
export function runFolder(): string {
  const known = process.env[VARIABLE];
  if (known !== undefined) return known;
  const folder = makeRunFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lets the first process of the run that asks do it; all wait for it. Throws in all where it fails or dies. */
export async function once(name: string, body: () => Promise<void>): Promise<void> {
  const path = (what: string): string => join(runFolder(), `${name}.${what}`);
  if (await isFirst(path('begun')))
    try {
      await writeFile(path('process'), String(process.pid));
      await body();
      await mkdir(path('ready'));
    } catch (error) {
      await writeFile(path('failed'), error instanceof Error ? error.message : String(error));
      throw error;
    }
  const deadline = Date.now() + HANGS_MS;
  for (;;) {
    // Who has made it ready may end at once: first whether it lives, then whether it is ready.
    const died = existsSync(path('process')) && !isRunning(Number(read(path('process'))));
    if (existsSync(path('ready'))) return;
    if (existsSync(path('failed'))) throw new Error(`${name}: ${read(path('failed'))}`);
    if (died) throw new Error(`${name}: its process has died`);
    if (Date.now() > deadline) throw new Error(`Waited in vain for: ${name}`);
    await sleep(50);
  }
}

const read = (file: string): string => readFileSync(file, 'utf8');

async function isFirst(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
