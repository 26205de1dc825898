/** Outputs that were made lately, by what they were made of. */
import { createHash } from 'node:crypto';
import type { CompilerOutput } from './output.ts';
import type { Release } from './table/table.ts';

const MIB = 1024 * 1024;
/** What all of them may take, as text; a larger one than `ONE` is not kept. */
const ALL = 32 * MIB;
const ONE = 4 * MIB;

interface Answer {
  output: CompilerOutput;
  bytes: number;
}

export class Answers {
  readonly #answers = new Map<string, Answer>();
  #bytes = 0;

  static key(release: Release, input: Uint8Array): string {
    return `${release.version} ${createHash('sha256').update(input).digest('hex')}`;
  }

  get(key: string): CompilerOutput | null {
    const answer = this.#answers.get(key);
    if (answer === undefined) return null;
    // What was asked for last goes last.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer.output;
  }

  add(key: string, answer: Answer): void {
    if (answer.bytes > ONE || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.bytes;
    for (const [oldest, { bytes }] of this.#answers) {
      if (this.#bytes <= ALL) break;
      this.#answers.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
