/**
 * Imports between the files of a request. Forms that carry file names without their folders leave
 * imports open; those are led by remappings to the file whose name fits best.
 */
import type { StandardInput } from './types.ts';

/** Most imports that are read of one file, and of all files. */
const MAX_IMPORTS = 500;
const MAX_ALL_IMPORTS = 20_000;
/** Most imports that are led elsewhere. */
const MAX_ADDED = 500;

/** Comments, strings and words, in the order in which they begin. */
const TOKENS =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*"?|'(?:[^'\\\n\r]|\\[\s\S])*'?|[A-Za-z_$][A-Za-z0-9_$]*|;/g;

/** The paths that a source imports, as it writes them. */
export function importsOf(source: string): readonly string[] {
  const paths: string[] = [];
  let importing = false;
  for (const [token] of source.matchAll(TOKENS)) {
    if (paths.length >= MAX_IMPORTS) break;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (token === 'import') importing = true;
    else if (token === ';') importing = false;
    else if (importing && (token.startsWith('"') || token.startsWith("'"))) {
      paths.push(token.slice(1, -1));
      importing = false;
    }
  }
  return paths;
}

/** The name that a path stands for in a file: relative ones begin with `./` or `../`. */
export function importedName(importer: string, path: string): string {
  const parts = path.split('/');
  if (parts[0] !== '.' && parts[0] !== '..') return path;
  const name = importer.split('/').slice(0, -1);
  for (const part of parts)
    if (part === '..') name.pop();
    else if (part !== '.' && part !== '') name.push(part);
  return name.join('/');
}

interface Remapping {
  context: string;
  prefix: string;
  target: string;
}

function remappingOf(text: string): Remapping | null {
  const equals = text.indexOf('=');
  if (equals < 0) return null;
  const colon = text.slice(0, equals).indexOf(':');
  return {
    context: colon < 0 ? '' : text.slice(0, colon),
    prefix: text.slice(colon + 1, equals),
    target: text.slice(equals + 1),
  };
}

/** As startsWith, which compares letter by letter: of many long starts most differ in the last ones. */
const begins = (text: string, start: string): boolean => text.slice(0, start.length) === start;

/** Those that count in a file. */
const within = (remappings: readonly Remapping[], file: string): readonly Remapping[] =>
  remappings.filter(({ context }) => begins(file, context));

/**
 * The longest context counts before the longest prefix, the last of equals.
 * @param remappings those that count in the importing file
 */
function remapped(name: string, remappings: readonly Remapping[]): string {
  let best: Remapping | null = null;
  for (const remapping of remappings) {
    const { context, prefix } = remapping;
    if (!begins(name, prefix)) continue;
    const longer =
      best === null ||
      context.length > best.context.length ||
      (context.length === best.context.length && prefix.length >= best.prefix.length);
    if (longer) best = remapping;
  }
  return best ? best.target + name.slice(best.prefix.length) : name;
}

/** Tells where imports lead, by remappings as the compiler was given them: to a name, whether or not there is such a file. */
export function importer(remappings: readonly string[]): (path: string, file: string) => string {
  const readable = remappings.map(remappingOf).filter((remapping) => remapping !== null);
  return (path, file) => remapped(importedName(file, path), within(readable, file));
}

const segments = (name: string): string[] => name.split(/[/\\]/).reverse();

/** How many last parts two names have in common. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return common;
}

/** Names of files, taken apart, by their last part. */
type Files = ReadonlyMap<string, readonly { file: string; parts: readonly string[] }[]>;

const filesOf = (sources: StandardInput['sources']): Files =>
  Map.groupBy(
    [...sources.keys()].map((file) => ({ file, parts: segments(file) })),
    ({ parts }) => parts[0] ?? '',
  );

/** The file with most last parts in common; null when there is none, or several that differ. */
function fitting(sources: StandardInput['sources'], files: Files, name: string): string | null {
  const wanted = segments(name);
  let most = 0;
  let found: string[] = [];
  for (const { file, parts } of files.get(wanted[0] ?? '') ?? []) {
    const common = commonEnd(wanted, parts);
    if (common > most) [most, found] = [common, []];
    if (common === most) found.push(file);
  }
  const [first] = found;
  if (first === undefined) return null;
  return new Set(found.map((source) => sources.get(source))).size === 1 ? first : null;
}

interface Import {
  written: string;
  /** Remapped. */
  name: string;
}

/** What a file imports. */
function* importedBy(
  { sources }: StandardInput,
  remappings: readonly Remapping[],
  file: string,
): Generator<Import> {
  const own = within(remappings, file);
  for (const path of importsOf(sources.get(file) ?? '')) {
    const written = importedName(file, path);
    yield { written, name: remapped(written, own) };
  }
}

/** What all files import, as many as are read. */
function* importedByAll(input: StandardInput): Generator<Import> {
  const remappings = readable(input.settings);
  let imports = 0;
  for (const file of input.sources.keys())
    for (const imported of importedBy(input, remappings, file)) {
      if (++imports > MAX_ALL_IMPORTS) return;
      yield imported;
    }
}

const readable = (settings: StandardInput['settings']): Remapping[] =>
  settings.remappings.map(remappingOf).filter((remapping) => remapping !== null);

/** The input with remappings for imports that lead to no file, where one file fits. */
export function completeImports(input: StandardInput): StandardInput {
  const open = new Map<string, string>();
  for (const { written, name } of importedByAll(input)) {
    if (open.size >= MAX_ADDED) break;
    if (!input.sources.has(name) && !name.includes('=')) open.set(written, name);
  }
  const files = filesOf(input.sources);
  const added = [...open].flatMap(([written, name]) => {
    const target = fitting(input.sources, files, name);
    // A context in front, though empty: names may have a colon themselves.
    return target === null ? [] : [`:${written}=${target}`];
  });
  if (added.length === 0) return input;
  const settings = { ...input.settings, remappings: [...input.settings.remappings, ...added] };
  return { ...input, settings };
}

/**
 * The input without files that these do not need, directly or by others. Where there are more imports
 * than are read, all files may be needed.
 */
export function onlyReachable(input: StandardInput, from: Iterable<string>): StandardInput {
  const remappings = readable(input.settings);
  const reached = new Set<string>();
  const waiting = [...from];
  let imports = 0;
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !input.sources.has(file)) continue;
    reached.add(file);
    for (const { name } of importedBy(input, remappings, file)) {
      if (++imports > MAX_ALL_IMPORTS) return input;
      waiting.push(name);
    }
  }
  return { ...input, sources: new Map([...input.sources].filter(([name]) => reached.has(name))) };
}
