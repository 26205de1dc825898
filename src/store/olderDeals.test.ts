import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from './migrations/0020_older_deals.ts';
import { eachDatabase } from './testing/databases.ts';
import { packImages, unpackImages, type Image } from './undo.ts';

const CLIENT = 1_005;
const PROVIDER = 1_000;

/** Back to what the migration found. */
const BEFORE = [
  'drop table older_storage',
  ...['deal', 'allocation', 'claim'].flatMap((table) =>
    ['', '_client', '_provider'].map((party) => `drop index ${table}_older${party}`),
  ),
  'drop index verifier_older',
  'drop index data_cap_older',
];

eachDatabase((open) => {
  test('deals that were touched before they were opened are counted, and no undo takes them', async () => {
    const { db } = await open();
    for (const statement of BEFORE) await sql.raw(statement).execute(db);
    const deal = (id: number, ord: number | null) => ({
      id,
      ord,
      client_ord: ord,
      provider_ord: ord,
      client_id: CLIENT,
      provider_id: PROVIDER,
      piece_cid: new Uint8Array(32),
      piece_size: '2048',
      verified: false,
      label: new Uint8Array(),
      label_text: true,
      start_epoch: 1,
      end_epoch: 2,
      price: '0',
      provider_collateral: '0',
      client_collateral: '0',
      status: 1,
      height: ord === null ? null : 9,
      position: 0,
      cid: null,
      activated_height: null,
      sector: null,
      ended_height: null,
    });
    await db
      .insertInto('deal')
      .values([deal(7, null), deal(8, null), deal(9, 0)])
      .execute();
    const kept: Image[] = [
      ['deal', '9', null],
      ['deal', '8', { id: 8, status: 0 }],
      ['account_method', '7/1', null],
    ];
    await db
      .insertInto('undo')
      .values({ height: 9, part: '', doc: packImages([['deal', '7', null], ...kept]) })
      .execute();
    await up(db);
    expect(await db.selectFrom('older_storage').selectAll().orderBy('actor_id').execute()).toEqual([
      {
        actor_id: PROVIDER,
        client_deals: 0,
        provider_deals: 2,
        client_allocations: 0,
        provider_allocations: 0,
        client_claims: 0,
        provider_claims: 0,
      },
      {
        actor_id: CLIENT,
        client_deals: 2,
        provider_deals: 0,
        client_allocations: 0,
        provider_allocations: 0,
        client_claims: 0,
        provider_claims: 0,
      },
    ]);
    const counter = await db
      .selectFrom('counter')
      .select('value')
      .where('key', '=', 'older:deals')
      .executeTakeFirst();
    expect(counter?.value).toBe(2);
    const undo = await db.selectFrom('undo').select('doc').executeTakeFirstOrThrow();
    expect(unpackImages(undo.doc)).toEqual(kept);
  });
});
