/**
 * Asks beacons beside the index what they give the proxies that ask them: many say nothing of the first
 * one that they have (OpenZeppelin's before version 5).
 */
import { addressInWord, IMPLEMENTATION_CALL, proxyKindIndex } from '#filecoin/evm/proxies.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { askBeside } from './ask.ts';
import type { Round, RoundRow } from './round.ts';

const BY_BEACON = proxyKindIndex('beacon');
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
  round: Round<Uint8Array>,
): Promise<void> {
  const read = (after: Uint8Array | null, limit: number) =>
    beaconsAfter(db, after, limit, height - AGAIN);
  await round.step(read, async ({ key: beacon }) => {
    const answer = await askBeside(node, beacon, IMPLEMENTATION_CALL);
    const asked = { asked_height: height };
    const told = answer === 'refused' ? asked : { ...asked, implementation: addressOf(answer) };
    await db
      .insertInto('contract_beacon')
      .values({ beacon, implementation: null, ...told })
      .onConflict((conflict) => conflict.column('beacon').doUpdateSet(told))
      .execute();
  });
}

const addressOf = (answer: Uint8Array | null): Uint8Array | null => answer && addressInWord(answer);

/** Seeks each distinct beacon in the index: one may have any number of proxies. */
async function beaconsAfter(
  db: Store['db'],
  after: Uint8Array | null,
  limit: number,
  before: number,
): Promise<RoundRow<Uint8Array>[]> {
  const { rows } = await sql<RoundRow<Uint8Array>>`
    with recursive found (beacon, place) as (
      (select beacon, 1 from contract
       where proxy_kind = ${sql.lit(BY_BEACON)} and beacon > ${after ?? new Uint8Array(0)} order by beacon limit 1)
      union all
      select next.beacon, found.place + 1 from found cross join lateral (
        select beacon from contract
        where proxy_kind = ${sql.lit(BY_BEACON)} and beacon > found.beacon order by beacon limit 1
      ) next where found.place < ${limit}
    )
    select f.beacon as key,
      c.implementation is null
        and (b.asked_height is null or b.asked_height <= ${before}) as due
    from found f
    left join address a on a.address = '\\x040a'::bytea || f.beacon
    left join contract c on c.actor_id = a.actor_id
    left join contract_beacon b on b.beacon = f.beacon
    order by f.place
  `.execute(db);
  return rows;
}
