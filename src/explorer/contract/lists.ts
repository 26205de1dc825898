/** Rankings of contracts, and what somebody created. */
import { ethAddressOf, idAddress } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import { askedPage, type OffsetPageInput, type PageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import {
  amountColumn,
  headOf,
  idColumn,
  integerColumn,
  orderedPage,
  type OrderedList,
} from '../ordered.ts';
import { countBefore, counterAt, cursorText, parsePaging, sliceOf, type Place } from '../paging.ts';
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

type Ranked = Pick<PastRow<'contract_window'>, 'calls' | 'users' | 'fees'> & {
  id: number;
  balance: string;
};

export async function listContracts(view: View, input: ContractListInput): Promise<ContractList> {
  const hours = (input.days ?? 0) * 24;
  const column = SORTS[input.sortBy];
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const counted = column === null ? ALL : `contracts:window:${hours}`;
  const countOf = async (key: string): Promise<number> =>
    (await counterAt(at, key)) + (await counterAt(at, `older:${key}`));
  const totalCount = await countOf(counted);
  const page =
    column === null
      ? await orderedPage(at, BY_BALANCE, totalCount, asked)
      : await orderedPage(at, byUse(column, hours), totalCount, asked);
  const ids = page.rows.map(({ id }) => id);
  return {
    totalCount,
    contractCount: counted === ALL ? totalCount : await countOf(ALL),
    contractList: await items(at, await rankedOf(at, ids, hours), page.from),
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

const EVM = kindIndex('evm');

const BY_BALANCE: OrderedList<'actor', { id: number; balance: string }> = {
  name: 'contracts balance',
  table: 'actor',
  order: [amountColumn('balance'), idColumn('id')],
  largestFirst: true,
  place: ({ id, balance }) => [BigInt(balance), BigInt(id)],
  keyOf: ({ id }) => String(id),
  rowOf: (image) => (image.kind === EVM && image.deleted_height === null ? image : null),
  read: ({ db }, range, limit) =>
    db
      .selectFrom('actor')
      .select(['id', 'balance'])
      .where('kind', '=', sql<number>`${sql.lit(EVM)}`)
      .where('deleted_height', 'is', null)
      .where(range)
      .orderBy('balance', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
};

/** All figures of contracts, as they were at the head. */
async function rankedOf(at: HeadView, ids: readonly number[], hours: number): Promise<Ranked[]> {
  if (ids.length === 0) return [];
  const actors = await at.db
    .selectFrom('actor')
    .select(['id', 'balance'])
    .where('id', 'in', ids)
    .execute();
  const balances = new Map(actors.map((row) => [row.id, row]));
  const windows = await windowsAt(at, ids, hours);
  const changed = await at.changed('actor');
  return ids.map((id) => ({
    id,
    balance: asOf(changed, String(id), balances.get(id))?.balance ?? '0',
    ...(windows.get(id) ?? { calls: 0, users: 0, fees: '0' }),
  }));
}

async function items(
  view: View,
  ranked: readonly Ranked[],
  from: number,
): Promise<ContractList['contractList']> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const names = await namesOf(view, ids);
  const verified = await sourceNames(view, ids);
  const actors = await view.db
    .selectFrom('actor')
    .select(['id', 'delegated'])
    .where('id', 'in', ids)
    .execute();
  const delegated = new Map(actors.map((actor) => [actor.id, actor.delegated]));
  return ranked.map(({ id, balance, calls, users, fees }, index) => ({
    rank: from + index + 1,
    address: names.shown(id),
    id: names.idText(id),
    ethAddress: ethAddressOf(delegated.get(id) ?? idAddress(id)) ?? '',
    tag: names.tag(id),
    contractName: verified.get(id) ?? null,
    contractVerified: verified.has(id),
    invokeCount: calls,
    userCount: users,
    balance: { $numberDecimal: balance },
    totalFee: { $numberDecimal: fees },
  }));
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
