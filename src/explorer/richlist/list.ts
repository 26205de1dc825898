import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { kindAt, kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { namesOf } from '../names.ts';
import { askedPage, type PageInput } from '../parameters.ts';
import { totalSupply, totalsAt } from '../network/states.ts';
import { amountColumn, countedPage, headOf, idColumn, type OrderedList } from '../ordered.ts';
import { countersAt } from '../paging.ts';
import { scheduleOf, unlockedOf } from '../account/vesting.ts';
import { asOf } from '../past.ts';
import { timeOf, type View, type HeadView } from '../view.ts';
import { availableAt } from '../miner/vested.ts';
import type { RichList } from './schema.ts';

/** What the filter takes. */
export const RANKED_KINDS = ['storageminer', 'account', 'multisig', 'evm'] as const;
type RankedKind = (typeof RANKED_KINDS)[number];

/** Which kinds of actor it stands for. */
const KINDS: Readonly<Record<RankedKind, readonly ActorKind[]>> = {
  storageminer: ['storageminer'],
  account: ['account', 'ethaccount'],
  multisig: ['multisig'],
  evm: ['evm'],
};

type Ranked = Pick<
  PastRow<'actor'>,
  'id' | 'kind' | 'balance' | 'created_height' | 'last_seen_height'
>;

export interface RichListInput extends PageInput {
  /** Null for all. */
  actor: RankedKind | null;
}

/** The accounts with the largest balances. `before` (a `next`) names the head that it is of, as `head` does. */
export async function richList(view: View, input: RichListInput): Promise<RichList> {
  const { actor } = input;
  const asked = askedPage(input);
  const kinds = actor === null ? [] : KINDS[actor];
  const at = await headOf(view, asked);
  const list = listOf(actor ?? '', kinds.map(kindIndex));
  const [page, [totals]] = await Promise.all([
    countedPage(at, list, countOf(at, kinds), asked),
    // What the network had at a head that lost its place is not kept.
    at.left ? [] : totalsAt(at, [at.head.height]),
  ]);
  return {
    totalCount: page.total,
    totalSupply: totals ? totalSupply(totals) : null,
    richList: await entries(at, page.rows, page.from),
    next: page.next,
  };
}

function countOf(at: HeadView, kinds: readonly ActorKind[]): Promise<number> {
  const counted = kinds.length === 0 ? ['funded'] : kinds.map((kind) => `funded:${kind}`);
  return countersAt(
    at,
    counted.flatMap((key) => [key, `older:${key}`]),
  );
}

function listOf(actor: string, kinds: readonly number[]): OrderedList<'actor', Ranked> {
  return {
    name: `rich list ${actor}`,
    table: 'actor',
    order: [amountColumn('balance'), idColumn('id')],
    largestFirst: true,
    place: ({ balance, id }) => [BigInt(balance), BigInt(id)],
    keyOf: ({ id }) => String(id),
    rowOf: (image) =>
      image.balance !== '0' && (kinds.length === 0 || kinds.includes(image.kind)) ? image : null,
    async read({ db }, range, limit) {
      const query = db
        .selectFrom('actor')
        .select(['id', 'kind', 'balance', 'created_height', 'last_seen_height'])
        .where('balance', '>', sql<string>`0`)
        .where(range)
        .orderBy('balance', 'desc')
        .orderBy('id')
        .limit(limit);
      if (kinds.length === 0) return query.execute();
      // Each kind by itself is a range of the index.
      const lists = await Promise.all(
        kinds.map((kind) => query.where('kind', '=', kind).execute()),
      );
      return lists.flat();
    },
  };
}

type Funds = Pick<PastRow<'miner'>, 'id' | 'available' | 'vesting'>;
type Schedule = Pick<PastRow<'multisig'>, 'initial_balance' | 'start_epoch' | 'unlock_duration'>;

/** Actors that nothing keeps from moving all that they have. */
const FREE: ReadonlySet<ActorKind> = new Set(['account', 'ethaccount', 'evm', 'placeholder']);

/** How to tell what of these an account can take out, attoFIL; null where that is not known. */
async function availableOf(
  at: HeadView,
  ids: readonly number[],
): Promise<(row: Ranked) => string | null> {
  const [miners, multisigs, changedMiners, changedMultisigs] = await Promise.all([
    at.db
      .selectFrom('miner')
      .select(['id', 'available', 'vesting'])
      .where('id', 'in', ids)
      .execute(),
    at.db
      .selectFrom('multisig')
      .select(['actor_id', 'initial_balance', 'start_epoch', 'unlock_duration'])
      .where('actor_id', 'in', ids)
      .execute(),
    at.changed('miner'),
    at.changed('multisig'),
  ]);
  const minerNow = new Map<number, Funds>(miners.map((row) => [row.id, row]));
  const multisigNow = new Map<number, Schedule>(multisigs.map((row) => [row.actor_id, row]));
  const height = at.head.height;
  const funds = ids.flatMap((id) => asOf<Funds>(changedMiners, String(id), minerNow.get(id)) ?? []);
  const told = await availableAt(
    at,
    funds.map((own) => ({ funds: own, height })),
  );
  const ofMiner = new Map(funds.map(({ id }, place) => [id, told[place]?.available]));
  return ({ id, kind, balance }) => {
    const key = String(id);
    const name = kindAt(kind);
    if (id === BURNT_FUNDS_ID) return null;
    if (name !== null && FREE.has(name)) return balance;
    if (name !== 'multisig') return ofMiner.get(id) ?? null;
    const schedule = asOf<Schedule>(changedMultisigs, key, multisigNow.get(id));
    return schedule ? unlockedOf(balance, scheduleOf(schedule), at.head.height) : null;
  };
}

async function entries(
  at: HeadView,
  shown: readonly Ranked[],
  from: number,
): Promise<RichList['richList']> {
  if (shown.length === 0) return [];
  const ids = shown.map(({ id }) => id);
  const [names, available] = await Promise.all([namesOf(at, ids), availableOf(at, ids)]);
  return shown.map((row, index) => {
    const { id, kind, balance, created_height, last_seen_height } = row;
    const availableBalance = available(row);
    return {
      rank: from + index + 1,
      address: names.shown(id),
      ...names.eth(id),
      tag: names.tag(id),
      ...names.itself(id),
      id: names.idText(id),
      actor: kindAt(kind) ?? 'unknown',
      balance,
      ...(availableBalance === null ? {} : { availableBalance }),
      createHeight: created_height,
      createTimestamp: timeOf(at.network, created_height),
      lastSeenHeight: last_seen_height,
      lastSeenTimestamp: timeOf(at.network, last_seen_height),
    };
  });
}
