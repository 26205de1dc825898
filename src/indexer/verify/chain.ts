/** Invariants of the chain itself, recomputed over the whole store. */
import { sql } from 'kysely';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { messageDigest } from '#filecoin/message.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import {
  countOf,
  difference,
  MAX_TOLD,
  type Check,
  type CheckContext,
  type Damage,
  type Difference,
} from './check.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');
const WINDOWED_POST = 5;

/** Messages in memory at a time. */
const SLICE = 2_000;

/** Parent links join, ordinals count up: a height without a tipset is a null round. */
const links: Check = {
  name: 'tipsets form one chain',
  async run({ db }) {
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
    const found = rows.map(({ height, problem }): Difference => ({
      ...difference(`tipset ${height}`, 'one chain', problem),
      damage: { kind: 'arrival', height },
    }));
    return { compared: await countOf(db, 'tipset'), differences: found };
  },
};

/** A tipset's row says what its blocks say, and what their miners earned. */
const headers: Check = {
  name: 'tipsets and their blocks',
  async run({ db }) {
    const { rows } = await sql<{ height: number; arrived: boolean }>`
      select height, arrived from (
        select t.height, t.reward, sum(b.block_reward + b.tips) as earned,
          bool_and(b.parents = t.parent_key and b.state_root = t.state_root
            and b.receipts_root = t.receipts_root and b.base_fee = t.base_fee
            and b.parent_weight = t.parent_weight and b.timestamp = t.timestamp)
          and count(*) = t.block_count and sum(b.win_count) = t.win_count
          and t.null_rounds = coalesce(t.height - t.parent_height - 1, 0) as arrived
        from tipset t join block b on b.height = t.height and not b.orphaned
        group by t.height
      ) t
      where not arrived or reward <> earned
      order by height limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map(({ height, arrived }): Difference => ({
      ...difference(
        `tipset ${height}`,
        'what its blocks say',
        arrived ? 'another reward' : 'something else',
      ),
      damage: { kind: arrived ? 'execution' : 'arrival', height },
    }));
    return { compared: await countOf(db, 'tipset'), differences };
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
        .where('signature_type', '=', int16(2))
        .where('cid', '>', after)
        .orderBy('cid')
        .limit(SLICE)
        .execute();
      compared += rows.length;
      for (const row of rows) {
        const digest = messageDigest({
          version: uint64(row.version),
          to: row.to_addr,
          from: row.from_addr,
          nonce: uint64(row.nonce),
          value: BigInt(row.value),
          gasLimit: row.gas_limit,
          gasFeeCap: BigInt(row.gas_fee_cap),
          gasPremium: BigInt(row.gas_premium),
          method: uint64(row.method),
          params: row.params ?? new Uint8Array(0),
        });
        if (toHex(digest) === toHex(row.cid)) continue;
        const differing = difference(`message ${cidOf(row.cid)}`, cidOf(row.cid), cidOf(digest));
        found.push(...(await arrivalsOf(db, row.cid)).map((damage) => ({ ...differing, damage })));
      }
      const last = rows.at(-1);
      if (!last || found.length >= MAX_TOLD) return { compared, differences: found };
      after = last.cid;
    }
  },
};

/** The tipsets whose arrival brought a message. */
async function arrivalsOf(db: CheckContext['db'], cid: Uint8Array): Promise<Damage[]> {
  const rows = await db
    .selectFrom('block_message as l')
    .innerJoin('block as b', 'b.cid', 'l.block_cid')
    .select(['b.height', 'b.cid', 'b.orphaned'])
    .where('l.cid', '=', cid)
    .execute();
  return rows.map((block) =>
    block.orphaned ? { kind: 'orphan', cid: block.cid } : { kind: 'arrival', height: block.height },
  );
}

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
      height: number;
      paid: string;
      limit: string;
      burn: string;
      due: string;
    }>`
      select * from (
        select e.cid, e.height, e.base_fee_burn + e.over_estimation_burn + e.miner_tip + e.refund as paid,
          m.gas_limit * m.gas_fee_cap as "limit", e.base_fee_burn as burn,
          case when e.base_fee_burn = 0 and e.to_kind = ${MINER} and e.method = ${WINDOWED_POST}
            then 0 else e.gas_used * least(t.base_fee, m.gas_fee_cap) end as due
        from execution e join message m on m.cid = e.cid join tipset t on t.height = e.height
        where (e.exit_code = 0 or e.gas_used > 0)
          and e.height not in (select height from passed)
      ) g
      where paid <> "limit" or burn <> due limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map((row): Difference => ({
      ...(row.paid === row.limit
        ? difference(`base fee burn of ${cidOf(row.cid)}`, row.due, row.burn)
        : difference(`cost of ${cidOf(row.cid)}`, row.limit, row.paid)),
      damage: { kind: 'execution', height: row.height },
    }));
    return { compared: await countOf(db, 'execution'), differences };
  },
};

/** Tipsets whose sums did not add up: an operator let them pass, and each stays told. */
const passed: Check = {
  name: 'tipsets that were let pass',
  async run({ db }) {
    const rows = await db.selectFrom('passed').selectAll().orderBy('height').execute();
    return {
      compared: rows.length,
      differences: [],
      noted: rows.map(({ height, details }) => `height ${height}: ${details}`),
    };
  },
};

export const CHAIN_CHECKS: readonly Check[] = [links, headers, cids, gas, passed];
