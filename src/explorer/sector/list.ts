import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { countBelow, NO_RUNS, runsHave, sliceRuns, unionRuns } from '#filecoin/encoding/bitsets.ts';
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { qualityAdjustedPower, SECTOR_SETS, sectorSizeOf } from '#filecoin/mining/sectors.ts';
import { sql, type Selectable } from 'kysely';
import type { SectorTable } from '#store/schema.ts';
import { BadInput } from '../errors.ts';
import { parseId, parsePage, parseSize, wholeNumber, type NumberInput } from '../input.ts';
import { findMiner } from '../miner/find.ts';
import { timeOf, type View } from '../view.ts';
import type { Sector, Sectors, SectorStatus } from './schema.ts';
import { countsOf, partitionsOf, statusOf, statusSets, type Partition } from './sets.ts';

export interface SectorsInput {
  pageSize?: NumberInput;
  page?: NumberInput;
  /** A sector's number: only those below it. */
  before?: string | undefined;
  status?: string | undefined;
  /** Only this one. */
  sector?: NumberInput;
}

/**
 * A provider's sectors, highest number first. A page is cut out of the sets of numbers, whatever
 * its place; only its own rows are read.
 */
export async function listSectors(
  view: View,
  text: string,
  input: SectorsInput = {},
): Promise<Sectors> {
  const size = parseSize(input.pageSize);
  const page = parsePage(input.page);
  const status = parseStatus(input.status);
  const below = parseBefore(input.before);
  const only = input.sector === undefined || input.sector === '' ? null : parseId(input.sector);
  const miner = await findMiner(view, text);
  const sets = await statusSets(view, miner.id);
  const all = status
    ? sets[status]
    : SECTOR_SETS.reduce((runs, one) => unionRuns(runs, sets[one]), NO_RUNS);
  const total = only === null ? countRuns(all) : Number(runsHave(all, only));
  const end = below === null ? total - page * size : Math.min(countBelow(all, below), total);
  const from = Math.max(0, end - size);
  const ascending =
    only === null ? sliceRuns(all, from, Math.max(0, end)) : total > 0 && page === 0 ? [only] : [];
  const numbers = ascending.reverse();
  const told = await view.db
    .selectFrom('sector_miner')
    .select('told_live')
    .where('miner_id', '=', miner.id)
    .executeTakeFirst();
  const counts = countsOf(sets);
  const live = counts.live + counts.faulty + counts.recovering;
  return {
    totalCount: total,
    counts,
    unexplained: told?.told_live == null ? null : live - told.told_live,
    sectors: await sectorRows(view, miner.id, numbers, (number) => statusOf(sets, number)),
    next: only === null && from > 0 && end > from ? String(numbers.at(-1)) : null,
  };
}

async function sectorRows(
  view: View,
  miner: number,
  numbers: readonly number[],
  status: (number: number) => SectorStatus | null,
): Promise<Sector[]> {
  if (numbers.length === 0) return [];
  const rows = await view.db
    .selectFrom('sector')
    .selectAll()
    .where('miner_id', '=', miner)
    .where('number', '=', sql<number>`any(${[...numbers]}::int8[])`)
    .execute();
  const partitions = await partitionsOf(view, miner);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.map((number) =>
    sectorOf(view, number, status(number) ?? 'live', byNumber.get(number), partitions),
  );
}

function sectorOf(
  { network }: View,
  number: number,
  status: SectorStatus,
  row: Selectable<SectorTable> | undefined,
  partitions: readonly Partition[],
): Sector {
  const time = (height: number | null | undefined): number | null =>
    height == null ? null : timeOf(network, height);
  const size = row?.seal_proof == null ? null : sectorSizeOf(row.seal_proof);
  const place = partitions.find(({ sectors }) => runsHave(sectors, number));
  const verified = row?.verified_bytes ?? null;
  return {
    number,
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

function parseStatus(input: string | undefined): SectorStatus | null {
  if (input === undefined || input === '') return null;
  const status = SECTOR_SETS.find((known) => known === input);
  if (!status) throw new BadInput('badSectorStatus', { known: SECTOR_SETS.join(', ') });
  return status;
}

function parseBefore(input: string | undefined): number | null {
  if (input === undefined || input === '') return null;
  const number = wholeNumber(input);
  if (number === null) throw new BadInput('badCursor');
  return number;
}
