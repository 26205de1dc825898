/** A sample of accounts against the node's state. */
import { sql } from 'kysely';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { countOf, difference, MAX_TOLD, stepOf, type Check, type Difference } from './check.ts';

/** Accounts asked for at once. */
const SLICE = 200;

const accounts: Check = {
  name: 'accounts, by the node',
  async run({ db, node, key, sample }) {
    const step = stepOf(await countOf(db, sql`actor where deleted_height is null`), sample);
    const { rows } = await sql<{ id: number; balance: string; nonce: number; head: Uint8Array }>`
      select id, balance, nonce, head from (
        select id, balance, nonce, head, row_number() over (order by id) as place
        from actor where deleted_height is null
      ) a where (place - 1) % ${step} = 0 order by id`.execute(db);
    const found: Difference[] = [];
    for (let at = 0; at < rows.length && found.length < MAX_TOLD; at += SLICE)
      await Promise.all(
        rows.slice(at, at + SLICE).map(async ({ id, balance, nonce, head }) => {
          const actor = await node.stateGetActor(`f0${id}`, key);
          const own = `${balance} attoFIL, nonce ${nonce}, state ${formatCid(head)}`;
          const told = actor
            ? `${actor.Balance} attoFIL, nonce ${actor.Nonce}, state ${actor.Head['/']}`
            : 'no such actor';
          if (own !== told) found.push(difference(`actor f0${id}`, told, own));
        }),
      );
    return { compared: rows.length, differences: found };
  },
};

export const ACCOUNT_CHECKS: readonly Check[] = [accounts];
