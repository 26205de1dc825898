/** Signatures of contract functions, events and errors as text, and what they say. */

/** A parameter; `components` are the fields of a tuple (or of an array of tuples). */
export interface AbiParam {
  /** Type as in the ABI, `tuple`, `tuple[]`, … for tuples. */
  readonly type: string;
  readonly name: string;
  readonly indexed: boolean;
  readonly components: readonly AbiParam[];
}

export interface AbiSignature {
  readonly name: string;
  readonly params: readonly AbiParam[];
  /** Name and types alone, e.g. `transfer(address,uint256)`: what selectors are hashes of. */
  readonly canonical: string;
}

/** A function, with what it returns. */
export interface AbiFunction extends AbiSignature {
  readonly outputs: readonly AbiParam[];
}

export class AbiError extends Error {
  override readonly name = 'AbiError';
}

const MAX_SIGNATURE_LENGTH = 4096;
const MAX_PARAM_DEPTH = 8;
const WORD = /[A-Za-z0-9_$]+/y;
const ARRAYS = /(?:\[[0-9]{0,4}\])*/y;
const MODIFIERS: ReadonlySet<string> = new Set(['memory', 'calldata', 'storage', 'payable']);

const ELEMENTARY =
  /^(?:address|bool|string|function|bytes(?:[1-9]|[12][0-9]|3[0-2])?|u?int(?:[0-9]+)?)$/;

/** Type of an elementary word; `uint` and `int` are short for 256 bits. */
function elementary(word: string): string {
  const type = word === 'uint' ? 'uint256' : word === 'int' ? 'int256' : word;
  const bits = /^u?int([0-9]+)$/.exec(type)?.[1];
  const sound = ELEMENTARY.test(type) && (bits === undefined || validBits(Number(bits)));
  if (!sound) throw new AbiError(`unknown type ${word}`);
  return type;
}

function validBits(bits: number): boolean {
  return bits >= 8 && bits <= 256 && bits % 8 === 0;
}

class SignatureReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  signature(): AbiSignature {
    this.spaces();
    let name = this.word();
    this.spaces();
    if (name === 'function' || name === 'event' || name === 'error') {
      name = this.word();
      this.spaces();
    }
    const params = this.params(0);
    return signatureOf(name, params);
  }

  private word(): string {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0];
    if (word === undefined) throw new AbiError(`not a signature: ${this.text.slice(0, 80)}`);
    this.at += word.length;
    return word;
  }

  private spaces(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  private params(depth: number): AbiParam[] {
    if (depth > MAX_PARAM_DEPTH) throw new AbiError('tuples nested too deeply');
    this.expect('(');
    const params: AbiParam[] = [];
    this.spaces();
    if (this.text[this.at] === ')') {
      this.at++;
      return params;
    }
    for (;;) {
      params.push(this.param(depth));
      this.spaces();
      if (this.text[this.at] === ',') this.at++;
      else break;
    }
    this.expect(')');
    return params;
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char)
      throw new AbiError(`not a signature: ${this.text.slice(0, 80)}`);
    this.at++;
  }

  private param(depth: number): AbiParam {
    this.spaces();
    let components: AbiParam[] = [];
    let type: string;
    if (this.text.startsWith('tuple(', this.at)) this.at += 'tuple'.length;
    if (this.text[this.at] === '(') {
      components = this.params(depth + 1);
      type = 'tuple';
    } else type = elementary(this.word());
    ARRAYS.lastIndex = this.at;
    const arrays = ARRAYS.exec(this.text)?.[0] ?? '';
    this.at += arrays.length;
    let name = '';
    let indexed = false;
    for (;;) {
      this.spaces();
      const next = this.text[this.at];
      if (next === ',' || next === ')' || next === undefined) break;
      const word = this.word();
      if (word === 'indexed') indexed = true;
      else if (!MODIFIERS.has(word)) name = word;
    }
    return { type: type + arrays, name, indexed, components };
  }
}

function canonicalParams(params: readonly AbiParam[]): string {
  const types = params.map(({ type, components }) =>
    type.startsWith('tuple') ? canonicalParams(components) + type.slice('tuple'.length) : type,
  );
  return `(${types.join(',')})`;
}

/**
 * Reads a signature such as `transfer(address to, uint256 amount)`,
 * `Transfer(address indexed from, address indexed to, uint256 value)`,
 * `multicall((address target, bytes data)[] calls)`.
 * @throws AbiError
 */
export function parseSignature(text: string): AbiSignature {
  if (text.length > MAX_SIGNATURE_LENGTH) throw new AbiError('signature too long');
  return new SignatureReader(text).signature();
}

/** A signature by its parts. */
export function signatureOf(name: string, params: readonly AbiParam[]): AbiSignature {
  return { name, params, canonical: `${name}${canonicalParams(params)}` };
}

const TYPE = /^([A-Za-z0-9]+)((?:\[[0-9]{0,4}\]){0,8})$/;

/** A type as an ABI’s JSON writes it: `uint256[2][]`, `tuple`. @throws AbiError */
export function parseType(text: string): string {
  const [, word = '', arrays = ''] = TYPE.exec(text) ?? [];
  return (word === 'tuple' ? word : elementary(word)) + arrays;
}
