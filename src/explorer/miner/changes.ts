/** How a provider's people and places changed, newest first. */
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackIds } from '#store/ids.ts';
import type { RowOf } from '#store/schema.ts';
import { namesOf } from '../names.ts';
import { timeOf, type View } from '../view.ts';
import { multiAddressesOf, pendingBeneficiaryOf } from './detail.ts';
import { findMiner } from './find.ts';
import { INFO_FIELDS, type InfoChanges } from './schema.ts';

/** So many states of it are compared: whoever changes more often has shown enough. */
const MAX_STATES = 200;

type Row = RowOf<'miner_info_change'>;
type Field = (typeof INFO_FIELDS)[number];

const some = (id: Uint64 | string | null | undefined): Uint64[] => (id == null ? [] : [uint64(id)]);

/** Accounts by their ids, texts as they are. */
const VALUES: Readonly<Record<Field, (row: Row) => (Uint64 | string)[]>> = {
  owner: (row) => [row.owner_id],
  pendingOwner: (row) => some(row.pending_owner_id),
  worker: (row) => [row.worker_id],
  newWorker: (row) => some(row.new_worker_id),
  controlAddresses: (row) => unpackIds(row.controls),
  beneficiary: (row) => [row.beneficiary_id],
  pendingBeneficiary: (row) => some(pendingBeneficiaryOf(row.pending_beneficiary)?.beneficiary),
  peerId: (row) => (row.peer_id === null ? [] : [row.peer_id]),
  multiAddresses: (row) => multiAddressesOf(row.multiaddrs),
};

export async function infoChanges(view: View, text: string): Promise<InfoChanges> {
  const { id } = await findMiner(view, text);
  const rows = await view.db
    .selectFrom('miner_info_change')
    .selectAll()
    .where('miner_id', '=', id)
    .orderBy('since', 'desc')
    .limit(MAX_STATES)
    .execute();
  const found = rows.flatMap((row, index) => {
    const before = rows[index + 1];
    return before ? changesOf(before, row) : [];
  });
  const ids = found.flatMap(({ from, to }) => [...from, ...to]);
  const names = await namesOf(
    view,
    ids.filter((value) => typeof value !== 'string'),
  );
  const shown = (value: Uint64 | string) =>
    typeof value === 'string' ? value : names.shown(value);
  const idsOf = (values: readonly (Uint64 | string)[]) =>
    values.flatMap((value) => (typeof value === 'string' ? [] : names.idText(value)));
  return found.map(({ height, field, from, to }) => ({
    height,
    timestamp: timeOf(view.network, height),
    field,
    from: from.map(shown),
    fromIds: idsOf(from),
    to: to.map(shown),
    toIds: idsOf(to),
  }));
}

function changesOf(before: Row, after: Row) {
  return INFO_FIELDS.flatMap((field) => {
    const [from, to] = [VALUES[field](before), VALUES[field](after)];
    const same = from.length === to.length && from.every((value, at) => value === to[at]);
    return same ? [] : [{ height: after.height, field, from, to }];
  });
}
