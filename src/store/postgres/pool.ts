import { Pool, types, type CustomTypesConfig } from 'pg';
import { OID, readInt8, StoreError } from '../connection.ts';
import { RowClient } from './rows.ts';

/** The oldest server version that this program supports. */
const OLDEST_VERSION = 15;

/** Values as both homes give them: int8 as a number while that is exact, numeric as text, bytea as plain Uint8Array. */
function parserOf(oid: number, format: 'text' | 'binary' = 'text'): (value: string) => unknown {
  if (format === 'text') {
    if (oid === OID.int8) return readInt8;
    if (oid === OID.bytea) return parseBytes;
  }
  return format === 'text' ? types.getTypeParser(oid, 'text') : types.getTypeParser(oid, 'binary');
}

/** `\x…` as the server writes it since version 9. */
function parseBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const TYPES: CustomTypesConfig = { getTypeParser: parserOf };

/**
 * A pool of connections. `pipeline`: statements are sent without waiting for the answers to those before,
 * and read their rows themselves (`ReadQuery`); such connections cannot COPY. `connections`: at most so many.
 */
export function createPool(
  databaseUrl: string,
  onError: (error: Error) => void,
  {
    pipeline = false,
    connections = 10,
  }: { pipeline?: boolean; connections?: number | undefined } = {},
): Pool {
  const pool = new Pool({
    pipeline,
    ...(pipeline && { Client: RowClient }),
    connectionString: databaseUrl,
    types: TYPES,
    max: connections,
    application_name: 'sextant',
    keepAlive: true,
  });
  // A connection that breaks is replaced by the pool; it must not end the process, whether it was
  // idle (the pool repeats what the client told) or in use (its statement fails besides).
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  return pool;
}

/**
 * A pool that has spoken with its server. Throws StoreError when the server is too old, and pg's
 * own error when it cannot be reached.
 */
export async function openPool(
  databaseUrl: string,
  onError: (error: Error) => void,
  connections?: number,
): Promise<Pool> {
  const pool = createPool(databaseUrl, onError, { connections });
  try {
    const answer = await pool.query<{ server_version_num: string }>('show server_version_num');
    const version = Math.floor(Number(answer.rows[0]?.server_version_num ?? 0) / 10_000);
    if (version < OLDEST_VERSION)
      throw new StoreError(
        `The database server is PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed`,
      );
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}
