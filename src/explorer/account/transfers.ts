import { TRANSFER_TYPES, transferTypeAt, transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import { namesOf, type Names } from '../names.ts';
import {
  countBefore,
  countsBefore,
  cursorText,
  parsePaging,
  sliceOf,
  type Place,
} from '../paging.ts';
import type { PageInput } from '../parameters.ts';
import type { View } from '../view.ts';
import { findAccount, type ActorRow } from './find.ts';
import type { AccountTransfer, AccountTransfers } from './schema.ts';

const FEE = transferTypeIndex('fee');
const BURN_FEE = transferTypeIndex('burn-fee');
/** Types of rows that a type asked for stands for, where it is not that of the rows themselves. */
const ROWS_OF: ReadonlyMap<number, readonly number[]> = new Map([
  [FEE, [BURN_FEE]],
  [transferTypeIndex('transfer'), [transferTypeIndex('send'), transferTypeIndex('receive')]],
]);

const COLUMNS = [
  'height',
  'position',
  'timestamp',
  'cid',
  'type',
  'from_id',
  'to_id',
  'shown_to_id',
  'value',
] as const;

interface Row {
  height: number;
  position: number;
  timestamp: number;
  cid: Uint8Array | null;
  type: number;
  from_id: number;
  to_id: number;
  shown_to_id: number | null;
  value: string;
}

/** What came to an account and left it, newest first; all, or one type. */
export async function accountTransfers(
  view: View,
  text: string,
  input: PageInput & { type: (typeof TRANSFER_TYPES)[number] | null },
): Promise<AccountTransfers> {
  const request = await parsePaging(view, input);
  const asked = input.type === null ? null : transferTypeIndex(input.type);
  const types = asked === null ? null : (ROWS_OF.get(asked) ?? [asked]);
  const { actor } = await findAccount(view, text);
  if (!actor) return { totalCount: 0, transfers: [], types: [], next: null };
  const present = await typesOf(view, actor);
  const lists = (types ?? []).map((type) => ({
    type,
    count: present.find((known) => known.type === type)?.count ?? 0,
  }));
  const total =
    types === null ? actor.transfer_count : lists.reduce((sum, { count }) => sum + count, 0);
  const before = (place: Place): Promise<number> =>
    countBefore(view, {
      table: 'account_transfer',
      ord: 'ord',
      list: sql`actor_id = ${actor.id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total: actor.transfer_count,
    });
  const slice = await sliceOf(request, total, async (place) => {
    const ord = await before(place);
    if (types === null) return ord;
    const older = await typesBefore(view, actor, lists, ord);
    return older.reduce((sum, { count }) => sum + count, 0);
  });
  const found =
    types === null
      ? await rowsOf(view, actor, slice)
      : await rowsOfTypes(view, actor, lists, slice);
  const rows = asked === FEE ? await asFees(view, actor, found) : found;
  const names = await namesOf(
    view,
    rows.flatMap((row) => [row.from_id, row.to_id, row.shown_to_id]),
  );
  const last = rows.at(-1);
  const known = request.pinned
    ? await typesBefore(view, actor, present, await before(request.pinned))
    : present;
  return {
    totalCount: slice.total,
    transfers: rows.map((row) => transfer(row, actor, names)),
    types: known.map(({ type }) => TRANSFER_TYPES[type] ?? 'transfer'),
    next: slice.from > 0 && last ? cursorText(last) : null,
  };
}

interface TypeCount {
  type: number;
  count: number;
}

/** A page's ordinals within a list. */
interface Range {
  from: number;
  to: number;
}

async function rowsOf({ db }: View, actor: ActorRow, { from, to }: Range): Promise<Row[]> {
  return db
    .selectFrom('account_transfer')
    .select(COLUMNS)
    .where('actor_id', '=', actor.id)
    .where('ord', '>=', from)
    .where('ord', '<', to)
    .orderBy('ord', 'desc')
    .execute();
}

/** A page of one type's list, or of two lists as if they were one. */
async function rowsOfTypes(
  view: View,
  actor: ActorRow,
  lists: readonly TypeCount[],
  { from, to }: Range,
): Promise<Row[]> {
  const [first, second] = lists;
  if (first === undefined) return [];
  const ofFirst = second === undefined ? to : await shareOf(view, actor, [first, second], to);
  const size = to - from;
  const rows = await Promise.all(
    [ofFirst, to - ofFirst].slice(0, lists.length).map((end, index) =>
      view.db
        .selectFrom('account_type_transfer as l')
        .innerJoin('account_transfer as a', (join) =>
          join.onRef('a.actor_id', '=', 'l.actor_id').onRef('a.ord', '=', 'l.account_ord'),
        )
        .select(COLUMNS.map((column) => `a.${column}` as const))
        .select('l.account_ord')
        .where('l.actor_id', '=', actor.id)
        .where('l.type', '=', lists[index]?.type ?? -1)
        .where('l.ord', '>=', end - size)
        .where('l.ord', '<', end)
        .orderBy('l.ord', 'desc')
        .execute(),
    ),
  );
  return rows
    .flat()
    .toSorted((a, b) => b.account_ord - a.account_ord)
    .slice(0, size);
}

/**
 * How many of the oldest `all` rows of two lists are the first one's: by halving, so that a page far
 * back costs few look-ups more than the newest.
 */
async function shareOf(
  { db }: View,
  actor: ActorRow,
  [a, b]: readonly [TypeCount, TypeCount],
  all: number,
): Promise<number> {
  let low = Math.max(0, all - b.count);
  let high = Math.min(all, a.count);
  while (low < high) {
    const half = Math.floor((low + high) / 2);
    const found = await db
      .selectFrom('account_type_transfer')
      .select(['type', 'account_ord'])
      .where('actor_id', '=', actor.id)
      .where(({ and, eb, or }) =>
        or([
          and([eb('type', '=', a.type), eb('ord', '=', half)]),
          and([eb('type', '=', b.type), eb('ord', '=', all - half - 1)]),
        ]),
      )
      .execute();
    const at = (type: number) => found.find((row) => row.type === type)?.account_ord ?? Infinity;
    if (at(a.type) < at(b.type)) low = half + 1;
    else high = half;
  }
  return low;
}

/** Types of an account's transfers, most frequent first. */
async function typesOf({ db }: View, actor: ActorRow): Promise<TypeCount[]> {
  return db
    .selectFrom('account_transfer_type')
    .select(['type', 'count'])
    .where('actor_id', '=', actor.id)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('type')
    .execute();
}

/** The same of so many of its transfers. */
async function typesBefore(
  view: View,
  actor: ActorRow,
  present: readonly TypeCount[],
  before: number,
): Promise<TypeCount[]> {
  const counts = await countsBefore(view, {
    table: 'account_type_transfer',
    ord: 'ord',
    list: sql`actor_id = ${actor.id} and type = halving.key`,
    isBefore: sql`account_ord < ${before}`,
    totals: new Map(present.map(({ type, count }) => [type, count])),
  });
  return present
    .map(({ type }) => ({ type, count: counts.get(type) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.type - b.type);
}

/**
 * `fee` is the old type of a message's fees in one row: what the sender's burn stands for, with the
 * tip. It is made of the burns, which every message that costs anything has.
 */
async function asFees({ db }: View, actor: ActorRow, burns: readonly Row[]): Promise<Row[]> {
  const cids = burns.flatMap((row) => (row.cid ? [row.cid] : []));
  if (cids.length === 0) return burns.map((row) => ({ ...row, type: FEE }));
  const executions = await db
    .selectFrom('execution')
    .select(['cid', 'base_fee_burn', 'over_estimation_burn', 'miner_tip'])
    .where('cid', 'in', cids)
    // A message pays once, though it may be refused, for nothing, before that.
    .where(sql<boolean>`(exit_code = 0 or gas_used > 0)`)
    .execute();
  const costs = new Map(
    executions.map((row) => [
      toHex(row.cid),
      BigInt(row.base_fee_burn) + BigInt(row.over_estimation_burn) + BigInt(row.miner_tip),
    ]),
  );
  return burns.map((row) => {
    const cost = row.cid && row.from_id === actor.id ? costs.get(toHex(row.cid)) : undefined;
    return { ...row, type: FEE, value: cost === undefined ? row.value : (-cost).toString() };
  });
}

function transfer(row: Row, actor: ActorRow, names: Names): AccountTransfer {
  // Whom a payment is for stands in its sender's list; who got it finds itself in its own.
  const to = row.to_id === actor.id ? row.to_id : (row.shown_to_id ?? row.to_id);
  return {
    height: row.height,
    timestamp: row.timestamp,
    message: row.cid ? cidOf(row.cid) : '',
    from: names.shown(row.from_id),
    fromId: names.idText(row.from_id),
    to: names.shown(to),
    toId: names.idText(to),
    ...names.ends({ id: row.from_id }, { id: to }),
    value: row.value,
    type: transferTypeAt(row.type) ?? 'transfer',
  };
}
