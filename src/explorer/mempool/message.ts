/** What the pool knows of one message. */
import { sql } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { RowOf } from '#store/schema.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { pooledByCid } from '../message/find.ts';
import type { MessageDetail } from '../message/schema.ts';
import type { WholeMessage } from '../message/whole.ts';
import type { View } from '../view.ts';
import { offerOf } from './offer.ts';
import { waitingFacts } from './waiting.ts';

type MempoolRow = RowOf<'mempool'>;

/** Value of `fate`. */
const FATE_DROPPED = 3;
/** What was refused before it ran left its sender's nonce to others. */
const HAS_RUN = sql<boolean>`(exit_code = 0 or gas_used > 0)`;
/** A message may be replaced, its replacement, too, and so on. */
const MAX_REPLACEMENTS = 100;

/**
 * The message that took the place of one that is not on the chain: the one of its sender and nonce
 * that the chain executed, else the one that the pool took instead. Null when none did.
 */
export async function replacementOf(
  view: View,
  message: Slot & { cid: Uint8Array },
): Promise<Uint8Array | null> {
  const own = toHex(message.cid);
  const [executed, pooled] = await Promise.all([
    executedOf(view, message),
    rowOf(view, message.cid),
  ]);
  if (executed) return toHex(executed) === own ? null : executed;
  const seen = new Set([own]);
  let found: Uint8Array | null = null;
  let next = pooled?.replaced_by ?? null;
  while (next !== null && !seen.has(toHex(next)) && seen.size < MAX_REPLACEMENTS) {
    seen.add(toHex(next));
    const row = await rowOf(view, next);
    if (!row) break;
    found = next;
    next = row.replaced_by;
  }
  return found;
}

interface Slot {
  from_addr: Uint8Array;
  nonce: string;
}

/** The message of a sender and nonce that ran. */
async function executedOf(view: View, { from_addr, nonce }: Slot): Promise<Uint8Array | null> {
  const ids = await resolveAddresses(view, [from_addr]);
  const sender = ids.get(toHex(from_addr));
  if (sender === undefined) return null;
  const row = await view.db
    .selectFrom('execution')
    .select('cid')
    .where('from_id', '=', sender)
    .where('nonce', '=', nonce)
    .where(HAS_RUN)
    .executeTakeFirst();
  return row?.cid ?? null;
}

/**
 * The message of a sender and nonce: the one that ran, else the newest that the pool had. So what took
 * the place of a message is found where the index never heard of that one, as it was replaced before
 * the index began.
 */
export async function messageOf(view: View, slot: Slot): Promise<Uint8Array | null> {
  const executed = await executedOf(view, slot);
  if (executed) return executed;
  const row = await view.db
    .selectFrom('mempool')
    .select('cid')
    .where('from_addr', 'in', await formsOfSender(view, slot.from_addr))
    .where('nonce', '=', slot.nonce)
    .orderBy((eb) => eb('departure', 'is', null), 'desc')
    .orderBy('arrival', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.cid ?? null;
}

/** Messages are signed with a key’s address, whatever form is asked for. */
async function formsOfSender(view: View, address: Uint8Array): Promise<Uint8Array[]> {
  const id = (await resolveAddresses(view, [address])).get(toHex(address));
  if (id === undefined) return [address];
  const rows = await view.db
    .selectFrom('address')
    .select('address')
    .where('actor_id', '=', id)
    .execute();
  return [address, ...rows.map((row) => row.address)];
}

type PoolFacts = Pick<
  MessageDetail,
  'createTimestamp' | 'nonceGap' | 'feeTooLow' | 'maxFee' | 'offer' | 'replaces' | 'replacedBy'
> & { status?: MessageDetail['status'] };

/** What a message's answer says besides what the chain knows. */
export async function poolFacts(view: View, found: WholeMessage): Promise<PoolFacts> {
  const { message, inclusions, execution, replaced } = found;
  const { head } = view;
  const executes =
    execution !== null ||
    inclusions.some(({ orphaned, height }) => !orphaned && height >= head.height);
  const [replacement, row] = await Promise.all([
    executes || inclusions.length === 0 ? null : replacementOf(view, message),
    executes ? null : rowOf(view, message.cid),
  ]);
  const facts: PoolFacts = replaced.length > 0 ? { replaces: replaced.map(cidOf) } : {};
  if (replacement) return { ...facts, replacedBy: cidOf(replacement) };
  if (!row) return facts;
  if (row.fate !== null)
    return inclusions.length === 0 && row.fate === FATE_DROPPED
      ? { ...facts, status: 'dropped', createTimestamp: row.first_seen }
      : facts;
  const [[waiting], offer] = await Promise.all([
    waitingFacts(view, [row]),
    row.departure === null ? offerOf(view, row) : undefined,
  ]);
  return {
    ...facts,
    ...waiting,
    ...(row.departure === null && { offer }),
    status: 'pending',
    createTimestamp: row.first_seen,
  };
}

/** The message's row in the pool, pending or departed; null when it was never seen there, or long ago. */
async function rowOf({ db }: View, cid: Uint8Array): Promise<MempoolRow | null> {
  const [row] = await pooledByCid(db, { cid });
  return row ?? null;
}
