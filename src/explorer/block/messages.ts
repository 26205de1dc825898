import { methodId, methodName } from '#filecoin/actors/methods.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { BadInput } from '../errors.ts';
import { wholeNumber } from '../input.ts';
import { askedPage, type MessagePageInput } from '../parameters.ts';
import { hexOf, listReceipt } from '../message/rows.ts';
import { kindOrNull } from '../message/payload.ts';
import type { ListReceipt, MessageListItem } from '../message/schema.ts';
import { evmMethodsOf, methodNames, plainTransfer, selectorOf } from '../methods.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { actorsVersions, exitNames } from '../versions.ts';
import { parsePin, rankCursor } from '../paging.ts';
import { MAX_INTEGER, type View } from '../view.ts';
import { findBlock, type BlockRow } from './get.ts';
import type { BlockMessages } from './schema.ts';

/** A message of the block. */
interface Listed {
  position: number;
  cid: Uint8Array;
  fromId: number | null;
  toId: number | null;
  toAddress: Uint8Array;
  methodNumber: string;
  /** Null where it has not run. */
  methodId: number | null;
}

/** The same as far as the filter needs it. */
interface Entry extends Listed {
  method: string;
}

/**
 * Messages of a block in its own order. A block holds few enough (the protocol allows 10,000) to be
 * gone through whole for the filter.
 */
export async function blockMessages(
  view: View,
  cid: string,
  input: MessagePageInput,
): Promise<BlockMessages> {
  const { size, skip } = askedPage(input);
  const method = input.method === null ? null : methodId(input.method);
  await parsePin(view, rankCursor(input.before)?.head ?? input.head);
  const block = await findBlock(view, cid);
  const listed = await listedIn(view, block);
  const startIn = (among: readonly Listed[]): number =>
    input.before ? startAfter(among, input.before) : skip;
  // Without the filter it is known what is shown before it is named.
  const ahead = method === null ? listed.slice(startIn(listed), startIn(listed) + size) : null;
  const [{ entries, names }, aheadRows] = await Promise.all([
    entriesOf(view, listed),
    ahead && rowsOf(view, block, ahead),
  ]);
  const wanted =
    method === null ? entries : entries.filter((entry) => methodId(entry.method) === method);
  const from = startIn(wanted);
  const shown = wanted.slice(from, from + size);
  const last = shown.at(-1);
  const rows = aheadRows ?? (await rowsOf(view, block, shown));
  return {
    totalCount: wanted.length,
    messages: await items(view, block, shown, { rows, names }),
    methods: byFrequency(entries.map((entry) => entry.method)),
    next: last && from + size < wanted.length ? String(last.position) : null,
  };
}

/**
 * A block never changes: its cursor is the position of the last message that was shown, or, of
 * whichever head, how many were.
 */
function startAfter(entries: readonly Listed[], cursor: string): number {
  const ranked = rankCursor(cursor);
  if (ranked) return ranked.rank;
  const position = wholeNumber(cursor);
  if (position === null || position > MAX_INTEGER) throw new BadInput('badCursor');
  const index = entries.findIndex((entry) => entry.position > position);
  return index < 0 ? entries.length : index;
}

async function listedIn(view: View, block: BlockRow): Promise<Listed[]> {
  const rows = await view.db
    .selectFrom('block_message as b')
    .innerJoin('message as m', 'm.cid', 'b.cid')
    .leftJoin('execution as e', (join) =>
      join
        .onRef('e.cid', '=', 'b.cid')
        .on('e.height', '=', block.height)
        .on('e.height', '<', view.answered.height),
    )
    .select([
      'b.position',
      'b.cid',
      'm.from_addr',
      'm.to_addr',
      'm.method',
      'e.method_id',
      'e.from_id',
      'e.to_id',
    ])
    .where('b.block_cid', '=', block.cid)
    .orderBy('b.position')
    .execute();
  const waiting = rows.filter((row) => row.method_id === null);
  const ids = await resolveAddresses(
    view,
    waiting.flatMap((row) => [row.from_addr, row.to_addr]),
  );
  return rows.map((row) => ({
    position: row.position,
    cid: row.cid,
    fromId: row.from_id ?? ids.get(toHex(row.from_addr)) ?? null,
    toId: row.method_id === null ? (ids.get(toHex(row.to_addr)) ?? null) : row.to_id,
    toAddress: row.to_addr,
    methodNumber: row.method,
    methodId: row.method_id,
  }));
}

