/**
 * Market deals, pieces of data, and data cap. A deal's proposal is that of the message that published
 * it; its life follows the calls that counted: activated when the market took its piece for a sector,
 * terminated with its sector, slashed or settled by SettleDealPayments. That a deal's start or end, or
 * an allocation's expiration, has passed is not written: it follows from the head's height. (A deal
 * that no sector holds by its start epoch expires with that epoch; the market's cron only tidies up,
 * up to thirty days later.)
 *
 * At the genesis the node is asked for what the state holds. In an index that begins later what is
 * touched of before it is asked for first (chain/olderStorage.ts), the rest comes slice by slice.
 */
import { formatAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import type { Trx } from '#store/store.ts';
import { sql } from 'kysely';
import { requireId } from '../../decode/ids.ts';
import type { StateView } from '../../fold/state.ts';
import { definePart, type Touch } from '../part.ts';
import type { GatherContext } from '../context.ts';
import type { DealActs } from './acts.ts';
import { doneBy, namedIn, toldBy } from './calls.ts';
import { actsOf } from './decode.ts';
import { foldDeals } from './fold.ts';
import { dealsOf, storedBy } from './older.ts';
import { openingOf } from './opening.ts';
import type { StateTable } from '../../types.ts';
import type { Older } from '../../older.ts';

const NOTHING: DealActs = { opening: null, acts: [] };

export const DEALS = definePart<DealActs>('deals', {
  async gather(context) {
    const { calls, logs, tipset } = context;
    const opening = await openingOf(context);
    const done = doneBy(calls);
    if (!opening && done.length === 0) return NOTHING;
    const told = toldBy(logs);
    const ids = await idsOf(context, namedIn(done, told));
    const acts = actsOf(done, told, tipset.height, (address) => ids.get(toHex(address)) ?? null);
    return { opening, acts };
  },
  touches,
  stored: ({ acts }) => storedBy(acts),
  load,
  fold: foldDeals,
});

/** Ids of addresses that calls name, as the state after the execution has them. */
async function idsOf(
  { node, childKey, log, tipset }: GatherContext,
  addresses: readonly Uint8Array[],
): Promise<Map<string, number>> {
  const wanted = new Map(addresses.map((address) => [toHex(address), formatAddress(address)]));
  const ids = new Map<string, number>();
  await Promise.all(
    [...wanted].map(async ([hex, address]) => {
      const id = await node.stateLookupId(address, childKey);
      if (id === null)
        log.warn({ height: tipset.height, address }, 'a party to a deal or data cap has no id');
      else ids.set(hex, requireId(id));
    }),
  );
  return ids;
}

function touches({ opening, acts }: DealActs): Touch[] {
  const deals = new Set(dealsOf(acts));
  const pieces: [number, Integer][] = [];
  const counts = new Set<number>();
  const allocations = new Set<number>();
  const claims = new Set<number>();
  const verifiers = new Set(opening?.verifiers.map(({ id }) => id));
  const holders = new Set(opening?.holders.map(({ id }) => id));
  for (const deal of opening?.deals ?? []) {
    deals.add(deal.id);
    counts.add(deal.clientId).add(deal.providerId);
    if (deal.sector !== null) pieces.push([deal.providerId, deal.sector]);
  }
  for (const { id, client, provider } of [
    ...(opening?.allocations ?? []),
    ...(opening?.claims ?? []),
  ]) {
    allocations.add(id);
    claims.add(id);
    counts.add(client).add(provider);
  }
  for (const act of acts)
    switch (act.type) {
      case 'publish':
        deals.add(act.deal.id);
        counts.add(act.deal.clientId).add(act.deal.providerId);
        break;
      case 'activate':
        counts.add(act.provider);
        if (act.sector !== null) pieces.push([act.provider, act.sector]);
        break;
      case 'pieces':
        counts.add(act.provider);
        pieces.push([act.provider, act.sector]);
        for (const { allocation } of act.pieces) if (allocation) counts.add(allocation.client);
        break;
      case 'terminate-sectors':
        for (const sector of act.sectors) pieces.push([act.provider, sector]);
        break;
      case 'allocate':
        allocations.add(act.allocation.id);
        counts.add(act.allocation.client).add(act.allocation.provider);
        break;
      case 'remove-allocation':
        allocations.add(act.id);
        break;
      case 'claim':
        allocations.add(act.claim.id);
        claims.add(act.claim.id);
        counts.add(act.claim.client).add(act.claim.provider);
        break;
      case 'extend-claim':
      case 'remove-claim':
        claims.add(act.id);
        break;
      case 'verifier':
        verifiers.add(act.verifier);
        break;
      case 'data-cap':
        holders.add(act.actor);
        break;
      default:
    }
  const by = (table: StateTable, ids: Iterable<number>): Touch[] =>
    [...ids].map((id) => ({ table, key: [id] }));
  return [
    ...by('deal', deals),
    ...by('storage_count', counts),
    ...by('allocation', allocations),
    ...by('claim', claims),
    ...by('verifier', verifiers),
    ...by('data_cap', holders),
    ...pieces.map((key): Touch => ({ table: 'piece', key })),
  ];
}

/** Deals in terminated sectors, and the counts of the clients of deals that become pieces. */
async function load(
  trx: Trx,
  view: StateView,
  units: readonly { unit: { older: Pick<Older, 'storage'> }; facts: DealActs }[],
): Promise<void> {
  const acts = units.flatMap(({ facts }) => facts.acts);
  const older = units.flatMap(({ unit }) => unit.older.storage.deals);
  const activated = [...new Set(dealsOf(acts))];
  if (activated.length > 0) {
    const { rows } = await sql<{ client_id: number }>`select distinct client_id from deal
      where id = any(${activated}::int8[])`.execute(trx);
    const clients = [
      ...rows.map((row) => row.client_id),
      ...older.map((deal) => deal.clientId),
    ].filter((id) => !view.covers('storage_count', [id]));
    if (clients.length > 0) {
      const counts = await sql<RowOf<'storage_count'>>`select * from storage_count
        where actor_id = any(${clients}::int8[])`.execute(trx);
      view.load('storage_count', counts.rows);
      view.cover(
        'storage_count',
        clients.map((id) => [id]),
      );
    }
  }
  const ended = acts.flatMap((act) => (act.type === 'terminate-sectors' ? [act] : []));
  if (ended.length === 0) return;
  const providers = ended.flatMap(({ provider, sectors }) => sectors.map(() => provider));
  const sectors = ended.flatMap((act) => act.sectors);
  const { rows } = await sql<RowOf<'deal'>>`select d.* from unnest(
      ${providers}::int8[], ${sectors}::int8[]) as t (provider_id, sector)
    join piece p on p.provider_id = t.provider_id and p.sector = t.sector
    join deal d on d.id = p.deal_id`.execute(trx);
  const fresh = rows.filter((row) => !view.covers('deal', [row.id]));
  view.load('deal', fresh);
  view.cover(
    'deal',
    fresh.map((row) => [row.id]),
  );
}
