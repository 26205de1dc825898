/**
 * Where a name in a source leads: to its definition in the files that this one sees by its imports. A
 * name that may be several things leads nowhere.
 */
import { LRUCache } from 'lru-cache';
import { importer, importsOf } from '../request/imports.ts';
import { definitionsOf } from './definitions.ts';
import type { Definition, FileDefinitions } from './definitions.ts';

export interface SourceSet {
  readonly files: ReadonlyMap<string, string>;
  /** `context:prefix=target`, as the compiler was given them. */
  readonly remappings: readonly string[];
}

/** A place in the sources. */
export interface SourcePosition {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A name as it is used. */
export interface Use extends SourcePosition {
  readonly name: string;
  /** What stands before a point in front of it: `Lib` in `Lib.max`; an empty text for `f().max`. */
  readonly of: string | null;
  /** Whether it is called. */
  readonly called: boolean;
}

export interface SourceLinks {
  /** The place that a use leads to, which is never its own; null where it is not certain. */
  placeOf(use: Use): SourcePosition | null;
  /** Where a contract's member of this name is defined, in itself or in what it inherits from. */
  memberOf(contract: SourcePosition & { name: string }, name: string): SourcePosition | null;
  /** The file that an import leads to; null where it is not among the sources. */
  imported(file: string, path: string): string | null;
}

/** Letters of sources that are read for one file's links: the nearest files come first. */
const MAX_LETTERS = 1_000_000;
/** Likewise files, imports and definitions: what is beyond is not led to. */
const MAX_FILES = 500;
const MAX_IMPORTS = 10_000;
const MAX_DEFINITIONS = 50_000;
/** Contracts that one inherits from, itself included. */
const MAX_LINEAGE = 200;

/** Not names of sources: their members are the language's. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'abi',
  'block',
  'msg',
  'tx',
  'type',
  'bytes',
  'string',
]);

interface ReadFile extends FileDefinitions {
  readonly imports: readonly string[];
}

/** Files that were read lately, so many letters of them: pages of one contract read the same ones. */
const lately = new LRUCache<string, ReadFile>({
  maxSize: 8_000_000,
  sizeCalculation: (_, key) => key.length,
});

function readFile(file: string, source: string): ReadFile {
  const key = `${file}\n${source}`;
  const known = lately.get(key);
  if (known !== undefined) return known;
  const read = { ...definitionsOf(file, source), imports: importsOf(source) };
  lately.set(key, read);
  return read;
}

/** The files that one sees by its imports, itself first. */
export function visibleFiles({ files, remappings }: SourceSet, from: string): readonly string[] {
  const target = importer(remappings);
  const visible: string[] = [];
  const waiting = new Set([from]);
  let letters = 0;
  let imports = 0;
  // A set is gone through with what is added meanwhile.
  for (const file of waiting) {
    const source = files.get(file);
    if (source === undefined) continue;
    letters += source.length;
    if (visible.length > 0 && (letters > MAX_LETTERS || visible.length >= MAX_FILES)) break;
    visible.push(file);
    for (const path of readFile(file, source).imports)
      if (++imports <= MAX_IMPORTS) waiting.add(target(path, file));
  }
  return visible;
}

export function linksFrom(set: SourceSet, from: string): SourceLinks {
  const visible = visibleFiles(set, from);
  const read = new Map<string, FileDefinitions>(
    visible.map((file) => [file, readFile(file, set.files.get(file) ?? '')]),
  );
  const target = importer(set.remappings);
  const byName = new Map<string, Definition[]>();
  let counted = 0;
  for (const { definitions } of read.values())
    for (const definition of definitions) {
      if (++counted > MAX_DEFINITIONS) break;
      const others = byName.get(definition.name);
      if (others) others.push(definition);
      else byName.set(definition.name, [definition]);
    }
  const scopeAt = ({ file, line }: SourcePosition) =>
    read.get(file)?.scopes.find((scope) => scope.from <= line && line <= scope.to);
  /** Of several contracts of a name the file's own counts, then the nearest. */
  const contractOf = (name: string, file: string): Definition | undefined => {
    const all = (byName.get(name) ?? []).filter(({ kind }) => kind === 'contract');
    return all.find((each) => each.file === file) ?? all[0];
  };
  const lines = new Map<string, readonly Definition[]>();
  /** A contract and what it inherits from, itself first. */
  const lineage = (contract: Definition): readonly Definition[] => {
    const key = `${contract.file}:${contract.line}:${contract.name}`;
    const known = lines.get(key);
    if (known) return known;
    const found = new Set([contract]);
    for (const each of found) {
      if (found.size > MAX_LINEAGE) break;
      for (const base of scopeAt(each)?.bases ?? []) {
        const definition = contractOf(base, each.file);
        if (definition) found.add(definition);
      }
    }
    const line = [...found];
    lines.set(key, line);
    return line;
  };
  const memberIn = (
    contracts: readonly Definition[],
    name: string,
    fits: (definition: Definition) => boolean,
  ): Definition | null => {
    const named = (byName.get(name) ?? []).filter((each) => each.within !== null && fits(each));
    for (const { file, name: contract } of contracts) {
      const found = named.find((each) => each.file === file && each.within === contract);
      if (found) return found;
    }
    return null;
  };
  const usable =
    ({ called }: Use) =>
    ({ kind }: Definition): boolean =>
      kind !== 'function' || called;

  const found = new Map<string, Definition | null>();
  function find(use: Use): Definition | null {
    const key = [scopeAt(use)?.from, use.of, use.called, use.name].join(' ');
    const known = found.get(key) ?? (found.has(key) ? null : search(use));
    found.set(key, known);
    return known;
  }

  function search(use: Use): Definition | null {
    const fits = usable(use);
    const here = scopeAt(use);
    const own = here && contractOf(here.name, use.file);
    const inherited = own === undefined ? [] : lineage(own);
    if (use.of === null) {
      const member = memberIn(inherited, use.name, fits);
      if (member) return member;
      const free = (byName.get(use.name) ?? []).filter(
        (each) => each.within === null && fits(each),
      );
      return free.find(({ file }) => file === use.file) ?? free[0] ?? null;
    }
    if (BUILT_IN.has(use.of)) return null;
    if (use.of === 'super') return memberIn(inherited.slice(1), use.name, fits);
    if (use.of === 'this') return memberIn(inherited, use.name, fits);
    const owner = contractOf(use.of, use.file);
    if (owner) return memberIn(lineage(owner), use.name, fits);
    // A variable's member: its type is not known here, so only a name that is used once is certain.
    const [only, ...others] = (byName.get(use.name) ?? []).filter(
      ({ kind, within }) => within !== null && kind === 'function',
    );
    return only !== undefined && use.called && others.length === 0 ? only : null;
  }

  return {
    placeOf(use) {
      const place = find(use);
      return place?.file === use.file && place.line === use.line ? null : place;
    },
    memberOf({ file, name }, member) {
      const contract = contractOf(name, file);
      return contract === undefined ? null : memberIn(lineage(contract), member, () => true);
    },
    imported(file, path) {
      const name = target(path, file);
      return set.files.has(name) ? name : null;
    },
  };
}
