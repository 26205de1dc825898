/** Gaps in the ledger: those that can be filled are filled at every start, and now and then later. */
import type { Logger } from '#node/log.ts';
import type { Store, Trx } from '#store/store.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { takeCheckpoint, type Checkpoint } from '../write/checkpoint.ts';
import { stateRow } from '../parts/network/index.ts';
import { remakeHours } from '../parts/network/hours.ts';
import { repairPower, repairUndo } from '../parts/network/repair.ts';
import type { NetworkStateRow } from '../types.ts';
import { extendLedger, gapsOf, readLedger, type LedgerPart } from '../write/ledger.ts';
import { fillBundles } from './bundles.ts';
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

/** So many tipsets are asked for in vain before the rest is left for later. */
const MISSES = 10;
/** So many tipsets of one gap are looked at in a run. */
const GAP = 10_000;
/** So many of them are asked for side by side. */
const SIDE_BY_SIDE = 8;
/** A run ends after so long, half an epoch: new heads wait for it. */
const RUN_MS = 15_000;

export interface Filled {
  checkpoint: Checkpoint;
  /** Whether the run has ended before the node had been asked for all. */
  more: boolean;
}

/** Asks again for whatever the node could not tell, some seconds long. */
export async function fillGaps(
  store: Store,
  checkpoint: Checkpoint,
  gatherer: Gatherer,
  log: Logger,
  runMs = RUN_MS,
): Promise<Filled> {
  const { checkpoint: filled, more } = await fillStateGaps(
    store,
    checkpoint,
    gatherer,
    log,
    performance.now() + runMs,
  );
  return { checkpoint: await fillBundles(store, filled, gatherer), more };
}

/** Asks again for the network's totals of tipsets at which the node could not tell them. `until`: as of performance.now(). */
async function fillStateGaps(
  store: Store,
  checkpoint: Checkpoint,
  gatherer: Gatherer,
  log: Logger,
  until: number,
): Promise<Filled> {
  const { head, executed } = checkpoint;
  if (!head || !executed) return { checkpoint, more: false };
  // The newest executed tipset lasts until its child, the head.
  const missing = await missingTipsets(store, head.height - 1);
  if (missing.length === 0) return { checkpoint, more: false };
  const { told, asked, misses, failure } = await askAgain(missing, gatherer, until);
  let { revision } = checkpoint;
  // At once: each time all sums of what follows are made anew.
  if (told.length > 0)
    revision = await store.transaction(async (trx) => {
      const next = await takeCheckpoint(trx, revision);
      await fill(trx, told);
      return next;
    });
  if (failure !== undefined) throw failure;
  const gap = { from: missing[0]?.height, to: missing.at(-1)?.to, tipsets: missing.length };
  const filled = told.length;
  const more = asked < missing.length && misses < MISSES;
  if (misses > 0) log.info({ ...gap, filled }, 'The node cannot tell the state of some heights');
  if (filled === 0) return { checkpoint: { ...checkpoint, revision }, more };
  log.info({ ...gap, filled }, more ? 'A part of a gap was filled' : 'A gap was filled');
  revision = await renewTotals(store, { ...checkpoint, revision }, gatherer);
  return { checkpoint: { ...checkpoint, revision }, more };
}

/**
 * What the node tells of them by now, some side by side. `failure`: why it was not asked for more; what it
 * had told before is kept, or a node that fails now and then would have to tell all again.
 */
async function askAgain(
  missing: readonly Missing[],
  gatherer: Gatherer,
  until: number,
): Promise<{ told: StateSpan[]; asked: number; misses: number; failure?: unknown }> {
  const told: StateSpan[] = [];
  let misses = 0;
  let asked = 0;
  while (asked < missing.length && misses < MISSES && (asked === 0 || performance.now() < until)) {
    const some = missing.slice(asked, asked + SIDE_BY_SIDE);
    const answers = await Promise.allSettled(
      some.map((tipset) => gatherer.network(tipset, tipsetKeyOf(tipset.key))),
    );
    for (const [index, { to }] of some.entries()) {
      const answer = answers[index];
      if (answer?.status !== 'fulfilled') continue;
      if (answer.value) told.push({ row: answer.value, to });
      else misses++;
    }
    const failed = answers.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') return { told, asked, misses, failure: failed.reason };
    asked += some.length;
  }
  return { told, asked, misses };
}

/** A tipset of a gap; the ledger has it up to `to`, the height below the next one. */
interface Missing {
  height: number;
  timestamp: number;
  key: Uint8Array;
  to: number;
}

interface StateSpan {
  row: NetworkStateRow;
  to: number;
}

async function missingTipsets(store: Store, to: number): Promise<Missing[]> {
  return store.snapshot(async (trx) => {
    const tipsets = trx
      .selectFrom('tipset')
      .select(['height', 'timestamp', 'key'])
      .where('executed', '=', true)
      .orderBy('height');
    const first = await tipsets.limit(1).executeTakeFirst();
    if (!first) return [];
    const within = { from: first.height, to };
    const missing: Missing[] = [];
    for (const gap of gapsOf(await readLedger(trx, 'state'), within)) {
      const rows = await tipsets
        .where('height', '>=', gap.from)
        .where('height', '<=', gap.to)
        .limit(GAP)
        .execute();
      for (const [index, row] of rows.entries())
        missing.push({ ...row, to: (rows[index + 1]?.height ?? gap.to + 1) - 1 });
    }
    return missing;
  });
}

/** The totals themselves, what is summed up of them, and the ledger. */
async function fill(trx: Trx, told: readonly StateSpan[]): Promise<void> {
  const heights = told.map(({ row }) => row.height);
  const powerless = await trx
    .selectFrom('network_state')
    .select(({ fn }) => fn.min('height').as('height'))
    .where('height', 'in', heights)
    .where((eb) => eb.or([eb('quality_adj_power', 'is', null), eb('raw_byte_power', 'is', null)]))
    .executeTakeFirst();
  for (const { row, to } of told) {
    const { height, ...values } = row;
    await trx.updateTable('network_state').set(values).where('height', '=', height).execute();
    await extendLedger(trx, [{ part: 'state', from: height, to }]);
  }
  if (powerless?.height != null) await repairPower(trx, powerless.height);
  await remakeHours(trx, heights);
  await repairUndo(trx, Math.min(...heights));
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
