import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { takeLock } from '#store/lock.ts';

/** What the built site is made of, below the project's folder. Rooms that only the server runs are not. */
const SOURCES = [
  'astro.config.mjs',
  'tailwind.config.cjs',
  'package-lock.json',
  'public',
  'src/adapter.ts',
  'src/components',
  'src/content',
  'src/explorer',
  'src/filecoin',
  'src/format',
  'src/i18n',
  'src/islands',
  'src/layouts',
  'src/middleware.ts',
  'src/pages',
  'src/stores',
  'src/styles',
];
const STAMP = 'dist/.stamp';
/** How long another process may take to build, ms. */
const BUILD_WAIT_MS = 600_000;

function* filesBelow(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(child);
    else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** Names a state of the site's sources. By content: the times of a fresh clone say nothing. */
export function sourceStamp(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const isFile = /\.\w+$/.test(source);
    const files = isFile ? [path] : [...filesBelow(path)].sort();
    for (const file of files) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Why the site has to be built; null when what is there is of these sources. */
export function buildReason(root: string, stamp: string): string | null {
  if (!existsSync(join(root, 'dist/server/entry.mjs'))) return 'the site is not built yet';
  const file = join(root, STAMP);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== stamp)
    return 'the site is older than its sources';
  return null;
}

/**
 * Runs `astro build` unless the site is of these sources; of several processes one builds, the
 * others wait for it.
 * @param onBuild told why, before a build
 * @returns whether this process built it
 * @throws Error with the build's own words when it fails
 */
export async function ensureBuilt(
  root: string,
  onBuild: (reason: string) => void,
): Promise<boolean> {
  const stamp = sourceStamp(root);
  if (buildReason(root, stamp) === null) return false;
  // Beside dist, which a build empties.
  mkdirSync(join(root, '.astro'), { recursive: true });
  const file = join(root, '.astro/build.lock');
  const unlock = await takeLock(
    file,
    BUILD_WAIT_MS,
    (pid) => new Error(`Process ${pid ?? 'unknown'} is still building the site (lock: ${file}).`),
  );
  try {
    const reason = buildReason(root, stamp);
    if (reason === null) return false;
    onBuild(reason);
    await build(root);
    writeFileSync(join(root, STAMP), stamp);
    return true;
  } finally {
    unlock();
  }
}

async function build(root: string): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The site could not be built:\n${output}`);
}
