import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { findAccount } from '../account/find.ts';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { namesOf } from '../names.ts';
import { parsePaging } from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { int64Schema, uint64Schema } from '../wire.ts';
import { firstSeen, listLength } from './counts.ts';
import type { Channel, Channels } from './schema.ts';

const ACTIONS = ['create', 'voucher', 'settle', 'collect'] as const;
/** So many actions of a channel are told; vouchers may be without number. */
const MAX_ACTIONS = 20;
const lanesSchema = z.array(z.tuple([int64Schema, uint64Schema, z.string()]));

/** Payment channels that an account pays into or is paid from, newest first; of a channel: itself. */
export async function channelsOf(view: View, text: string, input: PageInput): Promise<Channels> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  if (!actor) return { totalCount: 0, channels: [], next: null };
  const itself = await channelRows(view, [actor.id]);
  if (itself.length > 0) return { totalCount: 1, channels: itself, next: null };
  const { total, rows, next } = await listPage(view, request, {
    table: 'account_channel',
    of: sql`actor_id = ${actor.id}`,
    position: 'channel_id',
    ...(await listLength(view, actor.id, 'channels')),
  });
  return {
    totalCount: total,
    channels: await channelRows(
      view,
      rows.map((row) => row.channel_id),
    ),
    next,
  };
}

async function channelRows(view: View, ids: readonly number[]): Promise<Channel[]> {
  if (ids.length === 0) return [];
  const [present, changed] = await Promise.all([
    view.db
      .selectFrom('channel as c')
      .leftJoin('older_wallet as o', 'o.actor_id', 'c.actor_id')
      .selectAll('c')
      .select('o.told')
      .select(({ selectFrom }) =>
        selectFrom('balance as b')
          .select('b.balance')
          .whereRef('b.actor_id', '=', 'c.actor_id')
          .where('b.height', '<', view.answered.height)
          .orderBy('b.height', 'desc')
          .limit(1)
          .as('balance'),
      )
      .where('c.actor_id', 'in', [...ids])
      .execute(),
    view.changed('channel'),
  ]);
  const rows = present.flatMap((row) => {
    const then = asOf<PastRow<'channel'>>(changed, String(row.actor_id), row);
    return then ? [{ ...row, ...then }] : [];
  });
  const actions = await Promise.all(
    rows.map((row) =>
      view.db
        .selectFrom('channel_action')
        .selectAll()
        .where('actor_id', '=', row.actor_id)
        .where('height', '<', view.answered.height)
        .orderBy('height', 'desc')
        .orderBy('position', 'desc')
        .limit(MAX_ACTIONS)
        .execute(),
    ),
  );
  const names = await namesOf(view, [
    ...rows.flatMap((row) => [row.actor_id, row.from_id, row.to_id]),
    ...actions.flat().map((action) => action.by_id),
  ]);
  const channels = new Map(
    rows.map((row, index): [number, Channel] => [
      row.actor_id,
      {
        address: names.shown(row.actor_id),
        id: names.idText(row.actor_id),
        status:
          row.collected_height !== null ? 'collected' : row.settling_at > 0 ? 'settling' : 'open',
        from: names.shown(row.from_id),
        fromId: names.idText(row.from_id),
        to: names.shown(row.to_id),
        toId: names.idText(row.to_id),
        balance: row.balance ?? '0',
        toSend: row.to_send,
        settlingAt: row.settling_at > 0 ? integerJson(row.settling_at) : null,
        minSettleHeight: integerJson(row.min_settle_height),
        lanes: lanesSchema
          .parse(JSON.parse(row.lanes))
          .map(([lane, nonce, redeemed]) => ({ lane, nonce, redeemed })),
        lanesTold: row.told ?? true,
        ...firstSeen(view, row),
        message: row.cid && cidOf(row.cid),
        collectedHeight: row.collected_height,
        collectedTimestamp:
          row.collected_height === null ? null : timeOf(view.network, row.collected_height),
        actions: (actions[index] ?? []).map((action) => ({
          type: ACTIONS[action.kind] ?? 'voucher',
          height: action.height,
          timestamp: timeOf(view.network, action.height),
          message: action.cid && cidOf(action.cid),
          by: names.shown(action.by_id),
          byId: names.idText(action.by_id),
          lane: action.lane === null ? null : integerJson(action.lane),
          amount: action.amount,
        })),
      },
    ]),
  );
  return ids.flatMap((id) => channels.get(id) ?? []);
}
