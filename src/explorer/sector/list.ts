import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsHave, runsOf, sliceRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { qualityAdjustedPower, SECTOR_SETS, sectorSizeOf } from '#filecoin/mining/sectors.ts';
import { MOST_SECTORS } from '#store/wishes.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { askedPage, type PageInput } from '../parameters.ts';
import { findMiner } from '../miner/find.ts';
import { headOf } from '../ordered.ts';
import { rankCursor } from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { wishPart } from '../wishes.ts';
import type { Sector, Sectors, SectorStatus } from './schema.ts';
import { countsOf, partitionsOf, statusOf, statusSets, type Partition } from './sets.ts';

export interface SectorsInput extends PageInput {
  status: SectorStatus | null;
  /** Only this one. */
  sector: Integer | null;
}

/**
 * A provider's sectors, highest number first. A page is cut out of the sets of numbers, whatever
 * its place; only its own rows are read.
 */
export async function listSectors(view: View, text: string, input: SectorsInput): Promise<Sectors> {
  const { status, sector: only } = input;
  const asked = askedPage(input);
  const { size, before } = asked;
  const at = await headOf(view, asked);
  const miner = await findMiner(at, text);
  const sets = await statusSets(at, miner.id);
  const all = status
    ? sets[status]
    : SECTOR_SETS.reduce((runs, one) => unionRuns(runs, sets[one]), NO_RUNS);
  const wanted = only === null ? all : runsHave(all, only) ? runsOf([only]) : NO_RUNS;
  const total = countRuns(wanted);
  const skip = rankCursor(before)?.rank ?? asked.skip;
  const end = Math.max(0, total - skip);
  const from = Math.max(0, end - size);
  const numbers = sliceRuns(wanted, from, end).reverse();
  const told = asOf(
    await at.changedOf('sector_miner', miner.id),
    String(miner.id),
    await at.db
      .selectFrom('sector_miner')
      .select('told_live')
      .where('miner_id', '=', miner.id)
      .executeTakeFirst(),
  );
  const counts = countsOf(sets);
  const live = counts.live + counts.faulty + counts.recovering;
  return {
    totalCount: total,
    counts,
    unexplained: told?.told_live == null ? null : live - told.told_live,
    sectors: await sectorRows(at, miner.id, numbers, (number) => statusOf(sets, number)),
    next: from > 0 ? `${at.head.token}.${skip + size}` : null,
  };
}

async function sectorRows(
  view: View,
  miner: number,
  numbers: readonly Integer[],
  status: (number: Integer) => SectorStatus | null,
): Promise<Sector[]> {
  if (numbers.length === 0) return [];
  const [rows, partitions, changed] = await Promise.all([
    view.db
      .selectFrom('sector')
      .selectAll()
      .where('miner_id', '=', miner)
      .where('number', '=', sql<number>`any(${numbers.map(String)}::int8[])`)
      .execute(),
    partitionsOf(view, miner),
    view.changedOf('sector', miner),
  ]);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const untold = numbers.filter((number) => !byNumber.has(number));
  if (untold.length > 0)
    await wishPart(view, ['sectors'], {
      kind: 'sectors',
      id: miner,
      numbers: untold.slice(0, MOST_SECTORS).map(integerJson),
    });
  return numbers.map((number) => {
    const row = asOf(changed, `${miner}/${number}`, byNumber.get(number));
    return sectorOf(view, number, status(number) ?? 'live', row, partitions);
  });
}

function sectorOf(
  { network }: View,
  number: Integer,
  status: SectorStatus,
  row: PastRow<'sector'> | undefined,
  partitions: readonly Partition[],
): Sector {
  const time = (height: number | null | undefined): number | null =>
    height == null ? null : timeOf(network, height);
  const size = row?.seal_proof == null ? null : sectorSizeOf(row.seal_proof);
  const place = partitions.find(({ sectors }) => runsHave(sectors, number));
  const verified = row?.verified_bytes ?? null;
  return {
    number: integerJson(number),
    status,
    sealProof: row?.seal_proof ?? null,
    size,
    sealedCid: row?.sealed_cid ? formatCid(row.sealed_cid) : null,
    preCommitHeight: row?.pre_commit_height ?? null,
    preCommitTimestamp: time(row?.pre_commit_height),
    preCommitMessage: row?.pre_commit_cid ? cidOf(row.pre_commit_cid) : null,
    activationHeight: row?.activation ?? null,
    activationTimestamp: time(row?.activation),
    activationMessage: row?.commit_cid ? cidOf(row.commit_cid) : null,
    expiration: row?.expiration ?? null,
    expirationTimestamp: time(row?.expiration),
    qualityAdjPower:
      size === null || verified === null ? null : String(qualityAdjustedPower(size, verified)),
    verifiedSize: verified === null ? null : String(verified),
    dealSize: row?.deal_bytes == null ? null : String(row.deal_bytes),
    initialPledge: row?.pledge ?? null,
    updateHeight: row?.updated_height ?? null,
    endHeight: row?.ended_height ?? null,
    endTimestamp: time(row?.ended_height),
    deadline: place?.deadline ?? null,
    partition: place && place.partition >= 0 ? place.partition : null,
  };
}
