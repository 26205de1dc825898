/**
 * The state as it was when an earlier tipset was the head: what is there now, but for the rows that
 * have changed since, of which the undo log has the images.
 */
import { z } from 'zod';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { OTHER_TABLES, PAST_TIPSETS, unpackImages, type PastTable } from '#store/undo.ts';
import { Gone } from './errors.ts';
import { headToken, heightOf, timeOf, type View } from './view.ts';

/** What is made once per head is held for so many, whatever it is: those that were asked for last. */
const HELD = 24;
/** So many heads' changed rows are held. */
const HELD_HEADS = 8;
/** Documents that are read at a time. */
const DOCS = 60;

const amount = z.string();
const bytes = z.codec(
  z.hex(),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  { decode: fromHex, encode: toHex },
);

/** What lists need of each table's images. */
const IMAGES = {
  actor: z.object({
    id: z.int(),
    kind: z.int(),
    balance: amount,
    created_height: z.int(),
    last_seen_height: z.int(),
    deleted_height: z.int().nullable(),
  }),
  contract_user: z.object({ contract_id: z.int(), user_id: z.int(), last_hour: z.int() }),
  contract_window: z.object({
    contract_id: z.int(),
    hours: z.int(),
    calls: z.int(),
    users: z.int(),
    fees: amount,
  }),
  counter: z.object({ value: z.int() }),
  miner: z.object({
    id: z.int(),
    created_height: z.int().nullable(),
    since: z.int(),
    available: amount.nullable(),
    raw_power: amount,
    adjusted_power: amount,
    raw_sum: amount,
    adjusted_sum: amount,
    share_sum: amount,
    inverse_sum: amount,
    block_count: z.int(),
    win_count: z.int(),
    reward_sum: amount,
    growth_raw_sum: amount,
    growth_adjusted_sum: amount,
  }),
  nft: z.object({ supply: amount, uri: z.string().nullable() }),
  nft_holder: z.object({ token_id: z.int(), item: amount, holder: bytes, amount }),
  token: z.object({
    actor_id: z.int(),
    standard: z.int(),
    wrapped: z.boolean(),
    malformed: z.boolean(),
    mixed: z.boolean(),
    negative: z.boolean(),
    partial: z.boolean(),
    transfer_count: z.int(),
    holder_count: z.int(),
    item_count: z.int(),
    minted: amount,
    burned: amount,
  }),
  token_account: z.object({ nft_count: z.int() }),
  token_holder: z.object({ token_id: z.int(), holder: bytes, amount }),
} satisfies Record<PastTable, z.ZodType>;

export type PastRow<T extends PastTable> = z.output<(typeof IMAGES)[T]>;

/** Rows by key (its columns as texts, bytes as hex, joined by slashes), as they were; null: there was none. */
export type Changed<Row> = ReadonlyMap<string, Row | null>;

/** A look at the index whose `head` may be an earlier one. */
export interface HeadView extends View {
  /** The rows of a table that are no more as they were at this head. */
  changed<T extends PastTable>(table: T): Promise<Changed<PastRow<T>>>;
  /** Another tipset has taken the head's place: of the chain's facts those below its height may be others. */
  left: boolean;
}

export interface Past {
  /**
   * The index at the head that `head` names (X-Head of an earlier answer), or at the view's. Throws
   * BadInput for what is no head, Gone for one that is too old or whose branch lost.
   */
  at(view: View, head: string | undefined): Promise<HeadView>;
  /** What is made once per head. Throws Gone where it cannot be made any more. */
  once<T>(at: HeadView, name: string, make: () => Promise<T>): Promise<T>;
}

/** A row as it was: what changed since takes the place of what is there now. */
export function asOf<Row>(changed: Changed<Row>, key: string, now: Row | undefined) {
  const row = changed.get(key);
  return row === undefined ? now : (row ?? undefined);
}

/** A head, and from which height on what was executed came after it. */
interface Place extends Tipset {
  from: number;
  left: boolean;
}

