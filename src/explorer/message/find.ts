import { isRefused } from '#filecoin/execution/gas.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { BadInput, NotFound } from '../errors.ts';
import { tryDigest, tryHash } from '../input.ts';
import { isFinal, type View } from '../view.ts';

export type MessageRow = RowOf<'message'>;
export type ExecutionRow = RowOf<'execution'>;
export type InclusionRow = Pick<
  RowOf<'block'>,
  'cid' | 'height' | 'timestamp' | 'miner_id' | 'orphaned' | 'base_fee'
>;

/** A message: what it says, where it is, what became of it. */
export interface FoundMessage {
  message: MessageRow;
  /** Blocks that include it, canonical ones first. */
  inclusions: InclusionRow[];
  /** The newest one; null until it is executed on the canonical chain. */
  execution: ExecutionRow | null;
  /** Every one, newest first: what was refused before it ran may be run, or refused, again. */
  executions: ExecutionRow[];
}

/** So many executions of one message are told, the newest. */
export const MAX_EXECUTIONS = 100;

const byCid = statement((db, { cid }: Places<{ cid: Uint8Array }>) =>
  db.selectFrom('message').selectAll().where('cid', '=', cid).compile(),
);
const byHash = statement((db, { hash }: Places<{ hash: Uint8Array }>) =>
  db.selectFrom('message').selectAll().where('eth_hash', '=', hash).limit(1).compile(),
);
/** What the pool has, or had, with this CID. */
export const pooledByCid = statement((db, { cid }: Places<{ cid: Uint8Array }>) =>
  db.selectFrom('mempool').selectAll().where('cid', '=', cid).compile(),
);
const pooledByHash = statement((db, { hash }: Places<{ hash: Uint8Array }>) =>
  db.selectFrom('mempool').selectAll().where('eth_hash', '=', hash).limit(1).compile(),
);

/** The message that has this CID or Ethereum hash, in a block or only in the pool; null when there is none. */
export async function lookUpMessage(
  { db }: Pick<View, 'db'>,
  id: string,
): Promise<MessageRow | null> {
  const hash = tryHash(id);
  const digest = hash ?? tryDigest(id);
  if (digest === null) throw new BadInput('badMessageId');
  const [hashed] = hash ? await byHash(db, { hash }) : [];
  const [onChain] = hashed ? [hashed] : await byCid(db, { cid: digest });
  if (onChain) return onChain;
  const [pooled] = hash ? await pooledByHash(db, { hash }) : [];
  return pooled ?? (await pooledByCid(db, { cid: digest })).at(0) ?? null;
}

/** Throws BadInput for what is neither a CID nor a hash, NotFound for an unknown message. */
export async function findMessage(view: Pick<View, 'db'>, id: string): Promise<FoundMessage> {
  // By a CID all is asked for at once; by a hash, the message first.
  const digest = tryHash(id) === null ? tryDigest(id) : null;
  const [message, places] = await Promise.all([
    lookUpMessage(view, id),
    digest && placesOf(view, digest),
  ]);
  if (message === null) throw new NotFound('noMessage');
  const [inclusions, executions] = places ?? (await placesOf(view, message.cid));
  return { message, inclusions, execution: executions.at(0) ?? null, executions };
}

const inclusionsOf = statement((db, { cid }: Places<{ cid: Uint8Array }>) =>
  db
    .selectFrom('block_message as m')
    .innerJoin('block as b', 'b.cid', 'm.block_cid')
    .select(['b.cid', 'b.height', 'b.timestamp', 'b.miner_id', 'b.orphaned', 'b.base_fee'])
    .where('m.cid', '=', cid)
    .orderBy('b.orphaned')
    .orderBy('b.height')
    .orderBy('b.position')
    .compile(),
);

/** Newest first. */
export const executionsOf = statement(
  (db, { cid, limit }: Places<{ cid: Uint8Array; limit: number }>) =>
    db
      .selectFrom('execution')
      .selectAll()
      .where('cid', '=', cid)
      .orderBy('seq', 'desc')
      .limit(limit)
      .compile(),
);

/** Where it is, and every time that it was executed. */
function placesOf(
  { db }: Pick<View, 'db'>,
  cid: Uint8Array,
): Promise<[InclusionRow[], ExecutionRow[]]> {
  return Promise.all([inclusionsOf(db, { cid }), executionsOf(db, { cid, limit: MAX_EXECUTIONS })]);
}

/** Whether a message ran in a tipset that is not reverted any more. What was refused may still run. */
export function isFinalMessage({ head }: View, { execution }: FoundMessage): boolean {
  return execution !== null && hasRun(execution) && isFinal(head, execution.height);
}

export function hasRun(execution: ExecutionRow): boolean {
  return !isRefused({ exitCode: execution.exit_code, gasUsed: execution.gas_used });
}
