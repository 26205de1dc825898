/** Files out of a browser's hands: chosen, or dropped with their folders. */
import type { Handed } from '#contracts/upload/hand.ts';

/** Most entries of dropped folders that are looked at. */
const MAX_ENTRIES = 50_000;
/** Folders of packages are as large as they are of no use: their sources are asked for by name. */
const SKIPPED = new Set(['.git', 'cache', '.cache']);

export interface HandedIn {
  readonly files: readonly Handed[];
  /** There was a folder among it. */
  readonly folder: boolean;
  /** Paths of what could not be opened. */
  readonly unread: readonly string[];
}

export function handedFile(file: File, path = file.webkitRelativePath): Handed {
  return {
    path: path === '' ? file.name : path,
    size: file.size,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader tells a folder's entries a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || all.length > MAX_ENTRIES) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** What was dropped. The list is empty once the event is over. */
export async function droppedFiles(items: DataTransferItemList): Promise<HandedIn> {
  const waiting = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folder = waiting.some(isFolder);
  const files: Handed[] = [];
  const unread: string[] = [];
  let met = 0;
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (++met > MAX_ENTRIES) break;
    const path = entry.fullPath.slice(1);
    try {
      if (isFile(entry)) files.push(handedFile(await fileOf(entry), path));
      else if (isFolder(entry) && !SKIPPED.has(entry.name))
        waiting.push(...(await entriesOf(entry)));
    } catch {
      unread.push(path);
    }
  }
  return { files, folder, unread };
}
