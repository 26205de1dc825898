/** Tipsets as the index has them, with all that hashes tell of: read by slices, the lowest first. */
import { sql, type Kysely } from 'kysely';
import { integer, type Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { Database } from '#store/schema.ts';

/** Tipsets in memory at a time, and what they executed and emitted, unless it is all one tipset's. */
const SLICE = 200;
const MOST = 50_000;

export interface StoredMessage {
  /** Null where the message itself is missing. */
  from: Uint8Array | null;
  cid: Uint8Array;
  position: number;
  nonce: Uint64;
  signatureType: number;
}

export interface StoredBlock {
  cid: Uint8Array;
  height: number;
  minerId: number;
  orphaned: boolean;
  messagesRoot: Uint8Array;
  /** As the block's row tells it. */
  messageCount: number;
  messages: StoredMessage[];
}

export interface StoredExecution {
  cid: Uint8Array;
  minerId: number;
  exitCode: Integer;
  returned: Uint8Array;
  gasUsed: Integer;
  events: { emitter: Uint64; entries: Uint8Array }[];
}

export interface StoredTipset {
  height: number;
  key: Uint8Array;
  executed: boolean;
  messageCount: number;
  /** What its child names as its parent's receipts; null where it has no child. */
  receiptsRoot: Uint8Array | null;
  /** In the tipset's order. */
  blocks: StoredBlock[];
  executions: StoredExecution[];
}

export interface StoredSlice {
  tipsets: StoredTipset[];
  /** Of the heights from the slice's first tipset to below the next slice's. */
  orphans: StoredBlock[];
}

/** @param most messages and events in memory at a time: a tipset may have hundreds of thousands */
export async function* storedTipsets(
  db: Kysely<Database>,
  most = MOST,
): AsyncGenerator<StoredSlice> {
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom('tipset')
      .select(['height', 'key', 'executed', 'message_count', 'receipts_root'])
      .where('height', '>', after)
      .orderBy('height')
      .limit(SLICE + 1)
      .execute();
    const own = rows.slice(0, Math.min(SLICE, await fitting(db, rows, most)));
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return;
    const next = rows[own.length];
    const to = (next?.height ?? 2 ** 31) - 1;
    const blocks = await blocksOf(db, after + 1, to);
    const executions = await executionsOf(db, first.height, last.height);
    const canonical = Map.groupBy(
      blocks.filter(({ orphaned }) => !orphaned),
      ({ height }) => height,
    );
    yield {
      tipsets: own.map(({ height, key, executed, message_count }, index) => ({
        height,
        key,
        executed,
        messageCount: message_count,
        receiptsRoot: rows[index + 1]?.receipts_root ?? null,
        blocks: canonical.get(height) ?? [],
        executions: executions.get(height) ?? [],
      })),
      orphans: blocks.filter(({ orphaned }) => orphaned),
    };
    if (!next) return;
    after = to;
  }
}

/** How many of these tipsets have no more messages and events together; one at least. */
async function fitting(
  db: Kysely<Database>,
  tipsets: readonly { height: number }[],
  most: number,
): Promise<number> {
  const [from, to] = [tipsets[0]?.height ?? 0, tipsets.at(-1)?.height ?? -1];
  const { rows } = await sql<{ height: number; count: number }>`
    select height, count(*)::float8 as count from (
      select height from execution where height between ${from} and ${to}
      union all select height from event where height between ${from} and ${to}
    ) r group by height`.execute(db);
  const counts = new Map(rows.map(({ height, count }) => [height, count]));
  let sum = 0;
  const beyond = tipsets.findIndex(({ height }, at) => {
    sum += counts.get(height) ?? 0;
    return at > 0 && sum > most;
  });
  return beyond < 0 ? tipsets.length : beyond;
}

async function blocksOf(db: Kysely<Database>, from: number, to: number): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('block')
    .select(['cid', 'height', 'miner_id', 'orphaned', 'messages_root', 'message_count'])
    .where('height', '>=', from)
    .where('height', '<=', to)
    .orderBy('height')
    .orderBy('position')
    .execute();
  const { rows: included } = await sql<{
    block: Uint8Array;
    position: number;
    cid: Uint8Array;
    from: Uint8Array | null;
    nonce: string | null;
    type: number;
  }>`
    select l.block_cid as block, l.position, l.cid, m.from_addr as "from", m.nonce,
      m.signature_type as type
    from block b join block_message l on l.block_cid = b.cid left join message m on m.cid = l.cid
    where b.height between ${from} and ${to}
    order by b.height, l.block_cid, l.position`.execute(db);
  const lists = Map.groupBy(included, ({ block }) => toKey(block));
  return rows.map((row) => ({
    cid: row.cid,
    height: row.height,
    minerId: row.miner_id,
    orphaned: row.orphaned,
    messagesRoot: row.messages_root,
    messageCount: row.message_count,
    messages: (lists.get(toKey(row.cid)) ?? []).map((message) => ({
      from: message.from,
      cid: message.cid,
      position: message.position,
      nonce: integer(message.nonce ?? 0),
      signatureType: message.type,
    })),
  }));
}

async function executionsOf(
  db: Kysely<Database>,
  from: number,
  to: number,
): Promise<Map<number, StoredExecution[]>> {
  const rows = await db
    .selectFrom('execution')
    .select(['seq', 'height', 'cid', 'miner_id', 'exit_code', 'return', 'gas_used'])
    .where('height', '>=', from)
    .where('height', '<=', to)
    .orderBy('seq')
    .execute();
  const emitted = await db
    .selectFrom('event')
    .select(['seq', 'emitter_id', 'entries'])
    .where('height', '>=', from)
    .where('height', '<=', to)
    .orderBy('height')
    .orderBy('position')
    .execute();
  const events = Map.groupBy(emitted, ({ seq }) => seq);
  const executions = rows.map((row) => ({
    height: row.height,
    cid: row.cid,
    minerId: row.miner_id,
    exitCode: row.exit_code,
    returned: row.return ?? new Uint8Array(),
    gasUsed: row.gas_used,
    events: (events.get(row.seq) ?? []).map((event) => ({
      emitter: integer(event.emitter_id),
      entries: event.entries,
    })),
  }));
  return Map.groupBy(executions, ({ height }) => height);
}

const toKey = (cid: Uint8Array): string => Buffer.from(cid).toString('hex');
