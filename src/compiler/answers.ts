/** Outputs of compilers, by what they were made of: the last ones in memory, more of them in a folder. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { readOutput } from './lines.ts';
import type { CompilerOutput } from './output.ts';
import type { Release } from './table/table.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const MIB = 1024 * 1024;
/** What all of them may take in memory, as text; a larger one than `ONE` is not kept at all. */
const ALL = 32 * MIB;
export const ONE = 4 * MIB;

interface KeptOutput {
  output: CompilerOutput;
  bytes: number;
}

export interface AnswersOptions {
  /** Where they outlast the process; made when the first one comes. Several processes may share it. */
  folder: string;
  /** What all of them may take there, bytes; the ones that were asked for least lately go. */
  room?: number;
  /** Hears the first time that the folder cannot be read or written. */
  onError?: ((error: unknown) => void) | undefined;
}

export class Answers {
  readonly #answers = new LRUCache<string, KeptOutput>({
    maxSize: ALL,
    sizeCalculation: ({ bytes }) => bytes,
  });
  readonly #folder: string;
  readonly #room: number;
  #onError: ((error: unknown) => void) | undefined;

  constructor({ folder, room = 256 * MIB, onError }: AnswersOptions) {
    this.#folder = folder;
    this.#room = room;
    this.#onError = onError;
  }

  static key(release: Release, input: Uint8Array): string {
    return `${release.version}-${createHash('sha256').update(input).digest('hex')}`;
  }

  async get(key: string): Promise<CompilerOutput | null> {
    const found = this.#answers.has(key) ? null : await this.#read(key);
    // Another may have read or made it meanwhile.
    const answer = this.#answers.get(key) ?? found;
    if (answer === null) return null;
    this.#remember(key, answer);
    return answer.output;
  }

  /** Keeps an answer unless it is too long; `lines`: as the compiler's process told it, null where that was. */
  async add(key: string, answer: KeptOutput, lines: Uint8Array | null): Promise<boolean> {
    if (answer.bytes > ONE || lines === null) return false;
    this.#remember(key, answer);
    // A folder that cannot be written to costs a compilation next time, and nothing now.
    await this.#write(key, lines).catch((error: unknown) => this.#tell(error));
    return true;
  }

  /** A folder that fails does so for every output: once is enough. */
  #tell(error: unknown): void {
    this.#onError?.(error);
    this.#onError = undefined;
  }

  #remember(key: string, answer: KeptOutput): void {
    if (!this.#answers.has(key)) this.#answers.set(key, answer);
  }

  #file(key: string): string {
    return join(this.#folder, `${key}.gz`);
  }

  /** What the folder has, checked as what the compiler's process tells is; null for what is no output. */
  async #read(key: string): Promise<KeptOutput | null> {
    const file = this.#file(key);
    try {
      const lines = await unpack(await readFile(file), { maxOutputLength: ONE });
      const { parts, bytes } = await readOutput(Readable.from([lines]), ONE);
      const output = parts.output();
      if (output === null) return null;
      const now = new Date();
      await utimes(file, now, now);
      return { output, bytes };
    } catch (error) {
      // Most are not there, as nobody has asked for them before.
      if (!isMissing(error)) this.#tell(error);
      return null;
    }
  }

  async #write(key: string, lines: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const own = join(this.#folder, `${randomUUID()}.part`);
    try {
      await writeFile(own, await pack(lines));
      await rename(own, this.#file(key));
    } finally {
      await rm(own, { force: true });
    }
    await this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    const found = await Promise.all(
      (await readdir(this.#folder)).map(async (name) => {
        const file = join(this.#folder, name);
        // Another process may have taken it away.
        const told = await stat(file).catch(() => null);
        return told ? [{ file, size: told.size, at: told.mtimeMs }] : [];
      }),
    );
    let size = 0;
    for (const { file, size: own } of found.flat().sort((a, b) => b.at - a.at)) {
      size += own;
      if (size > this.#room) await rm(file, { force: true });
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
