/** What Solidity sources define, and where: contracts with their bases, and what stands in them. */
import { linesEnded, scan, wordLook } from './scan.ts';

export type DefinitionKind =
  | 'contract'
  | 'struct'
  | 'enum'
  | 'type'
  | 'function'
  | 'modifier'
  | 'event'
  | 'error'
  | 'variable';

export interface Definition {
  readonly name: string;
  readonly kind: DefinitionKind;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The contract, interface or library that it stands in; null at the file's own level. */
  readonly within: string | null;
}

/** Lines of a contract, both included. */
export interface Scope {
  readonly name: string;
  readonly bases: readonly string[];
  readonly from: number;
  readonly to: number;
}

export interface FileDefinitions {
  readonly definitions: readonly Definition[];
  readonly scopes: readonly Scope[];
}

/** More definitions of a file than this are left out. */
const MAX_DEFINITIONS = 20_000;
/** Likewise of a contract's bases. */
const MAX_BASES = 64;

const INTRODUCED: ReadonlyMap<string, DefinitionKind> = new Map([
  ['contract', 'contract'],
  ['interface', 'contract'],
  ['library', 'contract'],
  ['struct', 'struct'],
  ['enum', 'enum'],
  ['type', 'type'],
  ['function', 'function'],
  ['modifier', 'modifier'],
  ['event', 'event'],
  ['error', 'error'],
]);

/** Statements of a contract that name no variable. */
const NO_VARIABLE: ReadonlySet<string> = new Set([
  ...INTRODUCED.keys(),
  'abstract',
  'constructor',
  'fallback',
  'import',
  'pragma',
  'receive',
  'using',
]);

interface Open {
  name: string;
  bases: string[];
  from: number;
}

/** Reads the definitions of one file; what is no Solidity has none, or a few odd ones. */
export function definitionsOf(file: string, source: string): FileDefinitions {
  const definitions: Definition[] = [];
  const scopes: Scope[] = [];
  let line = 1;
  let depth = 0;
  let round = 0;
  /** The contract whose head is being read, then the one that is open. */
  let head: (Open & { inherits: boolean }) | null = null;
  let open: Open | null = null;
  /** The first and the last word of a statement, and what introduces a name. */
  let first: string | null = null;
  let last: { text: string; line: number } | null = null;
  let introduced: DefinitionKind | null = null;
  let named = false;

  const add = (name: string, kind: DefinitionKind, at: number): void => {
    if (definitions.length < MAX_DEFINITIONS)
      definitions.push({ name, kind, file, line: at, within: open?.name ?? null });
  };
  const begin = (): void => {
    first = null;
    last = null;
    introduced = null;
    named = false;
  };
  /** Bodies of functions define nothing that can be named from elsewhere. */
  const atLevel = (): boolean => depth === (open === null ? 0 : 1);

  for (const { kind, text } of scan(source)) {
    if (kind === 'space' || kind === 'comment' || kind === 'doc') {
      line += linesEnded(text);
      continue;
    }
    const previous: DefinitionKind | null = introduced;
    if (kind === 'word') {
      if (head !== null) {
        if (text === 'is') head.inherits = true;
        else if (
          head.inherits &&
          round === 0 &&
          wordLook(text) === null &&
          head.bases.length < MAX_BASES
        )
          head.bases.push(text);
      } else if (atLevel() && round === 0) {
        first ??= text;
        const starts = first === text || first === 'abstract';
        introduced = starts && !named ? (INTRODUCED.get(text) ?? null) : null;
        if (previous !== null && wordLook(text) === null) {
          add(text, previous, line);
          named = true;
          if (previous === 'contract' && open === null)
            head = { name: text, bases: [], from: line, inherits: false };
        }
        last = { text, line };
      }
      continue;
    }
    introduced = null;
    if (text === '(') round++;
    else if (text === ')') round = Math.max(0, round - 1);
    else if (text === '{') {
      if (head !== null) {
        open = head;
        head = null;
      }
      depth++;
      round = 0;
      begin();
    } else if (text === '}') {
      depth = Math.max(0, depth - 1);
      round = 0;
      if (depth === 0 && open !== null) {
        scopes.push({ name: open.name, bases: open.bases, from: open.from, to: line });
        open = null;
      }
      begin();
    } else if ((text === ';' || text === '=') && round === 0) {
      const variable = atLevel() && !named && first !== null && !NO_VARIABLE.has(first);
      if (variable && last !== null && last.text !== first && wordLook(last.text) === null) {
        add(last.text, 'variable', last.line);
        named = true;
      }
      if (text === ';') begin();
    }
  }
  if (open !== null) scopes.push({ name: open.name, bases: open.bases, from: open.from, to: line });
  return { definitions, scopes };
}