/** Changed rows of a table, as the undo log had them when `token` was the head. */
interface Read {
  token: string;
  height: number;
  rows: Promise<Changed<unknown>>;
}

/** The index at the view's own head. */
export const atPresent = (view: View): HeadView => ({
  ...view,
  changed: () => Promise.resolve(new Map()),
  left: false,
});

export function createPast(): Past {
  const made = new Map<string, Promise<unknown>>();
  const heads = new Map<string, Map<PastTable, Read>>();

  function changedAt<T extends PastTable>(
    view: View,
    { token, from }: Place & { token: string },
    table: T,
  ): Promise<Changed<PastRow<T>>> {
    const tables = recent(heads, token, () => new Map<PastTable, Read>(), HELD_HEADS);
    const known = tables.get(table);
    // Each table's reads are of its own rows.
    type Rows = Promise<Changed<PastRow<T>>>;
    if (known?.token === view.head.token) return known.rows as Rows;
    const rows = (async () => {
      // Below a head that still is one nothing has changed: what came since is added.
      const stands = known !== undefined && (await tipsetOf(view, known.token)) !== null;
      const before = stands ? await (known.rows as Rows) : new Map<string, PastRow<T> | null>();
      return withImages(view, table, stands ? known.height : from, before);
    })();
    tables.set(table, { token: view.head.token, height: view.head.height, rows });
    rows.catch(() => tables.delete(table));
    return rows;
  }

  return {
    async at(view, head) {
      const token = head === undefined || head === '' ? view.head.token : head;
      if (token === view.head.token) return atPresent(view);
      const place = await placeOf(view, token);
      const { height, ordinal, key, left } = place;
      view.answered = { height, token };
      const timestamp = timeOf(view.network, height);
      return {
        ...view,
        head: { ...view.head, height, ordinal, key, timestamp, token },
        changed: (table) => changedAt(view, { ...place, token }, table),
        left,
      };
    },
    once<T>(at: HeadView, name: string, make: () => Promise<T>) {
      const key = `${at.head.token} ${name}`;
      const begin = () => (at.left ? Promise.reject(goneHead(at.head.height)) : make());
      const result = recent(made, key, begin, HELD) as Promise<T>;
      result.catch(() => made.delete(key));
      return result;
    },
  };
}

/** What is held by a key, or is made now; the one that nobody asked for longest goes. */
function recent<V>(held: Map<string, V>, key: string, make: () => V, most: number): V {
  const value = held.get(key) ?? make();
  held.delete(key);
  held.set(key, value);
  for (const oldest of held.keys()) if (held.size > most) held.delete(oldest);
  return value;
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

async function placeOf(view: View, token: string): Promise<Place> {
  const place = (await standingHead(view, token)) ?? (await leftHead(view, token));
  if (!place || !isRecent(view, place)) throw goneHead(heightOf(token));
  return place;
}

/** A tipset of the chain from which on what was executed is logged. */
async function standingHead(view: View, token: string): Promise<Place | null> {
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
async function leftHead({ db }: View, token: string): Promise<Place | null> {
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
async function withImages<T extends PastTable>(
  { db }: View,
  table: T,
  from: number,
  before: Changed<PastRow<T>>,
): Promise<Changed<PastRow<T>>> {
  const rows = new Map(before);
  const shape = IMAGES[table];
  for (let next = from; ;) {
    const docs = await db
      .selectFrom('undo')
      .select(['height', 'doc'])
      .where('part', '=', table)
      .where('height', '>=', next)
      .orderBy('height')
      .limit(DOCS)
      .execute();
    for (const { doc } of docs)
      for (const [, key, row] of unpackImages(doc))
        if (!rows.has(key)) rows.set(key, row && (shape.parse(row) as PastRow<T>));
    const last = docs.at(-1);
    if (last === undefined || docs.length < DOCS) return rows;
    next = last.height + 1;
  }
}
