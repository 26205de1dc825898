/** What an account's page shows of a contract's sources: which file, which of its lines, what they lead to. */
import {
  linksFrom,
  type SourcePosition,
  type SourceLinks,
  type SourceSet,
} from '#contracts/source/links.ts';
import { pageAt, pagesOf, sourceLines, type SourceLine } from '#contracts/source/lines.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { withQuery } from '#format/paths.ts';

export type Verified = Pick<
  ContractDetail,
  'sourceFiles' | 'contractFile' | 'contractName' | 'settings'
>;

export interface ShownSource {
  /** From 1, in the order of the compiler's input. */
  readonly number: number;
  readonly name: string;
  readonly lines: readonly SourceLine[];
  /** The first and the last of the lines, from 1. */
  readonly from: number;
  readonly to: number;
  /** How many lines the file has. */
  readonly total: number;
  /** First lines of the pages before and after this one; null where there is none. */
  readonly before: number | null;
  readonly after: number | null;
  readonly links: SourceLinks;
}

/** Query parameters that choose a file and its lines. */
export const FILE = 'file';
export const FROM = 'from';
/** The anchor of the sources. */
export const SOURCES = 'source';

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
}

/** Remappings as the compiler was given them; `settings` is JSON. */
function remappingsOf(settings: string | null): readonly string[] {
  const given: unknown = settings === null ? null : JSON.parse(settings);
  if (typeof given !== 'object' || given === null || !('remappings' in given)) return [];
  const { remappings } = given;
  return Array.isArray(remappings) ? remappings.filter((text) => typeof text === 'string') : [];
}

/** The file that a query asks for, by its number; by default the one that the contract stands in. */
export function chosenFile(contract: Verified, query: URLSearchParams): number {
  const asked = numberIn(query, FILE);
  if (asked !== null && asked <= contract.sourceFiles.length) return asked;
  const own = contract.sourceFiles.findIndex(({ name }) => name === contract.contractFile);
  return Math.max(own, 0) + 1;
}

/** A contract's sources as they see each other. */
export function sourceSet({ sourceFiles, settings }: Verified): SourceSet {
  return {
    files: new Map(sourceFiles.map(({ name, content }) => [name, content])),
    remappings: remappingsOf(settings),
  };
}

/** Null for a contract without sources. */
export function shownSource(contract: Verified, query: URLSearchParams): ShownSource | null {
  const number = chosenFile(contract, query);
  const file = contract.sourceFiles[number - 1];
  if (file === undefined) return null;
  const starts = pagesOf(file.content);
  const from = pageAt(starts, numberIn(query, FROM) ?? 1);
  const page = starts.indexOf(from);
  const total = file.content.split('\n').length;
  const after = starts[page + 1] ?? null;
  const to = after === null ? total : after - 1;
  const links = linksFrom(sourceSet(contract), file.name);
  return {
    number,
    name: file.name,
    lines: sourceLines(file.content, file.name, [from, to], links),
    from,
    to,
    total,
    before: starts[page - 1] ?? null,
    after,
    links,
  };
}

/** Writes the links of a page to places in the sources: those of the shown lines need no more than an anchor. */
export function placeLinks(
  url: URL,
  { sourceFiles }: Verified,
  shown: ShownSource,
): (place: SourcePosition) => string {
  const numbers = new Map(sourceFiles.map(({ name }, index) => [name, index + 1]));
  const pages = new Map<string, readonly number[]>();
  return ({ file, line }) => {
    if (file === shown.name && line >= shown.from && line <= shown.to) return `#L${line}`;
    const number = numbers.get(file) ?? 1;
    const starts = pages.get(file) ?? pagesOf(sourceFiles[number - 1]?.content ?? '');
    pages.set(file, starts);
    const from = pageAt(starts, line);
    const to = withQuery(url, { [FILE]: number, [FROM]: from === 1 ? null : from }, `L${line}`);
    return to.slice(url.pathname.length);
  };
}
