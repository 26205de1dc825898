/** An index of the demo chain whose rows tests damage, beside what it holds undamaged. */
import { createNodeClient } from '#node/client.ts';
import { startFaultyProxy, type FaultyProxy } from '#node/testing/faulty-proxy.ts';
import { remembering } from '#node/testing/remembering.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither, type Filling } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { unpackUndo } from '../../fold/undo.ts';
import { demoAt, startDemo, type Demo } from '../../testing/demo.ts';
import { canonical, differencesFrom, type Canonical } from '../../testing/facts.ts';
import { damageKey, verify, type Damage } from '../index.ts';
import type { Mended } from '../repair/context.ts';
import { repair } from '../repair/index.ts';

/** Dense traffic, with tokens and names. */
export const START = 19_540;
export const MIDDLE = 19_560;
export const TOP = 19_600;

export interface Found {
  keys: string[];
  damages: Damage[];
}

interface Undone {
  height: number;
  row: string;
}

/** Its hooks begin and end it: to be called where a file's tests are. */
export function damagedIndex(): Damaged {
  const index = new Damaged();
  beforeAll(() => index.open(), 120_000);
  afterAll(() => index.close());
  return index;
}

class Damaged {
  #demo: Demo | undefined;
  #proxy: FaultyProxy | undefined;
  #node: NodeClient | undefined;
  #sure: NodeClient | undefined;
  #store: Store | undefined;
  /** What an index holds that was never damaged, and its undo log. */
  #sound: Canonical = new Map();
  #undo: readonly Undone[] = [];

  async open(): Promise<void> {
    this.#demo = await startDemo(TOP);
    this.#proxy = await startFaultyProxy({ target: this.#demo.recorded.url });
    this.#node = createNodeClient({ url: this.#proxy.url, confirmMs: 0 });
    this.#sure = remembering(this.#demo.node);
    await this.begin();
    this.#sound = await canonical(this.store);
    this.#undo = await this.#undoLog(START);
  }

  async close(): Promise<void> {
    await this.#store?.close();
    await this.#node?.close();
    await this.#proxy?.close();
    await this.#demo?.close();
  }

  get store(): Store {
    return there(this.#store);
  }
  get demo(): Demo {
    return there(this.#demo);
  }
  get proxy(): FaultyProxy {
    return there(this.#proxy);
  }
  /** By the proxy. */
  get node(): NodeClient {
    return there(this.#node);
  }
  get sound(): Canonical {
    return this.#sound;
  }

  /** What an older version published is mended in an embedded database, all else on either. */
  async begin(open = openEither, filling: Filling = demoAt(TOP, START)): Promise<void> {
    await this.#store?.close();
    this.#store = await open(filling);
  }

  /** One database for tests that leave it whole: each begins with the undo log as it was. */
  beginOnce(): void {
    const anew = async (): Promise<void> => {
      await this.begin();
      await this.run('create table kept_undo as table undo');
    };
    beforeAll(anew, 120_000);
    beforeEach(async ({ onTestFailed }) => {
      onTestFailed(anew);
      await this.run('truncate undo');
      await this.run('insert into undo table kept_undo');
    }, 120_000);
  }

  run(text: string): Promise<unknown> {
    return sql.raw(text).execute(this.store.db);
  }

  /** `sample`: as verify takes it. */
  async found(sample = 50): Promise<Found> {
    const keys: string[] = [];
    const damages: Damage[] = [];
    // The node is asked the same for every damage.
    const node = there(this.#sure);
    for await (const { name, differences } of verify({ store: this.store, node, sample }))
      for (const { key, damage } of differences) {
        keys.push(`${name}: ${key}`);
        if (damage) damages.push(damage);
      }
    return { keys, damages };
  }

  mend(damages: Damage[]): Promise<Mended[]> {
    return Array.fromAsync(repair({ store: this.store, node: there(this.#sure), damages }));
  }

  /** Mends what was found, and then until nothing new is; answers what was done, and what is found last. */
  async mendAll(first?: Found): Promise<{ done: Mended[]; last: string[] }> {
    const done: Mended[] = [];
    const tried = new Set<string>();
    for (let told = first ?? (await this.found()); ; told = await this.found()) {
      const fresh = told.damages.filter((damage) => !tried.has(damageKey(damage)));
      if (fresh.length === 0) return { done, last: told.keys };
      for (const damage of fresh) tried.add(damageKey(damage));
      done.push(...(await this.mend(fresh)));
    }
  }

  /** As if the index had gone on for so long that the log does not reach below this height. */
  forgetUndo(height: number): Promise<unknown> {
    return this.run(`delete from undo where height < ${height}`);
  }

  /** The undo log's rows as texts. */
  async #undoLog(from: number): Promise<Undone[]> {
    const { db } = this.store;
    const docs = await db.selectFrom('undo').selectAll().where('height', '>=', from).execute();
    return docs
      .flatMap(({ height, doc }) =>
        unpackUndo(doc).map(({ table, key, row }) => ({
          height,
          row: JSON.stringify(
            [height, table, key, row && Object.entries(row).sort()],
            (_, value: unknown) =>
              value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
          ),
        })),
      )
      .sort((a, b) => (a.row < b.row ? -1 : 1));
  }

  /** Of what an undamaged index holds these tables. */
  soundIn(...tables: string[]): Canonical {
    return new Map([...this.#sound].filter(([table]) => tables.includes(table)));
  }

  /** What is other than in an undamaged index, or in these tables of one. */
  unlike(sound: Canonical = this.#sound): Promise<string[]> {
    return differencesFrom(this.store, sound);
  }

  async expectUndo(from: number): Promise<void> {
    expect(await this.#undoLog(from)).toEqual(this.#undo.filter(({ height }) => height >= from));
  }

  /** `last`: what was found after mending. */
  async expectWhole(last: string[], undoFrom = TOP): Promise<void> {
    expect(last).toEqual([]);
    expect(await this.unlike()).toEqual([]);
    await this.expectUndo(undoFrom);
  }

  /** A tipset in the middle that has what is asked for. */
  async heightWith(condition: string): Promise<number> {
    const { rows } = await sql<{ height: number }>`
      select height from tipset t where height >= ${MIDDLE} and executed and ${sql.raw(condition)}
      order by height limit 1`.execute(this.store.db);
    return rows[0]?.height ?? Number.NaN;
  }
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The index has not begun');
  return value;
}
