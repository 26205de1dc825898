/** What the list of an account's NFTs costs where a contract says of very many that it took them away. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChain, writeChain } from '../testing/chain.ts';
import { openJudged, type Judged } from '../testing/judged.ts';

const TAKEN = 100_000;
const HELD = 30;
const TOKEN = 777;
const HOLDER = 'ab'.repeat(20);

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('an account’s NFTs', () => {
  let index: Judged;

  beforeAll(async () => {
    index = await openJudged(['nft_holder'], async (store) => {
      await writeChain(store, makeChain({ height: 5, messages: 1 }));
      const holder = sql`decode(${HOLDER}, 'hex')`;
      // The last ones of the list are held: whatever is not is in front of them.
      await sql`
        insert into nft_holder (token_id, item, holder, amount)
        select ${TOKEN}::int8, item, ${holder}, case when item > ${TAKEN}::int then 1 else -1 end
        from generate_series(1, ${TAKEN + HELD}::int) item`.execute(store.db);
      await sql`
        insert into token_account (holder, transfer_count, erc20_count, erc721_count, erc1155_count, nft_count)
        values (${holder}, 0, 0, 0, 0, ${HELD}::int)`.execute(store.db);
    });
  });
  afterAll(() => index?.close());

  it('are read by an index of what is held', async () => {
    const { data, statements, offences } = await index.judge(
      ({ token }) => token.nftsOf(`0x${HOLDER}`, { pageSize: 20 }),
      100,
    );
    expect(data.totalCount).toBe(HELD);
    expect(statements).toBeGreaterThan(0);
    expect(offences).toEqual([]);
  });
});
