/** Tokens: whether their books add up (invariant 6), and whether contracts say the same. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { formatEthAddress } from '#filecoin/address.ts';
import { compareBalances, sampleBalances } from '../tokens/balances.ts';
import { countOf, difference, MAX_TOLD, stepOf, type Check, type Difference } from './check.ts';

/** All holders of a token are compared with the node while they are no more; of others a sample. */
const ALL_HOLDERS = 1000;
/** Half of such a sample. */
const HOLDERS = 10;

/** Supply, holders, transfers and NFTs of every token, recomputed from its rows. */
const books: Check = {
  name: 'books of tokens',
  async run({ db }) {
    const { rows } = await sql<{ id: number; what: string; expected: string; found: string }>`
      select t.actor_id as id, f.what, f.expected::text, f.found::text
      from token t
      left join (
        select token_id, sum(amount) as amount, count(*) filter (where amount > 0) as holders
        from token_holder group by token_id
      ) h on h.token_id = t.actor_id
      left join (
        select token_id, count(*) as count from token_transfer group by token_id
      ) l on l.token_id = t.actor_id
      left join (
        select token_id, count(*) as count, sum(supply) as supply from nft group by token_id
      ) n on n.token_id = t.actor_id
      left join (
        select token_id, sum(amount) as amount from nft_holder group by token_id
      ) p on p.token_id = t.actor_id,
      lateral (values
        ('balances, minted minus burned', t.minted - t.burned, coalesce(h.amount, 0)),
        ('holders', t.holder_count::numeric, coalesce(h.holders, 0)::numeric),
        ('transfers', t.transfer_count::numeric, coalesce(l.count, 0)::numeric),
        ('NFTs', t.item_count::numeric, coalesce(n.count, 0)::numeric),
        ('pieces of NFTs', coalesce(n.supply, 0), coalesce(p.amount, 0))
      ) as f(what, expected, found)
      where f.expected <> f.found
      order by t.actor_id limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map(({ id, what, expected, found }): Difference => ({
      ...difference(`${what} of token f0${id}`, expected, found),
      damage: { kind: 'tokens' },
    }));
    return { compared: await countOf(db, 'token'), differences };
  },
};

/** Nobody: units come from there and go there. */
const NOBODY = sql`'\\x${sql.raw('00'.repeat(20))}'::bytea`;

/**
 * What holders have, and their lists, by the transfers themselves. Units that were wrapped may come
 * without a transfer: balances of such tokens are left out.
 */
const transfers: Check = {
  name: 'books of tokens, by their transfers',
  async run({ db }) {
    const { rows } = await sql<{ id: number; what: string; count: number }>`
      with moved as (
        select m.token_id, m.holder, m.item, m.change from (
          select token_id, to_addr as holder, item, value as change from token_transfer
          union all select token_id, from_addr, item, -value from token_transfer
        ) m join token t on t.actor_id = m.token_id
        where m.holder <> ${NOBODY} and not t.wrapped
      ), listed as (
        select t.token_id, e.holder, t.ord as token_ord, t.standard, t.height, t.position
        from token_transfer t, lateral (select from_addr as holder union select to_addr) e
        where e.holder <> ${NOBODY}
      ), wrong as (
        select token_id, 'balances' as what, count(*) from (
          select token_id, holder, sum(change) as amount from moved group by token_id, holder
        ) m full join (
          select h.token_id, h.holder, h.amount from token_holder h
          join token t on t.actor_id = h.token_id where not t.wrapped
        ) h using (token_id, holder)
        where coalesce(m.amount, 0) <> coalesce(h.amount, 0) group by token_id
        union all
        select token_id, 'holders of NFTs', count(*) from (
          select token_id, item, holder, sum(change) as amount from moved where item is not null
          group by token_id, item, holder
        ) m full join (
          select h.token_id, h.item, h.holder, h.amount from nft_holder h
          join token t on t.actor_id = h.token_id where not t.wrapped
        ) h using (token_id, item, holder)
        where coalesce(m.amount, 0) <> coalesce(h.amount, 0) group by token_id
        union all
        select token_id, 'transfers in lists of holders', count(*) from (
          (select * from listed except all
            select token_id, holder, token_ord, standard, height, position
            from account_token_transfer)
          union all
          (select token_id, holder, token_ord, standard, height, position
            from account_token_transfer except all select * from listed)
        ) l group by token_id
      )
      select token_id::float8 as id, what, count::float8 as count from wrong
      order by token_id, what limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map(({ id, what, count }): Difference => ({
      ...difference(`${what} of token f0${id}`, 'as its transfers tell', `${count} others`),
      damage: { kind: 'tokens' },
    }));
    return { compared: await countOf(db, 'token_transfer'), differences };
  },
};

/**
 * Balances by the contracts' own balanceOf, in the state that the index's own are of. Tokens that are
 * marked already are left out.
 */
const balances: Check = {
  name: 'balances of tokens, by their contracts',
  async run({ db, node, sample }) {
    const tokens = await db
      .selectFrom('token as t')
      .leftJoin('token_metadata as m', 'm.address', 't.address')
      .select(['t.actor_id', 't.holder_count'])
      .where('t.malformed', '=', false)
      .where('t.mixed', '=', false)
      .where('t.negative', '=', false)
      .where((eb) => eb(eb.fn.coalesce('m.denied', sql<number>`0`), '=', 0))
      .orderBy('t.actor_id')
      .execute();
    const step = stepOf(tokens.length, sample);
    const found: Difference[] = [];
    let compared = 0;
    let untold = 0;
    for (const [place, { actor_id, holder_count }] of tokens.entries()) {
      if (place % step !== 0 || found.length >= MAX_TOLD) continue;
      const asked =
        holder_count <= ALL_HOLDERS
          ? await sampleBalances(db, actor_id, ALL_HOLDERS, new Uint8Array(20))
          : await sampleBalances(db, actor_id, HOLDERS, randomBytes(20));
      if (!asked) continue;
      const answers = await compareBalances(node, asked);
      compared += answers.checked;
      untold += answers.untold;
      for (const { holder, item, indexed, answered } of answers.differences) {
        const what = item === null ? '' : ` of item ${item}`;
        const key = `balance${what} of ${formatEthAddress(holder)} in token f0${actor_id}`;
        found.push({
          ...difference(key, answered ?? 'no answer', indexed),
          damage: { kind: 'tokens' },
        });
      }
    }
    return { compared, untold, differences: found };
  },
};

export const TOKEN_CHECKS: readonly Check[] = [books, transfers, balances];
