/** What waits of one account: in the pool, and in the head until the next tipset runs it. */
import { idAddress } from '#filecoin/address.ts';
import { methodName } from '#filecoin/actors/methods.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import { addressesOf } from '../account/forms.ts';
import { BadInput } from '../errors.ts';
import { askedPage, type OffsetPageInput, type PageInput } from '../parameters.ts';
import { selectorOf } from '../methods.ts';
import { kindsAt } from '../names.ts';
import { actorsVersions } from '../versions.ts';
import type { View } from '../view.ts';
import { heldPool, type HeldPool } from './held.ts';
import { methodCounts, methodsOf, pageOf } from './list.ts';
import { mempoolItems, POOLED_COLUMNS, waitingItems, type WaitingRow } from './rows.ts';
import type { MempoolOfAddress, PendingMessages } from './schema.ts';

/** Messages of the pool from or to an account, oldest first; of every account when none is given. */
export async function mempoolOfAddress(
  view: View,
  { address, ...input }: PageInput & { address: string },
): Promise<MempoolOfAddress> {
  const { size, skip } = askedPage(input);
  const held = await heldPool(view, input, skip);
  const forms = address === '' ? undefined : await formsOf(view, address);
  const [counts, rows] = await Promise.all([
    methodCounts(view, held, forms),
    pooledOf(view, held, forms)
      .selectAll()
      .$if(held.after !== null, (query) => query.where('arrival', '>', held.after ?? 0))
      .orderBy('arrival')
      .offset(held.skip)
      .limit(size + 1)
      .execute(),
  ]);
  return {
    totalCount: sumOf(counts),
    ...(await pageOf(view, held, rows, size)),
    methods: methodsOf(counts),
  };
}

/** Messages from or to an account that have not run: those of the pool, newest first, then the head's. */
export async function pendingMessages(
  view: View,
  address: string,
  input: OffsetPageInput,
): Promise<PendingMessages> {
  const size = input.limit;
  const [held, forms] = await Promise.all([
    heldPool(view, input, input.offset),
    formsOf(view, address),
  ]);
  if (held.after !== null) throw new BadInput('badCursor');
  const included = await includedOf(view, forms, held.height);
  const pool = pooledOf(view, held, forms).$if(included.length > 0, (query) =>
    query.where(
      'cid',
      'not in',
      included.map(({ cid }) => cid),
    ),
  );
  // Of most accounts nothing waits.
  const isBare = held.isNow && !(await waitsAny(view, forms));
  const rows = isBare
    ? []
    : await pool.selectAll().orderBy('arrival', 'desc').offset(held.skip).limit(size).execute();
  const none = isBare || (rows.length === 0 && held.skip === 0);
  const counts = none
    ? []
    : await pool
        .select(['method_name as name', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('method_name')
        .execute();
  const methods = new Map(counts.map(({ name, count }) => [name, Number(count)]));
  const inPool = [...methods.values()].reduce((sum, count) => sum + count, 0);
  for (const { method_name: name } of included) methods.set(name, (methods.get(name) ?? 0) + 1);
  const from = Math.max(0, held.skip - inPool);
  const rest = included.slice(from, from + size - rows.length);
  const totalCount = inPool + included.length;
  const to = held.skip + size;
  const [waiting, inHead] = await Promise.all([
    mempoolItems(view, rows),
    includedItems(view, rest, held.height),
  ]);
  return {
    totalCount,
    messages: [...waiting.map((item) => ({ ...item, height: null })), ...inHead],
    methods: mostFirst(methods),
    next: to < totalCount ? `${held.snapshot}.${to}` : null,
    snapshot: held.snapshot,
  };
}

/** Every address under which messages name an account. */
async function formsOf(view: View, text: string): Promise<Uint8Array[]> {
  const { address, actor } = await findAccount(view, text);
  const forms = new Map([[toHex(address), address]]);
  if (actor) {
    const id = idAddress(actor.id);
    for (const form of [id, ...(await addressesOf(view, actor.id))]) forms.set(toHex(form), form);
  }
  return [...forms.values()];
}

const anyOf = statement((db, { forms }: Places<{ forms: readonly Uint8Array[] }>) =>
  sql<{ waits: boolean }>`
    select exists (select from mempool where departure is null and from_addr = any(${forms}::bytea[]))
      or exists (select from mempool where departure is null and to_addr = any(${forms}::bytea[]))
      as waits`.compile(db),
);

/** Whether the pool, as it is now, has anything of an account. */
async function waitsAny({ db }: View, forms: readonly Uint8Array[]): Promise<boolean> {
  const [row] = await anyOf(db, { forms });
  return row?.waits === true;
}

/**
 * What waited, or waited of an account: that is found by the account's own indexes before it is put
 * into order, or all that ever arrived would be gone through for it.
 */
function pooledOf({ db }: View, held: HeldPool, forms: readonly Uint8Array[] | undefined) {
  return db
    .with(
      (cte) => (forms ? cte('pooled').materialized() : cte('pooled').notMaterialized()),
      (pool) =>
        pool
          .selectFrom('mempool')
          .select([...POOLED_COLUMNS])
          .where((eb) => held.pending(eb, forms)),
    )
    .selectFrom('pooled');
}

/** Names by how many there are of each, most frequent first. */
function mostFirst(methods: ReadonlyMap<string, number>): string[] {
  const counts = [...methods].map(([name, count]) => ({ name, count }));
  return methodsOf(counts.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)));
}

const sumOf = (counts: readonly { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

interface IncludedRow extends WaitingRow {
  first_seen: number | null;
}

/** Addresses (hex) that the newest head's messages are from or to: few accounts have any. */
function endsInHead(view: View): Promise<ReadonlySet<string>> {
  return view.past.now(view, 'ends in the head', async () => {
    const rows = await view.db
      .selectFrom('block as b')
      .innerJoin('block_message as l', 'l.block_cid', 'b.cid')
      .innerJoin('message as m', 'm.cid', 'l.cid')
      .select(['m.from_addr', 'm.to_addr'])
      .distinct()
      .where('b.height', '=', view.head.height)
      .where('b.orphaned', '=', false)
      .execute();
    return new Set(rows.flatMap((row) => [toHex(row.from_addr), toHex(row.to_addr)]));
  });
}

/** A head's messages from or to an account, in the order of its blocks; once each. */
async function includedOf(view: View, forms: Uint8Array[], height: number): Promise<IncludedRow[]> {
  if (height === view.head.height) {
    const ends = await endsInHead(view);
    if (!forms.some((form) => ends.has(toHex(form)))) return [];
  }
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
    .where('b.height', '=', height)
    .where('b.orphaned', '=', false)
    .where((eb) => eb.or([eb('m.from_addr', 'in', forms), eb('m.to_addr', 'in', forms)]))
    .orderBy('b.position')
    .orderBy('l.position')
    .execute();
  const once = [...new Map(rows.map((row) => [toHex(row.cid), row])).values()];
  const [{ ids, names }, versions] = await Promise.all([
    kindsAt(
      view,
      once.map((row) => row.to_addr),
    ),
    actorsVersions(view),
  ]);
  const version = versions(null);
  return once.map((row) => {
    const kind = names.kindCalled(ids.get(toHex(row.to_addr)) ?? null, row.to_addr);
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
  height: number,
): Promise<PendingMessages['messages']> {
  const items = await waitingItems(view, rows);
  return items.map((item, index) => ({
    ...item,
    createTimestamp: rows[index]?.first_seen ?? null,
    height,
  }));
}
