/** What a message did, in the terms of a sentence: an account created, value moved. */
import { createdAmong, type Created } from '../names.ts';
import type { Names } from '../naming.ts';
import type { View } from '../view.ts';
import type { ExecutionRow, FoundMessage } from './find.ts';
import type { MessageDetailEntry } from './schema.ts';
import type { CallNode } from '#store/calltree.ts';

/** So many created accounts are named. */
const MAX_CREATED = 20;

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

/** Actors that the message created, among those that it called; none by one that failed. */
export async function createdBy(
  view: View,
  found: FoundMessage,
  calls: CallNode | null,
): Promise<Created> {
  const { execution } = found;
  const called =
    execution?.exit_code === 0 && execution.from_id !== null ? calledBy(execution, calls) : [];
  return createdAmong(view, called, found.message.cid, MAX_CREATED);
}

function calledBy({ to_id: receiver }: ExecutionRow, calls: CallNode | null): ReadonlySet<number> {
  const called = new Set<number>();
  if (receiver !== null) called.add(receiver);
  const open = calls ? [calls] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.to !== null) called.add(node.to);
    for (const sub of node.sub) open.push(sub);
  }
  return called;
}
