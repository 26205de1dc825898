/** The pool against how it was seen before: for whoever follows it. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { View } from '../view.ts';
import { mempoolItems, POOLED_COLUMNS } from './rows.ts';
import type { MempoolChange } from './schema.ts';

/** CIDs' digests, hex, of the messages that were pending. */
export type SeenPool = ReadonlySet<string>;

export interface PoolDifference {
  now: SeenPool;
  /** Null when nothing was seen before, or more has changed than is told one by one. */
  change: MempoolChange | null;
}

/** More messages than these are better read as a list. */
const MAX_TOLD = 200;

export async function poolSince(view: View, before: SeenPool | null): Promise<PoolDifference> {
  const { db } = view;
  const rows = await db
    .selectFrom('mempool')
    .select('cid')
    .where('departure', 'is', null)
    .execute();
  const now = new Set(rows.map(({ cid }) => toHex(cid)));
  if (before === null) return { now, change: null };
  const came = [...now].filter((cid) => !before.has(cid));
  const went = [...before].filter((cid) => !now.has(cid));
  if (came.length + went.length > MAX_TOLD) return { now, change: null };
  const added =
    came.length === 0
      ? []
      : await db
          .selectFrom('mempool')
          .select([...POOLED_COLUMNS])
          .where('cid', 'in', came.map(fromHex))
          .orderBy('arrival')
          .execute();
  const replaced =
    went.length === 0
      ? []
      : await db
          .selectFrom('mempool')
          .select(['cid', 'replaced_by'])
          .where('cid', 'in', went.map(fromHex))
          .where('replaced_by', 'is not', null)
          .orderBy('departure')
          .execute();
  return {
    now,
    change: {
      totalCount: now.size,
      added: await mempoolItems(view, added),
      removed: went.map((cid) => cidOf(fromHex(cid))),
      replaced: replaced.flatMap(({ cid, replaced_by }) =>
        replaced_by === null ? [] : [{ cid: cidOf(cid), by: cidOf(replaced_by) }],
      ),
    },
  };
}
