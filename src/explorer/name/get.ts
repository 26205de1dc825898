/** One name, and the names of an account. */
import { ethBytesOf } from '#filecoin/address.ts';
import { fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { findAccount } from '../account/find.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { BadInput } from '../errors.ts';
import { parseSize, type PageInput } from '../input.ts';
import { namesOf } from '../names.ts';
import { timeOf, type View } from '../view.ts';
import { partiesOf } from './accounts.ts';
import { graceUntil, nameText, requireName, statusOf } from './find.ts';
import type { AccountNames, NameDetail } from './schema.ts';
import { targetOf } from './target.ts';

const RECORD_KINDS = ['address', 'text', 'contenthash', 'name'] as const;
const MAX_RECORDS = 200;

/** A second-level name as it is at the head. Throws BadInput, or NotFound when nobody registered it. */
export async function getName(view: View, text: string): Promise<NameDetail> {
  const row = await requireName(view, text);
  const { service } = row;
  const node = await view.db
    .selectFrom('name_node')
    .selectAll()
    .where('service', '=', service)
    .where('node', '=', row.node)
    .executeTakeFirst();
  const records = node?.resolver
    ? await view.db
        .selectFrom('name_record')
        .select(['kind', 'key', 'value'])
        .where('service', '=', service)
        .where('node', '=', row.node)
        .where('resolver', '=', node.resolver)
        .orderBy('kind')
        .orderBy('key_hash')
        .limit(MAX_RECORDS)
        .execute()
    : [];
  const target = targetOf(records);
  const parties = await partiesOf(view, [
    row.registrant,
    node?.owner ?? null,
    node?.resolver ?? null,
  ]);
  const targets = await resolveAddresses(view, target ? [target] : []);
  const targetId = target ? (targets.get(toHex(target)) ?? null) : null;
  const names = await namesOf(view, [targetId]);
  const height = row.registered_height;
  return {
    name: nameText(view, service, row.label),
    tokenId: to0x(row.label_hash),
    owner: parties.of(row.registrant),
    expires: row.expires,
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
    graceUntil: graceUntil(view, row),
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
  input: PageInput = {},
): Promise<AccountNames> {
  const size = parseSize(input.pageSize);
  const after = parseToken(input.before);
  const found = await findAccount(view, text);
  const eth = ethBytesOf(found.actor?.delegated ?? found.address);
  if (!eth || view.network.data.nameServices.length === 0)
    return { totalCount: 0, names: [], fnsName: null, next: null };
  const account = await view.db
    .selectFrom('name_account')
    .select('names')
    .where('service', '=', 0)
    .where('address', '=', eth)
    .executeTakeFirst();
  const rows = await view.db
    .selectFrom('name')
    .selectAll()
    .where('service', '=', 0)
    .where('registrant', '=', eth)
    .$if(after !== null, (query) => query.where('label_hash', '>', after ?? eth))
    .orderBy('label_hash')
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const parties = await partiesOf(view, [eth]);
  const last = shown.at(-1);
  return {
    totalCount: account?.names ?? 0,
    names: shown.map((row) => ({
      name: nameText(view, 0, row.label),
      tokenId: to0x(row.label_hash),
      owner: parties.of(row.registrant),
      expires: row.expires,
      status: statusOf(view, row),
    })),
    fnsName: parties.of(eth)?.fnsName ?? null,
    next: rows.length > size && last ? toHex(last.label_hash) : null,
  };
}

/** A `next` of these lists: the token of the last name shown, as hex with or without `0x`. */
function parseToken(text: string | undefined): Uint8Array | null {
  if (text === undefined || text === '') return null;
  const [, hex] = /^(?:0x)?([0-9a-f]{64})$/.exec(text) ?? [];
  if (hex === undefined) throw new BadInput('badCursor');
  return fromHex(hex);
}
