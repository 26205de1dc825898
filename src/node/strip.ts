const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** `[` and `{`, `]` and `}` differ in this bit, and no other byte is like them but for it. */
const CASE_BIT = 0x20;

/**
 * Drops members named `names` from every object of a JSON text, on the bytes, before it is parsed:
 * gas charges alone are more than nine tenths of a mainnet trace. What is left parses to what
 * parsing first and deleting then would give.
 * @param json UTF-8; text that is no JSON comes back as some other text that is no JSON, or as is
 * @param names plain ASCII, e.g. `GasCharges`
 */
export function dropMembers(json: Buffer, names: readonly string[]): Buffer {
  // One name after the other: the search for the next one sees only what is left.
  return names.reduce((left, name) => dropMember(left, Buffer.from(`"${name}"`)), json);
}

function dropMember(json: Buffer, name: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = json.indexOf(name); at >= 0;) {
    const colon = skipSpace(json, at + name.length);
    // A quote inside a string is escaped; a name is followed by a colon, a text is not.
    if (json[colon] !== COLON || isEscaped(json, at)) {
      at = json.indexOf(name, at + 1);
      continue;
    }
    const end = skipValue(json, skipSpace(json, colon + 1));
    const before = skipSpaceBack(json, at - 1);
    const after = skipSpace(json, end);
    // A comma that went with the member before is no longer there.
    const middle = json[before] === COMMA && before >= from;
    const cutFrom = middle ? before : at;
    if (cutFrom > from) kept.push(json.subarray(from, cutFrom));
    from = !middle && json[after] === COMMA ? after + 1 : end;
    at = json.indexOf(name, from);
  }
  if (from === 0) return json;
  kept.push(json.subarray(from));
  return Buffer.concat(kept);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function skipSpace(json: Buffer, at: number): number {
  let i = at;
  while (isSpace(json[i])) i++;
  return i;
}

function skipSpaceBack(json: Buffer, at: number): number {
  let i = at;
  while (isSpace(json[i])) i--;
  return i;
}

function isEscaped(json: Buffer, at: number): boolean {
  let count = 0;
  while (json[at - 1 - count] === BACKSLASH) count++;
  return count % 2 === 1;
}

/** The place after the value that begins at `start`. */
function skipValue(json: Buffer, start: number): number {
  const first = json[start];
  if (first === QUOTE) return skipString(json, start + 1);
  if (first === OPEN_LIST || first === OPEN_OBJECT) return skipNested(json, start + 1);
  let i = start;
  for (let byte = json[i]; byte !== undefined && !isSpace(byte); byte = json[++i])
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) break;
  return i;
}

/** The place after the list or object whose first inner byte is at `start`. */
function skipNested(json: Buffer, start: number): number {
  const { length } = json;
  let depth = 1;
  let i = start;
  while (i < length) {
    const byte = json[i++] ?? 0;
    if (byte === QUOTE) i = skipString(json, i);
    else if ((byte | CASE_BIT) === OPEN_OBJECT) depth++;
    else if ((byte | CASE_BIT) === CLOSE_OBJECT && --depth === 0) return i;
  }
  return length;
}

/** The place after the string whose first inner byte is at `start`. */
function skipString(json: Buffer, start: number): number {
  const { length } = json;
  let i = start;
  while (i < length) {
    const byte = json[i++];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return length;
}
