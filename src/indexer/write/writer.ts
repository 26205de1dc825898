/** The one place that changes the index: a transaction per stretch of the chain. */
import { hourEnd } from '#store/series.ts';
import type { Store, Trx } from '#store/store.ts';
import { InvariantError } from '../errors.ts';
import { foldUnit } from '../fold/fold.ts';
import { loadView } from '../fold/load.ts';
import { countRows, emptyFacts } from '../fold/tables.ts';
import { packUndo, type UndoDoc } from '../fold/undo.ts';
import { closeHours } from '../parts/network/hours.ts';
import { listOlderChannels } from '../parts/wallets/older.ts';
import { openingPlace } from './opening.ts';
import type { TipsetFacts } from '../types.ts';
import type { ChainUnit } from '../parts/part.ts';
import { markExecuted, writeArrivals, type ExecutedMark, type TipsetEntry } from './arrivals.ts';
import {
  placeOf,
  takeCheckpoint,
  writeCheckpoint,
  type Checkpoint,
  type CanonicalTipset,
} from './checkpoint.ts';
import { appendFacts, appendRows } from './facts.ts';
import { extendLedger, provenAt, type Finished } from './ledger.ts';
import { logFrom } from './log.ts';
import { rewriteArrival } from './rearrive.ts';
import { keepLeftHead, revertAbove, type Revert } from './revert.ts';
import { writeView } from './state.ts';

/** A stretch of the chain on top of the index's head, or of a fork below it. */
export interface Stretch {
  /** Present when the head is to be left first. */
  revert: Revert | null;
  /** Executions, oldest first: of the tipset below the arrivals (unless it is done) and of all of them but the last. */
  units: ChainUnit[];
  /** New tipsets, oldest first. */
  arrivals: TipsetFacts[];
  /** The newest tipset that the node takes for final. */
  final: { height: number; id: string } | null;
  /** Whether all arrivals are ancestors of `final`. */
  belowFinal: boolean;
  /** First height of the index. */
  startHeight: number;
  pace: { breathe(): Promise<void> };
}

export interface Written {
  checkpoint: Checkpoint;
  rows: number;
  /** Tipsets that were taken back. */
  reverted: number;
}

/**
 * Writes a stretch in one transaction.
 * Throws SecondWriterError, InvariantError (4) or NoUndoError; then nothing is written.
 */
export async function writeStretch(
  store: Store,
  checkpoint: Checkpoint,
  stretch: Stretch,
): Promise<Written> {
  return store.transaction(async (trx) => {
    const revision = await takeCheckpoint(trx, checkpoint.revision);
    const reverted = stretch.revert ? await leave(trx, checkpoint, stretch, stretch.revert) : 0;
    const head = stretch.arrivals.at(-1);
    const below = await tipsetBelow(trx, stretch);
    const executed = stretch.units.at(-1)?.tipset ?? null;
    const finalHeight = await newFinality(trx, checkpoint, stretch, executed?.height ?? null);
    const loggedFrom = await logFrom(trx, finalHeight, below, stretch);
    const { marks, rows } = await execute(store, trx, stretch, loggedFrom);
    const arrived = new Set(stretch.arrivals.map((facts) => facts.id));
    for (const { tipset } of stretch.units) {
      const mark = marks.get(tipset.id);
      if (!mark || arrived.has(tipset.id)) continue;
      const proven = await provenAt(trx, tipset.height);
      // As it arrived before its messages had to be proven, it may be stored with others.
      if (!proven.includes('proof:messages')) await rewriteArrival(store, trx, tipset);
      await markExecuted(trx, tipset, mark);
    }
    await writeArrivals(store, trx, entriesOf(stretch, below, marks));
    await writeLedger(trx, stretch, below);
    if (head && (!below || hourEnd(below.height) < hourEnd(head.height)))
      await closeHours(trx, head.height, stretch.startHeight);
    const next: Checkpoint = {
      revision,
      head: head ? placeOf(head.height, head.key) : checkpoint.head,
      executed: executed
        ? placeOf(executed.height, executed.key)
        : await executedBelow(trx, checkpoint, stretch),
      finalHeight,
    };
    await writeCheckpoint(trx, next);
    await trx.deleteFrom('undo').where('height', '<', loggedFrom).execute();
    await trx.deleteFrom('left_head').where('from_height', '<', loggedFrom).execute();
    return { checkpoint: next, rows, reverted };
  });
}

/** Leaves the head for a fork below it; answers how many tipsets were taken back. */
async function leave(
  trx: Trx,
  { finalHeight }: Checkpoint,
  { arrivals }: Stretch,
  revert: Revert,
): Promise<number> {
  await keepLeftHead(trx, revert.forkHeight, arrivals[0]);
  return revertAbove(trx, revert, finalHeight);
}

/** The stored tipset that the arrivals stand on. */
async function tipsetBelow(
  trx: Trx,
  { arrivals }: Stretch,
): Promise<{ height: number; ordinal: number } | null> {
  const first = arrivals[0];
  const row = await trx
    .selectFrom('tipset')
    .select(['height', 'ordinal', 'key'])
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (first && row && placeOf(row.height, row.key).id !== first.parentId)
    throw new InvariantError(5, first, `it does not stand on the index's tipset ${row.height}`);
  return row ?? null;
}

