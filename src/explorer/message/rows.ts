/** Rows of lists of messages: whatever the list, they become the same item. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import { ofAnyLength } from '#store/plans.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import { evmMethodsOf, methodNames, plainTransfer } from '../methods.ts';
import { cursorText } from '../paging.ts';
import { namesOf } from '../names.ts';
import { exitNames } from '../versions.ts';
import type { View } from '../view.ts';
import { kindOrNull } from './payload.ts';
import type { ListReceipt, MessageListItem } from './schema.ts';

/** What every list's own table carries. */
export interface ListedRow {
  seq: number;
  cid: Uint8Array;
  height: number;
  timestamp: number;
  from_id: number | null;
  to_id: number | null;
  from_addr: Uint8Array;
  to_addr: Uint8Array;
  nonce: string;
  value: string;
  method_id: number;
  selector: Uint8Array | null;
  exit_code: Integer;
}

export const LISTED_COLUMNS = [
  'seq',
  'cid',
  'height',
  'timestamp',
  'from_id',
  'to_id',
  'from_addr',
  'to_addr',
  'nonce',
  'value',
  'method_id',
  'selector',
  'exit_code',
] as const;

/** What is long and rarely wanted, so that the lists' own tables leave it out. */
interface ListedPayload {
  position: number;
  method: string;
  to_kind: number | null;
  return: Uint8Array | null;
  gas_used: Integer | null;
  /** Null where the message itself is not there. */
  params: Uint8Array | null;
}

const PAYLOAD_COLUMNS = ['position', 'method', 'to_kind', 'return', 'gas_used'] as const;

/** A row that has it all. */
export interface WholeRow extends ListedRow, ListedPayload {}

const WHOLE = sql.join([...LISTED_COLUMNS, ...PAYLOAD_COLUMNS].map((name) => sql.ref(`e.${name}`)));

/** Executions by their `seq`, whole, the newest first. */
export const wholeRows = (seqs: RawBuilder<unknown>) => sql<WholeRow>`
  select ${WHOLE}, m.params from execution e left join message m on m.cid = e.cid
  where e.seq = any(${seqs}) order by e.seq desc`;

/** `0x…`; an empty text when there is nothing. */
export function hexOf(bytes: Uint8Array | null): string {
  if (bytes === null || bytes.length === 0) return '';
  // Payloads may be long, and Node writes them many times as fast.
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;
}

/**
 * By what Ethereum's calls know a message: the hash of its transaction, or the digest in its CID when
 * no Ethereum wallet signed it (Lotus: `ethTxHashFromSignedMessage`).
 */
export function ethHashOf(row: { cid: Uint8Array; eth_hash: Uint8Array | null }): string {
  return to0x(row.eth_hash ?? row.cid);
}

/** `gasUsed`: by it a message is told that was refused before it ran; of calls left out. */
export function listReceipt(
  exitCode: Integer,
  exitCodeName: string,
  returned: Uint8Array | null,
  gasUsed?: Integer | null,
): ListReceipt {
  const refused = gasUsed != null && isRefused({ exitCode, gasUsed });
  return {
    exitCode: integerJson(exitCode),
    return: hexOf(returned),
    exitCodeName,
    ...(refused ? { refused } : {}),
  };
}

export interface ListedItems {
  /** In the order of the rows. */
  items: MessageListItem[];
  /** Cursor behind the last of them; null when there is none. */
  cursor: string | null;
}

const payloadsBy = statement((db, { seqs }: Places<{ seqs: readonly number[] }>) =>
  db
    .selectFrom('execution as e')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .select(['e.seq', 'e.position', 'e.method', 'e.to_kind', 'e.return', 'e.gas_used', 'm.params'])
    .where('e.seq', '=', sql<number>`any(${ofAnyLength(seqs)})`)
    .compile(),
);

/** Of each row by its `seq`; rows that are whole are not looked up. */
async function payloadsOf(
  view: View,
  rows: readonly (ListedRow | WholeRow)[],
): Promise<ReadonlyMap<number, ListedPayload>> {
  const payloads = new Map<number, ListedPayload>();
  const seqs: number[] = [];
  for (const row of rows)
    if ('params' in row) payloads.set(row.seq, row);
    else seqs.push(row.seq);
  if (seqs.length === 0) return payloads;
  for (const payload of await payloadsBy(view.db, { seqs })) payloads.set(payload.seq, payload);
  return payloads;
}

/** Executed messages as list items. `methods`: names that are known already, by their ids. */
export async function listItems(
  view: View,
  rows: readonly (ListedRow | WholeRow)[],
  methods: ReadonlyMap<number, string>,
): Promise<ListedItems> {
  const last = rows.at(-1);
  if (!last) return { items: [], cursor: null };
  const [names, others, payloadOf, evmMethod, exitName] = await Promise.all([
    namesOf(
      view,
      rows.flatMap((row) => [row.from_id, row.to_id]),
    ),
    methodNames(
      view,
      rows.map((row) => row.method_id).filter((id) => !methods.has(id)),
    ),
    payloadsOf(view, rows),
    evmMethodsOf(
      view,
      rows.map(({ to_id: to, selector }) => ({ to, selector })),
    ),
    exitNames(
      view,
      rows.map((row) => row.exit_code),
    ),
  ]);
  const called = (row: ListedRow) => ({
    to: row.to_id,
    selector: row.selector,
    params: payloadOf.get(row.seq)?.params,
  });
  const items = rows.map((row) => {
    const payload = payloadOf.get(row.seq);
    const exit = exitName(row.exit_code, row.height, kindOrNull(payload?.to_kind ?? null));
    return {
      cid: cidOf(row.cid),
      height: row.height,
      timestamp: row.timestamp,
      from: names.shown(row.from_id, row.from_addr),
      fromId: names.idTextOrNull(row.from_id),
      to: names.shown(row.to_id, row.to_addr),
      toId: names.idTextOrNull(row.to_id),
      ...names.ends(
        { id: row.from_id, written: row.from_addr },
        { id: row.to_id, written: row.to_addr },
      ),
      nonce: integerJson(row.nonce),
      value: row.value,
      method: methods.get(row.method_id) ?? others.get(row.method_id) ?? '',
      methodNumber: integerJson(payload?.method ?? 0),
      ...plainTransfer(
        kindOrNull(payload?.to_kind ?? null),
        uint64(payload?.method ?? '0'),
        payload?.params,
        row.value,
      ),
      ...evmMethod(called(row)),
      params: hexOf(payload?.params ?? null),
      receipt: listReceipt(row.exit_code, exit, payload?.return ?? null, payload?.gas_used),
    };
  });
  const position = payloadOf.get(last.seq)?.position ?? 0;
  return { items, cursor: cursorText({ height: last.height, position }) };
}
