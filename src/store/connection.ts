import { inspect } from 'node:util';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** One COPY, encoded (./copy.ts). */
export interface CopyRequest {
  /** Quoted table name with its column list, e.g. `"tipset" ("height", "key")`. */
  target: string;
  /** PostgreSQL's text format, each piece ending with a whole row. */
  pieces: Iterable<Uint8Array>;
}

/**
 * What both homes of the database add to Kysely's connection: many statements, run one after
 * another, whose answers the caller needs only all together. Where asking takes a thread's turn,
 * the next is sent before the last one's answer is there.
 */
export interface StoreConnection extends DatabaseConnection {
  copy(requests: Iterable<CopyRequest>): Promise<void>;
  executeAll(queries: Iterable<CompiledQuery>): Promise<QueryResult<unknown>[]>;
}

export function isStoreConnection(connection: DatabaseConnection): connection is StoreConnection {
  return 'copy' in connection && typeof connection.copy === 'function';
}

/** PostgreSQL's type numbers that are read differently from the drivers' defaults. */
export const OID = { bytea: 17, int8: 20, int2: 21, int4: 23 } as const;

/** An int8: counts and places are numbers, what is beyond 2^53 a bigint. */
export function readInt8(text: string): Integer {
  const rounded = Number(text);
  return Number.isSafeInteger(rounded) ? rounded : BigInt(text);
}

/** The database's refusal or failure of a statement. `code` is the SQLSTATE, when there is one. */
export class StoreError extends Error {
  readonly code: string | undefined;
  readonly detail: string | undefined;
  constructor(
    message: string,
    options: { code?: string | undefined; detail?: string | undefined } = {},
  ) {
    super(message);
    this.name = 'StoreError';
    this.code = options.code;
    this.detail = options.detail;
  }
}

/** Tables have changed since a statement was prepared: what was read has to be read again. */
export class StalePlan extends StoreError {}

/**
 * System errors (ENOENT: a socket in the file system, gone with its server), and SQLSTATEs of a connection
 * that failed or that the server closes or refuses for now.
 */
const UNREACHABLE =
  /^(ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|53300)$/;

/** Whether the server cannot be reached now, as far as the driver's error tells. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The driver's own words have no code.
  return UNREACHABLE.test(code) || error.message.startsWith('Connection terminated');
}

/**
 * What was thrown, in words. PGlite throws objects that are no errors: its file system a number
 * (`errno`), its end a status.
 */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { name, message, errno, code } = thrown as Partial<Record<string, unknown>>;
  const words = [name, message, errno ?? code].filter(
    (word) => (typeof word === 'string' && word !== '') || typeof word === 'number',
  );
  return words.length > 0 ? words.join(' ') : inspect(thrown, { depth: 1, breakLength: Infinity });
}

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
