/** Pieces of data in sectors: of deals, and onboarded directly. */
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { namesOf } from '../names.ts';
import { timeOf, type View } from '../view.ts';
import { endedBy } from './lists.ts';
import { dataPage, type DataInput } from './pieceCid.ts';
import type { PieceList } from './schema.ts';

export async function listPieces(view: View, input: DataInput): Promise<PieceList> {
  const { total, rows, next } = await dataPage(view, 'piece', input);
  const [names, sectors] = await Promise.all([
    namesOf(
      view,
      rows.flatMap((row) => [row.client_id, row.provider_id]),
    ),
    sectorsOf(view, rows),
  ]);
  const pieces = rows.map((row) => {
    const sector = sectors.get(`${row.provider_id}/${row.sector}`);
    const ended = endedBy(view, row.ended_height) ?? endedBy(view, sector?.ended_height ?? null);
    return {
      pieceCid: formatCid(row.piece_cid),
      pieceSize: row.piece_size,
      ddo: row.deal_id === null,
      dealId: row.deal_id,
      allocation: row.allocation_id,
      client: row.client_id === null ? null : names.shown(row.client_id),
      clientId: names.idTextOrNull(row.client_id),
      clientTag: names.tag(row.client_id),
      provider: names.shown(row.provider_id),
      providerId: names.idText(row.provider_id),
      providerTag: names.tag(row.provider_id),
      sector: integerJson(row.sector),
      height: row.height,
      timestamp: timeOf(view.network, row.height),
      message: row.cid && cidOf(row.cid),
      expiration: sector?.expiration ?? null,
      endedHeight: ended,
      endedTimestamp: ended === null ? null : timeOf(view.network, ended),
    };
  });
  return { totalCount: total, pieces, next };
}

type Until = Pick<PastRow<'sector'>, 'expiration' | 'ended_height'>;

/** Until when the pieces' sectors are, by `provider/number`, as it was at the head. */
async function sectorsOf(
  view: View,
  rows: readonly { provider_id: number; sector: Integer }[],
): Promise<Map<string, Until>> {
  const { rows: sectors } = await sql<Until & { miner_id: number; number: Integer }>`
    select s.miner_id, s.number, s.expiration, s.ended_height
    from unnest(
      ${rows.map((row) => row.provider_id)}::int8[], ${rows.map((row) => String(row.sector))}::int8[]
    ) as wanted (miner_id, number)
    cross join lateral (
      select * from sector
      where sector.miner_id = wanted.miner_id and sector.number = wanted.number
    ) s`.execute(view.db);
  const providers = [...new Set(sectors.map((row) => row.miner_id))];
  const changed = new Map(
    await Promise.all(
      providers.map(async (id) => [id, await view.changedOf('sector', id)] as const),
    ),
  );
  return new Map(
    sectors.map((row) => {
      const key = `${row.miner_id}/${row.number}`;
      return [key, changed.get(row.miner_id)?.get(key) ?? row];
    }),
  );
}
