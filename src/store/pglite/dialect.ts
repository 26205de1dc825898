import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { StoreError, type CopyRequest, type StoreConnection } from '../connection.ts';
import { postgresOver } from '../dialect.ts';
import type { PGliteClient, Rows, Statement } from './client.ts';
import { Turns } from './turns.ts';

/** Statements and bytes of COPY that go to the thread in one message, at most (about). */
const STATEMENTS = 64;
const COPIED_BYTES = 1 << 20;
/** Messages sent to the thread before the oldest one's answer is waited for. */
const AHEAD = 3;

/** Kysely over the thread in which PGlite runs: one session, shared by turns. */
export const pgliteDialect = (client: PGliteClient): Dialect =>
  postgresOver(() => new PGliteDriver(client));

class PGliteDriver implements Driver {
  readonly #client: PGliteClient;
  readonly #turns = new Turns();
  constructor(client: PGliteClient) {
    this.#client = client;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PGliteConnection(this.#client, this.#turns);
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await ours(connection).begin(settings.accessMode === 'read only');
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).end('commit');
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).end('rollback');
  }
  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }
  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).executeQuery(CompiledQuery.raw(`rollback to "${name}"`));
  }
  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await ours(connection).executeQuery(CompiledQuery.raw(`release "${name}"`));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).leave();
  }

  async destroy(): Promise<void> {
    await this.#client.close();
  }
}

function ours(connection: DatabaseConnection): PGliteConnection {
  if (connection instanceof PGliteConnection) return connection;
  throw new StoreError('A connection of another database');
}

/** A caller's view of the session: outside a transaction, each statement takes a turn of its own. */
class PGliteConnection implements StoreConnection {
  readonly #client: PGliteClient;
  readonly #turns: Turns;
  #leave: (() => void) | null = null;
  #readOnly = false;

  constructor(client: PGliteClient, turns: Turns) {
    this.#client = client;
    this.#turns = turns;
  }

  /** A read-only transaction needs no statement: nothing is written while readers have their turn. */
  async begin(readOnly: boolean): Promise<void> {
    this.#leave = await (readOnly ? this.#turns.shared() : this.#turns.exclusive());
    this.#readOnly = readOnly;
    if (readOnly) return;
    try {
      await this.#one({ sql: 'begin', parameters: [] });
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    try {
      if (this.#readOnly) return;
      const { command } = await this.#one({ sql: how, parameters: [] });
      // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed before.
      if (how === 'commit' && command === 'ROLLBACK') throw new AbortedTransactionError();
    } finally {
      this.leave();
    }
  }

  leave(): void {
    this.#leave?.();
    this.#leave = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return resultOf(await this.#inTurn(() => this.#one(query))) as QueryResult<R>;
  }

  async copy(requests: Iterable<CopyRequest>): Promise<void> {
    function* statements(): Generator<Statement> {
      for (const { target, pieces } of requests)
        for (const piece of pieces)
          yield { sql: `copy ${target} from '/dev/blob'`, parameters: [piece], copies: true };
    }
    await this.#inTurn(() => this.#all(statements()));
  }

  async executeAll(queries: Iterable<CompiledQuery>): Promise<QueryResult<unknown>[]> {
    return (await this.#inTurn(() => this.#all(queries))).map(resultOf);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new StoreError('The embedded database does not stream');
  }

  async #one(statement: Statement): Promise<Rows> {
    const [rows] = await this.#client.run([statement]);
    if (rows === undefined) throw new StoreError('The thread of the database did not answer');
    return rows;
  }

  /** Sends the next message while up to AHEAD are under way: the thread takes them in their order. */
  async #all(statements: Iterable<Statement>): Promise<Rows[]> {
    const answers: Promise<Rows[]>[] = [];
    for (const message of messages(statements)) {
      const answer = this.#client.run(message);
      // When an earlier one fails, nobody waits for this one.
      answer.catch(() => undefined);
      answers.push(answer);
      await answers.at(-AHEAD);
    }
    return (await Promise.all(answers)).flat();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#leave) return work();
    const leave = await this.#turns.shared();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

/** Statements by messages: a message costs more than most of what it asks for. */
function* messages(statements: Iterable<Statement>): Generator<Statement[]> {
  let message: Statement[] = [];
  let bytes = 0;
  for (const statement of statements) {
    message.push(statement);
    const [text] = statement.parameters;
    if (statement.copies && text instanceof Uint8Array) bytes += text.byteLength;
    if (message.length < STATEMENTS && bytes < COPIED_BYTES) continue;
    yield message;
    message = [];
    bytes = 0;
  }
  if (message.length > 0) yield message;
}

function resultOf({ columns, values, affected }: Rows): QueryResult<unknown> {
  const rows: unknown[] = [];
  for (let at = 0; at < values.length; at += columns.length) {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = values[at + i];
    rows.push(row);
  }
  return affected === null ? { rows } : { rows, numAffectedRows: BigInt(affected) };
}
