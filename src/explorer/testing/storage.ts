/** Deals, pieces, allocations, claims and data cap of a made chain. */
import type { NewRow } from '#store/schema.ts';
import * as dealsTables from '#store/schema/deals.ts';
import type { Store } from '#store/store.ts';
import { type MadeChain } from './chain.ts';
import { digest, MINERS, noRows, SENDERS } from './rows.ts';

type StorageRows = ReturnType<typeof storageRows>;

const SLICE = 500;
const SIZE = 2 ** 35;
/** Accounts with data cap beside the senders: ids from here on. */
const HOLDERS = 100_000;
/** A commitment's CID: fil-commitment-unsealed, sha2-256-trunc254-padded. */
export const pieceCid = (n: number): Uint8Array =>
  Uint8Array.of(1, 0x81, 0xe2, 3, 0x92, 0x20, 0x20, ...digest(`piece ${n}`));

/**
 * `count` of each. Number n is of the client 100 + n mod 3, the provider 1000 + n mod 2 and the sector
 * n; every third piece is of the deal of its number, the others were onboarded directly.
 */
export function storageRows(chain: MadeChain, count: number) {
  const perHeight = Math.ceil(count / chain.heights.length);
  const counts = new Map<number, NewRow<'storage_count'>>();
  const of = (actor_id: number) => {
    const zero = { client_deals: 0, client_pieces: 0, client_allocations: 0, client_claims: 0 };
    const none = { provider_deals: 0, provider_pieces: 0, provider_allocations: 0 };
    const found = counts.get(actor_id) ?? { actor_id, ...zero, ...none, provider_claims: 0 };
    counts.set(actor_id, found);
    return found;
  };
  const rows = noRows(dealsTables);
  for (let n = 0; n < count; n++) {
    const client_id = SENDERS[n % SENDERS.length] ?? 100;
    const provider_id = MINERS[n % MINERS.length] ?? 1000;
    const [client, provider] = [of(client_id), of(provider_id)];
    const height = chain.heights[Math.floor(n / perHeight)] ?? 0;
    const placed = { height, position: n % perHeight, cid: digest(`stored ${n}`) };
    const listed = {
      ord: n,
      client_ord: client.client_claims++,
      provider_ord: provider.provider_claims++,
      client_id,
      provider_id,
      piece_cid: pieceCid(n),
      ...placed,
    };
    const ofDeal = n % 3 === 0;
    rows.deal.push({
      ...listed,
      id: n,
      piece_size: String(SIZE),
      verified: n % 4 !== 1,
      label: new TextEncoder().encode(`label ${n}`),
      label_text: true,
      start_epoch: height + 20,
      end_epoch: height + 40,
      price: 3n,
      provider_collateral: 5n,
      client_collateral: 0n,
      status: ofDeal ? 1 : 0,
      activated_height: ofDeal ? height : null,
      sector: ofDeal ? n : null,
      ended_height: null,
    });
    rows.piece.push({
      ...listed,
      idx: 0,
      piece_size: SIZE,
      sector: n,
      allocation_id: n,
      deal_id: ofDeal ? n : null,
      ended_height: null,
    });
    const terms = { id: n, size: String(SIZE), term_min: 10, term_max: 1000 };
    const expiration = height + 30;
    rows.allocation.push({ ...listed, ...terms, expiration, status: 0, ended_height: null });
    rows.claim.push({
      ...listed,
      ...terms,
      term_start: height,
      sector: n,
      extensions: 0,
      removed_height: null,
    });
    rows.verifier_change.push({
      ...placed,
      actor_id: 102,
      ord: n,
      kind: 1,
      allowance: BigInt(count - n),
      amount: 1n,
      client_id,
    });
    rows.data_cap_change.push({
      ...placed,
      actor_id: 100,
      ord: n,
      kind: 1,
      amount: 1n,
      balance: BigInt(n + 1),
      other_id: 102,
    });
    if (n > 0) of(HOLDERS + n);
    rows.data_cap.push({
      actor_id: n === 0 ? 100 : HOLDERS + n,
      ord: n,
      balance: n === 0 ? BigInt(count) : 1n,
      granted: 1n,
      allocated: 0n,
      returned: 0n,
      removed: 0n,
      height,
      position: placed.position,
      changes: n === 0 ? count : 0,
    });
  }
  for (const row of counts.values()) {
    row.client_deals = row.client_pieces = row.client_allocations = row.client_claims;
    row.provider_deals = row.provider_pieces = row.provider_allocations = row.provider_claims;
    rows.storage_count.push(row);
  }
  rows.verifier.push({
    actor_id: 102,
    ord: 0,
    allowance: 1n,
    granted: BigInt(count),
    height: 0,
    position: 0,
    removed_height: null,
    changes: count,
  });
  return rows;
}

export async function writeStorage(store: Store, rows: StorageRows): Promise<void> {
  await store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows))
      for (let at = 0; at < list.length; at += SLICE)
        await trx
          .insertInto(table as 'deal')
          .values(list.slice(at, at + SLICE) as NewRow<'deal'>[])
          .execute();
    const counters = {
      deals: rows.deal.length,
      pieces: rows.piece.length,
      allocations: rows.allocation.length,
      claims: rows.claim.length,
      verifiers: rows.verifier.length,
      dataCapHolders: rows.data_cap.length,
    };
    await trx
      .insertInto('counter')
      .values(Object.entries(counters).map(([key, value]) => ({ key, value })))
      .execute();
  });
}
