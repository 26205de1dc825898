import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CompilerError } from '../errors.ts';
import { findRelease } from '../table/table.ts';
import type { Release } from '../table/table.ts';
import { releaseOf, startRegistry, tarball } from '../testing/registry.ts';
import { CompilerStore } from './store.ts';

const SOLJSON = Buffer.from('var Module = {};');
const PACKED = tarball(
  { name: 'package/package.json', content: '{}' },
  { name: 'package/soljson.js', content: SOLJSON },
);
const RELEASE = releaseOf('0.9.9', PACKED, SOLJSON);

const after: (() => void)[] = [];
afterEach(() => after.splice(0).forEach((undo) => undo()));

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sextant-compilers-'));
  after.push(() => rmSync(path, { recursive: true }));
  return join(path, 'data', 'compilers');
}

async function registry(...[answer]: Parameters<typeof startRegistry>) {
  const started = await startRegistry(answer);
  after.push(() => started.close());
  return started;
}

const serving = (bytes: Uint8Array) => registry((_, response) => response.end(bytes));

async function failure(work: Promise<unknown>): Promise<CompilerError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CompilerError) return error;
  throw new Error('no CompilerError', { cause: error });
}

it.each(['0.8.37', '0.8.23'])('%s is installed', async (version) => {
  const path = folder();
  const store = new CompilerStore({ folder: path, registry: null });
  const release = findRelease(version) as Release;
  expect(await store.has(release)).toBe(true);
  await store.ensure(release);
  expect((await store.load(release)).length).toBeGreaterThan(5_000_000);
  expect(() => readdirSync(path)).toThrow('ENOENT');
});

it('without a registry others are not fetched, and it says so', async () => {
  const store = new CompilerStore({ folder: folder(), registry: null });
  const { kind, message, nearest } = await failure(store.ensure(findRelease('0.4.11') as Release));
  expect([kind, nearest]).toEqual(['notFetched', ['v0.8.23+commit.f704f362']]);
  expect(message).toBe(
    'Compiler v0.4.11+commit.68ef5810 is not installed here, and others are not fetched. Nearest of those that can be had here: v0.8.23+commit.f704f362.',
  );
});

it('a release is fetched once, by all who ask at once, and kept', async () => {
  const { url, asked } = await serving(PACKED);
  const path = folder();
  const store = new CompilerStore({ folder: path, registry: url });
  expect(await store.has(RELEASE)).toBe(false);
  await Promise.all([store.ensure(RELEASE), store.ensure(RELEASE), store.ensure(RELEASE)]);
  expect(Buffer.from(await store.load(RELEASE))).toEqual(SOLJSON);
  expect(asked).toEqual(['/solc/-/solc-0.9.9.tgz']);
  expect(readdirSync(path)).toEqual([`soljson-${RELEASE.version}.js`]);

  const later = new CompilerStore({ folder: path, registry: null });
  expect(await later.has(RELEASE)).toBe(true);
  expect(Buffer.from(await later.load(RELEASE))).toEqual(SOLJSON);
});

it('a download ends with the last who waits for it, and is begun anew', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed = Promise.withResolvers<void>();
  let at = 0;
  const { url, asked } = await registry((_, response) => {
    const mine = answers[at++];
    mine?.resolve();
    if (at > 1) response.end(PACKED);
    else response.on('close', () => closed.resolve());
  });
  const store = new CompilerStore({ folder: folder(), registry: url });
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [first, second].map(({ signal }) => store.ensure(RELEASE, signal));
  const ends = Promise.allSettled(waits);
  await answers[0]?.promise;
  first.abort(new Error('first'));
  await expect(waits[0]).rejects.toThrow('first');
  second.abort(new Error('second'));
  await expect(waits[1]).rejects.toThrow('second');
  await ends;
  await closed.promise;
  await expect(store.ensure(RELEASE, second.signal)).rejects.toThrow('second');
  await store.ensure(RELEASE);
  expect(asked).toHaveLength(2);
  expect(await store.has(RELEASE)).toBe(true);
});

