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

const decoder = new TextDecoder();

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
 * of. Archives are unpacked and configurations read by code that is loaded for the first one.
 */
export async function addHanded(
  before: Upload,
  handed: readonly Handed[],
  folder: boolean,
): Promise<Upload> {
  const wrong: WrongFile[] = [];
  const files: GivenFile[] = [];
  const direct = new Map<string, Uint8Array>();
  const take = (found: ReadonlyMap<string, Uint8Array>, project: boolean) => {
    const names = project ? projectNames([...found.keys()]) : null;
    for (const [path, bytes] of found)
      files.push({ path: names?.get(path) ?? path, text: decoder.decode(bytes) });
  };
  for (const [path, file] of chosen(handed, folder, wrong)) {
    const kind = fileKind(path);
    const most = (kind && MOST[kind]) ?? MAX_JSON_BYTES;
    if (kind === null || kind === 'vyper')
      wrong.push({ path, problem: kind === null ? 'unknownKind' : kind });
    else if (file.size > most) wrong.push({ path, problem: 'tooLarge' });
    else if (kind === 'archive') {
      const { unpack } = await import('./archive.ts');
      const unpacked = unpack(path, await file.bytes());
      wrong.push(...unpacked.wrong);
      if (unpacked.wrong.length === 0 && unpacked.files.size === 0)
        wrong.push({ path, problem: 'unknownKind' });
      take(unpacked.files, true);
    } else direct.set(path, await file.bytes());
  }
  take(direct, folder);
  const project = files.some(({ path }) => fileKind(path) === 'project')
    ? await import('./project.ts')
    : undefined;
  const added = addFiles(before, files, project?.readProject);
  return { ...added, wrong: [...wrong, ...added.wrong] };
}
