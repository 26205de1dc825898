/** Rankings of contracts, as snapshots; and what somebody created. */
import { ethAddressOf, idAddress } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { findAccount } from '../account/find.ts';
import { BadInput } from '../errors.ts';
import {
  parseDays,
  parsePage,
  parseSize,
  type NumberInput,
  type OffsetPageInput,
  type PageInput,
} from '../input.ts';
import { namesOf } from '../names.ts';
import {
  counter,
  countBefore,
  cursorText,
  parseOffsetPaging,
  parsePaging,
  sliceOf,
  type Place,
} from '../paging.ts';
import { SNAPSHOT_ROWS, snapshotPage, type SnapshotList, type Snapshots } from '../snapshots.ts';
import { timeOf, type View } from '../view.ts';
import type { ContractList, CreatedContracts, VerifiedContracts } from './schema.ts';

export interface ContractListInput extends OffsetPageInput {
  /** transaction (default), users, balance or fee. */
  sortBy?: string | undefined;
  /** Window: 1, 7, 30 or 365 days that end with the present hour; ever when absent. */
  days?: NumberInput;
}

const SORTS = { transaction: 'calls', users: 'users', fee: 'fees', balance: null } as const;

/** Figures are the snapshot's, so that every page of it is of one head. */
const rankedSchema = z.object({
  id: z.int(),
  balance: z.string(),
  calls: z.int().nullable(),
  users: z.int().nullable(),
  fees: z.string().nullable(),
});
type Ranked = z.infer<typeof rankedSchema>;

export async function listContracts(
  view: View,
  snapshots: Snapshots,
  input: ContractListInput = {},
): Promise<ContractList> {
  const hours = (parseDays(input.days) ?? 0) * 24;
  const sort = input.sortBy || 'transaction';
  const column = Object.hasOwn(SORTS, sort) ? SORTS[sort as keyof typeof SORTS] : undefined;
  if (column === undefined) throw new BadInput('badSort', { known: Object.keys(SORTS).join(', ') });
  const list: SnapshotList<Ranked> = {
    key: `contracts ${sort} ${hours}`,
    row: rankedSchema,
    read: (at) => (column === null ? byBalance(at, hours) : byUse(at, column, hours)),
  };
  const { before, head, limit, offset } = input;
  const page = await snapshotPage(view, snapshots, list, {
    size: parseSize(limit),
    skip: parsePage(offset),
    before,
    head,
  });
  const counted = column === null ? 'actors:evm' : `contracts:window:${hours}`;
  return {
    totalCount: (await counter(view, counted)) + (await counter(view, `older:${counted}`)),
    contractList: await items(view, page.rows, page.from),
    next: page.next,
  };
}

function byUse({ db }: View, column: 'calls' | 'users' | 'fees', hours: number): Promise<Ranked[]> {
  return db
    .selectFrom('contract_window as w')
    .innerJoin('actor as a', 'a.id', 'w.contract_id')
    .select(['a.id', 'a.balance', 'w.calls', 'w.users', 'w.fees'])
    .where('w.hours', '=', hours)
    .orderBy(`w.${column}`, 'desc')
    .orderBy('w.contract_id')
    .limit(SNAPSHOT_ROWS)
    .execute();
}

function byBalance({ db }: View, hours: number): Promise<Ranked[]> {
  return db
    .selectFrom('actor as a')
    .leftJoin('contract_window as w', (join) =>
      join.onRef('w.contract_id', '=', 'a.id').on('w.hours', '=', hours),
    )
    .select(['a.id', 'a.balance', 'w.calls', 'w.users', 'w.fees'])
    .where('a.kind', '=', sql<number>`${sql.lit(kindIndex('evm'))}`)
    .orderBy('a.balance', 'desc')
    .orderBy('a.id')
    .limit(SNAPSHOT_ROWS)
    .execute();
}

async function items(
  view: View,
  ranked: readonly Ranked[],
  from: number,
): Promise<ContractList['contractList']> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const names = await namesOf(view, ids);
  const actors = await view.db
    .selectFrom('actor')
    .select(['id', 'delegated'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(actors.map((actor) => [actor.id, actor]));
  return ranked.flatMap(({ id, balance, calls, users, fees }, index) => {
    const actor = byId.get(id);
    // Created on a branch that lost since the snapshot.
    if (!actor) return [];
    return [
      {
        rank: from + index + 1,
        address: names.shown(id),
        id: names.idText(id),
        ethAddress: ethAddressOf(actor.delegated ?? idAddress(id)) ?? '',
        tag: names.tag(id),
        contractName: null,
        contractVerified: false,
        invokeCount: calls ?? 0,
        userCount: users ?? 0,
        balance: { $numberDecimal: balance },
        totalFee: { $numberDecimal: fees ?? '0' },
      },
    ];
  });
}

/** Contracts that an account, or a factory, created; newest first. */
export async function createdContracts(
  view: View,
  text: string,
  input: PageInput = {},
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

/** Contracts with a verified source: none, as long as no source can be handed in. */
export async function verifiedContracts(
  view: View,
  input: OffsetPageInput = {},
): Promise<VerifiedContracts> {
  await parseOffsetPaging(view, input);
  return { totalCount: 0, verifiedContractList: [], next: null };
}
