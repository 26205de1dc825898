/** The database: opened here, and only here. */
import { Kysely, sql, type CompiledQuery, type QueryResult, type Transaction } from 'kysely';
import { join, resolve } from 'node:path';
import type { ZodType } from 'zod';
import {
  isStoreConnection,
  StalePlan,
  StoreError,
  type CopyRequest,
  type StoreConnection,
  type StoreLog,
} from './connection.ts';
import { copyTarget, encodeCopy, type CopyRow } from './copy.ts';
import { makeDataFolder } from './folder.ts';
import { Bus, headChangeSchema, type IndexHeadChange, type HeadListener } from './heads.ts';
import { takeLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { PGliteClient } from './pglite/client.ts';
import { pgliteDialect } from './pglite/dialect.ts';
import { poolDialect } from './postgres/dialect.ts';
import { ChannelListener } from './postgres/heads.ts';
import { createPool, openPool } from './postgres/pool.ts';
import { Prepared } from './postgres/prepared.ts';
import { Reading } from './postgres/reading.ts';
import type { Database } from './schema.ts';
import { wishSchema, type Wish } from './wishes.ts';

export type { CopyRow, CopyValue } from './copy.ts';
export type { IndexHeadChange, HeadListener } from './heads.ts';

export type Trx = Transaction<Database>;

export interface StoreOptions {
  /** A PostgreSQL server (15 or newer). Unset: PGlite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Folder of the embedded database, or `memory://`. */
  dataDir?: string | undefined;
  /** File of an embedded database's dump (PGlite's `dumpDataDir`) that one in memory begins as. */
  dump?: string | undefined;
  /** PGlite's WebAssembly, compiled: for who opens many databases. */
  program?: WebAssembly.Module | undefined;
  /** Whether a server prepares what is read by name, unless told otherwise. */
  prepared?: boolean | undefined;
  /** Connections to a server, at most so many for reads and as many for all else. */
  connections?: number | undefined;
  log?: StoreLog | undefined;
}

/** Rows for a table, their values in the order of `columns`. */
export interface CopyTable {
  table: keyof Database & string;
  columns: readonly string[];
  rows: Iterable<CopyRow>;
}

/**
 * In both homes int8 arrives as number, numeric as decimal string, bytea as Uint8Array; failures
 * are StoreError with the SQLSTATE in `code`.
 */
export interface Store {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Kysely<Database>;
  /** A read-write transaction; on PGlite it has the database alone while it runs. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Reads that all see the same state of the database; done again where a migration came between. */
  snapshot<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** COPY into a table; rows' values stand in the order of `columns`. All or nothing. */
  copy<T extends keyof Database & string>(
    table: T,
    columns: readonly (keyof Database[T] & string)[],
    rows: Iterable<CopyRow>,
    trx?: Trx,
  ): Promise<void>;
  /** The same for several tables, one after another. */
  copyAll(tables: Iterable<CopyTable>, trx: Trx): Promise<void>;
  /** Tells every process of a new head. To be called after the commit. */
  notifyHead(change: IndexHeadChange): Promise<void>;
  /** Hears of new heads, its own process's included; the function that it returns ends it. */
  onHead(listener: HeadListener): () => void;
  /** Tells every process that the message pool has changed. To be called after the commit. */
  notifyPool(): Promise<void>;
  /** Hears that the pool has changed, or may have; the function that it returns ends it. */
  onPool(listener: () => void): () => void;
  /** Tells whoever indexes what a reader asked for that the index has not taken over yet. */
  notifyWish(wish: Wish): Promise<void>;
  /** Hears of wishes, those of every process; the function that it returns ends it. A lost one is told again. */
  onWish(listener: (wish: Wish) => void): () => void;
  /** Tells every process that a wish was looked after: what there is of it is in the index. To be called after the commit. */
  notifyGranted(wish: Wish): Promise<void>;
  onGranted(listener: (wish: Wish) => void): () => void;
  close(): Promise<void>;
}

const HEAD_CHANNEL = 'sextant_head';
const POOL_CHANNEL = 'sextant_pool';
const WISH_CHANNEL = 'sextant_wish';
const GRANTED_CHANNEL = 'sextant_granted';
const SILENT: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };

