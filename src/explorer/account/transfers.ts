import { TRANSFER_TYPES, transferTypeAt, transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql, type RawBuilder } from 'kysely';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { heightsOf, otherOf, valueWithin, type Narrowed } from '../narrowing.ts';
import { cursorText, parsePaging } from '../paging.ts';
import type { PageInput } from '../parameters.ts';
import { narrowedPage } from '../searched.ts';
import type { View } from '../view.ts';
import { findAccount, type ActorRow, type Found } from './find.ts';
import type { AccountTransfer, AccountTransfers } from './schema.ts';
import { transferList, typesBefore, type TransferRow, type TypeCount } from './transferList.ts';

const FEE = transferTypeIndex('fee');
const BURN_FEE = transferTypeIndex('burn-fee');
/** Types of rows that a type asked for stands for, where it is not that of the rows themselves. */
const ROWS_OF: ReadonlyMap<number, readonly number[]> = new Map([
  [FEE, [BURN_FEE]],
  [transferTypeIndex('transfer'), [transferTypeIndex('send'), transferTypeIndex('receive')]],
]);

export type AccountTransfersInput = PageInput &
  Narrowed & { type: (typeof TRANSFER_TYPES)[number] | null };

/** What came to an account and left it, newest first; all, or what was asked for. */
export async function accountTransfers(
  view: View,
  text: string,
  input: AccountTransfersInput,
): Promise<AccountTransfers> {
  const request = await parsePaging(view, input);
  const asked = input.type === null ? null : transferTypeIndex(input.type);
  const types = asked === null ? null : (ROWS_OF.get(asked) ?? [asked]);
  const within = heightsOf(view, input);
  const { actor } = await findAccount(view, text);
  const other = await otherOf(view, input.counterparty);
  if (!actor) return { totalCount: 0, transfers: [], types: [], next: null };
  const present = await typesOf(view, actor);
  const counted = types?.map((type) => ({
    type,
    count: present.find((known) => known.type === type)?.count ?? 0,
  }));
  const list = transferList(view, actor, counted ?? null);
  const part = await narrowedPage(view, request, list, {
    within,
    conditions: conditionsOf(input, actor, other),
  });
  const rows = asked === FEE ? await asFees(view, actor, part.rows) : part.rows;
  const names = await namesOf(
    view,
    rows.flatMap((row) => [row.from_id, row.to_id, row.shown_to_id]),
  );
  const last = rows.at(-1);
  const known = request.pinned
    ? await typesBefore(view, actor, present, await list.wholeBelow(request.pinned))
    : present;
  return {
    totalCount: part.total,
    transfers: rows.map((row) => transfer(row, actor, names)),
    types: known.map(({ type }) => TRANSFER_TYPES[type] ?? 'transfer'),
    ...(part.searched && { searched: part.searched }),
    next: part.more && last ? nextOf(last, counted?.length === 1) : (part.searched?.next ?? null),
  };
}

/**
 * Where a list goes on behind a row. What an account sent to itself is two rows at one place, what came
 * and then what left, but for lists of one type alone.
 */
function nextOf(last: TransferRow, single: boolean): string {
  const { height, position, from_id, to_id } = last;
  const first = from_id === to_id && BigInt(last.value) > 0n;
  return cursorText({ height, position, rest: first && !single ? 1 : 0 });
}

/** A counterparty is who is shown as the other end; values are compared without their signs. */
function conditionsOf(
  input: Narrowed,
  { id }: ActorRow,
  other: Found | null,
): RawBuilder<unknown>[] {
  const them = other?.actor?.id;
  return [
    ...(other === null
      ? []
      : them === undefined
        ? [sql`false`]
        : [
            sql`((from_id = ${id} and to_id <> ${id} and coalesce(shown_to_id, to_id) = ${them})
              or (to_id = ${id} and from_id = ${them}))`,
          ]),
    ...valueWithin(sql`abs(value)`, input),
  ];
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

/**
 * `fee` is the old type of a message's fees in one row: what the sender's burn stands for, with the
 * tip. It is made of the burns, which every message that costs anything has.
 */
async function asFees(
  { db }: View,
  actor: ActorRow,
  burns: readonly TransferRow[],
): Promise<TransferRow[]> {
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

function transfer(row: TransferRow, actor: ActorRow, names: Names): AccountTransfer {
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
