/** What an answer's bytes become, as they come in. */
import { constants } from 'node:buffer';
import { parseJson } from './json.ts';

/** Takes an answer, unpacked, in pieces as they come; one reader reads one answer. */
export interface AnswerReader<T> {
  /** @throws SyntaxError for what is no JSON, TooLong when more is left of it than may be */
  push(bytes: Buffer): void;
  /** @throws as `push` */
  end(): T;
}

/** More than can be held: it will be next time too. */
export class TooLong extends Error {}

/** Reads answers whole. @param parse throws SyntaxError */
export function whole<T>(parse: (answer: Buffer) => T): () => AnswerReader<T> {
  return () => {
    const parts: Buffer[] = [];
    return {
      push: (bytes) => void parts.push(bytes),
      end() {
        const [only] = parts;
        return parse(parts.length === 1 && only ? only : Buffer.concat(parts));
      },
    };
  };
}

export function parseAnswer(answer: Buffer): unknown {
  return parseJson(textOf(answer));
}

/** @throws TooLong for more than a text may hold (512 MiB) */
export function textOf(bytes: Buffer): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) throw new TooLong('longer than a text may be');
  return bytes.toString('utf8');
}
