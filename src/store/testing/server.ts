/**
 * A temporary PostgreSQL server for tests: one per test run, started by the first test that needs
 * it. `setup` is vitest's global setup; it only names the folder and stops the server at the end.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { FOLDERS, isRunning, makeRunFolder, NAME, once, runFolder } from './run.ts';

const START_TIMEOUT_MS = 60_000;

export function setup(): () => Promise<void> {
  removeAbandoned();
  const folder = makeRunFolder();
  return async () => {
    if (process.env['TEST_DATABASE_URL']) await dropKept();
    stopServer(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Begins the names of databases that are copied in this run: a server that was given may serve several. */
export const keptPrefix = (): string => `kept_${basename(runFolder()).replaceAll('-', '_')}_`;

async function dropKept(): Promise<void> {
  const rows = await maintain('select datname from pg_database');
  const names = z.array(z.object({ datname: z.string() })).parse(rows);
  for (const { datname } of names)
    if (datname.startsWith(keptPrefix())) await maintain(`drop database "${datname}" with (force)`);
}

/** Address of a server's maintenance database. Throws when this machine has no PostgreSQL. */
export async function serverUrl(): Promise<URL> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return new URL(given);
  const folder = runFolder();
  await once('server', async () => startServer(folder));
  return new URL(`postgresql://sextant@localhost/postgres?host=${encodeURIComponent(folder)}`);
}

/** A database on the test server: empty, or a copy of `template`, to which nobody may be connected. */
export async function createDatabase({
  name = `test_${randomBytes(8).toString('hex')}`,
  template = 'template1',
} = {}): Promise<{ databaseUrl: string; name: string }> {
  await maintain(`create database "${name}" template "${template}"`);
  const url = await serverUrl();
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, name };
}

/** Runs a statement in the server's maintenance database; its rows. */
export async function maintain(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: (await serverUrl()).href });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

function startServer(folder: string): void {
  const bin = findPostgres();
  const data = join(folder, 'data');
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, args: string[]): void => {
    execFileSync(join(bin, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: START_TIMEOUT_MS,
      ...user,
    });
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'sextant',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const settings = [
    ['unix_socket_directories', folder],
    ['listen_addresses', ''],
    ['fsync', 'off'],
    ['synchronous_commit', 'off'],
    ['full_page_writes', 'off'],
    ['shared_buffers', '64MB'],
    ['max_connections', '100'],
    // Where a plan is forced it seems dear, and would be compiled for a run of some milliseconds.
    ['jit', 'off'],
  ].map(([name, value]) => `-c ${name}='${value}'`);
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings.join(' '), 'start']);
}

function stopServer(folder: string): void {
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  execFileSync(join(findPostgres(), 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], {
    cwd: '/',
    stdio: 'ignore',
    ...serverUser(),
  });
}

/** Servers of test runs that were killed: their folders name the process. */
function removeAbandoned(): void {
  const all = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const folder of all) {
    const name = basename(folder);
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length).split('-')[0]) : NaN;
    if (!Number.isInteger(pid) || pid <= 0 || isRunning(pid)) continue;
    try {
      stopServer(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's: theirs to remove.
    }
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

function findPostgres(): string {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`),
  ];
  const found = folders.find(
    (folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'pg_ctl')),
  );
  if (found === undefined)
    throw new Error(
      'No PostgreSQL on this machine (initdb and pg_ctl, in PATH or /usr/lib/postgresql/*/bin). ' +
        'Install it (Debian: apt-get install postgresql), or give a server by TEST_DATABASE_URL, ' +
        'or run without these tests: SEXTANT_TEST_POSTGRES=off.',
    );
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
