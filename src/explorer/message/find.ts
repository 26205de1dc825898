import { isRefused } from '#filecoin/execution/gas.ts';
import type { RowOf } from '#store/schema.ts';
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
const MAX_EXECUTIONS = 100;

/** The message that has this CID or Ethereum hash, in a block or only in the pool; null when there is none. */
export async function lookUpMessage({ db }: View, id: string): Promise<MessageRow | null> {
  const hash = tryHash(id);
  const digest = hash ?? tryDigest(id);
  if (digest === null) throw new BadInput('badMessageId');
  const messages = db.selectFrom('message').selectAll();
  const byHash = hash && (await messages.where('eth_hash', '=', hash).limit(1).executeTakeFirst());
  const onChain = byHash ?? (await messages.where('cid', '=', digest).executeTakeFirst());
  if (onChain) return onChain;
  const pooled = db.selectFrom('mempool').selectAll();
  const byPooledHash =
    hash && (await pooled.where('eth_hash', '=', hash).limit(1).executeTakeFirst());
  return byPooledHash ?? (await pooled.where('cid', '=', digest).executeTakeFirst()) ?? null;
}

/** Throws BadInput for what is neither a CID nor a hash, NotFound for an unknown message. */
export async function findMessage(view: View, id: string): Promise<FoundMessage> {
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

/** Where it is, and every time that it was executed. */
function placesOf(view: View, cid: Uint8Array): Promise<[InclusionRow[], ExecutionRow[]]> {
  const inclusions = view.db
    .selectFrom('block_message as m')
    .innerJoin('block as b', 'b.cid', 'm.block_cid')
    .select(['b.cid', 'b.height', 'b.timestamp', 'b.miner_id', 'b.orphaned', 'b.base_fee'])
    .where('m.cid', '=', cid)
    .orderBy('b.orphaned')
    .orderBy('b.height')
    .orderBy('b.position')
    .execute();
  return Promise.all([inclusions, executionsOf(view, cid, MAX_EXECUTIONS)]);
}

/** Newest first. */
function executionsOf({ db }: View, cid: Uint8Array, limit: number): Promise<ExecutionRow[]> {
  return db
    .selectFrom('execution')
    .selectAll()
    .where('cid', '=', cid)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** Whether a message ran in a tipset that is not reverted any more. What was refused may still run. */
export async function isFinalMessage(view: View, id: string): Promise<boolean> {
  const message = await lookUpMessage(view, id);
  const [newest] = message ? await executionsOf(view, message.cid, 1) : [];
  return newest !== undefined && hasRun(newest) && isFinal(view.head, newest.height);
}

export function hasRun(execution: ExecutionRow): boolean {
  return !isRefused({ exitCode: execution.exit_code, gasUsed: execution.gas_used });
}
