/** Reads the lines in which a compiler's process tells an output. */
import { Parts } from './parts.ts';

const MIB = 1024 * 1024;
const NEWLINE = 10;
/** What is put together at once before the process's other work has its turn. */
const BITE = MIB;
/** The longest line: one contract's output. It is read at once, and pages wait meanwhile. */
const LINE = 4 * MIB;

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
 * Puts together what a process writes, letting other work have its turn in between. Throws
 * OutputTooLong, and whatever `Parts` says of lines that are none.
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
  let bite = 0;
  let line: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdout) {
    bytes += chunk.length;
    length += chunk.length;
    if (bytes > limit) throw new OutputTooLong(null);
    if (length > LINE && chunk.indexOf(NEWLINE) < 0) throw new OutputTooLong(LINE);
    onChunk?.(chunk);
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      const whole = Buffer.concat([...line, chunk.subarray(from, to)]);
      if (whole.length > LINE) throw new OutputTooLong(LINE);
      line = [];
      from = to + 1;
      parts.add(whole.toString('utf8'));
      bite += whole.length;
      if (bite > BITE) {
        bite = 0;
        await new Promise(setImmediate);
      }
    }
    line.push(chunk.subarray(from));
    length = from > 0 ? chunk.length - from : length;
  }
  return { parts, bytes };
}
