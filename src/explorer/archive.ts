/**
 * Snapshots of lists in the database: whoever reads on in one finds it there when this process has
 * forgotten it, was started anew, or is another one.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { sql } from 'kysely';
import type { Store } from '#store/store.ts';
import { PIN_EPOCHS } from './paging.ts';
import type { Head, View } from './view.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

/** All of them together are at most so large; the oldest heads' go first. */
const MOST_BYTES = 2 * 1024 ** 3;

export interface Archive {
  /** The JSON that is kept of a list at a head; undefined when there is none. */
  find(view: View, head: string, list: string): Promise<string | undefined>;
  /** Keeps it while the head can be pinned. To be called without waiting: a view may be open. */
  keep(head: Head, list: string, json: string): void;
  /** Resolves when all that is to be kept is written. */
  settled(): Promise<void>;
}

/** `onError` hears when something could not be kept; nobody else has to know. */
export function createArchive({ db }: Store, onError: (error: unknown) => void): Archive {
  const writing = new Set<Promise<void>>();
  let tidied = -1;

  async function write(head: Head, list: string, json: string): Promise<void> {
    const doc = await pack(json);
    const { token, height } = head;
    await db
      .insertInto('list_snapshot')
      .values({ head: token, list, height, size: doc.length, doc })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (height === tidied) return;
    tidied = height;
    await tidy(height);
  }

  async function tidy(height: number): Promise<void> {
    await db
      .deleteFrom('list_snapshot')
      .where('height', '<=', height - PIN_EPOCHS)
      .execute();
    await sql`delete from list_snapshot where height <= (
      select height from (
        select height, sum(size) over (order by height desc) as newer from list_snapshot
      ) as kept where newer > ${MOST_BYTES} order by height desc limit 1
    )`.execute(db);
  }

  return {
    async find(view, head, list) {
      const row = await view.db
        .selectFrom('list_snapshot')
        .select('doc')
        .where('head', '=', head)
        .where('list', '=', list)
        .executeTakeFirst();
      return row && (await unpack(row.doc)).toString('utf8');
    },
    keep(head, list, json) {
      const written = write(head, list, json)
        .catch(onError)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}
