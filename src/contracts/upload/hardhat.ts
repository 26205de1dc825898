/**
 * What a configuration of Hardhat that is a program says as literals. It is never run: what is computed,
 * named elsewhere or spread in is not known, and said to be so.
 */
import { z } from 'zod';
import { scan, type Token } from '../source/scan.ts';
import { count, text } from '../request/fields.ts';
import { evmVersionSchema } from '../request/input.ts';

/** Settings of it that are named where they are not understood. */
export type UnreadSetting =
  | 'solidity'
  | 'solidity.version'
  | 'solidity.compilers'
  | 'solidity.overrides'
  | 'optimizer.enabled'
  | 'optimizer.runs'
  | 'viaIR'
  | 'evmVersion';

export interface HardhatSays {
  readonly compiler: string | null;
  readonly optimize: boolean | null;
  readonly runs: number | null;
  readonly viaIR: boolean | null;
  readonly evmVersion: string | null;
  /** What stands there but is no literal, or leaves a choice. */
  readonly unread: readonly UnreadSetting[];
}

const MAX_DEPTH = 16;

/** An object; `doubt`: more may be in it, or other values, as something is spread into it. */
interface Literals {
  readonly named: ReadonlyMap<string, Value>;
  readonly doubt: boolean;
}

/** A value that stands there as it is; null: one that does not. */
type Value = string | number | boolean | Literals | readonly Value[] | null;

const isLiterals = (value: Value | undefined): value is Literals =>
  typeof value === 'object' && value !== null && 'named' in value;
const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

const OPEN = /[[({]/;
const CLOSE = /[\])}]/;

/** Reads literals from a program's tokens, each token once. */
class Reader {
  readonly #tokens: readonly Token[];
  #at: number;

  constructor(tokens: readonly Token[], at: number) {
    this.#tokens = tokens;
    this.#at = at;
  }

  get #here(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }

