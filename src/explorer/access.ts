/** How reads come to the store: each over one state of the index, its answer naming the head. */
import type { Store } from '#store/store.ts';
import { Unavailable } from './errors.ts';
import { isFinalMessage } from './message/find.ts';
import { look, type Setting, type View } from './view.ts';
import { NotTakenOver } from './wishes.ts';
import type { Answer } from './wire.ts';

export interface Access {
  read<T>(work: (view: View) => Promise<T>): Promise<Answer<T>>;
  /** A list or a search on an index that has nothing yet is empty rather than an error. */
  readOr<T>(empty: T, work: (view: View) => Promise<T>): Promise<Answer<T>>;
  /**
   * What a message did changes no more once it is final, but for how contracts' part of it is read:
   * one may be verified any time. `settled`: whether there is none.
   */
  lasting<T>(
    id: string,
    work: (view: View) => Promise<T>,
    settled: (data: T) => boolean,
  ): Promise<Answer<T>>;
  /** What changes without a new head. */
  fresh<T>(answer: Promise<Answer<T>>): Promise<Answer<T>>;
}

/** `language`: in which known accounts and places are called. */
export function createAccess(store: Store, setting: Setting): Access {
  const read: Access['read'] = async (work) => {
    try {
      return await look(store, setting, work);
    } catch (error) {
      // It may come while the reader waits; a second look that misses something else says so.
      if (!(error instanceof NotTakenOver)) throw error;
      if (!(await setting.wishes.granted(error.wish)) && !error.partly) throw error;
      return look(store, setting, work, true);
    }
  };
  return {
    read,
    async readOr(empty, work) {
      try {
        return await read(work);
      } catch (error) {
        if (error instanceof Unavailable && error.code === 'noIndex')
          return { head: null, data: empty };
        throw error;
      }
    },
    async lasting(id, work, settled) {
      const { head, data } = await read(async (view) => ({
        data: await work(view),
        final: await isFinalMessage(view, id),
      }));
      return { head, data: data.data, final: data.final && settled(data.data) };
    },
    async fresh(answer) {
      return { ...(await answer), fresh: true };
    },
  };
}
