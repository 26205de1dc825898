/** How a part of the index declares its tables. */

/** State tables: rows that change, with an undo log while they are not final. */
export type StateInfo<S> = { readonly [T in keyof S]: StateTableInfo<S[T]> };

export interface StateTableInfo<Row> {
  /** Columns of the primary key. A text in a key of several columns must hold no slash. */
  readonly key: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
  /** bytea columns. */
  readonly bytes: readonly (keyof Row & string)[];
}

/** A state table's columns whatever its rows. */
export interface TableColumns {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly bytes: readonly string[];
}

/**
 * Fact tables: rows that are only appended, and deleted by a reorganisation. Each has a `height`
 * (that of the tipset whose execution made the row) and an index on it; `using brin (height)` is
 * enough, as rows come in the order of heights.
 */
export type FactInfo<F> = {
  readonly [T in keyof F]: F[T] extends (infer Row)[] ? readonly (keyof Row & string)[] : never;
};
