import { EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import { bucketsOf, networkBands } from '../bands.ts';
import type { SampleInput } from '../parameters.ts';
import { timeOf, type View } from '../view.ts';
import type { BaseFeeStats } from './schema.ts';

/** The base fee over time, oldest first: at each sample that of the newest tipset up to there. */
export async function baseFeeStats(view: View, input: SampleInput): Promise<BaseFeeStats> {
  const buckets = bucketsOf(view, input);
  if (buckets.length === 0) return [];
  const heights = buckets.map(({ through }) => through);
  const [{ rows }, { baseFee }] = await Promise.all([
    sql<{ height: number; base_fee: string | null }>`
      select grid.height, (
        select base_fee from tipset where tipset.height <= grid.height
        order by tipset.height desc limit 1
      ) as base_fee
      from unnest(${heights}::int4[]) as grid(height) order by grid.height`.execute(view.db),
    networkBands(view, 'tipset', ['baseFee'], buckets),
  ]);
  return rows.flatMap(({ height, base_fee }, at) =>
    base_fee === null
      ? []
      : [
          {
            height,
            timestamp: timeOf(view.network, height),
            baseFee: base_fee,
            bands: { baseFee: baseFee[at] ?? null },
          },
        ],
  );
}

/** The lowest and the highest base fee of the hour that ends with the head, attoFIL. */
export async function baseFeeRange({
  db,
  head,
}: View): Promise<{ lowestBaseFee: string | null; highestBaseFee: string | null }> {
  return db
    .selectFrom('tipset')
    .select(({ fn }) => [
      fn.min<string | null>('base_fee').as('lowestBaseFee'),
      fn.max<string | null>('base_fee').as('highestBaseFee'),
    ])
    .where('height', '>', head.height - EPOCHS_PER_HOUR)
    .where('height', '<=', head.height)
    .executeTakeFirstOrThrow();
}
