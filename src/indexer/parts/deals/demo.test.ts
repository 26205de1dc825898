/** Deals and data cap of the demo chain's head against the node's own answers. */
import { formatCid } from '#filecoin/encoding/cid.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import type { MarketDealJson } from '#node/types.ts';
import type { RowOf } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoAt, indexAll, startDemo, type Demo } from '../../testing/demo.ts';
import type { StateTable } from '../../types.ts';

const HEAD = 20_300;
/** Deals whose sectors were terminated: the market has forgotten them. */
const GONE = [401, 402, 403, 406, 414, 433, 438, 439, 454];

const truthSchema = z.object({
  deals: z.array(
    z.object({ id: z.int(), client: z.string(), provider: z.string(), piece: z.string() }),
  ),
  allocations: z.array(
    z.object({ id: z.int(), client: z.string(), provider: z.string(), piece: z.string() }),
  ),
  events: z.array(
    z.looseObject({ height: z.int(), kind: z.string(), provider: z.string().optional() }),
  ),
});

let demo: Demo;
let store: Store;

async function all<T extends StateTable>(table: T): Promise<RowOf<T>[]> {
  return (await store.db
    .selectFrom(table as 'deal')
    .selectAll()
    .execute()) as RowOf<T>[];
}

/** The deal as the node writes it. */
function asNode(deal: RowOf<'deal'>): MarketDealJson {
  return {
    Proposal: {
      PieceCID: { '/': formatCid(deal.piece_cid) },
      PieceSize: uint64(deal.piece_size),
      VerifiedDeal: deal.verified,
      Client: `f0${deal.client_id}`,
      Provider: `f0${deal.provider_id}`,
      Label: new TextDecoder().decode(deal.label),
      StartEpoch: deal.start_epoch,
      EndEpoch: deal.end_epoch,
      StoragePricePerEpoch: deal.price,
      ProviderCollateral: deal.provider_collateral,
      ClientCollateral: deal.client_collateral,
    },
    State: {
      SectorNumber: deal.sector ?? 0,
      SectorStartEpoch: deal.activated_height ?? -1,
      LastUpdatedEpoch: -1,
      SlashEpoch: -1,
    },
  };
}

beforeAll(async () => {
  demo = await startDemo(HEAD);
  store = await openEither(demoAt(HEAD));
}, 600_000);
afterAll(async () => {
  await store.close();
  await demo.close();
});