async function entriesOf(
  view: View,
  listed: readonly Listed[],
): Promise<{ entries: Entry[]; names: Names }> {
  const [names, methods, versions] = await Promise.all([
    namesOf(
      view,
      listed.flatMap(({ fromId, toId }) => [fromId, toId]),
    ),
    methodNames(
      view,
      listed.flatMap((entry) => entry.methodId ?? []),
    ),
    actorsVersions(view),
  ]);
  const entries = listed.map((entry) => {
    const { toId, toAddress, methodNumber } = entry;
    const known = entry.methodId === null ? undefined : methods.get(entry.methodId);
    const named = () =>
      methodName(names.kindCalled(toId, toAddress), uint64(methodNumber), versions(null));
    return { ...entry, method: known ?? named() };
  });
  return { entries, names };
}

async function rowsOf(view: View, block: BlockRow, entries: readonly Listed[]) {
  if (entries.length === 0) return [];
  return view.db
    .selectFrom('message as m')
    .leftJoin('execution as e', (join) =>
      join
        .onRef('e.cid', '=', 'm.cid')
        .on('e.height', '=', block.height)
        .on('e.height', '<', view.answered.height),
    )
    .select([
      'm.cid',
      'm.from_addr',
      'm.to_addr',
      'm.nonce',
      'm.value',
      'm.method',
      'm.params',
      'e.selector',
      'e.exit_code',
      'e.gas_used',
      'e.to_kind',
      'e.return',
    ])
    .where(
      'm.cid',
      'in',
      entries.map((entry) => entry.cid),
    )
    .execute();
}

async function items(
  view: View,
  block: BlockRow,
  entries: readonly Entry[],
  { rows, names }: { rows: Awaited<ReturnType<typeof rowsOf>>; names: Names },
): Promise<MessageListItem[]> {
  const byCid = new Map(rows.map((row) => [toHex(row.cid), row]));
  const call = ({ cid, toId }: (typeof entries)[number]) => {
    const row = byCid.get(toHex(cid));
    if (row === undefined) return { to: toId, selector: null };
    const { method, params, selector } = row;
    const waiting = () => selectorOf(names.kindCalled(toId, row.to_addr), uint64(method), params);
    return { to: toId, params, selector: row.exit_code === null ? waiting() : selector };
  };
  const [exitName, evmMethod] = await Promise.all([
    exitNames(
      view,
      rows.map((row) => row.exit_code).filter((code) => code !== null),
    ),
    evmMethodsOf(view, entries.map(call)),
  ]);
  return entries.flatMap((entry) => {
    const row = byCid.get(toHex(entry.cid));
    if (!row) return [];
    const number = uint64(row.method);
    const receiptOf = (code: Integer): ListReceipt => {
      const name = exitName(code, block.height, kindOrNull(row.to_kind));
      return listReceipt(code, name, row.return, row.gas_used);
    };
    return {
      cid: cidOf(entry.cid),
      height: block.height,
      timestamp: block.timestamp,
      from: names.shown(entry.fromId, row.from_addr),
      fromId: names.idTextOrNull(entry.fromId),
      to: names.shown(entry.toId, row.to_addr),
      toId: names.idTextOrNull(entry.toId),
      ...names.ends(
        { id: entry.fromId, written: row.from_addr },
        { id: entry.toId, written: row.to_addr },
      ),
      nonce: integerJson(row.nonce),
      value: row.value,
      method: entry.method,
      methodNumber: integerJson(number),
      ...plainTransfer(names.kindCalled(entry.toId, row.to_addr), number, row.params, row.value),
      ...evmMethod(call(entry)),
      params: hexOf(row.params),
      // What an orphaned block brought was executed, if at all, as another block's.
      ...(block.orphaned || row.exit_code === null ? {} : { receipt: receiptOf(row.exit_code) }),
    };
  });
}

function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.keys()].sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
  );
}
