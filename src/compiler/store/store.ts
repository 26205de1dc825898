/** The compilers that are here: installed with the product, or fetched once and kept. */
import { randomUUID, subtle } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { CompilerError } from '../errors.ts';
import { nearestReleases, RELEASES } from '../table/table.ts';
import type { Release } from '../table/table.ts';
import { Registry } from './registry.ts';

const require = createRequire(import.meta.url);

/** Names under which packages of `solc` are installed (package.json). */
const INSTALLED = ['solc', 'solc-0.8.23'];
const Manifest = z.object({ version: z.string() });

/** Files of the installed compilers, by version of the package. */
function installed(): Map<string, string> {
  return new Map(
    INSTALLED.map((name) => [
      Manifest.parse(require(`${name}/package.json`)).version,
      require.resolve(`${name}/soljson.js`),
    ]),
  );
}

export interface StoreOptions {
  /** Folder of the fetched compilers; made when the first one comes. */
  folder: string;
  /** Address of an npm registry; null fetches nothing. */
  registry: string | null;
}

/** A download, for all who wait for it: it ends with the last of them. */
interface Coming {
  readonly done: Promise<void>;
  readonly abort: AbortController;
  waiting: number;
}

export class CompilerStore {
  readonly #folder: string;
  readonly #registry: Registry | null;
  readonly #installed = installed();
  readonly #coming = new Map<string, Coming>();

  constructor({ folder, registry }: StoreOptions) {
    this.#folder = folder;
    this.#registry = registry === null ? null : new Registry(registry);
  }

  /** Whether a compilation by this release needs nothing from a registry. */
  async has(release: Release): Promise<boolean> {
    return stat(this.#file(release)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  /** Releases that can be had next to one that cannot, by their long versions. */
  async nearest(name: string): Promise<readonly string[]> {
    const here = await Promise.all(
      RELEASES.map(async (release) => this.#registry !== null || (await this.has(release))),
    );
    return nearestReleases(
      name,
      RELEASES.filter((_, at) => here[at]),
    ).map(({ version }) => version);
  }

  /**
   * Sees to it that the release is here. Who ask at once wait for one download. Throws a CompilerError
   * (`notFetched`, `queueFull`), or the signal's reason.
   */
  async ensure(release: Release, signal?: AbortSignal): Promise<void> {
    if (!(await this.has(release))) await this.#bring(release, signal);
  }

  /**
   * The text of the release's soljson.js, checked by its hash; one that was damaged is fetched again.
   * Throws as `ensure`.
   */
  async load(release: Release, signal?: AbortSignal): Promise<Uint8Array> {
    return (await this.#read(release)) ?? (await this.#again(release, signal));
  }

  async #again(release: Release, signal: AbortSignal | undefined): Promise<Uint8Array> {
    await this.#bring(release, signal);
    const bytes = await this.#read(release);
    if (bytes === null)
      throw new CompilerError('notFetched', `Compiler ${release.version} could not be kept.`);
    return bytes;
  }

  #file(release: Release): string {
    return (
      this.#installed.get(release.package) ?? join(this.#folder, `soljson-${release.version}.js`)
    );
  }

  /** The file's bytes when they are the release's; null otherwise. */
  async #read(release: Release): Promise<Uint8Array | null> {
    const bytes = await readFile(this.#file(release)).catch(() => null);
    if (bytes === null) return null;
    const hash = Buffer.from(await subtle.digest('SHA-256', bytes)).toString('hex');
    return hash === release.sha256 ? bytes : null;
  }

  async #bring(release: Release, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const coming = this.#comingOf(release);
    coming.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      await Promise.race([coming.done, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      coming.waiting -= 1;
      if (coming.waiting === 0) this.#forget(release, coming);
    }
  }

  #comingOf(release: Release): Coming {
    const known = this.#coming.get(release.version);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const coming = { done: this.#fetch(release, abort.signal), abort, waiting: 0 };
    this.#coming.set(release.version, coming);
    return coming;
  }

  /** Nobody waits for it any more: it is here, has failed, or is not wanted. */
  #forget(release: Release, { abort, done }: Coming): void {
    this.#coming.delete(release.version);
    abort.abort();
    done.catch(() => undefined);
  }

  async #fetch(release: Release, signal: AbortSignal): Promise<void> {
    if (this.#registry === null)
      throw new CompilerError(
        'notFetched',
        `Compiler ${release.version} is not installed here, and others are not fetched.`,
        { nearest: await this.nearest(release.version) },
      );
    const bytes = await this.#registry.soljson(release, signal);
    try {
      await this.#keep(release, bytes);
    } catch (cause) {
      throw new CompilerError('notFetched', `Compiler ${release.version} could not be kept.`, {
        cause,
      });
    }
  }

  /** Writes beside, then renames: a file of that name is whole. */
  async #keep(release: Release, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const beside = join(this.#folder, `.${randomUUID()}.part`);
    try {
      const file = await open(beside, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, join(this.#folder, `soljson-${release.version}.js`));
    } finally {
      await rm(beside, { force: true });
    }
  }
}
