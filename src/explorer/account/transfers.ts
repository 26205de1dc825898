import { TRANSFER_TYPES, transferTypeAt, transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import { BadInput } from '../errors.ts';
import type { TransferPageInput } from '../input.ts';
import { namesOf, type Names } from '../names.ts';
import {
  countBefore,
  countsBefore,
  cursorText,
  parsePaging,
  sliceOf,
  type Place,
} from '../paging.ts';
import type { View } from '../view.ts';
import { findAccount, type ActorRow } from './find.ts';
import type { AccountTransfer, AccountTransfers } from './schema.ts';

const FEE = transferTypeIndex('fee');
const BURN_FEE = transferTypeIndex('burn-fee');

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
  input: TransferPageInput = {},
): Promise<AccountTransfers> {
  const request = await parsePaging(view, input);
  const asked = parseType(input.type);
  const type = asked === FEE ? BURN_FEE : asked;
  const { actor } = await findAccount(view, text);
  if (!actor) return { totalCount: 0, transfers: [], types: [], next: null };
  const present = await typesOf(view, actor);
  const total =
    type === null
      ? actor.transfer_count
      : (present.find((known) => known.type === type)?.count ?? 0);
  const before = (place: Place): Promise<number> =>
    countBefore(view, {
      table: 'account_transfer',
      ord: 'ord',
      list: sql`actor_id = ${actor.id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total: actor.transfer_count,
    });
  const slice = await sliceOf(request, total, async (place) =>
    type === null
      ? before(place)
      : countBefore(view, {
          table: 'account_type_transfer',
          ord: 'ord',
          list: sql`actor_id = ${actor.id} and type = ${type}`,
          isBefore: sql`account_ord < ${await before(place)}`,
          total,
        }),
  );
  const found = await rowsOf(view, actor, type, slice);
  const rows = asked === FEE ? await asFees(view, actor, found) : found;
  const names = await namesOf(
    view,
    rows.flatMap((row) => [row.from_id, row.to_id, row.shown_to_id]),
  );
  const last = rows.at(-1);
  const types = request.pinned
    ? await typesBefore(view, actor, present, await before(request.pinned))
    : present;
  return {
    totalCount: slice.total,
    transfers: rows.map((row) => transfer(row, actor, names)),
    types: types.map((known) => TRANSFER_TYPES[known.type] ?? 'transfer'),
    next: slice.from > 0 && last ? cursorText(last) : null,
  };
}

async function rowsOf(
  { db }: View,
  actor: ActorRow,
  type: number | null,
  { from, to }: { from: number; to: number },
): Promise<Row[]> {
  if (type === null)
    return db
      .selectFrom('account_transfer')
      .select(COLUMNS)
      .where('actor_id', '=', actor.id)
      .where('ord', '>=', from)
      .where('ord', '<', to)
      .orderBy('ord', 'desc')
      .execute();
  return db
    .selectFrom('account_type_transfer as l')
    .innerJoin('account_transfer as a', (join) =>
      join.onRef('a.actor_id', '=', 'l.actor_id').onRef('a.ord', '=', 'l.account_ord'),
    )
    .select(COLUMNS.map((column) => `a.${column}` as const))
    .where('l.actor_id', '=', actor.id)
    .where('l.type', '=', type)
    .where('l.ord', '>=', from)
    .where('l.ord', '<', to)
    .orderBy('l.ord', 'desc')
    .execute();
}

interface TypeCount {
  type: number;
  count: number;
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

function parseType(input: string | undefined): number | null {
  if (input === undefined || input === '') return null;
  const type = TRANSFER_TYPES.find((known) => known === input);
  if (type === undefined) throw new BadInput('badTransferType');
  return transferTypeIndex(type);
}