/** How long the process that had the data folder before may take to be gone, ms. */
const LOCK_WAIT_MS = 2000;

/** Who hears of what in this process. */
interface Buses {
  head: Bus<IndexHeadChange>;
  pool: Bus<void>;
  wish: Bus<Wish>;
  granted: Bus<Wish>;
}

/**
 * Opens the database and brings its schema up to date. Throws StoreError when another process
 * uses the folder or it cannot be had, or when the server is too old.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const log = options.log ?? SILENT;
  const onError = (error: unknown): void =>
    log.error({ err: error }, 'A listener to the database failed');
  const buses: Buses = {
    head: new Bus(onError),
    pool: new Bus(onError),
    wish: new Bus(onError),
    granted: new Bus(onError),
  };
  return options.databaseUrl === undefined
    ? openEmbedded(options, buses, log)
    : openServer(options.databaseUrl, options, buses, log);
}

async function openEmbedded(options: StoreOptions, buses: Buses, log: StoreLog): Promise<Store> {
  const { dataDir = '.data', dump, program } = options;
  let folder: string | undefined;
  let unlock = (): void => {};
  if (dataDir !== 'memory://') {
    const base = resolve(dataDir);
    makeDataFolder(base);
    folder = join(base, 'pglite');
    unlock = await lockFolder(base);
  }
  const client = new PGliteClient({ folder, dump, program }, (error) =>
    log.error({ err: error }, 'The embedded database stopped; the process has to be started again'),
  );
  const db = new Kysely<Database>({ dialect: pgliteDialect(client) });
  try {
    await client.ready();
    logMigrations(await migrate(db), log);
  } catch (error) {
    await client.close();
    unlock();
    throw error;
  }
  return assemble('pglite', db, buses, {
    // The embedded database is asked in turns, and gives a read-only one without a statement.
    snapshot: (work) => db.transaction().setAccessMode('read only').execute(work),
    notifyHead: async (change) => buses.head.emit(change),
    notifyPool: async () => buses.pool.emit(),
    notifyWish: async (wish) => buses.wish.emit(wish),
    notifyGranted: async (wish) => buses.granted.emit(wish),
    close: async () => {
      await db.destroy();
      await client.close();
      unlock();
    },
  });
}

/** PGlite has no lock of its own, and two writers destroy the files. */
function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'pglite.lock');
  return takeLock(
    file,
    LOCK_WAIT_MS,
    (pid) =>
      new StoreError(
        `The data folder is in use by process ${pid ?? 'unknown'} (lock: ${file}). ` +
          'Stop it, or give this one another DATA_DIR, or use PostgreSQL by DATABASE_URL.',
      ),
  );
}

async function openServer(
  databaseUrl: string,
  { prepared = true, connections }: StoreOptions,
  buses: Buses,
  log: StoreLog,
): Promise<Store> {
  const onError = (error: Error): void => log.warn({ err: error }, 'A database connection broke');
  const pool = await openPool(databaseUrl, onError, connections);
  const db = new Kysely<Database>({ dialect: poolDialect(pool) });
  const pipelined = createPool(databaseUrl, onError, { pipeline: true, connections });
  const reading = new Reading(pipelined, prepared ? new Prepared() : null);
  const listener = new ChannelListener({
    databaseUrl,
    channels: {
      [HEAD_CHANNEL]: (payload) => {
        const change = parseTold(headChangeSchema, payload);
        if (change) buses.head.emit(change);
        else log.warn({ payload: payload.slice(0, 200) }, 'A notification that is not a head');
      },
      [POOL_CHANNEL]: () => buses.pool.emit(),
      [WISH_CHANNEL]: (payload) => {
        const wish = parseTold(wishSchema, payload);
        if (wish) buses.wish.emit(wish);
      },
      [GRANTED_CHANNEL]: (payload) => {
        const wish = parseTold(wishSchema, payload);
        if (wish) buses.granted.emit(wish);
      },
    },
    log,
    onReconnect: () => {
      buses.pool.emit();
      currentHead(db).then(
        (change) => {
          if (change) buses.head.emit(change);
        },
        (error: unknown) => log.warn({ err: error }, 'The head could not be read'),
      );
    },
  });
  try {
    logMigrations(await migrate(db), log);
    await listener.open();
  } catch (error) {
    await listener.close();
    await reading.close();
    await db.destroy();
    throw error;
  }
  const notify = async (channel: string, payload: string): Promise<void> => {
    await sql`select pg_notify(${channel}, ${payload})`.execute(db);
  };
  return assemble('postgres', db, buses, {
    snapshot: (work) => reading.snapshot(work),
    notifyHead: (change) => notify(HEAD_CHANNEL, JSON.stringify(change)),
    notifyPool: () => notify(POOL_CHANNEL, ''),
    notifyWish: (wish) => notify(WISH_CHANNEL, JSON.stringify(wish)),
    notifyGranted: (wish) => notify(GRANTED_CHANNEL, JSON.stringify(wish)),
    close: async () => {
      await listener.close();
      await reading.close();
      await db.destroy();
    },
  });
}

