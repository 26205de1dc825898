import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INVOKE_CONTRACT } from '#filecoin/actors/methods.ts';
import { openEither } from '#store/testing/kept.ts';
import type { Store } from '#store/store.ts';
import { nameLate } from './write.ts';

/** More calls that nobody will ever know than are looked at in one go. */
const UNKNOWN = 600;
/** An f410 address takes calls of contracts; what an f2 address that nobody has takes is not known. */
const CONTRACT = `040a${'ab'.repeat(20)}`;
const NOBODY = `02${'cd'.repeat(20)}`;

let store: Store;
beforeAll(async () => {
  store = await openEither();
});
afterAll(() => store?.close());

/** Pending calls of unknown names, by the numbers of their arrivals. */
async function pend(first: number, last: number, to: string): Promise<void> {
  await sql`
    insert into mempool (cid, arrival, first_seen, version, from_addr, to_addr, nonce, value, gas_limit,
      gas_fee_cap, gas_premium, method, signature_type, size, method_name)
    select sha256(n::text::bytea), n, 1, 0, decode(${NOBODY}, 'hex'), decode(${to}, 'hex'), n, 0, 1, 1, 1,
      ${INVOKE_CONTRACT}::numeric, 1, 1, 'Unknown (' || ${INVOKE_CONTRACT}::int8 || ')'
    from generate_series(${first}::int, ${last}::int) n`.execute(store.db);
}

const namedArrivals = async (): Promise<number[]> =>
  (
    await store.db
      .selectFrom('mempool')
      .select('arrival')
      .where('method_name', '=', 'InvokeContract')
      .execute()
  ).map(({ arrival }) => arrival);

it('names the newest calls first, whatever many older ones there are that nobody knows', async () => {
  await pend(1, 1, CONTRACT);
  await pend(2, UNKNOWN, NOBODY);
  await pend(UNKNOWN + 1, UNKNOWN + 1, CONTRACT);
  await nameLate(store);
  expect(await namedArrivals()).toEqual([UNKNOWN + 1]);
});
