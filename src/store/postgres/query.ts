import pg, { type Connection } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { type Columns, columnsOf, readRow, type SentRow } from './rows.ts';

/** A statement of one connection. */
export interface Known {
  readonly text: string;
  /** By which the server prepares it; '' for none. */
  readonly name: string;
  /** Once the server has described them; those of a prepared statement never change. */
  columns: Columns | null;
}

/** What the driver keeps of a connection's statements: texts by names. */
export type Named = Connection & {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
};

interface Described {
  fields: readonly { name: string; dataTypeID: number }[];
}

/**
 * The driver's query for what is asked over and over: a prepared statement's columns are described
 * once, and there is neither a promise nor an event for each. `answered` hears of it once: the rows, or
 * what the server or the connection refused it with.
 */
export class ReadQuery extends pg.Query {
  readonly name: string;
  readonly text: string;
  /** The driver would answer by a promise if there were none. */
  readonly callback: (error: unknown, rows: object[]) => void;
  readonly #known: Known;
  readonly #values: (Buffer | string | null)[];
  readonly #rows: object[] = [];
  #columns: Columns | null;
  #unreadable: unknown;

  constructor(
    known: Known,
    values: readonly unknown[],
    answered: (error: unknown, rows: object[]) => void,
  ) {
    super(known.text);
    this.text = known.text;
    this.name = known.name;
    this.callback = answered;
    this.#known = known;
    // One that cannot be written is refused before anything is sent.
    this.#values = values.map((value) => prepareValue(value));
    this.#columns = known.columns;
  }

  /** Called by the driver: its simple protocol has neither values nor names. */
  requiresPreparation(): boolean {
    return true;
  }

  /** Called by the driver, which has corked the stream. */
  prepare(connection: Connection): void {
    const { name, text } = this;
    const { parsedStatements, submittedNamedStatements: submitted } = connection as Named;
    if (name === '' || (parsedStatements[name] ?? submitted[name]) === undefined) {
      connection.parse({ name, text, types: [] }, true);
      if (name !== '') submitted[name] = text;
    }
    connection.bind({ statement: name, values: this.#values }, true);
    if (this.#columns === null) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
    connection.sync();
  }

  handleRowDescription({ fields }: Described): void {
    this.#columns = columnsOf(fields);
    this.#known.columns = this.#columns;
  }

  handleDataRow(row: SentRow): void {
    if (this.#unreadable !== undefined) return;
    try {
      if (this.#columns === null) throw new Error('Rows of columns that nobody described');
      this.#rows.push(readRow(this.#columns, row));
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#unreadable, this.#rows);
  }

  handleError(error: unknown): void {
    this.callback(error, []);
  }
}
