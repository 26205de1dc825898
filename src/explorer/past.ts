/**
 * The state as it was when an earlier tipset was the head: what is there now, but for the rows that
 * have changed since, of which the undo log has the images.
 */
import {
  OTHER_TABLES,
  partOf,
  PAST_TIPSETS,
  readPast,
  unpackImages,
  type PastRow,
  type PastTable,
} from '#store/undo.ts';
import { LRUCache } from 'lru-cache';
import { Gone } from './errors.ts';
import { headToken } from './head.ts';
import { heightOf, timeOf, type Changed, type HeadView, type Past, type View } from './view.ts';

/** What is made once per head is held for so many, whatever it is: those that were asked for last. */
const HELD = 24;
/** So many heads' changed rows are held. */
const HELD_HEADS = 8;
/** Documents that are read at a time. */
const DOCS = 60;

/** A row as it was: what changed since takes the place of what is there now. */
export function asOf<Row>(changed: Changed<Row>, key: string, now: Row | undefined) {
  const row = changed.get(key);
  return row === undefined ? now : (row ?? undefined);
}

/** The same of all rows of an owner; `now` are those that it has now. */
export function rowsAsOf<Row>(
  changed: Changed<Row>,
  now: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const then = [...changed.values()].filter((row) => row !== null);
  return [...now.filter((row) => !changed.has(keyOf(row))), ...then];
}

/** Rows as they were, by the table that they are of. */
type Tables = ReadonlyMap<string, Changed<unknown>>;

/** A head, and from which height on what was executed came after it. */
interface PastHead extends Tipset {
  from: number;
  left: boolean;
}

/** Changed rows of a part of the undo log, as that had them when `token` was the head. */
interface Read {
  token: string;
  height: number;
  tables: Promise<Tables>;
}

/** The index at the view's own head. */
export const atPresent = (view: View): HeadView => ({ ...view, left: false });

const NONE: Changed<never> = new Map();

export function createPast(): Past {
  const made = new LRUCache<string, Promise<unknown>>({ max: HELD });
  const latest = new Map<string, { token: string; value: Promise<unknown> }>();
  const heads = new LRUCache<string, Map<string, Read>>({
    max: HELD_HEADS,
    memoMethod: () => new Map(),
  });

  function held<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = made.get(key);
    if (known) return known as Promise<T>;
    const result = make();
    made.set(key, result);
    result.catch(() => made.delete(key));
    return result;
  }

  function changedAt(
    view: View,
    { token, from }: { token: string; from: number },
    part: string,
  ): Promise<Tables> {
    const parts = heads.memo(token);
    const known = parts.get(part);
    if (known?.token === view.head.token) return known.tables;
    const tables = (async () => {
      // Below a head that still is one nothing has changed: what came since is added.
      const stands = known !== undefined && (await tipsetOf(view, known.token)) !== null;
      return stands
        ? withImages(view, part, known.height, await known.tables)
        : withImages(view, part, from, new Map());
    })();
    parts.set(part, { token: view.head.token, height: view.head.height, tables });
    tables.catch(() => parts.delete(part));
    return tables;
  }

  function pin(
    view: View,
    token: string,
    { height, from }: Pick<PastHead, 'height' | 'from'>,
  ): void {
    const read = async <T extends PastTable>(table: T, owner = '') => {
      const tables = await changedAt(view, { token, from }, partOf(table, owner));
      return (tables.get(table) ?? NONE) as Changed<PastRow<T>>;
    };
    view.answered = { height, token };
    view.pinned = true;
    view.changed = read;
    view.changedOf = (table, owner) => read(table, String(owner));
  }

  return {
    async at(view, head) {
      const token = head === undefined || head === '' ? view.head.token : head;
      if (token === view.head.token) return atPresent(view);
      const place = await placeOf(view, token);
      const { height, ordinal, key, left } = place;
      pin(view, token, place);
      const timestamp = timeOf(view.network, height);
      return { ...view, head: { ...view.head, height, ordinal, key, timestamp, token }, left };
    },
    pin: (view, { height }, token) => pin(view, token, { height, from: height }),
    once: (at, name, make) =>
      held(`${at.head.token} ${name}`, () =>
        at.left ? Promise.reject(goneHead(at.head.height)) : make(),
      ),
    latest<T>({ head: { token } }: View, name: string, make: () => Promise<T>): Promise<T> {
      const known = latest.get(name);
      if (known?.token === token) return known.value as Promise<T>;
      const value = make();
      latest.set(name, { token, value });
      value.catch(() => {
        if (latest.get(name)?.value === value) latest.delete(name);
      });
      return value;
    },
    now: (view, name, make) => held(`${view.present} ${name}`, make),
  };
}

