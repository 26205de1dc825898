/** What is gathered beside the chain, made of the chain's own rows: pool, certificates, prices, peers, token names. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** The pool's newest messages; of every hundred so many still wait, or were replaced. */
const POOLED = 20_000;
const WAITING = 2;
const REPLACED = 5;

const STATEMENTS: readonly string[] = [
  'truncate mempool, certificate, price, price_feed, node_peer, token_metadata, contract_diamond, contract_beacon',
  `insert into mempool
    with passed as (
      select m.*, e.seq, e.height, e.timestamp, e.selector, method.name,
        e.seq % 100 < ${WAITING} as waits,
        e.seq % 100 >= ${100 - REPLACED} as replaced
      from message m join execution e using (cid) join method on method.id = e.method_id
      where e.seq > (select max(seq) - ${POOLED} from execution)
    )
    select case when waits or replaced then set_byte(cid, 0, get_byte(cid, 0) # 255) else cid end,
      2 * seq, timestamp - 60, version, from_addr, to_addr, nonce, value, gas_limit, gas_fee_cap,
      gas_premium, passed.method, params, signature_type, size,
      case when not (waits or replaced) then eth_hash end, name, selector,
      case when not waits then 2 * seq + 1 end, case when not waits then timestamp end,
      case when not waits then height end,
      case when waits then null when replaced then 2 else 1 end, case when replaced then cid end
    from passed`,
  `insert into certificate
    select ordinal, height - 1, height, key from tipset`,
  `insert into price select timestamp, 3 + ordinal % 100 * 0.01 from tipset where ordinal % 10 = 0`,
  `insert into price_feed select 1, max(at), null from price`,
  `insert into node_peer
    select peer_id, 'lotus-1.34.3', '[]' from miner_info
    where peer_id is not null group by peer_id`,
  `insert into token_metadata
    select address, 'Token ' || actor_id, 'T' || actor_id, 18, minted - burned, height, true, 10, 0
    from token`,
];

/** Fills these tables anew. */
export async function fillBeside(db: Kysely<Database>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
