import { decodeRlePlus, rangesOfRuns } from '#filecoin/encoding/bitfield.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { SECTOR_EVENTS } from '#filecoin/mining/sectors.ts';
import { sql } from 'kysely';
import type { RowOf } from '#store/schema.ts';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { findMiner } from '../miner/find.ts';
import { cursorText, parsePaging, sliceOf, type Place } from '../paging.ts';
import { timeOf, type View } from '../view.ts';
import type { SectorEventItem, SectorEvents, WindowProofs } from './schema.ts';
import { z } from 'zod';

/** Ranges of numbers that one event shows. */
const MAX_RANGES = 100;
/** The newest events of one sector: its whole life has fewer, but for one that is faulty every day. */
const MAX_HISTORY = 2_000;

export interface SectorEventsInput extends PageInput {
  /** Only what happened to this sector, by its number. */
  sector: Integer | null;
}

type EventRow = RowOf<'sector_event'> & {
  old_expiration?: number | null;
  new_expiration?: number | null;
};

/** What happened to a provider's sectors, newest first. */
export async function sectorEvents(
  view: View,
  text: string,
  input: SectorEventsInput,
): Promise<SectorEvents> {
  const request = await parsePaging(view, input);
  const only = input.sector;
  const miner = await findMiner(view, text);
  if (only !== null) {
    const history = await historyOf(view, miner.id, only);
    const slice = await sliceOf(request, history.length, (place) =>
      Promise.resolve(history.filter((row) => isBefore(row, place)).length),
    );
    const rows = history.slice(slice.from, slice.to).reverse();
    const last = slice.from > 0 ? rows.at(-1) : undefined;
    return {
      totalCount: slice.total,
      events: rows.map((row) => eventOf(view, row)),
      next: last ? cursorText({ height: last.height, position: last.ord }) : null,
    };
  }
  const { total, rows, next } = await listPage(view, request, {
    table: 'sector_event',
    of: sql`miner_id = ${miner.id}`,
    position: 'ord',
    total: (await listLengths(view, miner.id)).events,
  });
  return { totalCount: total, events: rows.map((row) => eventOf(view, row)), next };
}

function isBefore(row: { height: number; ord: number }, place: Place): boolean {
  return row.height < place.height || (row.height === place.height && row.ord < place.position);
}

/** Oldest first. */
async function historyOf({ db }: View, miner: number, number: Integer): Promise<EventRow[]> {
  const history = await db
    .selectFrom('sector_history')
    .select(['ord', 'old_expiration', 'new_expiration'])
    .where('miner_id', '=', miner)
    .where('number', '=', number)
    .orderBy('ord', 'desc')
    .limit(MAX_HISTORY)
    .execute();
  const events = await db
    .selectFrom('sector_event')
    .selectAll()
    .where('miner_id', '=', miner)
    .where('ord', '=', sql<number>`any(${history.map(({ ord }) => ord)}::int4[])`)
    .orderBy('ord')
    .execute();
  const byOrd = new Map(history.map((row) => [row.ord, row]));
  return events.map((event) => ({ ...event, ...byOrd.get(event.ord) }));
}

function eventOf({ network }: View, row: EventRow): SectorEventItem {
  const ranges: SectorEventItem['ranges'] = [];
  let more = false;
  for (const range of rangesOfRuns(decodeRlePlus(row.sectors, Infinity))) {
    more = ranges.length === MAX_RANGES;
    if (more) break;
    ranges.push({ from: integerJson(range.from), to: integerJson(range.to) });
  }
  const expiration = row.new_expiration ?? row.expiration;
  return {
    type: SECTOR_EVENTS[row.kind] ?? 'commit',
    height: row.height,
    timestamp: timeOf(network, row.height),
    message: row.cid && cidOf(row.cid),
    count: row.count,
    ranges,
    more,
    deadline: row.deadline,
    partition: row.partition,
    oldExpiration: row.old_expiration ?? null,
    expiration,
    expirationTimestamp: expiration === null ? null : timeOf(network, expiration),
    pieceSize: row.piece_bytes === null ? null : String(row.piece_bytes),
  };
}

async function listLengths(
  { db }: View,
  miner: number,
): Promise<{ events: number; posts: number }> {
  const row = await db
    .selectFrom('sector_miner')
    .select(['events', 'posts'])
    .where('miner_id', '=', miner)
    .executeTakeFirst();
  return row ?? { events: 0, posts: 0 };
}

const partitionsSchema = z.array(z.number().int().nonnegative());

/** Window proofs that a provider handed in, newest first. */
export async function windowProofs(
  view: View,
  text: string,
  input: PageInput,
): Promise<WindowProofs> {
  const request = await parsePaging(view, input);
  const miner = await findMiner(view, text);
  const { total, rows, next } = await listPage(view, request, {
    table: 'sector_post',
    of: sql`miner_id = ${miner.id}`,
    position: 'ord',
    total: (await listLengths(view, miner.id)).posts,
  });
  return {
    totalCount: total,
    proofs: rows.map((row) => ({
      height: row.height,
      timestamp: timeOf(view.network, row.height),
      message: row.cid && cidOf(row.cid),
      deadline: row.deadline,
      partitions: partitionsSchema.parse(JSON.parse(row.partitions)),
      skipped: row.skipped,
    })),
    next,
  };
}