const goneHead = (height: number): Gone => new Gone('goneHead', { height });

interface Tipset {
  height: number;
  ordinal: number;
  key: Uint8Array;
}

/** Whether lists can be pinned to it: one of the chain's last tipsets. */
export const isRecent = ({ head }: View, { ordinal }: Pick<Tipset, 'ordinal'>): boolean =>
  head.ordinal - ordinal < PAST_TIPSETS;

/** The tipset of the chain that a head's token names; null where there is another, or none. */
export async function tipsetOf({ db, head }: View, token: string): Promise<Tipset | null> {
  const height = heightOf(token);
  if (height > head.height) return null;
  const tipset = await db
    .selectFrom('tipset')
    .select(['height', 'ordinal', 'key'])
    .where('height', '=', height)
    .executeTakeFirst();
  return tipset && headToken(height, tipset.key) === token ? tipset : null;
}

async function placeOf(view: View, token: string): Promise<PastHead> {
  const place = (await standingHead(view, token)) ?? (await leftHead(view, token));
  if (!place || !isRecent(view, place)) throw goneHead(heightOf(token));
  return place;
}

/** A tipset of the chain from which on what was executed is logged. */
async function standingHead(view: View, token: string): Promise<PastHead | null> {
  const tipset = await tipsetOf(view, token);
  if (!tipset) return null;
  const logged = await view.db
    .selectFrom('undo')
    .select('height')
    .where('height', '=', tipset.height)
    .where('part', '=', OTHER_TABLES)
    .executeTakeFirst();
  return logged ? { ...tipset, from: tipset.height, left: false } : null;
}

/** A head whose place another took, where the tipset below it kept its own. */
async function leftHead({ db }: View, token: string): Promise<PastHead | null> {
  const height = heightOf(token);
  const rows = await db
    .selectFrom('left_head')
    .select(['key', 'from_height'])
    .where('height', '=', height)
    .execute();
  const row = rows.find(({ key }) => headToken(height, key) === token);
  if (!row) return null;
  const fork = await db
    .selectFrom('tipset')
    .select('ordinal')
    .where('height', '<', row.from_height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    height,
    ordinal: (fork?.ordinal ?? -1) + 1,
    key: row.key,
    from: row.from_height,
    left: true,
  };
}

/** Adds the images from a height on; of a row that changed several times the oldest one is it. */
async function withImages(
  { db }: View,
  part: string,
  from: number,
  before: Tables,
): Promise<Tables> {
  const tables = new Map([...before].map(([table, rows]) => [table, new Map(rows)]));
  for (let next = from; ;) {
    const docs = await db
      .selectFrom('undo')
      .select(['height', 'doc'])
      .where('part', '=', part)
      .where('height', '>=', next)
      .orderBy('height')
      .limit(DOCS)
      .execute();
    for (const { doc } of docs)
      for (const image of unpackImages(doc)) {
        const [table, key] = image;
        const rows = tables.get(table) ?? new Map<string, unknown>();
        tables.set(table, rows);
        if (!rows.has(key)) rows.set(key, readPast(image));
      }
    const last = docs.at(-1);
    if (last === undefined || docs.length < DOCS) return tables;
    next = last.height + 1;
  }
}
