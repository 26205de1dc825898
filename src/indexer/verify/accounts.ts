/** A sample of accounts against the node's state. */
import { sql } from 'kysely';
import { formatCid } from '#filecoin/encoding/cid.ts';
import { countOf, difference, MAX_TOLD, stepOf, type Check, type Difference } from './check.ts';

/** Accounts asked for at once. */
const SLICE = 200;

interface Row {
  id: number;
  balance: string;
  nonce: string;
  head: Uint8Array;
  /** Whether no upgrade has come since its last change. */
  isNow: boolean;
}

const accounts: Check = {
  name: 'accounts, by the node',
  async run({ db, node, key, sample }) {
    const step = stepOf(await countOf(db, sql`actor where deleted_height is null`), sample);
    // A migration changes the states of actors that nothing touches: theirs are of their last change.
    const { rows } = await sql<Row>`
      select id, balance, nonce, head, last_seen_height >= coalesce((
        select max(height) from network_version
        where height > (select min(height) from network_version)
      ), -1) as "isNow" from (
        select id, balance, nonce, head, last_seen_height, row_number() over (order by id) as place
        from actor where deleted_height is null
      ) a where (place - 1) % ${step} = 0 order by id`.execute(db);
    const found: Difference[] = [];
    for (let at = 0; at < rows.length && found.length < MAX_TOLD; at += SLICE)
      await Promise.all(
        rows.slice(at, at + SLICE).map(async ({ id, balance, nonce, head, isNow }) => {
          const actor = await node.stateGetActor(`f0${id}`, key);
          const words = (of: [string, string, string]): string =>
            `${of[0]} attoFIL, nonce ${of[1]}` + (isNow ? `, state ${of[2]}` : '');
          const own = words([balance, nonce, formatCid(head)]);
          const told = actor
            ? words([actor.Balance, String(actor.Nonce), actor.Head['/']])
            : 'no such actor';
          if (own !== told)
            found.push({
              ...difference(`actor f0${id}`, told, own),
              damage: { kind: 'account', id },
            });
        }),
      );
    return { compared: rows.length, differences: found };
  },
};

export const ACCOUNT_CHECKS: readonly Check[] = [accounts];