it('one that was damaged where it lies is not used, but fetched again', async () => {
  const { url, asked } = await serving(PACKED);
  const path = folder();
  const store = new CompilerStore({ folder: path, registry: url });
  await store.ensure(RELEASE);
  const file = join(path, `soljson-${RELEASE.version}.js`);
  writeFileSync(file, 'var Module = 0;');
  expect(Buffer.from(await store.load(RELEASE))).toEqual(SOLJSON);
  expect(readFileSync(file)).toEqual(SOLJSON);
  expect(asked).toHaveLength(2);
});

it.each([
  ['another package', tarball({ name: 'package/soljson.js', content: 'evil' })],
  ['a cut one', PACKED.subarray(0, -1)],
  ['nothing', new Uint8Array()],
])('a registry that gives %s is not believed', async (_, bytes) => {
  const { url } = await serving(bytes);
  const path = folder();
  const store = new CompilerStore({ folder: path, registry: url });
  const { kind, message } = await failure(store.ensure(RELEASE));
  expect(kind).toBe('notFetched');
  expect(message).toMatch(/is not the release that is known/);
  expect(() => readdirSync(path)).toThrow('ENOENT');
});

it('a package without a compiler, though it is the one that is known, gives none', async () => {
  const packed = tarball({ name: 'package/other.js', content: '' });
  const { url } = await serving(packed);
  const store = new CompilerStore({ folder: folder(), registry: url });
  const { message } = await failure(store.ensure(releaseOf('0.9.9', packed, SOLJSON)));
  expect(message).toMatch(/was not in its package/);
});

it('a registry that refuses or breaks off is told as such, and asked again by the next', async () => {
  let times = 0;
  const { url } = await registry((_, response) => {
    times += 1;
    if (times === 1) response.writeHead(404).end('no');
    else if (times === 2) response.destroy();
    else if (times === 3) response.writeHead(200, { 'Content-Length': '1000' }).end('short');
    else response.end(PACKED);
  });
  const store = new CompilerStore({ folder: folder(), registry: url });
  for (let time = 1; time <= 3; time++) {
    const { kind, message } = await failure(store.ensure(RELEASE));
    expect(kind).toBe('notFetched');
    expect(message).toMatch(/could not be fetched from the registry/);
    expect(message).not.toContain('127.0.0.1');
  }
  await store.ensure(RELEASE);
  expect(await store.has(RELEASE)).toBe(true);
});

it('an answer without end is cut off', async () => {
  const { url } = await registry((_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(1 << 20)));
    };
    response.on('drain', more);
    more();
  });
  const store = new CompilerStore({ folder: folder(), registry: url });
  const { cause } = await failure(store.ensure(RELEASE));
  expect(cause).toMatchObject({ message: 'longer than any package' });
});

it('a bounded number of releases is waited for', async () => {
  const answers: (() => void)[] = [];
  const { url } = await registry((_, response) => answers.push(() => response.end('no')));
  const store = new CompilerStore({ folder: folder(), registry: url });
  const waiting = Array.from({ length: 8 }, (_, number) =>
    failure(store.ensure(releaseOf(`0.9.${number}`, PACKED, SOLJSON))),
  );
  // `ensure` looks for the file first.
  while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { kind, retryAfter } = await failure(store.ensure(RELEASE));
  expect([kind, retryAfter]).toEqual(['queueFull', 20]);
  const pump = setInterval(() => answers.splice(0).forEach((answer) => answer()), 5);
  after.push(() => clearInterval(pump));
  for (const { kind } of await Promise.all(waiting)) expect(kind).toBe('notFetched');
});

it('a folder that cannot be written to is told as such', async () => {
  const { url } = await serving(PACKED);
  const path = folder();
  writeFileSync(join(path, '../..', 'data'), 'a file');
  const { kind, message } = await failure(
    new CompilerStore({ folder: path, registry: url }).ensure(RELEASE),
  );
  expect([kind, message]).toEqual(['notFetched', `Compiler ${RELEASE.version} could not be kept.`]);
});
