/** The network over time, and what is kept of its finality, price and peers. */
import type { Bytes, NullableAmount, Amount } from './values.ts';
import type { NetworkStateTable } from './chain.ts';

/**
 * Sums since the index's start over all executed tipsets up to and with this one: a window's figure
 * is the difference of two of them. Amounts are attoFIL.
 */
export interface NetworkSums {
  tipsets: number;
  blocks: number;
  wins: number;
  /** Distinct messages that each tipset's blocks include. */
  messages: number;
  /** Messages that were executed. */
  executed: number;
  /** Block rewards without tips. */
  rewards: Amount;
  tips: Amount;
  /** What ApplyRewards charged the miners. */
  penalties: Amount;
  /** What senders paid: burns and tips. */
  fees: Amount;
  /** Sum of the messages' gas premiums, attoFIL per unit of gas. */
  gas_premium: Amount;
  gas_limit: Amount;
  gas_used: Amount;
  /** Sum of the tipsets' base fees. */
  base_fee: Amount;
  /** Raw bytes of the sectors that prove-commits brought. */
  sealed_bytes: Amount;
  /**
   * Sums over epochs, null rounds included, of the network's power at each: at an epoch it is what
   * the newest tipset up to there stands on. Epochs at which the node could not tell it are left
   * out: `power_epochs` counts the others.
   */
  power_epochs: number;
  qa_power: Amount;
  raw_power: Amount;
  /** Σ floor(2^128 ÷ quality-adjusted power): a provider's chance to win goes by it. */
  inverse_power: Amount;
}

/** One row per executed tipset: the sums through it (and through the epoch of its height). */
export interface NetworkSumTable extends NetworkSums {
  height: number;
  /** Not sums: how many there are after the execution. Accounts: kinds account and ethaccount. */
  accounts: number;
  contracts: number;
  /** Providers with raw power above zero; null where it was not counted. */
  active_miners: number | null;
}

/** One row: the newest sums, and the power at the epochs from `height` on. State. */
export interface NetworkTotalTable extends NetworkSums {
  id: number;
  height: number;
  qa_power_now: NullableAmount;
  raw_power_now: NullableAmount;
}

/** One row: the network's totals after the newest executed tipset, at the height of its child. State. */
export interface NetworkNowTable extends NetworkStateTable {
  id: number;
}

/** Sums of a method's executed messages since the index's start. */
export interface MethodSums {
  count: number;
  gas_premium: Amount;
  gas_limit: Amount;
  gas_used: Amount;
  /** What senders paid: burns and tips. */
  fee: Amount;
}

/** After each tipset that executed messages of the method. */
export interface MethodSumTable extends MethodSums {
  method_id: number;
  height: number;
}

/** The newest sums of each method; `height` of its newest message. State. */
export interface MethodTotalTable extends MethodSums {
  method_id: number;
  height: number;
}

/** Executed tipsets of an hour or a day (UTC). State. */
export interface NetworkPeriodTable {
  /** Unix time of its beginning, seconds. */
  start: number;
  tipsets: number;
  base_fee_min: Amount;
  base_fee_max: Amount;
  base_fee_sum: Amount;
}

export interface NetworkDayTable extends NetworkPeriodTable {
  /** Distinct senders of executed messages. */
  senders: number;
}

/**
 * The network version with which the messages of the tipset at `height` ran: of the index's first
 * one, and of those that carried out an upgrade.
 */
export interface NetworkVersionTable {
  height: number;
  version: number;
}

/**
 * The code that all actors of a kind have from the execution of the tipset at `height` on: told where
 * `network_version` has a row.
 */
export interface ActorBundleTable {
  /** ACTOR_KINDS index. */
  kind: number;
  height: number;
  /** The CID's bytes. */
  code: Uint8Array;
}

/** The last day on which an actor sent a message. State. */
export interface SenderDayTable {
  actor_id: number;
  /** Unix time of the day's beginning. */
  day: number;
}

/** F3 certificates as the node told them. Beside the chain: what is certified is never reverted. */
export interface CertificateTable {
  /** GPBFT instance. */
  instance: number;
  /** It finalises the tipsets above `base_height` up to `height`. */
  base_height: number;
  height: number;
  /** Key of the tipset at `height`. */
  key: Bytes;
}

/** The price of FIL over time, from the configured provider. Beside the chain. */
export interface PriceTable {
  /** Unix seconds at which it was asked, by the chain's clock. */
  at: number;
  /** In the provider's currency, a decimal string. */
  price: Amount;
}

/** One row: the newest attempt to learn the price. */
export interface PriceFeedTable {
  id: number;
  at: number;
  /** Why it failed; null when it did not. */
  error: string | null;
}

/** Peers that the node is connected to, as it last told. Beside the chain. */
export interface NodePeerTable {
  /** Base58 peer id. */
  peer_id: string;
  /** What it calls itself, e.g. `lotus-1.34.3+mainnet`; null when it does not say. */
  agent: string | null;
  /** JSON array of multiaddresses. */
  addresses: string;
}

export interface NetworkTables {
  network_sum: NetworkSumTable;
  network_total: NetworkTotalTable;
  network_now: NetworkNowTable;
  method_sum: MethodSumTable;
  method_total: MethodTotalTable;
  network_hour: NetworkPeriodTable;
  network_day: NetworkDayTable;
  sender_day: SenderDayTable;
  network_version: NetworkVersionTable;
  actor_bundle: ActorBundleTable;
  certificate: CertificateTable;
  price: PriceTable;
  price_feed: PriceFeedTable;
  node_peer: NodePeerTable;
}
