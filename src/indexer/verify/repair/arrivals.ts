/** Writes anew what the arrival of a tipset wrote wrongly: headers, blocks, what they include. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { checkMessages } from '../../check/roots.ts';
import { decodeBlockMessages } from '../../decode/messages.ts';
import { rewriteArrival, rewriteInclusion } from '../../write/rearrive.ts';
import {
  inTransaction,
  leftAs,
  mended,
  rebuildFrom,
  type Mended,
  type RepairContext,
} from './context.ts';

/** The node's tipset at this height, of the chain that ends in the index's head, takes the place of the stored one. */
export async function mendArrival(
  { store, truth }: RepairContext,
  height: number,
): Promise<Mended> {
  const what = `headers, blocks and inclusion of tipset ${height}`;
  const arrival = await truth.canonical(height);
  const [own] = await truth.stored(height);
  if (!arrival || !own)
    return leftAs(
      what,
      arrival ? `there is no such row; ${rebuildFrom(height)}` : 'it is a null round',
    );
  const { blocks } = arrival.facts;
  const known = await store.db
    .selectFrom('block')
    .select('cid')
    .where(
      'cid',
      'in',
      blocks.map(({ cid }) => cid),
    )
    .where('orphaned', '=', false)
    .execute();
  // What a block that is not there has earned, the execution tells.
  const told = known.length < blocks.length ? await truth.execution(height) : null;
  const rewards = told?.execution.executed.rewards;
  await inTransaction(store, (trx) => rewriteArrival(store, trx, arrival.facts, rewards));
  return mended(what);
}

/** What a block of a lost branch includes, if the node still knows. Its header proves it. */
export async function mendOrphan(
  { store, truth }: RepairContext,
  cid: Uint8Array,
): Promise<Mended> {
  const name = cidOf(cid);
  const what = `inclusion of the orphaned block ${name}`;
  const block = await store.db
    .selectFrom('block')
    .select(['height', 'messages_root'])
    .where('cid', '=', cid)
    .executeTakeFirstOrThrow();
  const ref = { height: block.height, name };
  const told = await truth.node.chainGetBlockMessages({ '/': name });
  const rows = decodeBlockMessages(told, ref, truth.info.chainId);
  checkMessages(ref, rows, told, block.messages_root);
  await inTransaction(store, (trx) => rewriteInclusion(store, trx, cid, rows));
  return mended(what);
}
