/**
 * Asks beacons beside the index what they give the proxies that ask them: many say nothing of the first
 * one that they have (OpenZeppelin's before version 5).
 */
import { addressInWord, IMPLEMENTATION_CALL } from '#filecoin/evm/proxies.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { askBeside } from './ask.ts';

/** Asked at one head, those that never were first. */
const SLICE = 4;
/** Epochs until one is asked again. */
const AGAIN = 20;

/**
 * Asks a few of those of which no event has told, as of the node's newest state. What a node refuses
 * stays as it was told before. Throws NodeError when the node is away.
 */
export async function askBeacons(
  node: NodeClient,
  { db }: Pick<Store, 'db'>,
  height: number,
): Promise<void> {
  for (const beacon of await nextOf(db, height - AGAIN)) {
    const answer = await askBeside(node, beacon, IMPLEMENTATION_CALL);
    const asked = { asked_height: height };
    const told = answer === 'refused' ? asked : { ...asked, implementation: addressOf(answer) };
    await db
      .insertInto('contract_beacon')
      .values({ beacon, implementation: null, ...told })
      .onConflict((conflict) => conflict.column('beacon').doUpdateSet(told))
      .execute();
  }
}

const addressOf = (answer: Uint8Array | null): Uint8Array | null => answer && addressInWord(answer);

async function nextOf(db: Store['db'], before: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ beacon: Uint8Array }>`
    select p.beacon from (select distinct beacon from contract where proxy_kind = 1) p
    left join address a on a.address = '\\x040a'::bytea || p.beacon
    left join contract c on c.actor_id = a.actor_id
    left join contract_beacon b on b.beacon = p.beacon
    where p.beacon is not null and c.implementation is null
      and (b.asked_height is null or b.asked_height <= ${before})
    order by b.asked_height nulls first limit ${SLICE}
  `.execute(db);
  return rows.map(({ beacon }) => beacon);
}
