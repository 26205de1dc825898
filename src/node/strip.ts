import { textOf, TooLong, type AnswerReader } from './answers.ts';
import { parseJson } from './json.ts';
import { Payloads, SHORT_TEXT, type PayloadLimits } from './payloads.ts';
import {
  BACKSLASH,
  Bytes,
  CASE_BIT,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfText,
  isSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  Skipper,
} from './scan.ts';

/** The member of a result whose items are parsed one by one. */
const LIST = Buffer.from('Trace');

/** The member of a call that says, before its payloads, which method is called. */
const METHOD = Buffer.from('Method');
/** Longest number that is looked at, with the spaces around it. */
const LONGEST_NUMBER = 24;

/** How deep inside an item of a trace its calls' calls tell their payloads: ExecutionTrace, Subcalls, call, Msg. */
const SUBCALL_DEPTH = 5;

/** Where in the text a reader is. */
type Region =
  /** Outside of texts. */
  | 'outside'
  | 'text'
  /** In what is left out of a text that is too long. */
  | 'cut'
  /** In a member that is dropped, behind its colon. */
  | 'dropped';

/** What a member's name that just ended is, before the colon and behind it. */
type Named = 'dropped' | 'list' | 'listValue' | 'method' | null;

export interface TraceOptions extends PayloadLimits {
  /** Members that nothing reads, plain ASCII, e.g. `GasCharges`. */
  readonly unread: readonly string[];
  /** Most bytes that may be left, in all. */
  readonly maxKept: number;
}

/**
 * Reads JSON-RPC replies of StateCompute, one or a batch, while they come in: drops unread members
 * from every object (gas charges alone are more than nine tenths of a mainnet trace), and parses each
 * item of `result.Trace` by itself, so that neither the whole answer's length nor what V8 takes for one
 * text is a limit. What comes out is what parsing the whole and deleting then would give, but for
 * texts of calls that a message's calls make: the more of them there are, the earlier the long ones are
 * cut, at a length that is right for base64.
 */
export function readTraces(options: TraceOptions): AnswerReader<unknown> {
  return new TraceReader(options);
}

class TraceReader implements AnswerReader<unknown> {
  /** Names that are looked for, by their length. */
  readonly #names: Buffer[][] = [];
  readonly #maxKept: number;
  /** The replies, with an index of `lists` for each list of items; and the item that is being read. */
  readonly #frame = new Bytes();
  readonly #item = new Bytes();
  readonly #lists: unknown[][] = [];
  #out = this.#frame;
  #place: Region = 'outside';
  #named: Named = null;
  /** The piece that is being read; what is kept of it from here on is not in `out` yet. */
  #piece: Buffer = this.#frame.view();
  #from = 0;
  /** Open lists and objects; the level at which results are, null before the first byte. */
  #depth = 0;
  #resultDepth: number | null = null;
  /** While items are read: the list's level. */
  #listDepth: number | null = null;
  /** Where in `out` the present text's first quote is, and whether a backslash is in it. */
  #textStart = 0;
  #escapes = false;
  #escaped = false;
  readonly #skipper = new Skipper();
  readonly #payloads: Payloads;
  /** Bytes of the items before the present one. */
  #kept = 0;

