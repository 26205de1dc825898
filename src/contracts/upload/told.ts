/** What files tell of the settings that would be asked, and which file tells it. */
import { MAX_REMAPPINGS, text } from '../request/fields.ts';
import { completeImports, importer, importsOf } from '../request/imports.ts';
import { settingsOf } from '../request/input.ts';
import { licenseOfSpdx, spdxOf } from '../request/licenses.ts';
import type { MetadataSettings, VerificationRequest } from '../request/types.ts';
import type { ProjectFile, ProjectSettings } from './project.ts';
import type { Asked, MetadataChoice } from './request.ts';

export interface FoundSettings {
  readonly values: Partial<Asked>;
  /** Path of the file that tells it; empty: the contract's code does. */
  readonly at: Partial<Record<keyof Asked, string>>;
}

export interface Telling {
  readonly sources: ReadonlyMap<string, string>;
  readonly project: readonly ProjectFile[];
  /** The file of the contract; empty where nobody said it. */
  readonly main: string;
  /** Long versions of the compilers that are known. */
  readonly releases: readonly string[];
  /** The compiler that the contract's code names; empty where it names none. */
  readonly coded: string;
}

/** Comments and strings, of which a pragma is no part, and pragmas. */
const PRAGMAS =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*"?|'(?:[^'\\\n\r]|\\[\s\S])*'?|\bpragma\s{1,100}solidity\s{1,100}([^;"'/]{1,100});/g;
const EXACT = /^=?\s*v?([0-9]+\.[0-9]+\.[0-9]+)$/;

/** The only version that a source may be compiled with; null where it leaves a choice. */
export function exactPragma(source: string): string | null {
  for (const [, range] of source.matchAll(PRAGMAS)) {
    const exact = EXACT.exec(range?.trim() ?? '')?.[1];
    if (exact !== undefined) return exact;
  }
  return null;
}

/** A compiler by its long version, or by its numbers alone; null for one that is not known. */
function releaseOf(name: string, releases: readonly string[]): string | null {
  const plain = name.trim().replace(/^[v=]+/, '');
  const long = `v${plain}`;
  return releases.find((known) => known === long || known.startsWith(`${long}+`)) ?? null;
}

/** The one value of those that were found, and the first that has it; null for none or several. */
function only<T>(found: readonly (readonly [string, T])[]): readonly [string, T] | null {
  const [first] = found;
  return first !== undefined && new Set(found.map(([, value]) => value)).size === 1 ? first : null;
}

/** Folders of a project that hold no contract that is meant. */
const NOT_MEANT = /(^|\/)(lib|node_modules|test|tests|script|scripts)\//;

/** The file of the contract; where nobody said it, those of the project that no other imports. */
function mainFiles({ sources, main }: Telling, remappings: readonly string[]): readonly string[] {
  if (sources.has(main)) return [main];
  const settings = settingsOf({ remappings });
  const leads = importer(completeImports({ sources, settings }).settings.remappings);
  const imported = new Set<string>();
  for (const [file, source] of sources)
    for (const path of importsOf(source)) imported.add(leads(path, file));
  return [...sources.keys()].filter((file) => !imported.has(file) && !NOT_MEANT.test(file));
}

/** Remappings for imports from a library's folder that nothing else leads anywhere, as Foundry has them. */
function libraryRemappings(
  sources: Telling['sources'],
  libs: readonly string[],
  given: readonly string[],
): readonly string[] {
  const leads = importer(given);
  const folders = new Set<string>();
  for (const name of sources.keys())
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1))
      folders.add(name.slice(0, at + 1));
  const open = new Set<string>();
  for (const [file, source] of sources)
    for (const path of importsOf(source)) {
      const name = leads(path, file);
      if (!path.startsWith('.') && !sources.has(name)) open.add(name.split('/')[0] ?? '');
    }
  return [...open].flatMap((library) => {
    for (const lib of libs)
      for (const inner of ['src/', 'contracts/', '']) {
        const folder = `${lib.replace(/\/$/, '')}/${library}/${inner}`;
        if (folders.has(folder)) return [`${library}/=${folder}`];
      }
    return [];
  });
}

function metadataChoice({ bytecodeHash, appendCBOR }: MetadataSettings): MetadataChoice | null {
  return appendCBOR === false ? 'absent' : (bytecodeHash ?? null);
}

/** The fields that a configuration says. */
function configured(said: ProjectSettings, releases: readonly string[]): Partial<Asked> {
  const { optimize, runs, viaIR, evmVersion } = said;
  const compiler = said.compiler && releaseOf(said.compiler, releases);
  const metadata = said.metadata && metadataChoice(said.metadata);
  return {
    ...(compiler ? { compiler } : {}),
    ...(optimize === null ? {} : { optimize }),
    ...(runs === null ? {} : { optimizeRuns: String(runs) }),
    ...(viaIR === null ? {} : { viaIR }),
    ...(evmVersion === null ? {} : { evmVersion }),
    ...(metadata ? { metadata } : {}),
  };
}

/** A prefix is led by the file that counts most. */
function toldRemappings({ project, sources }: Telling): readonly (readonly [string, string])[] {
  const known = new Map<string, readonly [string, string]>();
  for (const { path, said } of project)
    for (const remapping of said.remappings) {
      const prefix = remapping.slice(0, remapping.indexOf('='));
      if (!known.has(prefix)) known.set(prefix, [path, remapping]);
    }
  const given = [...known.values()];
  const all = given.map(([, remapping]) => remapping);
  const added = project.flatMap(({ path, said }) =>
    libraryRemappings(sources, said.libs, all).map((remapping) => [path, remapping] as const),
  );
  return [...given, ...added]
    .filter(([, remapping]) => text.safeParse(remapping).success)
    .slice(0, MAX_REMAPPINGS);
}

/** Told by the contract's code first, then by configurations and by the sources themselves. */
export function toldSettings(telling: Telling): FoundSettings {
  const { sources, project, releases, coded } = telling;
  let told: FoundSettings = { values: {}, at: {} };
  const tell = (path: string, values: Partial<Asked>): void => {
    const at = Object.fromEntries(Object.keys(values).map((key) => [key, path]));
    told = { values: { ...values, ...told.values }, at: { ...at, ...told.at } };
  };
  const own = coded === '' ? null : releaseOf(coded, releases);
  if (own !== null) tell('', { compiler: own });
  for (const { path, said } of project) tell(path, configured(said, releases));
  const remappings = toldRemappings(telling);
  const lines = remappings.map(([, remapping]) => remapping);
  const paths = new Set(remappings.map(([path]) => path));
  if (lines.length > 0) tell([...paths].join(', '), { remappings: lines.join('\n') });
  const pragma = only(
    [...sources].flatMap(([file, source]) => {
      const exact = exactPragma(source);
      return exact === null ? [] : [[file, exact] as const];
    }),
  );
  const compiler = pragma && releaseOf(pragma[1], releases);
  if (pragma && compiler) tell(pragma[0], { compiler });
  const named = mainFiles(telling, lines).map(
    (file) => [file, spdxOf(sources.get(file) ?? '')] as const,
  );
  const license = only(named);
  if (license?.[1]) tell(license[0], { license: licenseOfSpdx(license[1]) });
  return told;
}

/** The same with the licence that the settings of a file name. */
export function withLicense(
  told: FoundSettings,
  { license }: Pick<VerificationRequest, 'license'>,
  path: string,
): FoundSettings {
  if (license === null) return told;
  const values = { ...told.values, license: licenseOfSpdx(license) };
  return { values, at: { ...told.at, license: path } };
}
