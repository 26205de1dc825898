/** What waits of one account: in the pool, and in the head until the next tipset runs it. */
import { idAddress } from '#filecoin/address.ts';
import { methodName } from '#filecoin/actors/methods.ts';
import { toHex } from '#filecoin/bytes.ts';
import { uint64 } from '#filecoin/uint64.ts';
import { findAccount } from '../account/find.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { parsePage, parseSize } from '../input.ts';
import { selectorOf } from '../methods.ts';
import { namesOf } from '../names.ts';
import type { NumberInput } from '../types.ts';
import { actorsVersions } from '../versions.ts';
import type { View } from '../view.ts';
import { mempoolItems, POOLED_COLUMNS, waitingItems, type WaitingRow } from './rows.ts';
import type { MempoolOfAddress, PendingMessages } from './schema.ts';

const MAX_FILTERED = 1000;

/** Messages of the pool from or to an account, oldest first, at most 1,000; of every account when none is given. */
export async function mempoolOfAddress(
  view: View,
  address: string,
  input: { pageSize?: NumberInput } = {},
): Promise<MempoolOfAddress> {
  const size = parseSize(input.pageSize, MAX_FILTERED);
  const waiting = address === '' ? pending(view) : pendingOf(view, await formsOf(view, address));
  const rows = await waiting.orderBy('arrival').limit(size).execute();
  return { messages: await mempoolItems(view, rows) };
}

/** Messages from or to an account that have not run: those of the pool, newest first, then the head's. */
export async function pendingMessages(
  view: View,
  address: string,
  input: { limit?: NumberInput; offset?: NumberInput } = {},
): Promise<PendingMessages> {
  const size = parseSize(input.limit);
  const offset = parsePage(input.offset);
  const forms = await formsOf(view, address);
  const included = await includedOf(view, forms);
  const taken = included.map(({ cid }) => cid);
  const waiting = pendingOf(view, forms).$if(taken.length > 0, (query) =>
    query.where('cid', 'not in', taken),
  );
  const { count } = await waiting
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const inPool = Number(count);
  const rows = await waiting.orderBy('arrival', 'desc').offset(offset).limit(size).execute();
  const from = Math.max(0, offset - inPool);
  const rest = included.slice(from, from + size - rows.length);
  return {
    totalCount: inPool + included.length,
    messages: [
      ...(await mempoolItems(view, rows)).map((item) => ({ ...item, height: null })),
      ...(await includedItems(view, rest)),
    ],
  };
}

/** Every address under which messages name an account. */
async function formsOf(view: View, text: string): Promise<Uint8Array[]> {
  const { address, actor } = await findAccount(view, text);
  const forms = new Map([[toHex(address), address]]);
  if (actor) {
    const id = idAddress(actor.id);
    forms.set(toHex(id), id);
    const rows = await view.db
      .selectFrom('address')
      .select('address')
      .where('actor_id', '=', actor.id)
      .execute();
    for (const row of rows) forms.set(toHex(row.address), row.address);
  }
  return [...forms.values()];
}

function pending({ db }: View) {
  return db
    .selectFrom('mempool')
    .select([...POOLED_COLUMNS])
    .where('departure', 'is', null);
}

function pendingOf(view: View, forms: Uint8Array[]) {
  return pending(view).where((eb) =>
    eb.or([eb('from_addr', 'in', forms), eb('to_addr', 'in', forms)]),
  );
}

interface IncludedRow extends WaitingRow {
  first_seen: number | null;
}

/** The head's messages from or to an account, in the order of its blocks; once each. */
async function includedOf(view: View, forms: Uint8Array[]): Promise<IncludedRow[]> {
  const rows = await view.db
    .selectFrom('block as b')
    .innerJoin('block_message as l', 'l.block_cid', 'b.cid')
    .innerJoin('message as m', 'm.cid', 'l.cid')
    .leftJoin('mempool as p', 'p.cid', 'm.cid')
    .select([
      'm.cid',
      'm.from_addr',
      'm.to_addr',
      'm.nonce',
      'm.value',
      'm.gas_limit',
      'm.gas_fee_cap',
      'm.gas_premium',
      'm.method',
      'm.params',
      'm.size',
      'p.first_seen',
    ])
    .where('b.height', '=', view.head.height)
    .where('b.orphaned', '=', false)
    .where((eb) => eb.or([eb('m.from_addr', 'in', forms), eb('m.to_addr', 'in', forms)]))
    .orderBy('b.position')
    .orderBy('l.position')
    .execute();
  const once = [...new Map(rows.map((row) => [toHex(row.cid), row])).values()];
  const ids = await resolveAddresses(
    view,
    once.map((row) => row.to_addr),
  );
  const names = await namesOf(view, ids.values());
  const version = (await actorsVersions(view))(null);
  return once.map((row) => {
    const kind = names.kind(ids.get(toHex(row.to_addr)) ?? null);
    const number = uint64(row.method);
    return {
      ...row,
      method_name: methodName(kind, number, version),
      selector: selectorOf(kind, number, row.params),
    };
  });
}

async function includedItems(
  view: View,
  rows: readonly IncludedRow[],
): Promise<PendingMessages['messages']> {
  const items = await waitingItems(view, rows);
  return items.map((item, index) => ({
    ...item,
    createTimestamp: rows[index]?.first_seen ?? null,
    height: view.head.height,
  }));
}
