/** Rankings of contracts, and what somebody created. */
import { ethAddressOf, idAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import { CONTRACT, findAccount } from '../account/find.ts';
import { askedPage, type OffsetPageInput, type PageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import {
  amountColumn,
  countedPage,
  headOf,
  idColumn,
  integerColumn,
  type OrderedList,
} from '../ordered.ts';
import {
  countBefore,
  countersAt,
  cursorText,
  parsePaging,
  sliceOf,
  type Place,
} from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View, type HeadView } from '../view.ts';
import { sourceNames } from './source.ts';
import { windowsAt } from './windows.ts';
import type { ContractList, CreatedContracts } from './schema.ts';

export interface ContractListInput extends OffsetPageInput {
  sortBy: keyof typeof SORTS;
  /** Window: 1, 7, 30 or 365 days that end with the present hour; null: ever. */
  days: number | null;
}

/** Counter of all contracts. */
const ALL = 'actors:evm';

const SORTS = { transaction: 'calls', users: 'users', fee: 'fees', balance: null } as const;

export async function listContracts(view: View, input: ContractListInput): Promise<ContractList> {
  const hours = (input.days ?? 0) * 24;
  const column = SORTS[input.sortBy];
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const counted = column === null ? ALL : `contracts:window:${hours}`;
  const countOf = (key: string): Promise<number> => countersAt(at, [key, `older:${key}`]);
  const count = countOf(counted);
  const [page, contractCount] = await Promise.all([
    column === null
      ? countedPage(at, BY_BALANCE, count, asked)
      : countedPage(at, byUse(column, hours), count, asked),
    counted === ALL ? count : countOf(ALL),
  ]);
  const ids = page.rows.map(({ id }) => id);
  return {
    totalCount: page.total,
    contractCount,
    contractList: await items(at, ids, hours, page.from),
    next: page.next,
  };
}

function byUse(
  column: 'calls' | 'users' | 'fees',
  hours: number,
): OrderedList<'contract_window', { id: number; value: number | string }> {
  return {
    name: `contracts ${column} ${hours}`,
    table: 'contract_window',
    order: [
      column === 'fees' ? amountColumn(column) : integerColumn(column),
      idColumn('contract_id'),
    ],
    largestFirst: true,
    place: ({ id, value }) => [BigInt(value), BigInt(id)],
    keyOf: ({ id }) => `${id}/${hours}`,
    rowOf: (image) =>
      image.hours === hours ? { id: image.contract_id, value: image[column] } : null,
    read: ({ db }, range, limit) =>
      db
        .selectFrom('contract_window')
        .select(['contract_id as id', `${column} as value`])
        .where('hours', '=', hours)
        .where(range)
        .orderBy(column, 'desc')
        .orderBy('contract_id')
        .limit(limit)
        .execute(),
  };
}

const BY_BALANCE: OrderedList<'actor', { id: number; balance: string }> = {
  name: 'contracts balance',
  table: 'actor',
  order: [amountColumn('balance'), idColumn('id')],
  largestFirst: true,
  place: ({ id, balance }) => [BigInt(balance), BigInt(id)],
  keyOf: ({ id }) => String(id),
  rowOf: (image) => (image.kind === CONTRACT && image.deleted_height === null ? image : null),
  read: ({ db }, range, limit) =>
    db
      .selectFrom('actor')
      .select(['id', 'balance'])
      .where('kind', '=', sql<number>`${sql.lit(CONTRACT)}`)
      .where('deleted_height', 'is', null)
      .where(range)
      .orderBy('balance', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
};

/** Contracts with all of their figures, as these were at the head. */
async function items(
  at: HeadView,
  ids: readonly number[],
  hours: number,
  from: number,
): Promise<ContractList['contractList']> {
  if (ids.length === 0) return [];
  const [actors, windows, changed, names, verified] = await Promise.all([
    at.db
      .selectFrom('actor')
      .select(['id', 'balance', 'delegated'])
      .where('id', 'in', ids)
      .execute(),
    windowsAt(at, ids, hours),
    at.changed('actor'),
    namesOf(at, ids),
    sourceNames(at, ids),
  ]);
  const now = new Map(actors.map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const { calls, users, fees } = windows.get(id) ?? { calls: 0, users: 0, fees: '0' };
    const balance = asOf<{ balance: string }>(changed, String(id), now.get(id))?.balance ?? '0';
    return {
      rank: from + index + 1,
      address: names.shown(id),
      id: names.idText(id),
      ethAddress: ethAddressOf(now.get(id)?.delegated ?? idAddress(id)) ?? '',
      tag: names.tag(id),
      contractName: verified.get(id) ?? null,
      contractVerified: verified.has(id),
      invokeCount: calls,
      userCount: users,
      balance: { $numberDecimal: balance },
      totalFee: { $numberDecimal: fees },
    };
  });
}

/** Contracts that an account, or a factory, created; newest first. */
export async function createdContracts(
  view: View,
  text: string,
  input: PageInput,
): Promise<CreatedContracts> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  if (!actor) return { totalCount: 0, contracts: [], next: null };
  const count = await view.db
    .selectFrom('contract_creator')
    .select('contracts')
    .where('creator_id', '=', actor.id)
    .executeTakeFirst();
  const total = count?.contracts ?? 0;
  const slice = await sliceOf(request, total, (place: Place) =>
    countBefore(view, {
      table: 'contract_creation',
      ord: 'ord',
      list: sql`creator_id = ${actor.id}`,
      isBefore: sql`(height, ord) < (${place.height}, ${place.position})`,
      total,
    }),
  );
  const rows =
    slice.from === slice.to
      ? []
      : await view.db
          .selectFrom('contract_creation as l')
          .leftJoin('contract as c', 'c.actor_id', 'l.contract_id')
          .select(['l.contract_id', 'l.ord', 'l.height', 'c.created_by'])
          .where('l.creator_id', '=', actor.id)
          .where('l.ord', '>=', slice.from)
          .where('l.ord', '<', slice.to)
          .orderBy('l.ord', 'desc')
          .execute();
  const names = await namesOf(
    view,
    rows.map((row) => row.contract_id),
  );
  const last = rows.at(-1);
  return {
    totalCount: slice.total,
    contracts: rows.map((row) => ({
      address: names.shown(row.contract_id),
      id: names.idText(row.contract_id),
      tag: names.tag(row.contract_id),
      height: row.height,
      timestamp: timeOf(view.network, row.height),
      message: row.created_by && cidOf(row.created_by),
    })),
    next: slice.from > 0 && last ? cursorText({ height: last.height, position: last.ord }) : null,
  };
}
