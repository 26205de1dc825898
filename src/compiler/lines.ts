/** Reads the lines in which a compiler's process tells an output. */
import { Parts } from './parts.ts';

const MIB = 1024 * 1024;
const NEWLINE = 10;
/** The longest line: one contract's output. */
const LINE = 4 * MIB;
/** Of a line in more pieces one is made: its writer may have chosen them. */
const PIECES = 1_024;

/** More than is read of an output. */
export class OutputTooLong extends Error {
  /** Bytes that one contract's output may have; null where all together have too many. */
  readonly ofContract: number | null;

  constructor(ofContract: number | null) {
    super('The output is longer than may be read');
    this.ofContract = ofContract;
  }
}

export interface ReadOutput {
  parts: Parts;
  /** Length of the output as text. */
  bytes: number;
}

/**
 * Puts together what a process writes. Throws OutputTooLong, and whatever `Parts` says of lines that are none.
 * @param limit most bytes in all
 * @param onChunk hears every piece
 */
export async function readOutput(
  stdout: AsyncIterable<Buffer>,
  limit: number,
  onChunk?: (chunk: Buffer) => void,
): Promise<ReadOutput> {
  const parts = new Parts();
  let bytes = 0;
  let line: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer): void => {
    length += piece.length;
    if (length > LINE) throw new OutputTooLong(LINE);
    line.push(piece);
    if (line.length > PIECES) line = [Buffer.concat(line)];
  };
  for await (const chunk of stdout) {
    bytes += chunk.length;
    if (bytes > limit) throw new OutputTooLong(null);
    onChunk?.(chunk);
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, to));
      parts.add(line);
      [line, length] = [[], 0];
      from = to + 1;
    }
    take(chunk.subarray(from));
  }
  return { parts, bytes };
}
