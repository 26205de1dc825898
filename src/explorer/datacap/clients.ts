/** Accounts with data cap, and their data cap over time. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { RowOf } from '#store/schema.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { counter, parsePaging, parsePagingToTail, type PageRequest } from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { actorWish, wishOf, wishPart } from '../wishes.ts';
import type {
  AccountDataCap,
  DataCapClient,
  DataCapClientDetail,
  DataCapClientList,
} from './schema.ts';
import { verifier, verifierRow } from './verifiers.ts';

type Row = RowOf<'data_cap'>;
type Counts = Pick<RowOf<'storage_count'>, 'client_allocations' | 'client_claims'>;
/** An account's row, and how many allocations and claims it has. */
interface Counted extends Row {
  allocations: number;
  claims: number;
}

const TYPES = ['genesis', 'grant', 'allocate', 'return', 'send', 'receive', 'destroy'] as const;

export async function listClients(view: View, input: PageInput): Promise<DataCapClientList> {
  const request = await parsePagingToTail(view, input);
  const [total, older] = await Promise.all([
    counter(view, 'dataCapHolders'),
    counter(view, 'older:dataCapHolders'),
  ]);
  const page = await listPage(view, request, {
    table: 'data_cap',
    total,
    tail: {
      key: 'actor_id',
      of: sql`ord is null and actor_id <> ${VERIFIED_REGISTRY_ID}`,
      total: older,
    },
  });
  const [rows, names] = await Promise.all([
    counted(view, page.rows),
    namesOf(
      view,
      page.rows.map((row) => row.actor_id),
    ),
  ]);
  return {
    totalCount: page.total,
    clients: rows.map((row) => client(view, names, row)),
    next: page.next,
  };
}

export async function getClient(
  view: View,
  text: string,
  input: PageInput,
): Promise<DataCapClientDetail> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  const row = actor && (await clientRow(view, actor.id));
  if (actor && !row) await wishOf(view, ['dataCap'], actorWish(actor.id));
  if (!row) throw new NotFound('noDataCap');
  const { names, ...changes } = await changesOf(view, request, row);
  return { ...client(view, names, row), ...changes };
}

/** What an account has to do with data cap: of most accounts nothing. */
export async function accountDataCap(
  view: View,
  text: string,
  input: PageInput,
): Promise<AccountDataCap> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  const [giver, holder] = actor
    ? await Promise.all([verifierRow(view, actor.id), clientRow(view, actor.id)])
    : [];
  if (actor && !(giver && holder))
    await wishPart(view, ['verifiers', 'dataCap'], actorWish(actor.id));
  const [names, changes] = await Promise.all([
    namesOf(view, [actor?.id]),
    holder ? changesOf(view, request, holder) : { totalCount: 0, changes: [], next: null },
  ]);
  return {
    verifier: giver ? verifier(view, names, giver) : null,
    client: holder ? client(view, names, holder) : null,
    totalCount: changes.totalCount,
    changes: changes.changes,
    next: changes.next,
  };
}

/** Rows with their sums and counts as of the head that is answered for; their lists are as long as now. */
async function counted(view: View, rows: readonly Row[]): Promise<Counted[]> {
  const ids = rows.map((row) => row.actor_id);
  const [counts, older, sumsThen, countsThen] = await Promise.all([
    view.db
      .selectFrom('storage_count')
      .select(['actor_id', 'client_allocations', 'client_claims'])
      .where('actor_id', '=', sql<number>`any(${ids}::int8[])`)
      .execute(),
    view.db
      .selectFrom('older_storage')
      .select(['actor_id', 'client_allocations', 'client_claims'])
      .where('actor_id', '=', sql<number>`any(${ids}::int8[])`)
      .execute(),
    view.changed('data_cap'),
    view.changed('storage_count'),
  ]);
  const byId = new Map(counts.map((row) => [row.actor_id, row]));
  const olderById = new Map(older.map((row) => [row.actor_id, row]));
  return rows.flatMap((row) => {
    const key = String(row.actor_id);
    const sums = asOf<PastRow<'data_cap'>>(sumsThen, key, row);
    const count = asOf<Counts>(countsThen, key, byId.get(row.actor_id));
    const { client_allocations: allocations = 0, client_claims: claims = 0 } = count ?? {};
    const before = olderById.get(row.actor_id);
    const all = {
      allocations: allocations + (before?.client_allocations ?? 0),
      claims: claims + (before?.client_claims ?? 0),
    };
    return sums ? [{ ...row, ...sums, ...all }] : [];
  });
}

async function clientRow(view: View, id: number): Promise<Counted | undefined> {
  const row = await view.db
    .selectFrom('data_cap')
    .selectAll()
    .where('actor_id', '=', id)
    .executeTakeFirst();
  return row && (await counted(view, [row]))[0];
}

function client({ network }: View, names: Names, row: Counted): DataCapClient {
  return {
    address: names.shown(row.actor_id),
    id: names.idText(row.actor_id),
    tag: names.tag(row.actor_id),
    balance: row.balance,
    granted: row.granted,
    allocated: row.allocated,
    returned: row.returned,
    removed: row.removed,
    allocationCount: row.allocations,
    claimCount: row.claims,
    height: row.height,
    timestamp: row.height === null ? null : timeOf(network, row.height),
  };
}

async function changesOf(
  view: View,
  request: PageRequest,
  row: Row,
): Promise<Pick<AccountDataCap, 'totalCount' | 'changes' | 'next'> & { names: Names }> {
  const page = await listPage(view, request, {
    table: 'data_cap_change',
    of: sql`actor_id = ${row.actor_id}`,
    total: row.changes,
  });
  const names = await namesOf(view, [row.actor_id, ...page.rows.map((change) => change.other_id)]);
  return {
    names,
    totalCount: page.total,
    changes: page.rows.map((change) => ({
      height: change.height,
      timestamp: timeOf(view.network, change.height),
      message: change.cid && cidOf(change.cid),
      type: TYPES[change.kind] ?? 'receive',
      amount: change.amount,
      balance: change.balance,
      other: change.other_id === null ? null : names.shown(change.other_id),
      otherId: names.idTextOrNull(change.other_id),
      otherTag: names.tag(change.other_id),
    })),
    next: page.next,
  };
}
