/** One name, and the names of an account. */
import { ethBytesOf } from '#filecoin/address.ts';
import { to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { RECORD } from '#filecoin/evm/names.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import { askedPage, type PageInput } from '../parameters.ts';
import { namesAt } from '../names.ts';
import { countedPage, hashColumn, headOf, idColumn, type OrderedList } from '../ordered.ts';
import { asOf } from '../past.ts';
import { timeOf, type HeadView, type View } from '../view.ts';
import { partiesOf } from './accounts.ts';
import {
  graceUntil,
  nameKey,
  nameText,
  requireName,
  shownTime,
  statusOf,
  type NameRow,
} from './find.ts';
import { recordsOf } from './records.ts';
import type { AccountNames, NameDetail } from './schema.ts';
import { targetOf } from './target.ts';

const RECORD_KINDS = ['address', 'text', 'contenthash', 'name'] as const;
const MAX_RECORDS = 200;

/** A second-level name as it is at the head. Throws BadInput, or NotFound when nobody registered it. */
export async function getName(view: View, text: string): Promise<NameDetail> {
  const row = await requireName(view, text);
  const { service } = row;
  const [node, addresses] = await Promise.all([
    view.db
      .selectFrom('name_node')
      .selectAll()
      .where('service', '=', service)
      .where('node', '=', row.node)
      .executeTakeFirst(),
    // By itself: those listed below may all be of other coins.
    recordsOf(view, service, RECORD.address, [row.node]),
  ]);
  const records = node?.resolver
    ? await view.db
        .selectFrom('name_record')
        .select(['kind', 'key', 'value'])
        .where('service', '=', service)
        .where('node', '=', row.node)
        .where('resolver', '=', node.resolver)
        // Those that were set since the resolver cleared what it said: none was set later than now, and
        // in this order they are found by the index of these alone.
        .where(
          sql`coalesce(clearing, 0)`,
          '>=',
          sql`coalesce((select times from name_clearing where service = ${service}
            and node = ${row.node} and resolver = ${node.resolver}), 0)`,
        )
        .orderBy(sql`coalesce(clearing, 0)`)
        .orderBy('kind')
        .orderBy('key_hash')
        .limit(MAX_RECORDS)
        .execute()
    : [];
  const target = targetOf(addresses);
  const [parties, { ids, names }] = await Promise.all([
    partiesOf(view, [row.registrant, node?.owner ?? null, node?.resolver ?? null]),
    namesAt(view, target ? [target] : []),
  ]);
  const targetId = target ? (ids.get(toHex(target)) ?? null) : null;
  const height = row.registered_height;
  return {
    name: nameText(view, service, row.label),
    tokenId: to0x(row.label_hash),
    owner: parties.of(row.registrant),
    expires: shownTime(row.expires),
    status: statusOf(view, row),
    service: view.network.data.nameServices[service]?.title ?? '',
    node: to0x(row.node),
    controller: parties.of(node?.owner ?? null),
    resolver: parties.of(node?.resolver ?? null),
    resolvedAddress: target ? names.shown(targetId, target) : null,
    resolvedId: names.idTextOrNull(targetId),
    records: records.map(({ kind, key, value }) => ({
      kind: RECORD_KINDS[kind] ?? 'text',
      key,
      value,
    })),
    graceUntil: shownTime(graceUntil(view, row)),
    registerHeight: height,
    registerTimestamp: height === null ? null : timeOf(view.network, height),
    registerMessage: row.registered_by && cidOf(row.registered_by),
    actionCount: row.actions,
  };
}

/** Names that an account holds in the first name service, in the order of their tokens. */
export async function namesHeldBy(
  view: View,
  text: string,
  input: PageInput,
): Promise<AccountNames> {
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const found = await findAccount(at, text);
  const eth = ethBytesOf(found.actor?.delegated ?? found.address);
  if (!eth || at.network.data.nameServices.length === 0)
    return { totalCount: 0, names: [], fnsName: null, next: null };
  const [page, parties] = await Promise.all([
    countedPage(at, heldNames(eth), nameCountOf(at, eth), asked),
    partiesOf(at, [eth]),
  ]);
  return {
    totalCount: page.total,
    names: page.rows.map((row) => ({
      name: nameText(at, 0, row.label),
      tokenId: to0x(row.label_hash),
      owner: parties.of(row.registrant),
      expires: shownTime(row.expires),
      status: statusOf(at, row),
    })),
    fnsName: parties.of(eth)?.fnsName ?? null,
    next: page.next,
  };
}

async function nameCountOf(at: HeadView, eth: Uint8Array): Promise<number> {
  const [now, changed] = await Promise.all([
    at.db
      .selectFrom('name_account')
      .select('names')
      .where('service', '=', 0)
      .where('address', '=', eth)
      .executeTakeFirst(),
    at.changed('name_account'),
  ]);
  return asOf<{ names: number }>(changed, nameKey(0, eth), now)?.names ?? 0;
}

function heldNames(registrant: Uint8Array): OrderedList<'name', NameRow> {
  const hex = toHex(registrant);
  return {
    name: `names ${hex}`,
    table: 'name',
    order: [hashColumn('label_hash'), idColumn('service')],
    largestFirst: false,
    place: ({ label_hash, service }) => [BigInt(to0x(label_hash)), BigInt(service)],
    keyOf: ({ label_hash, service }) => nameKey(service, label_hash),
    rowOf: (image) =>
      image.service === 0 && image.registrant && toHex(image.registrant) === hex ? image : null,
    read: ({ db }, range, limit) =>
      db
        .selectFrom('name')
        .selectAll()
        .where('service', '=', 0)
        .where('registrant', '=', registrant)
        .where(range)
        .orderBy('label_hash')
        .limit(limit)
        .execute(),
  };
}
