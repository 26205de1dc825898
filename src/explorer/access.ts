/** How reads come to the store: each over one state of the index, its answer naming the head. */
import type { Store, Trx } from '#store/store.ts';
import { Unavailable } from './errors.ts';
import type { Ask } from './read.ts';
import { lastCalling, look, type Setting, type View } from './view.ts';
import { NotTakenOver } from './wishes.ts';

/** `setting.language`: in which known accounts and places are called. */
export function askOf(store: Store, setting: Setting): Ask {
  return async (work, ...asked) => {
    const { fresh = false, begin: first } = work;
    const calling = work.known && lastCalling(setting);
    const known = calling && work.known?.(calling, ...asked);
    if (known !== undefined && known !== null) return { head: null, data: known };
    const read = (view: View) => work.read(view, ...asked);
    const begin = first && ((db: Trx) => first(db, ...asked));
    try {
      try {
        return await look(store, setting, read, { fresh, begin });
      } catch (error) {
        // It may come while the reader waits; a second look that misses something else says so.
        if (!(error instanceof NotTakenOver)) throw error;
        if (!(await setting.wishes.granted(error.wish)) && !error.partly) throw error;
        return await look(store, setting, read, { fresh, begin, waited: true });
      }
    } catch (error) {
      const nothing = error instanceof Unavailable && error.code === 'noIndex';
      if (!nothing || work.empty === undefined) throw error;
      const data = work.empty({ ...setting, content: setting.contentOf('') }, ...asked);
      return { head: null, data, ...(fresh && { fresh }) };
    }
  };
}
