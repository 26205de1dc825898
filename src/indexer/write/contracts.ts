/** Gives older contracts the code and the proxy slots that are told later than they. */
import { records } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import type { UndoImage } from '../fold/state.ts';
import { withOlder } from '../parts/contracts/contracts.ts';
import { codeHash } from '../parts/contracts/decode.ts';
import { rowToJson } from '../fold/tables.ts';
import type { StateRows } from '../types.ts';
import type { Older, OlderContract } from '../older.ts';
import { changeImages } from './images.ts';

type ContractRow = StateRows['contract'];

/** They hold on every branch: the rows that the undo log would put back get them as well. */
export async function codeContracts(trx: Trx, contracts: Older['contracts']): Promise<void> {
  const told = new Map(contracts.flatMap((each) => (each.code ? [[each.id, each]] : [])));
  if (told.size === 0) return;
  const codes = new Map(
    [...told.values()].flatMap(({ code }) => {
      const hash = code && codeHash(code);
      return hash ? [[toHex(hash), { hash, code }]] : [];
    }),
  );
  await sql`insert into contract_code (hash, code)
    select hash, code from ${records('contract_code', codes.values())} on conflict do nothing`.execute(
    trx,
  );
  const rows = await trx
    .selectFrom('contract')
    .selectAll()
    .where('actor_id', '=', sql<number>`any(${[...told.keys()]}::int8[])`)
    .execute();
  const changed = rows.map((row) => known(row, told));
  await sql`update contract c set code_hash = r.code_hash, proxy_kind = r.proxy_kind,
      implementation = r.implementation, beacon = r.beacon, admin = r.admin
    from ${records('contract', changed)} r where r.actor_id = c.actor_id`.execute(trx);
  /** As each contract was after the tipset whose images come next. */
  const after = new Map(changed.map((row) => [row.actor_id, row]));
  await changeImages(trx, OTHER_TABLES, (images) => {
    const next = images.flatMap((image) => imageOf(image, told, codes, after));
    const same = next.length === images.length && next.every((image, at) => image === images[at]);
    return same ? null : next;
  });
}

type ContractsById = ReadonlyMap<number, OlderContract>;

function known(row: ContractRow, told: ContractsById): ContractRow {
  const older = told.get(row.actor_id);
  return older ? withOlder(row, older) : row;
}

/**
 * An image with what is told; none where that leaves nothing which the tipset changed: as if it had been
 * told before.
 */
function imageOf(
  image: UndoImage,
  told: ContractsById,
  codes: ReadonlyMap<string, StateRows['contract_code']>,
  after: Map<number, ContractRow>,
): UndoImage[] {
  if (image.table === 'contract_code' && !image.row) return codes.has(image.key) ? [] : [image];
  if (image.table !== 'contract' || !image.row) return [image];
  const row = image.row as ContractRow;
  if (!told.has(row.actor_id)) return [image];
  const next = known(row, told);
  const later = after.get(row.actor_id);
  after.set(row.actor_id, next);
  if (later && isSame(next, later)) return [];
  return [next === row ? image : ({ ...image, row: next } as UndoImage)];
}

function isSame(a: ContractRow, b: ContractRow): boolean {
  const [as, bs] = [rowToJson('contract', a), rowToJson('contract', b)];
  return Object.entries(as).every(([column, value]) => value === bs[column]);
}
