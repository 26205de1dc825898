/** Gives older contracts the code and the proxy slots that are told later than they. */
import { records } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import type { UndoImage } from '../fold/state.ts';
import { codeHash, withOlder } from '../parts/contracts/contracts.ts';
import type { Older, OlderContract, StateRows } from '../types.ts';
import { changeImages } from './images.ts';

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
  await changeImages(trx, OTHER_TABLES, (images) => {
    const next = images.map((image) => imageOf(image, told, codes));
    return next.some((image, index) => image !== images[index]) ? next : null;
  });
}

type Told = ReadonlyMap<number, OlderContract>;

function known(row: StateRows['contract'], told: Told): StateRows['contract'] {
  const older = told.get(row.actor_id);
  return older ? withOlder(row, older) : row;
}

/** A code that a tipset brought too is there before it now. */
function imageOf(
  image: UndoImage,
  told: Told,
  codes: ReadonlyMap<string, StateRows['contract_code']>,
): UndoImage {
  if (image.table === 'contract' && image.row) {
    const row = image.row as StateRows['contract'];
    const next = known(row, told);
    return next === row ? image : ({ ...image, row: next } as UndoImage);
  }
  if (image.table !== 'contract_code' || image.row) return image;
  const code = codes.get(image.key);
  return code ? ({ ...image, row: code } as UndoImage) : image;
}
