/** Market deals. */
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { integerJson, subtractIntegers } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import { NotFound } from '../errors.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { dateOf, timeOf, type View } from '../view.ts';
import { wishOf } from '../wishes.ts';
import { labelOf } from './label.ts';
import { partiesOf } from './parties.ts';
import { dataPage, type DataInput } from './pieceCid.ts';
import { verifiedDeals } from './verified.ts';
import type { DealDetail, DealList, DealStatus, DealSummary } from './schema.ts';

type Row = RowOf<'deal'>;

/** By what was done with it last; what time does to it follows from the head (dealStatus). */
const STATUS: readonly DealStatus[] = ['published', 'active', 'terminated', 'slashed', 'completed'];

export async function listDeals(view: View, input: DataInput): Promise<DealList> {
  const { piece, verified = null } = input;
  const { total, rows, next, searched } =
    piece === null && verified !== null
      ? await verifiedDeals(view, input, verified)
      : { ...(await dataPage(view, 'deal', input)), searched: null };
  const names = await namesOf(
    view,
    rows.flatMap((row) => [row.client_id, row.provider_id]),
  );
  return {
    totalCount: total,
    deals: rows.map((row) => summary(view, names, row)),
    ...(searched && { searched }),
    next,
  };
}

export async function getDeal(view: View, id: number): Promise<DealDetail> {
  const row = await view.db.selectFrom('deal').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) {
    await wishOf(view, ['deals'], { kind: 'deal', id });
    throw new NotFound('noDeal');
  }
  const [names, allocation] = await Promise.all([
    namesOf(view, [row.client_id, row.provider_id]),
    allocationOf(view, row),
  ]);
  const at = (height: number | null) => (height === null ? null : timeOf(view.network, height));
  return {
    ...summary(view, names, row),
    message: row.cid && cidOf(row.cid),
    pieceCid: formatCid(row.piece_cid),
    ...labelOf(row.label),
    storagePricePerEpoch: row.price,
    clientCollateral: row.client_collateral,
    providerCollateral: row.provider_collateral,
    sector: row.sector === null ? null : integerJson(row.sector),
    activationHeight: row.activated_height,
    activationTimestamp: at(row.activated_height),
    endedHeight: row.ended_height,
    endedTimestamp: at(row.ended_height),
    allocation,
  };
}

/** A deal's piece stands in its sector. */
async function allocationOf({ db }: View, row: Row): Promise<number | null> {
  if (row.sector === null) return null;
  const piece = await db
    .selectFrom('piece')
    .select('allocation_id')
    .where('provider_id', '=', row.provider_id)
    .where('sector', '=', row.sector)
    .where('deal_id', '=', row.id)
    .executeTakeFirst();
  return piece?.allocation_id ?? null;
}

/** At a head: the messages of the tipsets before it have run, its own and later ones have not. */
export function dealStatus(
  row: Pick<Row, 'status' | 'start_epoch' | 'end_epoch' | 'activated_height' | 'ended_height'>,
  head: number,
): DealStatus {
  const had = (height: number | null) => height !== null && height < head;
  const status = had(row.ended_height)
    ? (STATUS[row.status] ?? 'completed')
    : had(row.activated_height)
      ? 'active'
      : 'published';
  if (status === 'published' && row.start_epoch < head) return 'expired';
  if (status === 'active' && row.end_epoch <= head) return 'completed';
  return status;
}

function summary({ answered, network }: View, names: Names, row: Row): DealSummary {
  const price = (
    BigInt(row.price) * BigInt(subtractIntegers(row.end_epoch, row.start_epoch))
  ).toString();
  return {
    id: row.id,
    height: row.height,
    timestamp: row.height === null ? null : timeOf(network, row.height),
    ...partiesOf(names, row),
    pieceSize: integerJson(row.piece_size),
    verifiedDeal: row.verified,
    startEpoch: integerJson(row.start_epoch),
    startTimestamp: dateOf(network, row.start_epoch),
    endEpoch: integerJson(row.end_epoch),
    endTimestamp: dateOf(network, row.end_epoch),
    storagePrice: price,
    stroagePrice: price,
    status: dealStatus(row, answered.height),
    ddo: false,
  };
}
