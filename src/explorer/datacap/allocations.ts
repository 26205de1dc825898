/** Data cap set aside for pieces, and what became of it: allocations and claims. */
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import { sql } from 'kysely';
import { partiesOf } from '../deal/parties.ts';
import { endedBy, storedPage, type StoredInput } from '../deal/lists.ts';
import { NotFound } from '../errors.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { areMigratedToCome } from '../opened.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { wishOf } from '../wishes.ts';
import type { Allocation, AllocationList, Claim, ClaimList } from './schema.ts';

type AllocationRow = RowOf<'allocation'>;
type ClaimRow = RowOf<'claim'>;

const STATUS = ['open', 'claimed', 'removed'] as const;

export async function listAllocations(view: View, input: StoredInput): Promise<AllocationList> {
  const { total, rows, next } = await storedPage(view, 'allocation', input);
  const names = await namesOfParties(view, rows);
  const allocations = rows.map((row) => allocation(view, names, row));
  return { totalCount: total, allocations, next };
}

export async function getAllocation(view: View, id: number): Promise<Allocation> {
  const row = await rowOf(view, 'allocation', id);
  if (!row) {
    await wishNumber(view, 'claim', id);
    throw new NotFound('noAllocation');
  }
  return allocation(view, await namesOfParties(view, [row]), row);
}

export async function listClaims(view: View, input: StoredInput): Promise<ClaimList> {
  const { total, rows, next } = await storedPage(view, 'claim', input);
  const [names, changed] = await Promise.all([namesOfParties(view, rows), view.changed('claim')]);
  const claims = rows.map((row) => {
    const terms = asOf(changed, String(row.id), row);
    return claim(view, names, { ...row, ...terms });
  });
  return { totalCount: total, claims, next };
}

export async function getClaim(view: View, id: number): Promise<Claim> {
  const row = await rowOf(view, 'claim', id);
  if (!row) {
    await wishNumber(view, 'allocation', id);
    throw new NotFound('noClaim');
  }
  return claim(view, await namesOfParties(view, [row]), row);
}

async function rowOf<T extends 'allocation' | 'claim'>(
  { db }: View,
  table: T,
  id: number,
): Promise<RowOf<T> | undefined> {
  const { rows } = await sql<RowOf<T>>`
    select * from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0];
}

/** When the index has the `other` of the two, what is older than it was the other. */
async function wishNumber(view: View, other: 'allocation' | 'claim', id: number): Promise<void> {
  if (await rowOf(view, other, id)) return;
  const migrated = await areMigratedToCome(view);
  await wishOf(view, ['allocations', 'claims'], { kind: 'allocation', id, migrated }, migrated);
}

function namesOfParties(
  view: View,
  rows: readonly { client_id: number; provider_id: number }[],
): Promise<Names> {
  return namesOf(
    view,
    rows.flatMap((row) => [row.client_id, row.provider_id]),
  );
}

function allocation(view: View, names: Names, row: AllocationRow): Allocation {
  const { answered, network } = view;
  const ended = endedBy(view, row.ended_height);
  const status = ended === null ? 'open' : (STATUS[row.status] ?? 'removed');
  return {
    id: row.id,
    ...partiesOf(names, row),
    pieceCid: formatCid(row.piece_cid),
    size: integerJson(row.size),
    termMin: row.term_min,
    termMax: row.term_max,
    expiration: row.expiration,
    expirationTimestamp: timeOf(network, row.expiration),
    // A sector may still claim it at the epoch of its expiration.
    status: status === 'open' && row.expiration < answered.height ? 'expired' : status,
    height: row.height,
    timestamp: row.height === null ? null : timeOf(network, row.height),
    message: row.cid && cidOf(row.cid),
    endedHeight: ended,
    endedTimestamp: ended === null ? null : timeOf(network, ended),
  };
}

function claim(view: View, names: Names, row: ClaimRow): Claim {
  const { answered, network } = view;
  const over = row.term_max !== null && row.term_start + row.term_max <= answered.height;
  const removed = endedBy(view, row.removed_height);
  return {
    id: row.id,
    ...partiesOf(names, row),
    pieceCid: formatCid(row.piece_cid),
    size: integerJson(row.size),
    termMin: row.term_min,
    termMax: row.term_max,
    termStart: row.term_start,
    termStartTimestamp: timeOf(network, row.term_start),
    sector: integerJson(row.sector),
    extensions: row.extensions,
    status: removed !== null ? 'removed' : over ? 'expired' : 'active',
    height: row.height,
    timestamp: row.height === null ? null : timeOf(network, row.height),
    message: row.cid && cidOf(row.cid),
    removedHeight: removed,
    removedTimestamp: removed === null ? null : timeOf(network, removed),
  };
}
