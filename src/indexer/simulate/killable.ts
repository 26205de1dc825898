/** A database as an indexer sees it that may be killed: in the middle of what it does nothing more is done. */
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely';
import type { Store } from '#store/store.ts';

export interface Killable {
  store: Store;
  /** Resolves when it is killed. */
  killed: Promise<void>;
  /** Kills it at once, or after so many more statements. */
  kill(after?: number): void;
}

class Killed extends Error {
  override readonly name = 'Killed';
}

export function killable(inner: Store): Killable {
  let left = Infinity;
  let dead = false;
  let tell = (): void => undefined;
  const killed = new Promise<void>((resolve) => (tell = resolve));
  const live = (): void => {
    if (!dead && left-- > 0) return;
    dead = true;
    tell();
    throw new Killed('The process was killed');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }: PluginTransformQueryArgs) {
      live();
      return node;
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
  const db = inner.db.withPlugin(plugin);
  const alive = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    live();
    return done;
  };
  return {
    killed,
    kill(after = 0) {
      left = after;
      if (after === 0 && !dead) {
        dead = true;
        tell();
      }
    },
    store: {
      ...inner,
      db,
      // What throws within rolls back, as the database does with what a dead process left.
      transaction: (work) => db.transaction().execute((trx) => alive(work(trx))),
      snapshot: (work) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((trx) => alive(work(trx))),
      copy: (table, columns, rows, trx) => {
        live();
        return inner.copy(table, columns, rows, trx);
      },
      copyAll: (tables, trx) => {
        live();
        return inner.copyAll(tables, trx);
      },
      notifyHead: async () => live(),
      notifyPool: async () => live(),
      notifyWish: async () => live(),
      notifyGranted: async () => live(),
      close: async () => undefined,
    },
  };
}
