/**
 * Read-only transactions over a pool of pipelined connections: one begins with its first statement and
 * ends with the next one's, and statements that are asked at the same time go out in one write.
 * Writing to the socket and waking the server costs more than most of what they ask.
 */
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isUnreachable, StalePlan, StoreError, type StoreConnection } from '../connection.ts';
import type { Database } from '../schema.ts';
import { poolDialect, storeError } from './dialect.ts';
import { unnamed, type Prepared } from './prepared.ts';
import { ReadQuery } from './query.ts';

export class Reading {
  readonly #pool: Pool;
  readonly #prepared: Prepared | null;
  readonly #dialect: Dialect;
  readonly #compiler = new PostgresQueryCompiler();
  readonly #adapter: DialectAdapter;
  readonly #ending = new Ending();

  /** `prepared`: null where nothing is prepared by name. */
  constructor(pipelined: Pool, prepared: Prepared | null) {
    this.#pool = pipelined;
    this.#prepared = prepared;
    this.#dialect = poolDialect(pipelined);
    this.#adapter = this.#dialect.createAdapter();
  }

  /** Reads on one state of the database. Statements that are awaited together are sent together. */
  async snapshot<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
    const client = await this.#acquire();
    const connection = new ReadingConnection(client, this.#prepared, this.#ending);
    try {
      const result = await work(this.#over(connection));
      // What came after a failure that the reader passed over was not read.
      if (connection.hasFailed) throw new StoreError('A read has failed', { code: ABORTED });
      return result;
    } finally {
      connection.end();
    }
  }

  close(): Promise<void> {
    this.#ending.close();
    return this.#pool.end();
  }

  async #acquire(): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await this.#pool.connect();
        if (this.#prepared?.isStale(client) !== true) return client;
        client.release(true);
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Kysely's own transactions ask one statement after another, whoever waits for them. */
  #over(connection: StoreConnection): Transaction<Database> {
    const dialect = this.#dialect;
    const executor = new ReadingExecutor(this.#compiler, this.#adapter, connection);
    return new Transaction({ config: { dialect }, dialect, driver: NO_DRIVER, executor });
  }
}

const NO_DRIVER = new DummyDriver();

/** Its connection is there as long as it is: a statement goes to it without being given one first. */
class ReadingExecutor extends DefaultQueryExecutor {
  readonly #connection: StoreConnection;

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connection: StoreConnection) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) });
    this.#connection = connection;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query);
  }
}

const BEGIN = 'start transaction isolation level repeatable read read only';
/** SQLSTATEs: a prepared statement whose columns are others since a migration; a transaction that has failed. */
const STALE = '0A000';
const ABORTED = '25P02';

/** A transaction that is over stays open so long at most, ms, for another one to end it. */
const OVER_MS = 10;

/**
 * Ends transactions: each by the next one on its connection, in the same write; by itself where none comes
 * soon. Nobody waits for the answer.
 */
class Ending {
  readonly #owed = new Set<PoolClient>();
  #timer: NodeJS.Timeout | null = null;

  owe(client: PoolClient): void {
    this.#owed.add(client);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const one of this.#owed) this.pay(one);
    }, OVER_MS);
  }

  pay(client: PoolClient): void {
    // A connection that breaks is told to the pool; a transaction that has failed is rolled back by it, too.
    if (this.#owed.delete(client)) client.query('commit').catch(() => undefined);
  }

  close(): void {
    clearTimeout(this.#timer ?? undefined);
  }
}

/** Of one transaction. */
class ReadingConnection implements StoreConnection {
  readonly #client: PoolClient;
  readonly #prepared: Prepared | null;
  readonly #ending: Ending;
  #begun = false;
  /** Why the transaction could not begin, which is known before the first answer. */
  #notBegun: unknown;
  #state: 'open' | 'failed' | 'ended' = 'open';
  /** It is of no use any more. */
  #broken = false;
  /** What is asked is held back until all that is asked at the same time is there. */
  #gathering = false;

  constructor(client: PoolClient, prepared: Prepared | null, ending: Ending) {
    this.#client = client;
    this.#prepared = prepared;
    this.#ending = ending;
  }

  get hasFailed(): boolean {
    return this.#state === 'failed';
  }

  end(): void {
    this.#state = 'ended';
    if (this.#begun && !this.#broken) this.#ending.owe(this.#client);
    this.#client.release(this.#broken);
  }

  executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => reject(this.#failed(storeError(error)));
      // One that was asked beside another which failed, and goes on: nobody hears its answer.
      if (this.#state !== 'open') {
        failed(new StoreError('The read is over', { code: ABORTED }));
        return;
      }
      const client = this.#client;
      this.#gather();
      this.#begin();
      const known = this.#prepared?.of(client, text) ?? unnamed(text);
      const answered = (error: unknown, rows: object[]): void => {
        const reason = this.#notBegun ?? error;
        if (reason === undefined) resolve({ rows: rows as R[] });
        else failed(reason);
      };
      try {
        client.query(new ReadQuery(known, parameters, answered));
      } catch (error) {
        failed(error);
      }
    });
  }

  executeAll(queries: Iterable<CompiledQuery>): Promise<QueryResult<unknown>[]> {
    return Promise.all([...queries].map((query) => this.executeQuery(query)));
  }

  copy(): Promise<void> {
    throw new StoreError('Nothing is written by a read');
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new StoreError('Streaming of rows is not used here');
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#ending.pay(this.#client);
    this.#client.query(BEGIN, [], (error) => {
      this.#notBegun = error ?? undefined;
    });
  }

  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  #failed(error: Error): Error {
    if (this.#state === 'open') this.#state = 'failed';
    // The pool hears of it later than who asks next.
    if (isUnreachable(error)) this.#broken = true;
    if (this.#prepared === null || !(error instanceof StoreError) || error.code !== STALE)
      return error;
    this.#prepared.forget();
    this.#broken = true;
    return new StalePlan(error.message, { code: STALE });
  }
}
