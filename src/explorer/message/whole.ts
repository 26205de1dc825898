/** A message with all that its detail is told of, by its CID alone: one round to the database. */
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql, type RawBuilder } from 'kysely';
import { certificatesAt, type Certificates } from '../finality/read.ts';
import { NotFound } from '../errors.ts';
import { tryDigest, tryHash } from '../input.ts';
import type { BareRow } from '../token/transferRows.ts';
import type { View } from '../view.ts';
import {
  executionsOf,
  lookUpMessage,
  MAX_EXECUTIONS,
  pooledByCid,
  type FoundMessage,
  type InclusionRow,
  type MessageRow,
} from './find.ts';

/** So many of a message's transfers are carried; there may be thousands in one message. */
export const MAX_TRANSFERS = 500;
const MAX_REPLACED = 20;

export interface TransferRow {
  type: number;
  from_id: number;
  to_id: number;
  shown_to_id: number | null;
  amount: string;
}

/** What came of its newest execution, and beside. */
interface Effects {
  /** The packed call tree; null when it made no calls (and did not fail in one). */
  trace: Uint8Array | null;
  /** One more than is carried, where there are as many. */
  transfers: TransferRow[];
  tokenTransfers: BareRow[];
  /** CIDs of the messages whose place it took, newest first. */
  replaced: Uint8Array[];
  /** As of its height; that of its newest inclusion where it was not executed. */
  certificates: Certificates;
}

export interface WholeMessage extends FoundMessage, Effects {}

/** Amounts and bytes as texts: JSON has neither. */
interface Row {
  trace: Uint8Array | null;
  inclusions: (Omit<InclusionRow, 'cid'> & { cid: string })[];
  transfers: TransferRow[];
  token_transfers: (Omit<BareRow, 'from_addr' | 'to_addr'> & {
    from_addr: string;
    to_addr: string;
  })[];
  replaced: string[];
  newest: number | null;
  instance: number | null;
  base_height: number | null;
}

const jsonOf = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(j), '[]') from (${rows}) j)`;
const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex') as ${sql.ref(column)}`;

const whole = statement((db, { cid }: Places<{ cid: Uint8Array }>) =>
  sql<Row & { [Column in keyof MessageRow]: MessageRow[Column] | null }>`
    with e as materialized (
      select seq, height from execution where cid = ${cid} order by seq desc limit 1
    ), b as materialized (
      select b.cid, b.height, b.timestamp, b.miner_id, b.orphaned, b.base_fee, b.position
      from block_message m join block b on b.cid = m.block_cid where m.cid = ${cid}
    )
    select m.*, c.*,
      (select doc from trace where seq = (select seq from e)) as trace,
      ${jsonOf(sql`
        select ${hex('cid')}, height, timestamp, miner_id, orphaned, base_fee::text as base_fee
        from b order by orphaned, b.height, position`)} as inclusions,
      ${jsonOf(sql`
        select type, from_id, to_id, shown_to_id, amount::text as amount from transfer
        where seq = (select seq from e) order by position limit ${MAX_TRANSFERS + 1}`)} as transfers,
      ${jsonOf(sql`
        select token_id, ${hex('from_addr')}, ${hex('to_addr')}, item::text as item,
          value::text as value, standard, log_index
        from token_transfer
        where seq = (select seq from e) order by position limit ${MAX_TRANSFERS + 1}`)} as token_transfers,
      array(
        select encode(cid, 'hex') from mempool where replaced_by = ${cid}
        order by departure desc limit ${MAX_REPLACED}
      ) as replaced
    from (select 1) one
    left join message m on m.cid = ${cid}
    left join lateral (${certificatesAt(
      db,
      sql<number>`coalesce(
        (select height from e), (select max(height) from b where not orphaned)
      )`,
    )}) c on true`.compile(db),
);

/** Throws BadInput for what is neither a CID nor a hash, NotFound for an unknown message. */
export async function findWhole(view: Pick<View, 'db'>, id: string): Promise<WholeMessage> {
  // By a CID all is asked for at once; by a hash, the message first.
  const digest = tryHash(id) === null ? tryDigest(id) : null;
  const known = digest === null ? await lookUpMessage(view, id) : null;
  const cid = digest ?? known?.cid;
  if (cid === undefined) throw new NotFound('noMessage');
  const [[row], executions] = await Promise.all([
    whole(view.db, { cid }),
    executionsOf(view.db, { cid, limit: MAX_EXECUTIONS }),
  ]);
  if (row === undefined) throw new Error('No row of a message');
  const message = known ?? messageOf(row) ?? (await pooledByCid(view.db, { cid })).at(0);
  if (message === undefined) throw new NotFound('noMessage');
  return {
    message,
    inclusions: row.inclusions.map((each) => ({ ...each, cid: fromHex(each.cid) })),
    execution: executions.at(0) ?? null,
    executions,
    trace: row.trace,
    transfers: row.transfers,
    tokenTransfers: row.token_transfers.map((each) => ({
      ...each,
      from_addr: fromHex(each.from_addr),
      to_addr: fromHex(each.to_addr),
    })),
    replaced: row.replaced.map(fromHex),
    certificates: row,
  };
}

/** Null where only its CID is known. */
function messageOf(row: { [Column in keyof MessageRow]: MessageRow[Column] | null }) {
  return row.cid === null ? null : (row as MessageRow);
}