async function execute(
  store: Store,
  trx: Trx,
  { units, pace, startHeight }: Stretch,
  loggedFrom: number,
): Promise<{ marks: Map<string, ExecutedMark>; rows: number }> {
  const marks = new Map<string, ExecutedMark>();
  if (units.length === 0) return { marks, rows: 0 };
  const start = await openingPlace(trx, startHeight);
  const view = await loadView(trx, units, start);
  const facts = emptyFacts();
  const undo: (UndoDoc & { height: number })[] = [];
  for (const unit of units) {
    await pace.breathe();
    const { firstSeq, rewards, undo: images } = foldUnit(view, unit, facts, start);
    marks.set(unit.tipset.id, { firstSeq, rewards });
    const { height } = unit.tipset;
    if (height >= loggedFrom)
      for (const { part, doc } of packUndo(images)) undo.push({ height, part, doc });
  }
  await appendFacts(store, trx, facts);
  await writeView(store, trx, view);
  const opened = units.flatMap(({ older }) => older.actors);
  await listOlderChannels(trx, opened, startHeight - 1);
  await appendRows(store, trx, 'undo', undo);
  return { marks, rows: countRows(facts) };
}

function entriesOf(
  { arrivals }: Stretch,
  below: { height: number; ordinal: number } | null,
  marks: ReadonlyMap<string, ExecutedMark>,
): TipsetEntry[] {
  let parentHeight = below?.height ?? null;
  let ordinal = (below?.ordinal ?? -1) + 1;
  return arrivals.map((facts) => {
    const entry = { facts, ordinal, parentHeight, executed: marks.get(facts.id) ?? null };
    parentHeight = facts.height;
    ordinal++;
    return entry;
  });
}

async function writeLedger(
  trx: Trx,
  { arrivals, units, startHeight }: Stretch,
  below: { height: number } | null,
): Promise<void> {
  const first = arrivals[0];
  const head = arrivals.at(-1);
  if (!first || !head) return;
  const arrived = { from: below ? below.height + 1 : startHeight, to: head.height };
  const finished: Finished[] = [
    { part: 'headers', ...arrived },
    { part: 'messages', ...arrived },
    { part: 'proof:messages', ...arrived },
  ];
  // The execution of a tipset settles the null rounds up to its child as well, and the start of
  // the index those before its first tipset.
  if (below === null || units[0]?.tipset.height !== below.height) {
    const settled = { from: arrived.from, to: first.height - 1 };
    finished.push({ part: 'traces', ...settled }, { part: 'state', ...settled });
    for (const part of below ? await provenAt(trx, below.height) : [])
      finished.push({ part, ...settled });
  }
  units.forEach(({ tipset, executed }, index) => {
    const to = (units[index + 1]?.tipset.height ?? head.height) - 1;
    const range = { from: tipset.height, to };
    const { networkComplete, eventsProven, changesProven } = executed;
    finished.push({ part: 'traces', ...range });
    if (networkComplete) finished.push({ part: 'state', ...range });
    finished.push({ part: 'proof:messages', ...range }, { part: 'proof:receipts', ...range });
    if (eventsProven) finished.push({ part: 'proof:events', ...range });
    if (changesProven) finished.push({ part: 'proof:state', ...range });
  });
  await extendLedger(trx, finished);
}

/** The height of finality after this stretch: of what is executed, on this very branch. */
async function newFinality(
  trx: Trx,
  checkpoint: Checkpoint,
  stretch: Stretch,
  executedHeight: number | null,
): Promise<number | null> {
  const before = checkpoint.finalHeight;
  const reached = executedHeight ?? checkpoint.executed?.height ?? null;
  const final = await finalOnBranch(trx, stretch);
  if (final === null || reached === null) return before;
  return Math.max(before ?? -1, Math.min(final, reached));
}

async function finalOnBranch(
  trx: Trx,
  { arrivals, final, belowFinal }: Stretch,
): Promise<number | null> {
  const head = arrivals.at(-1);
  if (!final || !head) return null;
  if (belowFinal) return Math.min(final.height, head.height);
  const arrival = arrivals.find((facts) => facts.height === final.height);
  if (arrival) return arrival.id === final.id ? final.height : null;
  const row = await trx
    .selectFrom('tipset')
    .select('key')
    .where('height', '=', final.height)
    .executeTakeFirst();
  return row && placeOf(final.height, row.key).id === final.id ? final.height : null;
}

/** After a revert to a fork whose execution stays, that is the newest one. */
async function executedBelow(
  trx: Trx,
  checkpoint: Checkpoint,
  stretch: Stretch,
): Promise<CanonicalTipset | null> {
  if (!stretch.revert) return checkpoint.executed;
  const row = await trx
    .selectFrom('tipset')
    .select(['height', 'key'])
    .where('executed', '=', true)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? placeOf(row.height, row.key) : null;
}
