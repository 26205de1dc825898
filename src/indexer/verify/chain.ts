/** Invariants of the chain itself, recomputed over the whole store. */
import { sql } from 'kysely';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { messageDigest } from '#filecoin/message.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { PROOF_PARTS } from '../write/ledger.ts';
import { countOf, difference, MAX_TOLD, type Check, type Difference } from './check.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');
const WINDOWED_POST = 5;

/** Messages in memory at a time. */
const SLICE = 2_000;

/** Parent links join, ordinals count up, the ledger has no gap. */
const links: Check = {
  name: 'tipsets form one chain',
  async run({ db, startHeight }) {
    const { rows } = await sql<{ height: number; problem: string }>`
      select height, case
          when parent_key <> below_key then 'its parent is not the tipset before it'
          when parent_height <> below then 'its parent has another height'
          when ordinal <> below_ordinal + 1 then 'its ordinal does not follow'
          else 'it is not executed though it has a child'
        end as problem
      from (
        select height, parent_key, parent_height, ordinal, executed,
          lag(key) over w as below_key, lag(height) over w as below,
          lag(ordinal) over w as below_ordinal, lead(height) over w as above
        from tipset window w as (order by height)
      ) t
      where (below is not null and (parent_key <> below_key or parent_height <> below
        or ordinal <> below_ordinal + 1)) or (above is not null and not executed)
      order by height limit ${MAX_TOLD}`.execute(db);
    const found = rows.map(({ height, problem }) =>
      difference(`tipset ${height}`, 'one chain', problem),
    );
    const ledger = await db
      .selectFrom('progress')
      .selectAll()
      .where('part', 'not in', PROOF_PARTS)
      .orderBy('part')
      .orderBy('from_height')
      .execute();
    for (const part of Map.groupBy(ledger, (row) => row.part).values())
      if (part.length > 1 || part[0]?.from_height !== startHeight)
        found.push(
          difference(
            `ledger ${part[0]?.part}`,
            `one range from ${startHeight}`,
            part.map((row) => `${row.from_height}–${row.to_height}`).join(', '),
          ),
        );
    return { compared: await countOf(db, 'tipset'), differences: found };
  },
};

/** The digest of an unsigned message is its CID: recomputed for all BLS messages. */
const cids: Check = {
  name: 'CIDs of messages',
  async run({ db }) {
    const found: Difference[] = [];
    let compared = 0;
    let after: Uint8Array = new Uint8Array(0);
    for (;;) {
      const rows = await db
        .selectFrom('message')
        .selectAll()
        .where('signature_type', '=', 2)
        .where('cid', '>', after)
        .orderBy('cid')
        .limit(SLICE)
        .execute();
      compared += rows.length;
      for (const row of rows) {
        const digest = messageDigest({
          version: row.version,
          to: row.to_addr,
          from: row.from_addr,
          nonce: row.nonce,
          value: BigInt(row.value),
          gasLimit: row.gas_limit,
          gasFeeCap: BigInt(row.gas_fee_cap),
          gasPremium: BigInt(row.gas_premium),
          method: uint64(row.method),
          params: row.params ?? new Uint8Array(0),
        });
        if (toHex(digest) !== toHex(row.cid))
          found.push(difference(`message ${cidOf(row.cid)}`, cidOf(row.cid), cidOf(digest)));
      }
      const last = rows.at(-1);
      if (!last || found.length >= MAX_TOLD) return { compared, differences: found };
      after = last.cid;
    }
  },
};

/**
 * Invariant 3: what a message paid adds up to its limit times its cap, and the base fee was burnt
 * for all gas used. Not of messages that were refused before execution (the miner pays), nor, of
 * the second, of window proofs that were free for a while (FIP-0009).
 */
const gas: Check = {
  name: 'gas costs of messages',
  async run({ db }) {
    const { rows } = await sql<{
      cid: Uint8Array;
      paid: string;
      limit: string;
      burn: string;
      due: string;
    }>`
      select * from (
        select e.cid, e.base_fee_burn + e.over_estimation_burn + e.miner_tip + e.refund as paid,
          m.gas_limit * m.gas_fee_cap as "limit", e.base_fee_burn as burn,
          case when e.base_fee_burn = 0 and e.to_kind = ${MINER} and e.method = ${WINDOWED_POST}
            then 0 else e.gas_used * least(t.base_fee, m.gas_fee_cap) end as due
        from execution e join message m on m.cid = e.cid join tipset t on t.height = e.height
        where not (e.exit_code in (1, 2) and e.gas_used = 0)
      ) g
      where paid <> "limit" or burn <> due limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map((row) =>
      row.paid === row.limit
        ? difference(`base fee burn of ${cidOf(row.cid)}`, row.due, row.burn)
        : difference(`cost of ${cidOf(row.cid)}`, row.limit, row.paid),
    );
    return { compared: await countOf(db, 'execution'), differences };
  },
};

export const CHAIN_CHECKS: readonly Check[] = [links, cids, gas];
