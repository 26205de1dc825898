import { kindAt, kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { z } from 'zod';
import { BadInput } from '../errors.ts';
import { parsePage, parseSize, type PageInput } from '../input.ts';
import { namesOf } from '../names.ts';
import { totalSupply, totalsAt } from '../network/states.ts';
import {
  parseSnapshotCursor,
  SNAPSHOT_ROWS,
  type SnapshotList,
  type Snapshots,
} from '../snapshots.ts';
import { heightOf, timeOf, type View } from '../view.ts';
import type { RichList } from './schema.ts';

/** What the filter takes, and which kinds of actor it stands for; '' for all. */
const KINDS: Readonly<Record<string, readonly ActorKind[]>> = {
  '': [],
  storageminer: ['storageminer'],
  account: ['account', 'ethaccount'],
};

/** All that changes with the head, so that every page of a snapshot is of one head. */
const rankedSchema = z.object({
  id: z.int(),
  balance: z.string(),
  last_seen_height: z.int(),
  available: z.string().nullable(),
});
type Ranked = z.infer<typeof rankedSchema>;

export interface RichListInput extends PageInput {
  /** storageminer or account; all actors when it is absent. */
  actor?: string | undefined;
}

/** The accounts with the largest balances. `before` (a `next`) names the snapshot, as `head` does. */
export async function richList(
  view: View,
  snapshots: Snapshots,
  input: RichListInput = {},
): Promise<RichList> {
  const size = parseSize(input.pageSize);
  const page = parsePage(input.page);
  const cursor = parseSnapshotCursor(input.before);
  const head = cursor?.head ?? (input.head || view.head.token);
  const ranked = await snapshots.rowsAt(view, listOf(input.actor ?? ''), head);
  const from = cursor?.rank ?? page * size;
  const shown = ranked.slice(from, from + size);
  const [totals] = await totalsAt(view, [heightOf(head)]);
  return {
    totalCount: ranked.length,
    totalSupply: totals ? totalSupply(totals) : null,
    richList: await entries(view, shown, from),
    next: from + size < ranked.length ? `${head}.${from + size}` : null,
  };
}

function listOf(actor: string): SnapshotList<Ranked> {
  const kinds = Object.hasOwn(KINDS, actor) ? KINDS[actor] : undefined;
  if (kinds === undefined) throw new BadInput('badActor');
  return { key: `rich-list ${actor}`, row: rankedSchema, read: (view) => largest(view, kinds) };
}

async function largest({ db }: View, kinds: readonly ActorKind[]): Promise<Ranked[]> {
  const query = db
    .selectFrom('actor as a')
    .leftJoin('miner as m', 'm.id', 'a.id')
    .select(['a.id', 'a.balance', 'a.last_seen_height', 'm.available'])
    .where('a.balance', '>', '0')
    .orderBy('a.balance', 'desc')
    .orderBy('a.id')
    .limit(SNAPSHOT_ROWS);
  if (kinds.length === 0) return query.execute();
  // Each kind by itself is a range of the index.
  const lists = await Promise.all(
    kinds.map((kind) => query.where('a.kind', '=', kindIndex(kind)).execute()),
  );
  return lists
    .flat()
    .sort((a, b) => compare(BigInt(b.balance), BigInt(a.balance)) || a.id - b.id)
    .slice(0, SNAPSHOT_ROWS);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function entries(
  view: View,
  shown: readonly Ranked[],
  from: number,
): Promise<RichList['richList']> {
  if (shown.length === 0) return [];
  const ids = shown.map(({ id }) => id);
  const names = await namesOf(view, ids);
  const actors = await view.db
    .selectFrom('actor')
    .select(['id', 'kind', 'created_height'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(actors.map((actor) => [actor.id, actor]));
  return shown.flatMap(({ id, balance, last_seen_height, available }, index) => {
    const actor = byId.get(id);
    // Created on a branch that lost since the snapshot.
    if (!actor) return [];
    return [
      {
        rank: from + index + 1,
        address: names.shown(id),
        tag: names.tag(id),
        id: names.idText(id),
        actor: kindAt(actor.kind) ?? 'unknown',
        balance,
        ...(available === null ? {} : { availableBalance: available }),
        createHeight: actor.created_height,
        createTimestamp: timeOf(view.network, actor.created_height),
        lastSeenHeight: last_seen_height,
        lastSeenTimestamp: timeOf(view.network, last_seen_height),
      },
    ];
  });
}
