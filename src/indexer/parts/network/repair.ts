/** Sums of the network's power, made anew where the node told a tipset's power only later. */
import { sql } from 'kysely';
import { records } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import { packUndo, unpackUndo } from '../../fold/undo.ts';
import type { UndoImage } from '../../fold/state.ts';
import type { StateRows } from '../../types.ts';

/** ⌊2^128 ÷ power⌋, 0 where the network has none. */
const inverse = sql`case when n.quality_adj_power > 0
  then div(340282366920938463463374607431768211456, n.quality_adj_power) else 0 end`;

/**
 * Makes the sums anew from the tipset at `from` on, by what `network_state` knows now: those of the
 * network, and the shares of providers that follow from them.
 */
export async function repairPower(trx: Trx, from: number): Promise<void> {
  await repairSums(trx, from);
  await repairShares(trx, from);
  await sql`
    update network_total t set power_epochs = s.power_epochs, qa_power = s.qa_power,
      raw_power = s.raw_power, inverse_power = s.inverse_power,
      qa_power_now = n.quality_adj_power, raw_power_now = n.raw_byte_power
    from network_sum s join network_state n on n.height = s.height
    where s.height = t.height`.execute(trx);
  await sql`
    update miner m set inverse_sum = p.inverse_sum, share_sum = p.share_sum
    from miner_power p
    where m.since > ${from} and p.miner_id = m.id and p.since = m.since`.execute(trx);
}

/** A tipset counts for the epochs up to the next one, in the sums through its own height for one. */
async function repairSums(trx: Trx, from: number): Promise<void> {
  const { base } = await trx
    .selectFrom('network_sum')
    .select(({ fn }) => fn.max<number | null>('height').as('base'))
    .where('height', '<', from)
    .executeTakeFirstOrThrow();
  const first = base ?? from;
  await sql`
    with step as (
      select s.height, coalesce(n.quality_adj_power, 0) as qa, coalesce(n.raw_byte_power, 0) as raw,
        case when n.quality_adj_power is null then 0 else ${inverse} end as inverse,
        (n.quality_adj_power is not null and n.raw_byte_power is not null)::int as known,
        lead(s.height) over (order by s.height) - s.height
          - (s.height < ${from})::int as epochs
      from network_sum s join network_state n on n.height = s.height
      where s.height >= ${first} and n.height >= ${first}
    ), through as (
      select height, known,
        coalesce(sum(known * epochs) over before, 0) + known as power_epochs,
        coalesce(sum(known * epochs * qa) over before, 0) + known * qa as qa_power,
        coalesce(sum(known * epochs * raw) over before, 0) + known * raw as raw_power,
        coalesce(sum(known * epochs * inverse) over before, 0) + known * inverse as inverse_power
      from step
      window before as (order by height rows between unbounded preceding and 1 preceding)
    )
    update network_sum s set
      power_epochs = coalesce(b.power_epochs, 0) + t.power_epochs,
      qa_power = coalesce(b.qa_power, 0) + t.qa_power,
      raw_power = coalesce(b.raw_power, 0) + t.raw_power,
      inverse_power = coalesce(b.inverse_power, 0) + t.inverse_power
    from through t left join network_sum b on b.height = ${base}
    where s.height = t.height and s.height >= ${from}`.execute(trx);
}

/**
 * `inverse_sum` is the network's through the epoch before `since`; shares add up between changes. What
 * changed up to `from` stays: of each provider its last such row is what the later ones add to.
 */