type Home = Pick<
  Store,
  'snapshot' | 'notifyHead' | 'notifyPool' | 'notifyWish' | 'notifyGranted' | 'close'
>;

function assemble(kind: Store['kind'], db: Kysely<Database>, buses: Buses, home: Home): Store {
  const transaction: Store['transaction'] = (work) => db.transaction().execute(work);
  let closing: Promise<void> | null = null;
  return {
    kind,
    db,
    transaction,
    async snapshot(work) {
      try {
        return await home.snapshot(work);
      } catch (error) {
        if (!(error instanceof StalePlan)) throw error;
        return home.snapshot(work);
      }
    },
    copy: (table, columns, rows, trx) => {
      const tables = [{ table, columns, rows }];
      return trx ? copyAll(tables, trx) : transaction((own) => copyAll(tables, own));
    },
    copyAll,
    notifyHead: home.notifyHead,
    onHead: (listener) => buses.head.add(listener),
    notifyPool: home.notifyPool,
    onPool: (listener) => buses.pool.add(listener),
    notifyWish: home.notifyWish,
    onWish: (listener) => buses.wish.add(listener),
    notifyGranted: home.notifyGranted,
    onGranted: (listener) => buses.granted.add(listener),
    close: () => (closing ??= home.close()),
  };
}

/** Runs work on the transaction's connection. */
function connected<T>(trx: Trx, work: (connection: StoreConnection) => Promise<T>): Promise<T> {
  return trx.getExecutor().provideConnection((connection) => {
    if (!isStoreConnection(connection)) throw new StoreError('Not a connection of the store');
    return work(connection);
  });
}

function copyAll(tables: Iterable<CopyTable>, trx: Trx): Promise<void> {
  function* requests(): Generator<CopyRequest> {
    for (const { table, columns, rows } of tables)
      yield { target: copyTarget(table, columns), pieces: encodeCopy(columns, rows) };
  }
  return connected(trx, (connection) => connection.copy(requests()));
}

/**
 * Runs statements one after another that do not need one another's answers: sooner done than
 * waiting for each, where the database is a thread. Results come in the order of the statements.
 */
export function executeAll(
  trx: Trx,
  queries: Iterable<CompiledQuery>,
): Promise<QueryResult<unknown>[]> {
  return connected(trx, (connection) => connection.executeAll(queries));
}

function parseTold<T>(schema: ZodType<T>, payload: string): T | null {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

async function currentHead(db: Kysely<Database>): Promise<IndexHeadChange | null> {
  const row = await db
    .selectFrom('checkpoint')
    .select(['head_height', 'head_key'])
    .executeTakeFirst();
  if (row?.head_height == null || row.head_key === null) return null;
  return { height: row.head_height, key: Buffer.from(row.head_key).toString('hex') };
}

function logMigrations(names: readonly string[], log: StoreLog): void {
  if (names.length > 0) log.info({ migrations: names }, 'The schema was brought up to date');
}