  constructor({ unread, maxKept, ...limits }: TraceOptions) {
    for (const name of [LIST, METHOD, ...unread.map((text) => Buffer.from(text))])
      (this.#names[name.length] ??= []).push(name);
    this.#maxKept = maxKept;
    this.#payloads = new Payloads(limits);
  }

  push(bytes: Buffer): void {
    this.#piece = bytes;
    this.#from = 0;
    for (let at = 0; at < bytes.length;) at = this.#go(bytes, at);
    if (this.#place === 'outside' || this.#place === 'text') this.#keep(bytes.length);
  }

  end(): unknown {
    if (this.#place !== 'outside' || this.#listDepth !== null) throw new SyntaxError('cut off');
    const value = parseJson(textOf(this.#frame.view()));
    for (const reply of Array.isArray(value) ? (value as unknown[]) : [value]) this.#fill(reply);
    return value;
  }

  /** Puts the items into a reply's result, or wherever else their list stood at its level. */
  #fill(reply: unknown): void {
    if (!isObject(reply)) return;
    for (const result of Object.values(reply) as unknown[]) {
      if (!isObject(result) || !('Trace' in result) || !Array.isArray(result.Trace)) continue;
      const [index] = result.Trace as unknown[];
      const items = typeof index === 'number' ? this.#lists[index] : undefined;
      if (items) result.Trace = items;
    }
  }

  /** Reads on in one place; where the next one begins. */
  #go(piece: Buffer, at: number): number {
    switch (this.#place) {
      case 'outside':
        return this.#outside(piece, at);
      case 'text':
        return this.#text(piece, at);
      case 'cut':
        return this.#cut(piece, at);
      case 'dropped':
        return this.#skip(piece, at);
    }
  }

  #outside(piece: Buffer, start: number): number {
    const { length } = piece;
    for (let at = start; at < length; at++) {
      const byte = piece[at] ?? 0;
      if (byte === QUOTE) {
        this.#textStart = this.#out.length + at - this.#from;
        const end = endOfText(piece, at + 1, SHORT_TEXT);
        if (end < 0) {
          this.#named = null;
          this.#escapes = this.#escaped = false;
          this.#place = 'text';
          return at + 1;
        }
        this.#named = this.#nameOf(end, end - at - 1);
        at = end;
        continue;
      }
      if (byte === COLON) {
        if (this.#named === 'dropped') {
          this.#drop(at);
          return at + 1;
        }
        if (this.#named === 'list') this.#named = 'listValue';
        else if (this.#named !== 'method') this.#named = null;
      } else if (byte === COMMA) {
        if (this.#named === 'method') this.#payloads.called(this.#numberBefore(at));
        this.#named = null;
        if (this.#depth === this.#listDepth) this.#endItem(at);
      } else if ((byte | CASE_BIT) === OPEN_OBJECT) {
        // Of a batch, the results are in the objects of a list.
        this.#resultDepth ??= byte === OPEN_LIST ? 3 : 2;
        this.#depth++;
        if (this.#named === 'listValue' && byte === OPEN_LIST) this.#openList(at + 1);
        this.#named = null;
      } else if ((byte | CASE_BIT) === CLOSE_OBJECT) {
        if (this.#depth === this.#listDepth) this.#closeList(at);
        this.#depth--;
        this.#named = null;
      } else if (this.#named !== null && this.#named !== 'method' && !isSpace(byte))
        this.#named = null;
    }
    return length;
  }

  #text(piece: Buffer, start: number): number {
    const { length } = piece;
    const begin = this.#from + this.#textStart - this.#out.length;
    const most = this.#mostOfText();
    const stop = Math.min(length, begin + 1 + most);
    let escaped = this.#escaped;
    for (let at = start; at < stop; at++) {
      const byte = piece[at];
      if (escaped) escaped = false;
      else if (byte === QUOTE) {
        this.#endText(at, at - begin - 1);
        return at + 1;
      } else if (byte === BACKSLASH) escaped = this.#escapes = true;
    }
    this.#escaped = escaped;
    if (stop === length || this.#escapes) return stop;
    if (piece[stop] === QUOTE) {
      this.#endText(stop, most);
      return stop + 1;
    }
    this.#keep(stop);
    this.#payloads.kept(most);
    this.#place = 'cut';
    return stop;
  }

  /** Most bytes of the present text that are kept; of one with escapes all. */
  #mostOfText(): number {
    return this.#escapes || !this.#inSubcall() ? Infinity : this.#payloads.most();
  }

  #inSubcall(): boolean {
    return this.#listDepth !== null && this.#depth >= this.#listDepth + SUBCALL_DEPTH;
  }

  #endText(at: number, bytes: number): void {
    this.#place = 'outside';
    this.#named = this.#nameOf(at, bytes);
    if (this.#inSubcall()) this.#payloads.kept(bytes);
  }

  #nameOf(at: number, bytes: number): Named {
    const names = this.#names[bytes];
    if (names === undefined) return null;
    for (const name of names)
      if (this.#isBefore(at, name)) {
        if (name === METHOD) return 'method';
        if (name !== LIST) return 'dropped';
        return this.#listDepth === null && this.#depth === this.#resultDepth ? 'list' : null;
      }
    return null;
  }

  /** Whether `name` stands before the quote at `at`, across pieces. */
  #isBefore(at: number, name: Buffer): boolean {
    const { length } = name;
    for (let back = 1; back <= length; back++)
      if (this.#byteAt(at - back) !== name[length - back]) return false;
    return true;
  }

  /** The byte at a place of the piece, or before it. */
  #byteAt(place: number): number | undefined {
    return place >= this.#from
      ? this.#piece[place]
      : this.#out.at(this.#out.length + place - this.#from);
  }

  /** The number between a colon and `at`; NaN if there is none. */
  #numberBefore(at: number): number {
    let text = '';
    for (let place = at - 1; text.length < LONGEST_NUMBER; place--) {
      const byte = this.#byteAt(place);
      if (byte === COLON || byte === undefined) return Number(text);
      text = String.fromCharCode(byte) + text;
    }
    return NaN;
  }

  #cut(piece: Buffer, start: number): number {
    for (let at = start; at < piece.length; at++) {
      const byte = piece[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) return this.#resume(at) + 1;
    }
    return piece.length;
  }

  /** Drops the member whose colon is at `colon`, with the comma before it, else with the one behind it. */
  #drop(colon: number): void {
    this.#keep(colon);
    this.#out.length = this.#textStart;
    this.#skipper.begin(!this.#out.dropLast(COMMA));
    this.#named = null;
    this.#place = 'dropped';
  }

  #skip(piece: Buffer, start: number): number {
    const at = this.#skipper.read(piece, start);
    return this.#skipper.done ? this.#resume(at) : at;
  }

  /** Keeps what comes from `at` on. */
  #resume(at: number): number {
    this.#place = 'outside';
    this.#from = at;
    return at;
  }

  /** Keeps the piece up to `end`. */
  #keep(end: number): void {
    if (end > this.#from) this.#out.append(this.#piece, this.#from, end);
    this.#from = end;
    if (this.#kept + this.#out.length > this.#maxKept)
      throw new TooLong(`more than ${this.#maxKept} bytes are left of it`);
  }

  #openList(at: number): void {
    this.#keep(at);
    this.#lists.push([]);
    this.#listDepth = this.#depth;
    this.#beginItem();
    this.#payloads.beginReply();
  }

  #beginItem(): void {
    this.#kept += this.#item.length;
    this.#item.length = 0;
    this.#out = this.#item;
    this.#payloads.beginItem();
  }

  #endItem(at: number): void {
    this.#keep(at);
    this.#lists.at(-1)?.push(parseJson(textOf(this.#item.view())));
    this.#from = at + 1;
    this.#beginItem();
  }

  #closeList(at: number): void {
    this.#keep(at);
    const items = this.#lists.at(-1) ?? [];
    const last = textOf(this.#item.view());
    // Behind a comma there is an item.
    const none = items.length === 0 && last.trim() === '';
    if (!none) items.push(parseJson(last));
    this.#beginItem();
    this.#out = this.#frame;
    this.#listDepth = null;
    if (!none) {
      const index = Buffer.from(String(this.#lists.length - 1));
      this.#out.append(index, 0, index.length);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
