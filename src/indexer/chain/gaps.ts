/** Gaps in the ledger: those that can be filled are filled at every start. */
import { stateRow } from '../parts/network/index.ts';
import type { Store } from '#store/store.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import type { IndexerLog } from '../log.ts';
import { takeCheckpoint, type Checkpoint } from '../write/checkpoint.ts';
import { extendLedger, gapsOf, readLedger, type LedgerPart } from '../write/ledger.ts';
import type { Gatherer } from './gather.ts';

const ORDERED_PARTS: readonly LedgerPart[] = ['headers', 'messages', 'traces'];

/**
 * In words, a gap in what is numbered in the order of the chain; null when there is none. Such a gap
 * cannot come to be by this program, since stretches are written whole and in order.
 */
export async function ledgerGap(
  store: Store,
  { head, executed }: Checkpoint,
  startHeight: number,
): Promise<string | null> {
  if (!head) return null;
  return store.snapshot(async (trx) => {
    for (const part of ORDERED_PARTS) {
      const to = part === 'traces' ? (executed?.height ?? startHeight - 1) : head.height;
      const [gap] = gapsOf(await readLedger(trx, part), { from: startHeight, to });
      if (gap)
        return `The index lacks ${part} of heights ${gap.from} to ${gap.to} and has to be built anew`;
    }
    return null;
  });
}

/** Asks again for the network's totals of tipsets at which the node could not tell them. */
export async function fillStateGaps(
  store: Store,
  checkpoint: Checkpoint,
  gatherer: Gatherer,
  log: IndexerLog,
): Promise<Checkpoint> {
  const { executed } = checkpoint;
  if (!executed) return checkpoint;
  const first = await store.db
    .selectFrom('tipset')
    .select('height')
    .orderBy('height')
    .limit(1)
    .executeTakeFirstOrThrow();
  const gaps = await store.snapshot(async (trx) =>
    gapsOf(await readLedger(trx, 'state'), { from: first.height, to: executed.height }),
  );
  let { revision } = checkpoint;
  for (const gap of gaps) {
    const tipsets = await store.db
      .selectFrom('tipset')
      .select(['height', 'timestamp', 'key'])
      .where('height', '>=', gap.from)
      .where('height', '<=', gap.to)
      .where('executed', '=', true)
      .orderBy('height')
      .execute();
    for (const [index, tipset] of tipsets.entries()) {
      const row = await gatherer.network(tipset, tipsetKeyOf(tipset.key));
      if (!row) {
        log.info({ gap }, 'The node cannot tell the state of these heights');
        return { ...checkpoint, revision };
      }
      const to = (tipsets[index + 1]?.height ?? gap.to + 1) - 1;
      revision = await store.transaction(async (trx) => {
        const next = await takeCheckpoint(trx, revision);
        const { height: _, ...values } = row;
        await trx
          .updateTable('network_state')
          .set(values)
          .where('height', '=', tipset.height)
          .execute();
        await extendLedger(trx, 'state', { from: tipset.height, to });
        return next;
      });
    }
    log.info({ gap }, 'A gap was filled');
  }
  if (gaps.length > 0) revision = await renewTotals(store, { ...checkpoint, revision }, gatherer);
  return { ...checkpoint, revision };
}

/** The network's totals at the head's key, which may have been gathered while they were not told. */
async function renewTotals(
  store: Store,
  { head, revision }: Checkpoint,
  gatherer: Gatherer,
): Promise<number> {
  const tipset =
    head &&
    (await store.db
      .selectFrom('tipset')
      .select(['height', 'timestamp'])
      .where('height', '=', head.height)
      .executeTakeFirst());
  if (!head || !tipset) return revision;
  const row = await gatherer.network(tipset, tipsetKeyOf(head.key));
  if (!row) return revision;
  return store.transaction(async (trx) => {
    const next = await takeCheckpoint(trx, revision);
    await trx.updateTable('network_now').set(stateRow(row)).execute();
    return next;
  });
}
