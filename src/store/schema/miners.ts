/**
 * Storage providers: who they are, their power, sectors, balances, blocks, costs and growth over time.
 *
 * What the execution of the tipset at `height` changed is in force from `since` on, the height of
 * the next tipset: the state at an epoch is the newest row with `since` at or below it. Sums
 * (`…_sum`) begin at the provider's first row, so that any window is the difference of two rows.
 */
import { amount, bool, bytes, defineTable, int, int32, signed, small, text } from '../table.ts';

/** Power in bytes. */
const POWER = {
  raw_power: amount.past,
  /** Quality-adjusted. */
  adjusted_power: amount.past,
  /** Whether its power counts for elections (ConsensusMinerMinPower). */
  has_min_power: bool,
};

/** Sums over all epochs before `since`. */
const POWER_SUMS = {
  raw_sum: amount.past,
  adjusted_sum: amount.past,
  /** Σ own · network: quality-adjusted power times ⌊2^128 ÷ the network's⌋; times 5 it is 2^128 times the expected wins. */
  share_sum: amount.past,
  /** The network's Σ ⌊2^128 ÷ quality-adjusted power⌋ up to there (network_total.qap_inverse). */
  inverse_sum: amount.past,
};

/** Sectors; null where the node could not tell. */
const SECTOR_COUNTS = {
  live: int.nullable,
  active: int.nullable,
  faulty: int.nullable,
  recovering: int.nullable,
};

/** attoFIL, as the provider's own state tells. */
const FUNDS = {
  /** Balance minus all that is below; negative when it owes. What of `vesting` has vested comes to it. */
  available: amount.past,
  /** Rewards that still vest, those included that have vested and are not unlocked. */
  locked_funds: amount,
  pre_commit_deposits: amount,
  initial_pledge: amount,
  fee_debt: amount,
  /**
   * What of the locked funds vests next (filecoin/mining/vesting.ts), a few of its epochs: the actor
   * unlocks within half an hour what has vested. Null where it is not known.
   */
  vesting: bytes.nullable.past,
};

/** Storage providers as of the newest executed tipset. */
export const miner = defineTable('state', ['id'], {
  id: int.past,
  /** Null for those that are older than the index. */
  created_height: small.nullable.past,
  /** From when on its power is what it is: where the sums end. */
  since: small.past,
  ...POWER,
  ...POWER_SUMS,
  ...SECTOR_COUNTS,
  ...FUNDS,
  block_count: int.past,
  win_count: int.past,
  /** attoFIL, block rewards and tips. */
  reward_sum: amount.past,
  cost_count: int,
  growth_raw_sum: amount.past,
  growth_adjusted_sum: amount.past,
});

/** Vesting tables. */
export const miner_vesting = defineTable('state', ['miner_id'], {
  miner_id: int,
  /** filecoin/mining/vesting.ts: the whole table; null where it is not known. */
  funds: bytes.nullable,
});

/** Who a provider is (StateMinerInfo). */
const SETUP = {
  owner_id: int,
  worker_id: int,
  /** A list of actor ids (ids.ts). */
  controls: text,
  /** Worker to come, and when; null without one. */
  new_worker_id: int.nullable,
  worker_change_epoch: signed.nullable,
  /** Any that the owner named. */
  pending_owner_id: amount.nullable,
  beneficiary_id: int,
  /** attoFIL that the beneficiary may take, and has taken; in force before `beneficiary_expiration`. */
  beneficiary_quota: amount,
  beneficiary_used: amount,
  beneficiary_expiration: signed,
  /**
   * JSON {beneficiary, quota, expiration, approvedByBeneficiary, approvedByNominee} of a proposed
   * beneficiary, an expiration from 2^53 on as text; null without one.
   */
  pending_beneficiary: text.nullable,
  /** libp2p peer id, base58; null without one. */
  peer_id: text.nullable,
  /** JSON array of multiaddresses in hex. */
  multiaddrs: text,
  /** Bytes. */
  sector_size: int,
  /** Registered window PoSt proof. */
  proof_type: int32,
  /** Until when it is excluded from elections after a consensus fault; null when it is not. */
  fault_elapsed: signed.nullable,
};

const CHANGE = { miner_id: int, height: small, since: small };

/** Who providers are now. */
export const miner_info = defineTable('state', ['id'], {
  id: int,
  ...SETUP,
});

/** Who a provider was, where it changed. */
export const miner_info_change = defineTable('fact', ['miner_id', 'since'], {
  ...CHANGE,
  ...SETUP,
});

/** Power, where it changed. */
export const miner_power = defineTable('fact', ['miner_id', 'since'], {
  ...CHANGE,
  ...POWER,
  ...POWER_SUMS,
});

/** Sectors, where their numbers changed. */
export const miner_sector_count = defineTable('fact', ['miner_id', 'since'], {
  ...CHANGE,
  ...SECTOR_COUNTS,
});

/** Funds, where they changed. */
export const miner_funds = defineTable('fact', ['miner_id', 'since'], {
  ...CHANGE,
  balance: amount,
  ...FUNDS,
});

/** Blocks that a provider won, executed ones of the canonical chain, oldest first by `ord`. */
export const miner_block = defineTable('fact', ['miner_id', 'ord'], {
  miner_id: int,
  ord: int,
  height: small,
  /** Place within the tipset. */
  position: small,
  timestamp: int,
  cid: bytes,
  win_count: int,
  message_count: small,
  /** Bytes. */
  size: small,
  block_reward: amount,
  tips: amount,
  penalty: amount,
  /** Wins, and block rewards with tips, this block included. */
  win_sum: int,
  reward_sum: amount,
});

/** Fees and penalties, oldest first by `ord`. */
export const miner_cost = defineTable('fact', ['miner_id', 'ord'], {
  miner_id: int,
  ord: int,
  /** MINER_COSTS index. */
  kind: small,
  height: small,
  /** Place among the tipset's rows of this table. */
  position: small,
  timestamp: int,
  /** Message that caused it; null for what cron and won blocks burnt. */
  cid: bytes.nullable,
  method_id: small.nullable,
  /** Sender of the message for fees, the provider itself for penalties. */
  payer_id: int,
  amount: amount,
  /** Amounts and rows of this kind, this one included. */
  kind_sum: amount,
  kind_count: int,
});

/** Costs of a provider by kind. */
export const miner_cost_total = defineTable('state', ['miner_id', 'kind'], {
  miner_id: int,
  kind: small,
  count: int,
  amount: amount,
});

/**
 * Power that a provider added: what its calls of the power actor's UpdateClaimedPower raised, without
 * what came back by recoveries. `raw_sum` and `adjusted_sum` include the row.
 */
export const miner_growth = defineTable('fact', ['miner_id', 'since'], {
  ...CHANGE,
  raw: amount,
  adjusted: amount,
  raw_sum: amount,
  adjusted_sum: amount,
});
