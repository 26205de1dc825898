/** Names of sources as a tree of folders. */

export interface FileNode {
  /** The last part of its name. */
  readonly label: string;
  /** Its whole name. */
  readonly file: string;
}

export interface FolderNode {
  /** Names of folders with nothing else in them are joined: `@openzeppelin/contracts`. */
  readonly label: string;
  readonly folders: readonly FolderNode[];
  readonly files: readonly FileNode[];
}

/** Deeper folders are part of their files' labels. */
const MAX_DEPTH = 12;

/** Folders before files, each by their names. Parts that say nothing (`//`, a leading `/`) are left out. */
export function fileTree(names: readonly string[]): FolderNode {
  return folderOf(
    '',
    names.map((file) => ({ file, parts: partsOf(file) })),
    0,
  );
}

interface Named {
  file: string;
  parts: string[];
}

function partsOf(file: string): string[] {
  // The colons of `https://…` are no folders' either.
  const parts = file.split(/[/\\]/).filter((part) => part !== '');
  return parts.length === 0 ? [file] : parts;
}

function folderOf(label: string, all: readonly Named[], depth: number): FolderNode {
  const within = new Map<string, Named[]>();
  const files: FileNode[] = [];
  for (const { file, parts } of all) {
    const [first = '', ...rest] = parts;
    if (rest.length === 0 || depth >= MAX_DEPTH) {
      files.push({ label: parts.join('/'), file });
      continue;
    }
    const others = within.get(first);
    if (others) others.push({ file, parts: rest });
    else within.set(first, [{ file, parts: rest }]);
  }
  const folders = [...within].map(([name, inside]) => joined(folderOf(name, inside, depth + 1)));
  const by = (a: { label: string }, b: { label: string }) => compare(a.label, b.label);
  return { label, folders: folders.sort(by), files: files.sort(by) };
}

function joined(folder: FolderNode): FolderNode {
  const [only, ...others] = folder.folders;
  if (only === undefined || others.length > 0 || folder.files.length > 0) return folder;
  return { ...only, label: `${folder.label}/${only.label}` };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
