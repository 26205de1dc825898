/** Lists of what was done with names, newest first. */
import { ethBytesOf } from '#filecoin/address.ts';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '#store/schema.ts';
import { findAccount } from '../account/find.ts';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { counter, parsePaging, type PageRequest } from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { partiesOf } from './accounts.ts';
import {
  nameKey,
  nameRows,
  nameText,
  requireName,
  shownTime,
  statusOf,
  type NameRow,
} from './find.ts';
import type { NameAction, NameActions, NameRegistration, NameRegistrations } from './schema.ts';

const TYPES = [
  'registered',
  'renewed',
  'transferred',
  'controller',
  'resolver',
  'record',
  'reverse',
] as const satisfies readonly NameAction['type'][];

const EMPTY: NameActions = { totalCount: 0, actions: [], next: null };

interface List {
  table: 'name_registration' | 'name_history' | 'account_name_action';
  service: number;
  where: RawBuilder<unknown>;
  total: number;
}

/** Registrations of the network's first name service, with the names as they are at the head. */
export async function registrations(view: View, input: PageInput): Promise<NameRegistrations> {
  const list = await page(view, await parsePaging(view, input), {
    table: 'name_registration',
    service: 0,
    where: sql`service = 0`,
    total: await counter(view, 'names:registrations:0'),
  });
  const tokens = new Set(list.actions.flatMap(({ tokenId }) => tokenId ?? []));
  const rows = await nameRows(
    view,
    0,
    [...tokens].map((token) => fromHex(token.slice(2))),
  );
  const names = new Map(rows.map((row) => [to0x(row.label_hash), row]));
  const actions = list.actions.map((action) =>
    registration(view, action, action.tokenId === null ? undefined : names.get(action.tokenId)),
  );
  return { ...list, actions };
}

/** Whoever registered a name anew is not whom the earlier registration is of. */
function registration(view: View, action: NameAction, name: NameRow | undefined): NameRegistration {
  const stands =
    name?.registered_height === action.height &&
    (name.registered_by && cidOf(name.registered_by)) === action.message;
  return {
    ...action,
    expires: stands ? shownTime(name.expires) : action.expires,
    registeredUntil: action.expires,
    status: stands ? statusOf(view, name) : null,
  };
}

/** What was done with a name. Throws NotFound for one that nobody registered. */
export async function nameHistory(
  view: View,
  text: string,
  input: PageInput,
): Promise<NameActions> {
  const request = await parsePaging(view, input);
  const { service, label_hash, actions } = await requireName(view, text);
  return page(view, request, {
    table: 'name_history',
    service,
    where: sql`service = ${service} and label_hash = ${label_hash}`,
    total: actions,
  });
}

/** What an account did with names of the first name service. */
export async function nameActionsOf(
  view: View,
  text: string,
  input: PageInput,
): Promise<NameActions> {
  const request = await parsePaging(view, input);
  const found = await findAccount(view, text);
  const eth = ethBytesOf(found.actor?.delegated ?? found.address);
  if (!eth) return EMPTY;
  const account = await view.db
    .selectFrom('name_account')
    .select('actions')
    .where('service', '=', 0)
    .where('address', '=', eth)
    .executeTakeFirst();
  return page(view, request, {
    table: 'account_name_action',
    service: 0,
    where: sql`service = 0 and address = ${eth}`,
    total: account?.actions ?? 0,
  });
}

async function page(view: View, request: PageRequest, list: List): Promise<NameActions> {
  const {
    total,
    rows: places,
    next,
  } = await listPage(view, request, {
    table: list.table,
    of: list.where,
    position: 'action_ord',
    total: list.total,
  });
  if (places.length === 0) return { ...EMPTY, totalCount: total };
  const rows = await view.db
    .selectFrom('name_action as a')
    .leftJoin('name as n', (join) =>
      join.onRef('n.service', '=', 'a.service').onRef('n.label_hash', '=', 'a.label_hash'),
    )
    .leftJoin('message as m', 'm.cid', 'a.cid')
    .selectAll('a')
    .select(['n.label', 'm.eth_hash'])
    .where('a.service', '=', list.service)
    .where(
      'a.ord',
      'in',
      places.map((place) => place.action_ord),
    )
    .orderBy('a.ord', 'desc')
    .execute();
  return {
    totalCount: total,
    actions: await actionsOf(view, list.service, rows),
    next,
  };
}

type Row = RowOf<'name_action'> & { label: string | null; eth_hash: Uint8Array | null };

async function actionsOf(view: View, service: number, rows: readonly Row[]): Promise<NameAction[]> {
  const [parties, changed] = await Promise.all([
    partiesOf(
      view,
      rows.flatMap((row) => [row.address, row.other]),
    ),
    view.changed('name'),
  ]);
  const labelOf = ({ label_hash, label }: Row): string | null =>
    label_hash &&
    (asOf<Pick<Row, 'label'>>(changed, nameKey(service, label_hash), { label })?.label ?? null);
  return rows.map((row) => ({
    type: TYPES[row.kind] ?? 'record',
    height: row.height,
    timestamp: timeOf(view.network, row.height),
    message: row.cid && cidOf(row.cid),
    transactionHash: to0xOrNull(row.eth_hash ?? row.cid),
    name: nameText(view, service, labelOf(row)),
    tokenId: to0xOrNull(row.label_hash),
    account: parties.of(row.address),
    other: parties.of(row.other),
    text: row.text,
    expires: shownTime(row.expires),
    cost: row.cost,
  }));
}

const to0xOrNull = (bytes: Uint8Array | null): string | null => bytes && to0x(bytes);
