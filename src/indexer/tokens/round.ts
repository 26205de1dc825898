/** Rows looked at in one step, and most that are due of them. */
const LOOKED = 64;
const TAKEN = 4;

/** A row of the round; `due` where it is to be asked. */
export interface RoundRow<Key> {
  key: Key;
  due: boolean;
}

/** Goes round a table's keys, a few in each step: a step costs the same however many there are. */
export class Round<Key> {
  #after: Key | null = null;

  /**
   * Asks those that are due of the next rows, one after another; one that cannot be asked has had its
   * turn. `read` gives at most `limit` rows behind a key, or from the first one, in order.
   */
  async step<Row extends RoundRow<Key>>(
    read: (after: Key | null, limit: number) => Promise<readonly Row[]>,
    ask: (row: Row) => Promise<void>,
  ): Promise<void> {
    let rows = await read(this.#after, LOOKED);
    if (rows.length === 0 && this.#after !== null) rows = await read(null, LOOKED);
    const due = rows.filter((row) => row.due).slice(0, TAKEN);
    for (const row of due) {
      this.#after = row.key;
      await ask(row);
    }
    if (due.length < TAKEN) this.#after = rows.length < LOOKED ? null : (rows.at(-1)?.key ?? null);
  }
}
