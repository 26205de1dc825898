/** Deals, allocations, claims, verifiers and data cap that are older than the index. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { sql } from 'kysely';
import type { RowOf } from '#store/schema.ts';
import type { Trx } from '#store/store.ts';
import { count, OLDER } from '../../fold/lists.ts';
import { readRows } from '../../fold/read.ts';
import type { StateView } from '../../fold/state.ts';
import type { Act, OlderStorage } from './acts.ts';
import { columnsOf, OPEN, PUBLISHED, ACTIVE } from './columns.ts';

/** Something that acts touch, and that may be older than the index. */
export interface StorageKey {
  table: 'deal' | 'allocation' | 'claim' | 'verifier' | 'data_cap';
  /** Of a verifier and an account with data cap the actor's. */
  id: number;
  /** An allocation's client, a claim's provider. */
  owner: number | null;
  /** The act makes it: it is not older. */
  made: boolean;
}

/** Deals that are touched, but for those that are published. */
export function dealsOf(acts: readonly Act[]): number[] {
  return acts.flatMap((act) => {
    if (act.type === 'pieces') return act.pieces.flatMap((piece) => piece.deal ?? []);
    return 'deal' in act && typeof act.deal === 'number' ? [act.deal] : [];
  });
}

/** In the order of the acts. */
export function storedBy(acts: readonly Act[]): StorageKey[] {
  return acts.flatMap((act): StorageKey[] => {
    switch (act.type) {
      case 'publish':
        return [{ table: 'deal', id: act.deal.id, owner: null, made: true }];
      case 'allocate': {
        const { id, client } = act.allocation;
        return [{ table: 'allocation', id, owner: client, made: true }];
      }
      case 'remove-allocation':
        return [{ table: 'allocation', id: act.id, owner: act.client, made: false }];
      case 'claim': {
        const { id, client, provider } = act.claim;
        return [
          { table: 'allocation', id, owner: client, made: false },
          { table: 'claim', id, owner: provider, made: true },
        ];
      }
      case 'extend-claim':
      case 'remove-claim':
        return [{ table: 'claim', id: act.id, owner: act.provider, made: false }];
      case 'verifier':
        return [{ table: 'verifier', id: act.verifier, owner: null, made: false }];
      case 'data-cap':
        return [{ table: 'data_cap', id: act.actor, owner: null, made: false }];
      default:
        return dealsOf([act]).map((id) => ({ table: 'deal', id, owner: null, made: false }));
    }
  });
}

/** What of it the index does not have. */
export async function unknownStorage(trx: Trx, storage: OlderStorage): Promise<OlderStorage> {
  const unknown = async <T extends { id: number }>(
    table: StorageKey['table'],
    things: readonly T[],
  ): Promise<T[]> => {
    if (things.length === 0) return [];
    const key = sql.ref(table === 'verifier' || table === 'data_cap' ? 'actor_id' : 'id');
    const { rows } = await sql<{ id: number }>`select ${key} as id from ${sql.table(table)}
      where ${key} = any(${things.map(({ id }) => id)}::int8[])`.execute(trx);
    const known = new Set(rows.map((row) => row.id));
    return things.filter(({ id }) => !known.has(id));
  };
  return {
    deals: await unknown('deal', storage.deals),
    allocations: await unknown('allocation', storage.allocations),
    claims: await unknown('claim', storage.claims),
    verifiers: await unknown('verifier', storage.verifiers),
    holders: await unknown('data_cap', storage.holders),
  };
}

/** Loads what `foldOlderStorage` needs of what the index does not have. */
export async function loadOlderStorage(
  trx: Trx,
  view: StateView,
  { deals, allocations, claims, verifiers, holders }: OlderStorage,
): Promise<void> {
  const keys = (things: readonly { id: number }[]) => things.map(({ id }) => [id]);
  view.cover('deal', keys(deals));
  view.cover('allocation', keys(allocations));
  view.cover('claim', keys(claims));
  view.cover('verifier', keys(verifiers));
  view.cover('data_cap', keys(holders));
  const parties = new Set([
    ...deals.flatMap(({ clientId, providerId }) => [clientId, providerId]),
    ...[...allocations, ...claims].flatMap(({ client, provider }) => [client, provider]),
  ]);
  await readRows(
    trx,
    view,
    'older_storage',
    [...parties].map((id) => [id]),
  );
}

/** No ordinals: what is older comes after all others in the lists. */
const UNLISTED = { ord: null, client_ord: null, provider_ord: null } as const;
/** Nobody knows where it was made. */
const LONG_AGO = { height: null, position: 0, cid: null } as const;

/** Puts what is older than the index, and counts it. It holds on every branch: call it while nothing is logged. */
export function foldOlderStorage(
  view: StateView,
  { deals, allocations, claims, verifiers, holders }: OlderStorage,
): void {
  for (const deal of deals) {
    const { activatedHeight, sector } = deal;
    view.put('deal', {
      ...columnsOf(deal),
      ...UNLISTED,
      ...LONG_AGO,
      status: activatedHeight === null ? PUBLISHED : ACTIVE,
      activated_height: activatedHeight,
      sector,
      ended_height: null,
    });
    countOlder(view, 'deals', deal.clientId, deal.providerId);
  }
  for (const { id, client, provider, pieceCid, size, madeHeight, ...terms } of allocations) {
    view.put('allocation', {
      ...UNLISTED,
      ...LONG_AGO,
      height: madeHeight,
      id,
      client_id: client,
      provider_id: provider,
      piece_cid: pieceCid,
      size: String(size),
      term_min: terms.termMin,
      term_max: terms.termMax,
      expiration: terms.expiration,
      status: OPEN,
      ended_height: null,
    });
    countOlder(view, 'allocations', client, provider);
  }
  for (const { id, client, provider, pieceCid, size, sector, ...terms } of claims) {
    view.put('claim', {
      ...UNLISTED,
      ...LONG_AGO,
      id,
      client_id: client,
      provider_id: provider,
      piece_cid: pieceCid,
      size: String(size),
      term_min: terms.termMin,
      term_max: terms.termMax,
      term_start: terms.termStart,
      sector,
      extensions: 0,
      removed_height: null,
    });
    countOlder(view, 'claims', client, provider);
  }
  const there = { ord: null, height: null, position: 0, granted: '0', changes: 0 } as const;
  for (const { id, allowance } of verifiers) {
    const row = { ...there, actor_id: id, allowance: allowance.toString(), removed_height: null };
    view.put('verifier', row);
    count(view, `${OLDER}verifiers`, 1);
  }
  for (const { id, balance } of holders) {
    const sums = { allocated: '0', returned: '0', removed: '0' };
    view.put('data_cap', { ...there, ...sums, actor_id: id, balance: balance.toString() });
    if (id !== VERIFIED_REGISTRY_ID) count(view, `${OLDER}dataCapHolders`, 1);
  }
}

type Listed = 'deals' | 'allocations' | 'claims';

function countOlder(view: StateView, list: Listed, client: number, provider: number): void {
  count(view, OLDER + list, 1);
  addOlder(view, client, `client_${list}`);
  addOlder(view, provider, `provider_${list}`);
}

function addOlder(
  view: StateView,
  actor_id: number,
  column: Exclude<keyof RowOf<'older_storage'>, 'actor_id'>,
): void {
  const row = view.get('older_storage', actor_id) ?? {
    actor_id,
    client_deals: 0,
    provider_deals: 0,
    client_allocations: 0,
    provider_allocations: 0,
    client_claims: 0,
    provider_claims: 0,
  };
  view.put('older_storage', { ...row, [column]: row[column] + 1 });
}
