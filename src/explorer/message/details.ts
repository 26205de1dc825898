/** What a message did, in the terms of a sentence: an account created, value moved. */
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { Names } from '../names.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import type { FoundMessage } from './find.ts';
import type { MessageDetailEntry } from './schema.ts';
import type { CallNode } from '#store/calltree.ts';

/** So many created accounts are named. */
const MAX_CREATED = 20;

/** Actors that a message made, and how they are called. */
export interface Created {
  ids: readonly number[];
  names: Names;
}

/** Accounts first, then the message's own value. Nothing for what failed or has not run. */
export function detailsOf(
  { message, execution }: FoundMessage,
  names: Names,
  { ids, names: created }: Created,
): MessageDetailEntry[] {
  if (execution?.exit_code !== 0 || execution.from_id === null) return [];
  const entries: MessageDetailEntry[] = [];
  const sender = names.shown(execution.from_id, execution.from_addr);
  const senderId = names.idText(execution.from_id);
  const value = message.value;
  for (const id of ids) {
    const actor = created.kind(id);
    entries.push({
      type: 'create-account',
      createBy: sender,
      sender,
      senderId,
      value,
      idAddress: created.idText(id),
      address: created.shown(id),
      ...(actor === null ? {} : { actor }),
    });
  }
  if (value !== '0')
    entries.push({
      type: 'transfer',
      sender,
      senderId,
      receiver: names.shown(execution.to_id, execution.to_addr),
      receiverId: names.idTextOrNull(execution.to_id),
      value,
    });
  return entries;
}

const madeBy = statement((db, { ids, cid }: Places<{ ids: readonly number[]; cid: Uint8Array }>) =>
  db
    .selectFrom('actor')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .where('created_by', '=', cid)
    .orderBy('id')
    .limit(MAX_CREATED)
    .compile(),
);

/** Actors that the message created, among those that it called; none by one that failed. */
export async function createdBy(
  view: View,
  found: FoundMessage,
  calls: CallNode | null,
): Promise<Created> {
  const ids = await madeAmong(view, found, calls);
  return { ids, names: await namesOf(view, ids) };
}

async function madeAmong(
  { db }: View,
  { execution }: FoundMessage,
  calls: CallNode | null,
): Promise<number[]> {
  if (execution?.exit_code !== 0 || execution.from_id === null) return [];
  const { cid, to_id: receiver } = execution;
  const called = new Set<number>();
  if (receiver !== null) called.add(receiver);
  const open = calls ? [calls] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.to !== null) called.add(node.to);
    for (const sub of node.sub) open.push(sub);
  }
  if (called.size === 0) return [];
  const rows = await madeBy(db, { ids: [...called], cid });
  return rows.map((row) => row.id);
}