describe('at the head of the demo chain', () => {
  const head = async () => (await demo.node.chainHead()).Cids;
  const truth = truthSchema.parse(demoFile('truth/providers.json'));

  it('has the deals of the market, and the nine that it forgot', async () => {
    const deals = await all('deal');
    const market = await demo.node.stateMarketDeals(await head());
    expect(market.size).toBe(548);
    const alive = deals.filter((deal) => deal.ended_height === null);
    expect(new Map(alive.map((deal) => [deal.id, asNode(deal)]))).toEqual(market);
    const ended = deals.filter((deal) => deal.ended_height !== null);
    expect(ended.map((deal) => deal.id).sort((a, b) => a - b)).toEqual(GONE);
    expect(new Set(ended.map((deal) => deal.status))).toEqual(new Set([2]));
    for (const deal of alive)
      expect(await demo.node.stateMarketStorageDeal(deal.id, await head())).toEqual(asNode(deal));
  });

  it('has the open allocations and the claims of the registry', async () => {
    const open = (await all('allocation')).filter((row) => row.status === 0);
    expect(
      new Map(
        open.map((row) => [
          row.id,
          {
            Client: row.client_id,
            Provider: row.provider_id,
            Data: { '/': formatCid(row.piece_cid) },
            Size: uint64(row.size),
            TermMin: row.term_min,
            TermMax: row.term_max,
            Expiration: row.expiration,
          },
        ]),
      ),
    ).toEqual(await demo.node.stateGetAllAllocations(await head()));
    const claims = (await all('claim')).filter((row) => row.removed_height === null);
    const expected = await demo.node.stateGetAllClaims(await head());
    expect(expected.size).toBe(588);
    expect(
      new Map(
        claims.map((row) => [
          row.id,
          {
            Provider: row.provider_id,
            Client: row.client_id,
            Data: { '/': formatCid(row.piece_cid) },
            Size: uint64(row.size),
            TermMin: row.term_min,
            TermMax: row.term_max,
            TermStart: row.term_start,
            Sector: row.sector,
          },
        ]),
      ),
    ).toEqual(expected);
  });

  it('has what every actor may give and use', async () => {
    const actors = await demo.node.stateListActors(await head());
    expect(actors.length).toBe(282);
    const verifiers = new Map((await all('verifier')).map((row) => [`f0${row.actor_id}`, row]));
    const holders = new Map((await all('data_cap')).map((row) => [`f0${row.actor_id}`, row]));
    for (const actor of actors) {
      const given = await demo.node.stateVerifierStatus(actor, await head());
      expect([actor, verifiers.get(actor)?.allowance ?? null]).toEqual([actor, given]);
      const cap = await demo.node.stateVerifiedClientStatus(actor, await head());
      const balance = holders.get(actor)?.balance;
      expect([actor, balance === '0' ? null : (balance ?? null)]).toEqual([actor, cap]);
    }
  });

  it('adds up: each history ends in its balance', async () => {
    for (const holder of await all('data_cap')) {
      const changes = await store.db
        .selectFrom('data_cap_change')
        .selectAll()
        .where('actor_id', '=', holder.actor_id)
        .orderBy('ord')
        .execute();
      expect(changes.length).toBe(holder.changes);
      let sum = 0n;
      for (const [ord, change] of changes.entries()) {
        sum += BigInt(change.amount);
        expect([change.ord, change.balance]).toEqual([ord, sum.toString()]);
      }
      expect(holder.balance).toBe(sum.toString());
    }
    const f0100 = await store.db
      .selectFrom('verifier_change')
      .selectAll()
      .where('actor_id', '=', 100)
      .orderBy('ord')
      .execute();
    // Renewed twice; each time it gave to two clients.
    const given = [
      [0, '439804651110400'],
      [1, '431008558088192'],
      [1, '404620279021568'],
    ];
    expect(f0100.map((change) => [change.kind, change.allowance])).toEqual([
      ...given,
      ...given,
      ...given,
    ]);
    expect(f0100.map((change) => change.height)).toEqual([
      19, 28, 39, 8109, 8197, 8252, 9464, 9523, 9586,
    ]);
  });

  it('has the deals, allocations and pieces that the providers wrote down', async () => {
    const { deals, allocations } = truth;
    const id = async (address: string) =>
      Number((await demo.node.stateLookupId(address, await head()))?.slice(2));
    const clients = new Map<string, number>();
    for (const { client } of [...deals, ...allocations])
      if (!clients.has(client)) clients.set(client, await id(client));
    const expected = (rows: typeof deals) =>
      rows.map((row) => [
        row.id,
        clients.get(row.client),
        Number(row.provider.slice(2)),
        row.piece,
      ]);
    const own = (row: RowOf<'deal'> | RowOf<'allocation'>) => [
      row.id,
      row.client_id,
      row.provider_id,
      formatCid(row.piece_cid),
    ];
    const dealRows = new Map((await all('deal')).map((row) => [row.id, own(row)]));
    const allocationRows = new Map((await all('allocation')).map((row) => [row.id, own(row)]));
    expect([deals.length, allocations.length]).toEqual([155, 324]);
    expect(deals.map((deal) => dealRows.get(deal.id))).toEqual(expected(deals));
    expect(allocations.map((one) => allocationRows.get(one.id))).toEqual(expected(allocations));
  });

  it('tells pieces of deals from those onboarded directly', async () => {
    const pieces = await all('piece');
    const deals = new Map((await all('deal')).map((row) => [row.id, row]));
    const claims = await all('claim');
    for (const piece of pieces) {
      if (piece.deal_id === null) continue;
      const deal = deals.get(piece.deal_id);
      expect(deal).toMatchObject({
        provider_id: piece.provider_id,
        sector: piece.sector,
        client_id: piece.client_id,
        ended_height: piece.ended_height,
      });
    }
    const activated = [...deals.values()].filter((deal) => deal.activated_height !== null);
    expect(pieces.filter((piece) => piece.deal_id !== null).length).toBe(activated.length);
    // Every claim is of a piece in its sector.
    expect(new Set(pieces.flatMap((piece) => piece.allocation_id ?? []))).toEqual(
      new Set(claims.map((claim) => claim.id)),
    );
    expect(pieces.some((piece) => piece.deal_id === null)).toBe(true);
  });

  it('counts every list without gaps', async () => {
    const lists = { deal: 'deals', piece: 'pieces', allocation: 'allocations', claim: 'claims' };
    const counters = new Map(
      (await store.db.selectFrom('counter').selectAll().execute()).map((row) => [
        row.key,
        row.value,
      ]),
    );
    const counts = new Map((await all('storage_count')).map((row) => [row.actor_id, row]));
    for (const [table, list] of Object.entries(lists)) {
      const rows = await all(table as 'deal');
      const gapless = (ords: (number | null)[], total: number | undefined) =>
        expect(ords.toSorted((a, b) => (a ?? -1) - (b ?? -1))).toEqual(
          Array.from({ length: total ?? 0 }, (_, ord) => ord),
        );
      gapless(
        rows.map((row) => row.ord),
        counters.get(list),
      );
      for (const role of ['client', 'provider'] as const)
        for (const [actor, own] of Map.groupBy(rows, (row) => row[`${role}_id`]))
          if (actor !== null)
            gapless(
              own.map((row) => row[`${role}_ord`]),
              counts.get(actor)?.[`${role}_${list as 'deals'}`],
            );
    }
  });
});

describe('an index that begins later', () => {
  it('is right about what it saw, and lists nothing older', async () => {
    const late = await openEither();
    await indexAll(late, demo.node, { startHeight: 19_000 });
    const head = (await demo.node.chainHead()).Cids;
    const market = await demo.node.stateMarketDeals(head);
    const deals = await late.db.selectFrom('deal').selectAll().orderBy('ord').execute();
    expect(deals.length).toBeGreaterThan(10);
    for (const [ord, deal] of deals.entries()) {
      expect(deal.ord).toBe(ord);
      expect(asNode(deal)).toEqual(market.get(deal.id));
    }
    const claims = await demo.node.stateGetAllClaims(head);
    const seen = await late.db.selectFrom('claim').selectAll().execute();
    expect(seen.length).toBeGreaterThan(5);
    // Terms of a claim come with its event where the allocation is older.
    for (const claim of seen)
      expect(claims.get(claim.id)).toMatchObject({
        Provider: claim.provider_id,
        TermMin: claim.term_min,
        TermMax: claim.term_max,
        TermStart: claim.term_start,
        Sector: claim.sector,
      });
    for (const { actor_id, balance } of await late.db.selectFrom('data_cap').selectAll().execute())
      expect([actor_id, balance]).toEqual([
        actor_id,
        await demo.node.stateVerifiedClientStatus(`f0${actor_id}`, head),
      ]);
    await late.close();
  }, 300_000);
});