async function repairShares(trx: Trx, from: number): Promise<void> {
  await sql`
    with change as (
      select p.miner_id, p.since, p.adjusted_power, p.base,
        coalesce(s.inverse_sum, p.inverse_sum) as inverse_sum
      from miner m cross join lateral (
        (select miner_id, since, adjusted_power, inverse_sum, share_sum as base from miner_power
          where miner_id = m.id and since <= ${from} order by since desc limit 1)
        union all
        (select miner_id, since, adjusted_power, inverse_sum, null from miner_power
          where miner_id = m.id and since > ${from})
      ) p left join lateral (
        select s.inverse_power + case
            when n.quality_adj_power is null or n.raw_byte_power is null then 0
            else ${inverse} * (p.since - 1 - s.height) end as inverse_sum
        from network_sum s join network_state n on n.height = s.height
        where s.height < p.since and n.height < p.since order by s.height desc limit 1
      ) s on p.base is null
    ), share as (
      select miner_id, since, inverse_sum,
        sum(gained) over (partition by miner_id order by since) as share_sum
      from (
        select miner_id, since, inverse_sum, coalesce(base, lag(adjusted_power) over each
          * (inverse_sum - lag(inverse_sum) over each), 0) as gained
        from change window each as (partition by miner_id order by since)
      ) g
    )
    update miner_power p set inverse_sum = share.inverse_sum, share_sum = share.share_sum
    from share
    where p.since > ${from} and p.miner_id = share.miner_id and p.since = share.since
      and (p.inverse_sum, p.share_sum)
        is distinct from (share.inverse_sum, share.share_sum)`.execute(trx);
}

/** Brings what the undo log has up to what is known of the tipsets from `from` on. */
export async function repairUndo(trx: Trx, from: number): Promise<void> {
  const docs = await trx
    .selectFrom('undo')
    .selectAll()
    .where('height', '>=', from)
    .where('part', 'in', [OTHER_TABLES, 'miner'])
    .execute();
  for (const { height, part, doc } of docs) {
    const images = unpackUndo(doc);
    const shares = await sharesOf(trx, images);
    const known: UndoImage[] = [];
    for (const image of images) known.push(await repaired(trx, image, shares));
    for (const own of packUndo(known))
      if (own.part === part)
        await trx
          .updateTable('undo')
          .set({ doc: own.doc })
          .where('height', '=', height)
          .where('part', '=', part)
          .execute();
  }
}

type Shares = ReadonlyMap<number, Pick<StateRows['miner'], 'inverse_sum' | 'share_sum'>>;

/** Sums of the providers among the rows. */
async function sharesOf(trx: Trx, images: readonly UndoImage[]): Promise<Shares> {
  const miners = images.flatMap(({ row }) =>
    row !== null && 'inverse_sum' in row && 'id' in row ? [{ id: row.id, since: row.since }] : [],
  );
  if (miners.length === 0) return new Map();
  const { rows } = await sql<{ id: number; inverse_sum: string; share_sum: string }>`
    select p.miner_id as id, p.inverse_sum, p.share_sum
    from ${records('miner', miners)} m
    join miner_power p on p.miner_id = m.id and p.since = m.since`.execute(trx);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

async function repaired(trx: Trx, image: UndoImage, shares: Shares): Promise<UndoImage> {
  const { row } = image;
  if (row === null) return image;
  if (image.table === 'network_total' && 'qa_power_now' in row) {
    const sums = await trx
      .selectFrom('network_sum as s')
      .innerJoin('network_state as n', 'n.height', 's.height')
      .select(['s.power_epochs', 's.qa_power', 's.raw_power', 's.inverse_power'])
      .select(['n.quality_adj_power as qa_power_now', 'n.raw_byte_power as raw_power_now'])
      .where('s.height', '=', row.height)
      .executeTakeFirst();
    return { ...image, row: { ...row, ...sums } };
  }
  if (image.table === 'network_now' && 'fil_mined' in row) {
    const state = await trx
      .selectFrom('network_state')
      .selectAll()
      .where('height', '=', row.height)
      .executeTakeFirst();
    return { ...image, row: { ...row, ...state } };
  }
  if (image.table === 'miner' && 'inverse_sum' in row && 'id' in row)
    return { ...image, row: { ...row, ...shares.get(row.id) } };
  return image;
}
