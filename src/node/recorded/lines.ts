import { readSync } from 'node:fs';

/** One line of the recording's answers, with offsets into the file instead of the values. */
export type Line =
  | { kind: 'tipset'; json: string; offset: number; length: number }
  | {
      kind: 'answer';
      method: string;
      /** The parameters' JSON text as recorded (compact). */
      params: string;
      failed: boolean;
      /** Where the result's (or error's) JSON text lies in the file, in bytes. */
      offset: number;
      length: number;
    };

const CHUNK = 4 << 20;
const NEWLINE = 0x0a;
const TIPSET = Buffer.from('{"tipset":');
const METHOD = Buffer.from('{"m":"');
const PARAMS = Buffer.from('","p":');
const RESULT = Buffer.from(',"r":');
const ERROR = Buffer.from(',"e":');
const CID = Buffer.from('{"cid":"');
const DATA = Buffer.from('","data":"');

/**
 * Calls `visit` for every line of the answers, in order, without parsing the big values. A last line
 * that was cut off is left out.
 */
export function scanLines(fd: number, size: number, visit: (line: Line) => void): void {
  eachLine(fd, size, (view, start, end, base) => visit(readLine(view, start, end, base)));
}

/** Calls `visit` for every object: its CID, and where its base64 with the quotes lies in the file. */
export function scanObjects(
  fd: number,
  size: number,
  visit: (cid: string, offset: number, length: number) => void,
): void {
  eachLine(fd, size, (view, start, end, base) => {
    const cid = start + CID.length;
    const data = view.indexOf(DATA, cid);
    if (!startsWith(view, start, CID) || data < 0 || data > end) throw unreadable(base + start);
    const from = data + DATA.length - 1;
    visit(view.toString('latin1', cid, data), base + from, end - 1 - from);
  });
}

function eachLine(
  fd: number,
  size: number,
  visit: (view: Buffer, start: number, end: number, base: number) => void,
): void {
  let buffer = Buffer.allocUnsafe(CHUNK);
  let filled = 0;
  let base = 0;
  while (base + filled < size) {
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const read = readSync(fd, buffer, filled, buffer.length - filled, base + filled);
    if (read === 0) throw new Error('The recording ended early.');
    filled += read;
    const last = base + filled === size;
    const view = buffer.subarray(0, filled);
    let start = 0;
    while (start < filled) {
      const newline = view.indexOf(NEWLINE, start);
      if (newline < 0 && !last) break;
      const end = newline < 0 ? filled : newline;
      if (end > start && (newline >= 0 || isWhole(view, start, end))) visit(view, start, end, base);
      start = end + 1;
    }
    const kept = Math.max(0, filled - start);
    if (kept > 0) buffer.copyWithin(0, start, filled);
    base += filled - kept;
    filled = kept;
  }
}

function isWhole(buffer: Buffer, start: number, end: number): boolean {
  try {
    JSON.parse(buffer.toString('utf8', start, end));
    return true;
  } catch {
    return false;
  }
}

function readLine(buffer: Buffer, start: number, end: number, base: number): Line {
  if (startsWith(buffer, start, TIPSET)) {
    const from = start + TIPSET.length;
    const to = end - 1;
    return {
      kind: 'tipset',
      json: buffer.toString('utf8', from, to),
      offset: base + from,
      length: to - from,
    };
  }
  if (!startsWith(buffer, start, METHOD)) throw unreadable(base + start);
  const methodEnd = buffer.indexOf(PARAMS, start);
  if (methodEnd < 0 || methodEnd > end) throw unreadable(base + start);
  const paramsStart = methodEnd + PARAMS.length;
  // Parameters hold addresses, CIDs, numbers and hex only: neither mark can be inside them.
  const result = buffer.indexOf(RESULT, paramsStart);
  const failed = result < 0 || result >= end;
  const at = failed ? buffer.indexOf(ERROR, paramsStart) : result;
  if (at < 0 || at >= end) throw unreadable(base + start);
  const from = at + RESULT.length;
  const to = end - 1;
  return {
    kind: 'answer',
    method: buffer.toString('latin1', start + METHOD.length, methodEnd),
    params: buffer.toString('latin1', paramsStart, at),
    failed,
    offset: base + from,
    length: to - from,
  };
}

function startsWith(buffer: Buffer, at: number, what: Buffer): boolean {
  for (let i = 0; i < what.length; i++) if (buffer[at + i] !== what[i]) return false;
  return true;
}

function unreadable(at: number): Error {
  return new Error(`The recording has an unreadable line at byte ${at}.`);
}
