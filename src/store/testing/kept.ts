/**
 * Databases that are filled once and copied wherever a test begins with one: PGlite takes four seconds
 * of processor for an empty database with today's schema, half of one for its copy, and an index of the
 * demo chain takes half a minute. The processes of a test run share them.
 */
import { PGlite } from '@electric-sql/pglite';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type Store } from '../store.ts';
import { once, runFolder } from './run.ts';
import { createDatabase, keptPrefix, maintain } from './server.ts';

/** What a database begins with. */
export interface Filling {
  /** Names it within a run: letters, digits and underscores. */
  name: string;
  /** What it is a copy of before it is filled; an empty database unless given. */
  from?: Filling;
  fill(store: Store): Promise<void>;
}

/** What all databases of a process run: each would compile it for itself. */
let program: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(file));
}

const EMPTY: Filling = { name: 'empty', fill: async () => {} };

/** An embedded database in memory. */
export async function openMemory(filling: Filling = EMPTY): Promise<Store> {
  const dump = await dumpOf(filling);
  return openStore({ dataDir: 'memory://', dump, program: await (program ??= compile()) });
}

/** The file of a filled database's dump. */
async function dumpOf(filling: Filling): Promise<string> {
  const name = `pglite_${filling.name}`;
  const dump = join(runFolder(), `${name}.tar`);
  await once(name, async () => {
    const dataDir = join(runFolder(), name);
    const from = filling === EMPTY ? {} : { dump: await dumpOf(filling.from ?? EMPTY) };
    const pgliteWasmModule = await (program ??= compile());
    await filled(await openStore({ dataDir, ...from, program: pgliteWasmModule }), filling);
    const pglite = await PGlite.create(join(dataDir, 'pglite'), { pgliteWasmModule });
    const blob = await pglite.dumpDataDir('none');
    await pglite.close();
    await rm(dataDir, { recursive: true });
    await writeFile(`${dump}.part`, blob.stream());
    await rename(`${dump}.part`, dump);
  });
  return dump;
}

/** A database on the test server, which is dropped when the store is closed. */
export async function openOnServer(filling: Filling = EMPTY): Promise<Store> {
  const { databaseUrl, name } = await copyOnServer(filling);
  const store = await openStore({ databaseUrl });
  const close = async (): Promise<void> => {
    await store.close();
    await maintain(`drop database if exists "${name}" with (force)`);
  };
  return { ...store, close };
}

/**
 * A database of whichever kind costs least, for tests that hold what is the same on both: on the server,
 * where a statement takes half the processor's time; in memory where the run is to do without one.
 */
export const openEither =
  process.env['SEXTANT_TEST_POSTGRES'] === 'off' ? openMemory : openOnServer;

/** A database on the test server, which whoever asked for it drops. */
export async function copyOnServer(
  filling: Filling = EMPTY,
): Promise<{ databaseUrl: string; name: string }> {
  return createDatabase({ template: await templateOf(filling) });
}

/** The name of a filled database. */
async function templateOf(filling: Filling): Promise<string> {
  const name = `${keptPrefix()}${filling.name}`;
  await once(`postgres_${filling.name}`, async () => {
    const from = filling === EMPTY ? {} : { template: await templateOf(filling.from ?? EMPTY) };
    const { databaseUrl } = await createDatabase({ name, ...from });
    await filled(await openStore({ databaseUrl }), filling);
  });
  return name;
}

async function filled(store: Store, { fill }: Filling): Promise<void> {
  try {
    await fill(store);
  } finally {
    await store.close();
  }
}
