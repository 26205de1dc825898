/**
 * Storage providers: who they are, their power, sectors, balances, blocks, costs and growth over time.
 *
 * What the execution of the tipset at `height` changed is in force from `since` on, the height of
 * the next tipset: the state at an epoch is the newest row with `since` at or below it. Sums
 * (`…_sum`) begin at the provider's first row, so that any window is the difference of two rows.
 */
import type { Amount, Bytes, NullableAmount, NullableSigned, Signed } from './values.ts';

/** Power in bytes. */
interface Power {
  raw_power: Amount;
  /** Quality-adjusted. */
  adjusted_power: Amount;
  /** Whether its power counts for elections (ConsensusMinerMinPower). */
  has_min_power: boolean;
}

/** Sums over all epochs before `since`. */
interface PowerSums {
  raw_sum: Amount;
  adjusted_sum: Amount;
  /** Σ own · network: quality-adjusted power times ⌊2^128 ÷ the network's⌋; times 5 it is 2^128 times the expected wins. */
  share_sum: Amount;
  /** The network's Σ ⌊2^128 ÷ quality-adjusted power⌋ up to there (network_total.qap_inverse). */
  inverse_sum: Amount;
}

/** Sectors; null where the node could not tell. */
interface SectorCounts {
  live: number | null;
  active: number | null;
  faulty: number | null;
  recovering: number | null;
}

/** attoFIL, as the provider's own state tells. */
interface Funds {
  /** Balance minus all that is below; negative when it owes. What of `vesting` has vested comes to it. */
  available: Amount;
  /** Rewards that still vest, those included that have vested and are not unlocked. */
  locked_funds: Amount;
  pre_commit_deposits: Amount;
  initial_pledge: Amount;
  fee_debt: Amount;
  /**
   * What of the locked funds vests next (filecoin/mining/vesting.ts), a few of its epochs: the actor
   * unlocks within half an hour what has vested. Null where it is not known.
   */
  vesting: Bytes | null;
}

/** Storage providers as of the newest executed tipset. State. */
export interface MinerTable extends Power, PowerSums, SectorCounts, Funds {
  id: number;
  /** Null for those that are older than the index. */
  created_height: number | null;
  /** From when on its power is what it is: where the sums end. */
  since: number;
  block_count: number;
  win_count: number;
  /** attoFIL, block rewards and tips. */
  reward_sum: Amount;
  cost_count: number;
  growth_raw_sum: Amount;
  growth_adjusted_sum: Amount;
}

/** Vesting tables. State. */
export interface MinerVestingTable {
  miner_id: number;
  /** filecoin/mining/vesting.ts: the whole table; null where it is not known. */
  funds: Bytes | null;
}

/** Who a provider is (StateMinerInfo). */
interface Setup {
  owner_id: number;
  worker_id: number;
  /** A list of actor ids (ids.ts). */
  controls: string;
  /** Worker to come, and when; null without one. */
  new_worker_id: number | null;
  worker_change_epoch: NullableSigned;
  /** Any that the owner named. */
  pending_owner_id: NullableAmount;
  beneficiary_id: number;
  /** attoFIL that the beneficiary may take, and has taken; in force before `beneficiary_expiration`. */
  beneficiary_quota: Amount;
  beneficiary_used: Amount;
  beneficiary_expiration: Signed;
  /**
   * JSON {beneficiary, quota, expiration, approvedByBeneficiary, approvedByNominee} of a proposed
   * beneficiary, an expiration from 2^53 on as text; null without one.
   */
  pending_beneficiary: string | null;
  /** libp2p peer id, base58; null without one. */
  peer_id: string | null;
  /** JSON array of multiaddresses in hex. */
  multiaddrs: string;
  /** Bytes. */
  sector_size: number;
  /** Registered window PoSt proof. */
  proof_type: number;
  /** Until when it is excluded from elections after a consensus fault; null when it is not. */
  fault_elapsed: NullableSigned;
}

/** Who providers are now. State. */
export interface MinerInfoTable extends Setup {
  id: number;
}

/** Who a provider was, where it changed. */
export interface MinerInfoChangeTable extends Setup {
  miner_id: number;
  height: number;
  since: number;
}

/** Power, where it changed. */
export interface MinerPowerTable extends Power, PowerSums {
  miner_id: number;
  height: number;
  since: number;
}

/** Sectors, where their numbers changed. */
export interface MinerSectorCountTable extends SectorCounts {
  miner_id: number;
  height: number;
  since: number;
}

/** Funds, where they changed. */
export interface MinerFundsTable extends Funds {
  miner_id: number;
  height: number;
  since: number;
  balance: Amount;
}

/** Blocks that a provider won, executed ones of the canonical chain, oldest first by `ord`. */
export interface MinerBlockTable {
  miner_id: number;
  ord: number;
  height: number;
  /** Place within the tipset. */
  position: number;
  timestamp: number;
  cid: Bytes;
  win_count: number;
  message_count: number;
  /** Bytes. */
  size: number;
  block_reward: Amount;
  tips: Amount;
  penalty: Amount;
  /** Wins, and block rewards with tips, this block included. */
  win_sum: number;
  reward_sum: Amount;
}

/** Fees and penalties, oldest first by `ord`. */
export interface MinerCostTable {
  miner_id: number;
  ord: number;
  /** MINER_COSTS index. */
  kind: number;
  height: number;
  /** Place among the tipset's rows of this table. */
  position: number;
  timestamp: number;
  /** Message that caused it; null for what cron and won blocks burnt. */
  cid: Bytes | null;
  method_id: number | null;
  /** Sender of the message for fees, the provider itself for penalties. */
  payer_id: number;
  amount: Amount;
  /** Amounts and rows of this kind, this one included. */
  kind_sum: Amount;
  kind_count: number;
}

/** Costs of a provider by kind. State. */
export interface MinerCostTotalTable {
  miner_id: number;
  kind: number;
  count: number;
  amount: Amount;
}

/**
 * Power that a provider added: what its calls of the power actor's UpdateClaimedPower raised, without
 * what came back by recoveries. `raw_sum` and `adjusted_sum` include the row.
 */
export interface MinerGrowthTable {
  miner_id: number;
  height: number;
  since: number;
  raw: Amount;
  adjusted: Amount;
  raw_sum: Amount;
  adjusted_sum: Amount;
}

export interface MinersTables {
  miner: MinerTable;
  miner_info: MinerInfoTable;
  miner_vesting: MinerVestingTable;
  miner_info_change: MinerInfoChangeTable;
  miner_power: MinerPowerTable;
  miner_sector_count: MinerSectorCountTable;
  miner_funds: MinerFundsTable;
  miner_block: MinerBlockTable;
  miner_cost: MinerCostTable;
  miner_cost_total: MinerCostTotalTable;
  miner_growth: MinerGrowthTable;
}
