/** How soon messages got in, by what they offered. */
import { effectivePremium } from '#filecoin/execution/gas.ts';
import { sql } from 'kysely';
import { waitingFacts } from '../mempool/waiting.ts';
import type { View } from '../view.ts';
import { WITHIN } from './levels.ts';
import type { GasInclusion } from './schema.ts';
import { gotIn, type newestTipsets } from './window.ts';

/** Of what waits the newest so many count. */
const MOST_WAITING = 1000;
const LONGEST = Math.max(...WITHIN);

type Tipsets = Awaited<ReturnType<typeof newestTipsets>>;

/** Messages that were seen to come. */
interface Arrivals {
  messages: number;
  /** How many of the premiums, the lowest first, they are at or above. */
  reached: number;
  /** So many of the tipsets stood when they came. */
  stood: number;
  /** The how manieth tipset after that they got in with; null: not yet. */
  waited: number | null;
}

/**
 * For each premium, lowest first: how many of the messages at or above it got in within 1, 3 and 10
 * tipsets after the index first saw them in the pool. A message counts once the longest of these times
 * has passed, whether it got in or still waits: else those that are quick would count first, and the
 * shares would be of different messages and could fall as the time grows.
 * What came before these tipsets does not count, though it got in with them or still waits: of those
 * that came with it only the slow are left to be seen, and the longer they wait, the more they would be.
 */
export async function inclusionsOf(
  view: View,
  tipsets: Tipsets,
  premiums: readonly bigint[],
): Promise<GasInclusion[][]> {
  const since = await seenFrom(view, tipsets);
  const arrivals =
    since === null
      ? []
      : [
          ...(await gotInSince(view, tipsets, premiums, since)),
          ...(await waitingSince(view, tipsets, premiums, since)),
        ];
  const sum = (of: readonly Arrivals[]): number =>
    of.reduce((messages, one) => messages + one.messages, 0);
  const ripe = arrivals.filter(({ stood }) => stood + LONGEST <= tipsets.length);
  return premiums.map((_, index) => {
    const counted = ripe.filter(({ reached }) => reached > index);
    const seen = sum(counted);
    return WITHIN.map((within) => {
      const included = sum(counted.filter(({ waited }) => waited !== null && waited <= within));
      return { tipsets: within, seen, included, share: seen === 0 ? null : included / seen };
    });
  });
}

/**
 * Unix seconds from which on arrivals count: within the tipsets' time, and not those that the index
 * found in the pool when it began to watch it, which had waited for longer. Null when it never did.
 */
async function seenFrom({ db }: View, [first]: Tipsets): Promise<number | null> {
  const oldest = await db
    .selectFrom('mempool')
    .select('first_seen')
    .orderBy('arrival')
    .limit(1)
    .executeTakeFirst();
  return oldest && first ? Math.max(first.timestamp, oldest.first_seen + 1) : null;
}

async function gotInSince(
  view: View,
  tipsets: Tipsets,
  premiums: readonly bigint[],
  since: number,
): Promise<Arrivals[]> {
  const times = tipsets.map(({ timestamp }) => timestamp);
  const { rows } = await sql<{ [K in keyof Arrivals]: string }>`
    with got as (${gotIn(view, tipsets)}), came as (
      select width_bucket(got.premium, ${premiums.map(String)}::numeric[]) as reached,
        width_bucket(p.first_seen, ${times}::int8[]) as stood, got.place
      from got join mempool p on p.cid = got.cid
      where got.ran and p.first_seen >= ${since}
    )
    select reached, stood, place - stood as waited, count(*) as messages
    from came where place > stood group by reached, stood, place`.execute(view.db);
  return rows.map(({ messages, reached, stood, waited }) => ({
    messages: Number(messages),
    reached: Number(reached),
    stood: Number(stood),
    waited: Number(waited),
  }));
}

/** Of what could run and waits, at the head's base fee. */
async function waitingSince(
  view: View,
  tipsets: Tipsets,
  premiums: readonly bigint[],
  since: number,
): Promise<Arrivals[]> {
  const rows = await view.db
    .selectFrom('mempool')
    .select(['from_addr', 'nonce', 'gas_limit', 'gas_fee_cap', 'gas_premium', 'first_seen'])
    .where('departure', 'is', null)
    .where('first_seen', '>=', since)
    .orderBy('arrival', 'desc')
    .limit(MOST_WAITING)
    .execute();
  const facts = await waitingFacts(view, rows);
  const baseFee = tipsets.at(-1)?.baseFee ?? 0n;
  return rows.flatMap((row, index) => {
    const { nonceGap, feeTooLow } = facts[index] ?? {};
    if (nonceGap !== 0 || feeTooLow !== false) return [];
    const offer = { gasFeeCap: BigInt(row.gas_fee_cap), gasPremium: BigInt(row.gas_premium) };
    const premium = effectivePremium(offer, baseFee);
    return {
      messages: 1,
      reached: premiums.filter((asked) => asked <= premium).length,
      stood: tipsets.filter(({ timestamp }) => timestamp <= row.first_seen).length,
      waited: null,
    };
  });
}
