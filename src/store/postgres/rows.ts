/**
 * Rows read where the server's bytes are. The driver makes a text of every value first, which costs more than
 * the values do: most are numbers and hashes.
 */
import { Client, type ClientConfig, types } from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import type { Duplex } from 'node:stream';
import { OID, readInt8 } from '../connection.ts';

/** A row as it came (DataRow): its bytes are the connection's, and others by the next event. */
export interface SentRow {
  name: 'dataRow';
  bytes: Buffer;
  /** Where the count of its columns stands. */
  from: number;
}

/** A column's value, in the text format, of bytes from `from` up to `to`. */
type Read = (bytes: Buffer, from: number, to: number) => unknown;

/** Columns as the server described them. */
export interface Columns {
  names: readonly string[];
  reads: readonly Read[];
}

const DATA_ROW = 0x44;
const MINUS = 0x2d;
const ZERO = 0x30;
/** As many digits, and a sign, are a safe integer for sure. */
const SAFE_DIGITS = 15;

const textOf = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('utf8', from, to);

function readInteger(bytes: Buffer, from: number, to: number): number {
  const negative = bytes[from] === MINUS;
  let value = 0;
  for (let at = negative ? from + 1 : from; at < to; at++)
    value = value * 10 + ((bytes[at] ?? ZERO) - ZERO);
  return negative ? -value : value;
}

/** Values of the digits of bytes in hex. */
const NIBBLES = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? 0 : value;
});

/** `\x…` as the server writes it since version 9. */
function readBytes(bytes: Buffer, from: number, to: number): Uint8Array {
  const read = new Uint8Array((to - from - 2) / 2);
  for (let i = 0, at = from + 2; i < read.length; i++, at += 2)
    read[i] = ((NIBBLES[bytes[at] ?? 0] ?? 0) << 4) | (NIBBLES[bytes[at + 1] ?? 0] ?? 0);
  return read;
}

const READS: Readonly<Record<number, Read>> = {
  [OID.bytea]: readBytes,
  [OID.int2]: readInteger,
  [OID.int4]: readInteger,
  [OID.int8]: (bytes, from, to) =>
    to - from > SAFE_DIGITS ? readInt8(textOf(bytes, from, to)) : readInteger(bytes, from, to),
};

/** @param fields as a RowDescription has them */
export function columnsOf(fields: readonly { name: string; dataTypeID: number }[]): Columns {
  return {
    names: fields.map(({ name }) => name),
    reads: fields.map(({ dataTypeID }) => {
      const parse: (text: string) => unknown = types.getTypeParser(dataTypeID, 'text');
      return READS[dataTypeID] ?? ((bytes, from, to) => parse(textOf(bytes, from, to)));
    }),
  };
}

/** The values by their columns' names. @throws what a value's parser throws */
export function readRow({ names, reads }: Columns, { bytes, from }: SentRow): object {
  const row: Record<string, unknown> = {};
  let at = from + 2;
  for (let column = 0; column < names.length; column++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row[names[column] ?? ''] = length === -1 ? null : reads[column]?.(bytes, at, at + length);
    if (length !== -1) at += length;
  }
  return row;
}

/** A client whose rows come as they were sent, so that its statements read them themselves (`ReadQuery`). */
export class RowClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const { connection } = this;
    // Called by the driver when it has connected, and once more when that is encrypted.
    const attachListeners = (stream: Duplex): void => {
      const parser = new Parser();
      const parsed = parser['handlePacket'].bind(parser);
      parser['handlePacket'] = (from: number, code: number, length: number, bytes: Buffer) =>
        code === DATA_ROW ? { name: 'dataRow', bytes, from } : parsed(from, code, length, bytes);
      stream.on('data', (bytes: Buffer) =>
        parser.parse(bytes, (message) =>
          connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
        ),
      );
    };
    Object.assign(connection, { attachListeners });
  }
}
