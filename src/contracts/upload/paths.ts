/** Names of files that people hand in: alone, in folders, in archives. */
import { MAX_NAME } from '../request/fields.ts';

/** What a file may be by its name; null: nothing that a verification reads. */
export type FileKind = 'source' | 'vyper' | 'json' | 'archive' | 'project';

/** Folders that hold no file of a contract; `.deps` is where Remix keeps what is imported. */
const ASIDE = /(^|\/)(\.(?!deps\/)[^/]*|__MACOSX|coverage|typechain[^/]*)\//;
/** What tools write beside build-infos and sources, of no use here. */
const OTHER_JSON =
  /(^|\/)(package|package-lock|tsconfig[^/]*|remappings|foundry)\.json$|\.dbg\.json$/;
/** Names under which compilers' inputs and metadata are kept. */
const SETTINGS =
  /(^|\/)build-info\/[^/]+\.json$|(^|\/)([^/]*[._-])?(metadata|meta|input|standard[^/]*)\.json$/i;

/** A configuration that is a program: it is not run, and read as far as it has literals. */
const PROGRAM = /(^|\/)hardhat\.config\.[cm]?[jt]s$/;
/** What a project's tool is told. */
const PROJECT = /(^|\/)(foundry\.toml|remappings\.txt|hardhat(\.config)?\.json)$/;
/** The order in which they count. */
export const PROJECT_FORMS = ['foundry', 'remappings', 'hardhat', 'hardhatProgram'] as const;
export type ProjectForm = (typeof PROJECT_FORMS)[number];

/** Where others' projects lie within one. */
const OTHERS = /(^|\/)(lib|node_modules)\//;

/**
 * A path as names are kept: with `/`, without `./` and what is in front of the first folder. Null for
 * one that leads out of its folder, and for what is no name.
 */
export function cleanPath(path: string): string | null {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const name = parts.join('/');
  // Control characters would be shown as nothing.
  const strange = /[\u0000-\u001f\u007f]/.test(name);
  return name === '' || strange || parts.includes('..') || name.length > MAX_NAME ? null : name;
}

export function fileKind(path: string): FileKind | null {
  const lower = path.toLowerCase();
  if (ASIDE.test(path)) return null;
  if (lower.endsWith('.sol')) return 'source';
  if (lower.endsWith('.vy')) return 'vyper';
  if (lower.endsWith('.zip')) return 'archive';
  if (PROJECT.test(lower) || PROGRAM.test(lower)) return 'project';
  return lower.endsWith('.json') && !OTHER_JSON.test(lower) ? 'json' : null;
}

/** Most JSON files of a folder that are read whatever they are called. */
const FEW = 20;

/** The form of a configuration, by its name. */
export function projectForm(path: string): ProjectForm {
  const lower = path.toLowerCase();
  if (lower.endsWith('.toml')) return 'foundry';
  if (PROGRAM.test(lower)) return 'hardhatProgram';
  return lower.endsWith('.txt') ? 'remappings' : 'hardhat';
}

/** The project's own configuration: of the files that say one, those with the fewest folders. */
function projectFiles(paths: readonly string[]): readonly string[] {
  const found = paths.filter((path) => fileKind(path) === 'project' && !OTHERS.test(path));
  const folders = (path: string): number => path.split('/').length;
  const fewest = Math.min(...found.map(folders));
  return found.filter((path) => folders(path) === fewest);
}

/** Those files of a folder or an archive that are worth reading, of its names. */
export function worthReading(paths: readonly string[]): ReadonlySet<string> {
  const kinds = new Map(paths.map((path) => [path, fileKind(path)]));
  const json = paths.filter(
    (path) => kinds.get(path) === 'json' && !/(^|\/)node_modules\//.test(path),
  );
  const named = json.filter((path) => SETTINGS.test(path));
  const read = new Set(named.length > 0 || json.length > FEW ? named : json);
  for (const [path, kind] of kinds) if (kind === 'source' || kind === 'vyper') read.add(path);
  for (const path of projectFiles(paths)) read.add(path);
  return read;
}

/** Folders that sources are named with: `contracts/Token.sol`. */
const NAMED = new Set(['contracts', 'src', 'lib', 'node_modules', 'interfaces', 'libraries']);

/** The folder that all are in and no source is named with; empty where there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const [configured] = projectFiles(paths);
  if (configured !== undefined) {
    const folder = configured.slice(0, configured.lastIndexOf('/') + 1);
    return paths.every((path) => path.startsWith(folder)) ? folder : '';
  }
  const slash = first.indexOf('/');
  const root = first.slice(0, slash + 1);
  const inOne =
    slash > 0 && !NAMED.has(root.slice(0, -1)) && paths.every((path) => path.startsWith(root));
  return inOne ? root : '';
}

/**
 * The names that a project's own compiler gave its files: without the project's folder, where all are
 * in one. By given path.
 */
export function projectNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const { length } = commonFolder(paths);
  return new Map(paths.map((path) => [path, path.slice(length)]));
}
