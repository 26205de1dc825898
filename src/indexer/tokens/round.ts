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

  /** Those due of the next rows. `read` gives at most `limit` behind a key, or from the first one, in order. */
  async next<Row extends RoundRow<Key>>(
    read: (after: Key | null, limit: number) => Promise<readonly Row[]>,
  ): Promise<Row[]> {
    const rows = await read(this.#after, LOOKED);
    const due = rows.filter((row) => row.due).slice(0, TAKEN);
    const whole = due.length < TAKEN;
    const last = whole ? rows.at(-1) : due.at(-1);
    this.#after = last && (!whole || rows.length === LOOKED) ? last.key : null;
    return due;
  }
}
