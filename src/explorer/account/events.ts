import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import type { PageInput } from '../parameters.ts';
import { eventBodies } from '../message/events.ts';
import { ethHashOf } from '../message/rows.ts';
import { countBefore, cursorText, parsePaging, sliceOf } from '../paging.ts';
import type { View } from '../view.ts';
import { findAccount } from './find.ts';
import type { AccountEvents } from './schema.ts';

/** Events that an actor emitted, newest first. */
export async function accountEvents(
  view: View,
  text: string,
  input: PageInput,
): Promise<AccountEvents> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  if (!actor) return { totalCount: 0, eventLogs: [], next: null };
  const total = actor.event_count;
  const slice = await sliceOf(request, total, (place) =>
    countBefore(view, {
      table: 'account_event',
      ord: 'ord',
      list: sql`actor_id = ${actor.id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total,
    }),
  );
  const rows = await view.db
    .selectFrom('account_event as l')
    .innerJoin('event as v', (join) =>
      join.onRef('v.height', '=', 'l.height').onRef('v.position', '=', 'l.position'),
    )
    .innerJoin('execution as e', 'e.seq', 'v.seq')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .select([
      'l.height',
      'l.position',
      'v.log_index',
      'v.emitter_id',
      'v.entries',
      'e.cid',
      'e.timestamp',
      'm.eth_hash',
    ])
    .where('l.actor_id', '=', actor.id)
    .where('l.ord', '>=', slice.from)
    .where('l.ord', '<', slice.to)
    .orderBy('l.ord', 'desc')
    .execute();
  const last = rows.at(-1);
  const told = await eventBodies(view, rows);
  return {
    totalCount: slice.total,
    eventLogs: told.map(({ row, body }) => ({
      blockNumber: row.height,
      timestamp: row.timestamp,
      transactionHash: ethHashOf(row),
      message: cidOf(row.cid),
      ...body,
    })),
    next: slice.from > 0 && last ? cursorText(last) : null,
  };
}
