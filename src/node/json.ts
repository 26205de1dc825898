/**
 * JSON of nodes. What senders choose may have 64 bits (nonces, methods, sector numbers, epochs), and
 * JSON.parse would round what is above 2^53: a header or a message with another number has another
 * CID. Such integers are bigints here, wherever they stand.
 */
const LONG = /(?:^|[:,[])\s*-?\d{16}/;
const LONG_INTEGERS = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** No node tells a number of this size: it holds the place of an integer while the text is parsed. */
const PLACES = 'e200';

const QUOTE = '"';
const BACKSLASH = 0x5c;

/**
 * As JSON.parse, but integers beyond ±(2^53 − 1) are bigints.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  // Amounts are texts: of a chain in use hardly any answer has such a number.
  if (!LONG.test(text)) return JSON.parse(text);
  const integers = new Map<string, number>();
  const marked = betweenTexts(text, (piece) =>
    piece.replace(LONG_INTEGERS, (digits) => {
      if (Number.isSafeInteger(Number(digits))) return digits;
      const place = integers.get(digits) ?? integers.size + 1;
      integers.set(digits, place);
      return `${place}${PLACES}`;
    }),
  );
  const value: unknown = JSON.parse(marked);
  if (integers.size === 0) return value;
  return replaced(
    value,
    new Map([...integers].map(([digits, place]) => [Number(`${place}${PLACES}`), BigInt(digits)])),
  );
}

/** Changes what stands between the texts of a JSON document. */
function betweenTexts(json: string, change: (piece: string) => string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = json.indexOf(QUOTE); at >= 0; at = json.indexOf(QUOTE, from)) {
    const end = endOfText(json, at);
    pieces.push(change(json.slice(from, at)), json.slice(at, end));
    from = end;
  }
  pieces.push(change(json.slice(from)));
  return pieces.join('');
}

/** The place behind the text whose first quote is at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return json.length;
}

/** The document with integers in their places; without recursion, as calls nest as deep as they like. */
function replaced(document: unknown, integers: ReadonlyMap<number, bigint>): unknown {
  const root: { value: unknown } = { value: document };
  const open: object[] = [root];
  for (let node = open.pop(); node; node = open.pop())
    for (const [name, member] of Object.entries(node) as [string, unknown][]) {
      if (typeof member === 'object' && member !== null) open.push(member);
      const integer = typeof member === 'number' ? integers.get(member) : undefined;
      if (integer !== undefined) Reflect.set(node, name, integer);
    }
  return root.value;
}

/** Writes an integer's digits as they are; of ECMAScript 2026, which the types do not have yet. */
const { rawJSON } = JSON as unknown as { rawJSON(json: string): unknown };

/** Inverse of `parseJson`. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(member.toString()) : member,
  );
}