  /** Whether a value has its end here. */
  get #ends(): boolean {
    return this.#at >= this.#tokens.length || [',', '}', ']', ')', ';'].includes(this.#here);
  }

  /** A value with all that belongs to it. */
  value(depth = 0): Value {
    const read = depth < MAX_DEPTH ? this.#literal(depth) : null;
    // What is said of its type changes nothing of it.
    if (this.#here === 'as' || this.#here === 'satisfies') this.#skip();
    if (this.#ends) return read;
    this.#skip();
    return null;
  }

  #literal(depth: number): Value {
    const token = this.#tokens[this.#at];
    if (token === undefined || this.#ends) return null;
    if (token.text === '{') return this.#object(depth + 1);
    if (token.text === '[') return this.#list(depth + 1);
    const read = literalOf(token);
    if (read !== null) this.#at += 1;
    return read;
  }

  #object(depth: number): Literals {
    const named = new Map<string, Value>();
    let doubt = false;
    this.#at += 1;
    while (this.#at < this.#tokens.length && !CLOSE.test(this.#here)) {
      const key = keyOf(this.#tokens[this.#at]);
      if (key !== null && this.#tokens[this.#at + 1]?.text === ':') {
        this.#at += 2;
        named.set(key, this.value(depth));
      } else {
        // A function, a name alone, or more properties that stand elsewhere.
        if (key === null) {
          doubt = true;
          // They take the place of what stands before them.
          named.clear();
        } else named.set(key, null);
        this.#skip();
      }
      if (this.#here === ',' || this.#here === ';') this.#at += 1;
    }
    this.#at += 1;
    return { named, doubt };
  }

  #list(depth: number): readonly Value[] {
    const values: Value[] = [];
    this.#at += 1;
    while (this.#at < this.#tokens.length && !CLOSE.test(this.#here)) {
      values.push(this.value(depth));
      if (this.#here === ',' || this.#here === ';') this.#at += 1;
    }
    this.#at += 1;
    return values;
  }

  /** On to the end of a value, whatever is in it. */
  #skip(): void {
    for (let open = 0; this.#at < this.#tokens.length; this.#at += 1) {
      if (open === 0 && this.#ends) return;
      if (OPEN.test(this.#here)) open += 1;
      else if (CLOSE.test(this.#here)) open -= 1;
    }
  }
}

function literalOf({ kind, text: written }: Token): Value {
  if (written === 'true' || written === 'false') return written === 'true';
  if (kind === 'number') {
    const number = Number(written.replaceAll('_', ''));
    return Number.isNaN(number) ? null : number;
  }
  return kind === 'text' ? textOf(written) : null;
}

/** What a text says; null for one with escapes, or without its end. */
function textOf(written: string): string | null {
  const whole = written.length >= 2 && written.at(-1) === written[0] && !written.includes('\\');
  return whole ? written.slice(1, -1) : null;
}

function keyOf(token: Token | undefined): string | null {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'text' ? textOf(token.text) : null;
}

/** What stands at the one place where the program names its compiler; null for none or several. */
function solidityOf(program: string): Value {
  const tokens = [...scan(program)].filter(
    ({ kind }) => kind !== 'space' && kind !== 'comment' && kind !== 'doc',
  );
  const places = tokens.flatMap((token, at) =>
    keyOf(token) === 'solidity' && [':', ',', '}'].includes(tokens[at + 1]?.text ?? '') ? [at] : [],
  );
  const [place] = places;
  if (place === undefined || places.length > 1 || tokens[place + 1]?.text !== ':') return null;
  return new Reader(tokens, place + 2).value();
}

/** What the one compiler of the configuration is told. */
export function hardhatSays(program: string): HardhatSays {
  const unread = new Set<UnreadSetting>();
  const chosen = compilerOf(solidityOf(program), unread);
  if (chosen === null) return { ...NOTHING, unread: [...unread] };
  /** A value by its schema; null and said where it is none, or may be another. */
  const said = <T>(
    { named, doubt }: Literals,
    key: string,
    name: UnreadSetting,
    schema: z.ZodType<T>,
  ): T | null => {
    const value = named.get(key);
    if (value === undefined) {
      if (doubt) unread.add(name);
      return null;
    }
    const { data, success } = schema.safeParse(value ?? undefined);
    if (success && value !== null) return data;
    unread.add(name);
    return null;
  };
  const within = (of: Literals, key: string): Literals => {
    const value = of.named.get(key);
    if (isLiterals(value)) return value;
    return { named: new Map(), doubt: value !== undefined || of.doubt };
  };
  const settings = within(chosen, 'settings');
  const optimizer = within(settings, 'optimizer');
  return {
    compiler: said(chosen, 'version', 'solidity.version', text),
    optimize: said(optimizer, 'enabled', 'optimizer.enabled', z.boolean()),
    runs: said(optimizer, 'runs', 'optimizer.runs', count),
    viaIR: said(settings, 'viaIR', 'viaIR', z.boolean()),
    evmVersion: said(settings, 'evmVersion', 'evmVersion', evmVersionSchema),
    unread: [...unread],
  };
}

const NOTHING = { compiler: null, optimize: null, runs: null, viaIR: null, evmVersion: null };

/** The configuration's one compiler; null, and said, where there is a choice or no literal. */
function compilerOf(solidity: Value, unread: Set<UnreadSetting>): Literals | null {
  if (typeof solidity === 'string')
    return { named: new Map([['version', solidity]]), doubt: false };
  if (!isLiterals(solidity)) {
    unread.add('solidity');
    return null;
  }
  const { named } = solidity;
  if (named.has('overrides')) unread.add('solidity.overrides');
  const profiles = named.get('profiles');
  if (isLiterals(profiles)) return compilerOf(profiles.named.get('default') ?? null, unread);
  const compilers = named.get('compilers');
  if (compilers === undefined) return solidity;
  const [only] = isList(compilers) && compilers.length === 1 ? compilers : [];
  if (isLiterals(only)) return only;
  unread.add('solidity.compilers');
  return null;
}
