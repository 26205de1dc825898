/** The price of FIL as the configured provider told it. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** A price older than this is none. */
const MAX_AGE = 6 * 3600;
/** How far from a day before the newest price the other one may be. */
const SLACK = 3 * 3600;

export interface Price {
  price: number;
  /** Change within a day: 0.02 is 2 % up; null where there is no price of a day before. */
  changePercentage: number | null;
}

/**
 * The price that was known at a time of the chain, in Unix seconds: a figure of a head is in that
 * head's price, whenever it is asked for. Null without a provider, and when it had long told nothing.
 */
export async function priceAt({ db }: View, time: number): Promise<Price | null> {
  const upTo = (at: number) =>
    db
      .selectFrom('price')
      .selectAll()
      .where('at', '<=', at)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const newest = await upTo(time);
  if (!newest || newest.at < time - MAX_AGE) return null;
  const before = await upTo(newest.at - DAY_SECONDS);
  const known =
    before && before.at >= newest.at - DAY_SECONDS - SLACK ? Number(before.price) : null;
  const price = Number(newest.price);
  return { price, changePercentage: known ? price / known - 1 : null };
}

/** USD per FIL that was known at each of these times, as `priceAt` tells it. */
export async function pricesAt({ db }: View, times: readonly number[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ price: string | null }>`
    select (
      select case when p.at >= asked - ${MAX_AGE}::int8 then p.price end
      from price p where p.at <= asked order by p.at desc limit 1
    ) as price
    from unnest(${[...times]}::int8[]) with ordinality u (asked, place) order by place`.execute(db);
  return rows.map(({ price }) => (price === null ? null : Number(price)));
}
