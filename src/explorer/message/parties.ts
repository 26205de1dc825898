/** Whom a message had to do with: sender and receiver, who was paid, who reverted, what it made. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { unpackCallTree, type CallNode } from '#store/calltree.ts';
import { statement, type Places } from '#store/statement.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { namesOf, type Created } from '../names.ts';
import type { Names } from '../naming.ts';
import type { View } from '../view.ts';
import { createdBy } from './details.ts';
import type { ExecutionRow, FoundMessage } from './find.ts';
import type { WholeMessage } from './whole.ts';

/** Everyone whom a message had to do with. */
export interface Parties {
  ends: Ends;
  /** The contract that reverted, if one did. */
  reverter: number | null;
  names: Names;
  created: Created;
}

export async function partiesTo(view: View, found: WholeMessage): Promise<Parties> {
  const { execution, transfers, trace } = found;
  const ends = await endsOf(view, found);
  const calls = execution && trace && unpackCallTree(trace);
  const reverter = calls === null ? ends.toId : reverterOf(calls);
  const [names, created] = await Promise.all([
    namesOf(view, [
      ends.fromId,
      ends.toId,
      reverter,
      ...transfers.flatMap((row) => [row.from_id, row.to_id, row.shown_to_id]),
    ]),
    createdBy(view, found, calls),
  ]);
  return { ends, reverter, names, created };
}

const traceOf = statement((db, { seq }: Places<{ seq: number }>) =>
  db.selectFrom('trace').select('doc').where('seq', '=', seq).compile(),
);

/** Call tree of an execution; null when the message made no calls (and did not fail in one). */
export async function callTreeOf(
  { db }: View,
  { seq }: Pick<ExecutionRow, 'seq'>,
): Promise<CallNode | null> {
  const [row] = await traceOf(db, { seq });
  return row ? unpackCallTree(row.doc) : null;
}

/** The contract that reverted: the innermost call whose words all above it passed on. */
function reverterOf(calls: CallNode): number | null {
  let node = calls;
  for (;;) {
    const { exit, ret, sub } = node;
    const inner = sub.findLast(
      (call) => call.exit === exit && call.ret === ret && call.to !== null,
    );
    if (inner === undefined || ret === null) return node.to;
    node = inner;
  }
}

/** Sender and receiver as actors; null where nobody has the address. */
export interface Ends {
  fromId: number | null;
  toId: number | null;
}

/** As the execution has them; null where none tells. */
export const executedEnds = ({ execution }: FoundMessage): Ends | null =>
  execution?.from_id == null ? null : { fromId: execution.from_id, toId: execution.to_id };

async function endsOf(view: View, found: FoundMessage): Promise<Ends> {
  const executed = executedEnds(found);
  if (executed) return executed;
  const { message } = found;
  const ids = await resolveAddresses(view, [message.from_addr, message.to_addr]);
  return {
    fromId: ids.get(toHex(message.from_addr)) ?? null,
    toId: ids.get(toHex(message.to_addr)) ?? null,
  };
}
