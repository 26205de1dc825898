/** Files as a browser hands them in, read as far as they are worth reading. */
import { cleanPath, fileKind, projectNames, worthReading, type FileKind } from './paths.ts';
import { addFiles, MAX_JSON_BYTES, MAX_PROJECT_BYTES } from './read.ts';
import type { GivenFile, Upload, WrongFile } from './read.ts';

export interface Handed {
  /** With its folders, where it came with them. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  bytes(): Promise<Uint8Array>;
}

const MIB = 1024 * 1024;
const MAX_ARCHIVE_BYTES = 64 * MIB;
/** Most bytes of a file by what it may be; of any other, what a JSON may have. */
const MOST: Partial<Record<FileKind, number>> = {
  archive: MAX_ARCHIVE_BYTES,
  project: MAX_PROJECT_BYTES,
};
/** Most files of a folder that are looked at by name. */
const MAX_HANDED = 50_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Null for bytes that are no text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Null where the browser cannot read it: it is gone, changed, or not this reader's to open. */
async function bytesOf(file: Handed): Promise<Uint8Array | null> {
  try {
    return await file.bytes();
  } catch {
    return null;
  }
}

/** What of these is worth reading, by cleaned path; all of them where they were chosen one by one. */
function chosen(
  handed: readonly Handed[],
  folder: boolean,
  wrong: WrongFile[],
): ReadonlyMap<string, Handed> {
  const found = new Map<string, Handed>();
  for (const file of handed.slice(0, MAX_HANDED)) {
    const path = cleanPath(file.path);
    if (path === null) wrong.push({ path: file.path.slice(0, 200), problem: 'badPath' });
    else found.set(path, file);
  }
  if (handed.length > MAX_HANDED) wrong.push({ path: '', problem: 'tooMany' });
  if (!folder) return found;
  const wanted = worthReading([...found.keys()]);
  return new Map([...found].filter(([path]) => wanted.has(path)));
}

/**
 * Adds what was handed in. `folder`: they came with a folder, whose other files are nothing to speak
 * of; `unread`: files and folders that could not be opened. Archives are unpacked and configurations read by code that is loaded for the first one.
 */
export async function addHanded(
  before: Upload,
  handed: readonly Handed[],
  folder: boolean,
  unread: readonly string[] = [],
): Promise<Upload> {
  const wrong = unread.map((path): WrongFile => ({ path, problem: 'unreadable' }));
  const files: GivenFile[] = [];
  const direct = new Map<string, Uint8Array>();
  const take = (found: ReadonlyMap<string, Uint8Array>, project: boolean) => {
    const names = project ? projectNames([...found.keys()]) : null;
    for (const [given, bytes] of found) {
      const path = names?.get(given) ?? given;
      const text = textOf(bytes);
      if (text === null) wrong.push({ path, problem: 'notText' });
      else files.push({ path, text });
    }
  };
  const takeArchive = async (path: string, bytes: Uint8Array) => {
    const { unpack } = await import('./archive.ts');
    const unpacked = unpack(path, bytes);
    wrong.push(...unpacked.wrong);
    if (unpacked.wrong.length === 0 && unpacked.files.size === 0)
      wrong.push({ path, problem: 'unknownKind' });
    take(unpacked.files, true);
  };
  for (const [path, file] of chosen(handed, folder, wrong)) {
    const kind = fileKind(path);
    const most = (kind && MOST[kind]) ?? MAX_JSON_BYTES;
    if (kind === null || kind === 'vyper')
      wrong.push({ path, problem: kind === null ? 'unknownKind' : kind });
    else if (file.size > most) wrong.push({ path, problem: 'tooLarge' });
    else {
      const bytes = await bytesOf(file);
      if (bytes === null) wrong.push({ path, problem: 'unreadable' });
      else if (kind === 'archive') await takeArchive(path, bytes);
      else direct.set(path, bytes);
    }
  }
  take(direct, folder);
  const project = files.some(({ path }) => fileKind(path) === 'project')
    ? await import('./project.ts')
    : undefined;
  const added = addFiles(before, files, project?.readProject);
  return { ...added, wrong: [...wrong, ...added.wrong] };
}
