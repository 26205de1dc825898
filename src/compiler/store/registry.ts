/** Fetches releases from an npm registry. */
import { createHash } from 'node:crypto';
import { CompilerError } from '../errors.ts';
import type { Release } from '../table/table.ts';
import { soljsonOf } from './tarball.ts';

/** More than any package of `solc` has (8 MB). */
const PACKED_LIMIT = 32 * 1024 * 1024;
const FETCH_MS = 60_000;
/** How many releases may be waited for; they come one after another. */
const WAITING = 8;
/** Seconds after which one that was refused for that is asked for again. */
const RETRY_AFTER = 20;

const notFetched = (release: Release, words: string, cause?: unknown) =>
  new CompilerError('notFetched', `Compiler ${release.version} ${words}`, { cause });

async function fetchPackage(url: string, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > PACKED_LIMIT) throw new Error('longer than any package');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export class Registry {
  readonly #url: string;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `url` is the registry's address, e.g. `https://registry.npmjs.org/`. */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  /**
   * The compiler of a release, out of a package that has the hash of the table. Throws a CompilerError
   * (`notFetched`, `queueFull`), or the signal's reason.
   */
  async soljson(release: Release, signal: AbortSignal): Promise<Buffer> {
    if (this.#waiting >= WAITING)
      throw new CompilerError('queueFull', 'Too many compilers are being fetched.', {
        retryAfter: RETRY_AFTER,
      });
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#fetch(release, signal));
    this.#last = turn.catch(() => {});
    return turn.finally(() => (this.#waiting -= 1));
  }

  async #fetch(release: Release, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    const url = `${this.#url}/solc/-/solc-${release.package}.tgz`;
    const packed = await fetchPackage(url, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw notFetched(release, 'could not be fetched from the registry.', error);
    });
    const found = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    if (found !== release.integrity)
      throw notFetched(release, 'as the registry has it is not the release that is known.');
    return soljsonOf(packed).catch((error: unknown) => {
      throw notFetched(release, 'was not in its package.', error);
    });
  }
}
