/** Pools of two tokens: which these are, by what the factory said when it made the pool. */
import { decodeEvent } from '#filecoin/actors/events.ts';
import { parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { unpackEntries } from '#store/entries.ts';
import { ofAnyLength } from '#store/plans.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { resolveAddresses } from '../account/resolve.ts';
import type { View } from '../view.ts';

/** A pool's tokens in the order in which it counts them, 0x. */
export interface PoolTokens {
  readonly token0: string;
  readonly token1: string;
}

/** Factories' events, by what the pool is called in them. */
const MADE: ReadonlyMap<string, string> = new Map([
  ['PairCreated(address,address,address,uint256)', 'pair'],
  ['PoolCreated(address,address,address,uint256)', 'pool'],
  ['PoolCreated(address,address,uint24,int24,address)', 'pool'],
]);
/** Events of the messages that made the pools that are read. */
const MAX_EVENTS = 2_000;

const creationEvents = statement((db, { ids }: Places<{ ids: readonly number[] }>) =>
  db
    .selectFrom('contract as c')
    .innerJoin('execution as e', 'e.cid', 'c.created_by')
    .innerJoin('event as v', (join) =>
      join.onRef('v.seq', '=', 'e.seq').onRef('v.emitter_id', '=', 'c.creator_id'),
    )
    .select(['c.actor_id', 'v.entries'])
    .where('c.actor_id', '=', sql<number>`any(${ofAnyLength(ids)})`)
    .limit(MAX_EVENTS)
    .compile(),
);

/** Those of these contracts that are pools. What a pool was made for never changes. */
export function poolsOf(
  view: View,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PoolTokens>> {
  return view.held.rows('pool', ids, (missing) => madePools(view, missing));
}

/** One statement for all. */
async function madePools(
  view: View,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PoolTokens>> {
  const pools = new Map<number, PoolTokens>();
  const rows = await creationEvents(view.db, { ids });
  const told = rows.flatMap(({ actor_id, entries }) => {
    const made = madeBy(entries);
    return made === null ? [] : [{ actor_id, ...made }];
  });
  const found = await resolveAddresses(
    view,
    told.map(({ pool }) => pool),
  );
  for (const { actor_id, pool, token0, token1 } of told)
    if (found.get(toHex(pool)) === actor_id) pools.set(actor_id, { token0, token1 });
  return pools;
}

function madeBy(entries: Uint8Array): (PoolTokens & { pool: Uint8Array }) | null {
  const event = decodeEvent(unpackEntries(entries));
  if (event.kind !== 'evm' || event.name === null || event.log === null) return null;
  const named = MADE.get(event.name);
  const at = (name: string | undefined) =>
    event.log?.args.find((each) => each.name === name)?.value;
  const [pool, token0, token1] = [at(named), at('token0'), at('token1')];
  if (typeof pool !== 'string' || typeof token0 !== 'string' || typeof token1 !== 'string')
    return null;
  return { pool: parseAddress(pool), token0, token1 };
}
