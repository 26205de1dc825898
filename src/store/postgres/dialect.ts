import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { messageOf, StoreError, type CopyRequest, type StoreConnection } from '../connection.ts';
import { postgresOver } from '../dialect.ts';

/** Kysely over a pool of `pg`. Kysely's own driver hides the client that COPY needs. */
export const poolDialect = (pool: Pool): Dialect => postgresOver(() => new PoolDriver(pool));

class PoolDriver implements Driver {
  readonly #pool: Pool;
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new PoolConnection(await this.#pool.connect());
    } catch (error) {
      throw storeError(error);
    }
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const { isolationLevel, accessMode } = settings;
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(
      Boolean,
    );
    await ours(connection).run(`start transaction ${modes.join(' ')}`);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed before.
    if ((await ours(connection).run('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).run('rollback');
  }
  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).run(`savepoint "${name}"`);
  }
  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).run(`rollback to "${name}"`);
  }
  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).run(`release "${name}"`);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

function ours(connection: DatabaseConnection): PoolConnection {
  if (connection instanceof PoolConnection) return connection;
  throw new StoreError('A connection of another database');
}

class PoolConnection implements StoreConnection {
  readonly #client: PoolClient;
  /** A transaction statement failed: the session's state is not known, so it is not used again. */
  #broken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Runs a transaction statement; answers the server's tag. */
  async run(statement: string): Promise<string> {
    try {
      return (await this.#client.query(statement)).command;
    } catch (error) {
      this.#broken = true;
      throw storeError(error);
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await this.#client.query(query.sql, [...query.parameters]);
      const rows = result.rows as R[];
      return /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command)
        ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
        : { rows };
    } catch (error) {
      throw storeError(error);
    }
  }

  async copy(requests: Iterable<CopyRequest>): Promise<void> {
    try {
      for (const { target, pieces } of requests) {
        const stream = this.#client.query(copyFrom(`copy ${target} from stdin`));
        await pipeline(Readable.from(pieces), stream);
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  async executeAll(queries: Iterable<CompiledQuery>): Promise<QueryResult<unknown>[]> {
    const results: QueryResult<unknown>[] = [];
    for (const query of queries) results.push(await this.executeQuery(query));
    return results;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new StoreError('Streaming of rows is not used here');
  }
}

/** What the driver threw, as the store throws it. */
export function storeError(error: unknown): Error {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return new StoreError(messageOf(error));
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  const wrapped = new StoreError(error.message, {
    code: typeof code === 'string' ? code : undefined,
    detail: typeof detail === 'string' ? detail : undefined,
  });
  wrapped.cause = error;
  return wrapped;
}
