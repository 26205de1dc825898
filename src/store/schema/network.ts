/** The network over time, and what is kept of its finality, price and peers. */
import { amount, bytes, defineTable, int, small, text } from '../table.ts';
import { network_state } from './chain.ts';

/**
 * Sums since the index's start over all executed tipsets up to and with this one: a window's figure
 * is the difference of two of them. Amounts are attoFIL.
 */
const NETWORK_SUMS = {
  tipsets: int,
  blocks: int,
  wins: int,
  /** Distinct messages that each tipset's blocks include. */
  messages: int,
  /** Messages that were executed. */
  executed: int,
  /** Block rewards without tips. */
  rewards: amount,
  tips: amount,
  /** What ApplyRewards charged the miners. */
  penalties: amount,
  /** What senders paid: burns and tips. */
  fees: amount,
  /** Sum of the messages' gas premiums, attoFIL per unit of gas. */
  gas_premium: amount,
  gas_limit: amount,
  gas_used: amount,
  /** Sum of the tipsets' base fees. */
  base_fee: amount,
  /** Raw bytes of the sectors that prove-commits brought. */
  sealed_bytes: amount,
  /**
   * Sums over epochs, null rounds included, of the network's power at each: at an epoch it is what
   * the newest tipset up to there stands on. Epochs at which the node could not tell it are left
   * out: `power_epochs` counts the others.
   */
  power_epochs: int,
  qa_power: amount,
  raw_power: amount,
  /** Σ floor(2^128 ÷ quality-adjusted power): a provider's chance to win goes by it. */
  inverse_power: amount,
};

/** One row per executed tipset: the sums through it (and through the epoch of its height). */
export const network_sum = defineTable('fact', ['height'], {
  height: small,
  ...NETWORK_SUMS,
  /** Not sums: how many there are after the execution. Accounts: kinds account and ethaccount. */
  accounts: int,
  contracts: int,
  /** Providers with raw power above zero; null where it was not counted. */
  active_miners: int.nullable,
});

/** One row: the newest sums, and the power at the epochs from `height` on. */
export const network_total = defineTable('state', ['id'], {
  id: small,
  height: small,
  ...NETWORK_SUMS,
  qa_power_now: amount.nullable,
  raw_power_now: amount.nullable,
});

/** One row: the network's totals after the newest executed tipset, at the height of its child. */
export const network_now = defineTable('state', ['id'], {
  id: small,
  ...network_state.columns,
});

/** Sums of a method's executed messages since the index's start. */
const METHOD_SUMS = {
  count: int,
  gas_premium: amount,
  gas_limit: amount,
  gas_used: amount,
  /** What senders paid: burns and tips. */
  fee: amount,
};

/** After each tipset that executed messages of the method. */
export const method_sum = defineTable('fact', ['method_id', 'height'], {
  method_id: small,
  height: small,
  ...METHOD_SUMS,
});

/** The newest sums of each method; `height` of its newest message. */
export const method_total = defineTable('state', ['method_id'], {
  method_id: small,
  height: small,
  ...METHOD_SUMS,
});

/** Executed tipsets of an hour or a day (UTC). */
export const network_hour = defineTable('state', ['start'], {
  /** Unix time of its beginning, seconds. */
  start: int,
  tipsets: small,
  base_fee_min: amount,
  base_fee_max: amount,
  base_fee_sum: amount,
});

export const network_day = defineTable('state', ['start'], {
  ...network_hour.columns,
  /** Distinct senders of executed messages. */
  senders: small,
});

/**
 * An hour (120 epochs from the genesis on) of a figure of the network, once all its tipsets are
 * executed: series.ts has which. Null where no tipset of the hour tells it.
 */
export const series_hour = defineTable('fact', ['series', 'height'], {
  series: text,
  /** Its last epoch: what reverts a tipset of the hour deletes it. */
  height: small,
  low: amount.nullable,
  /** Height of the first tipset at which it was so low. */
  low_at: small.nullable,
  high: amount.nullable,
  high_at: small.nullable,
  /** Of its tipsets that tell it, `tipsets` in number. */
  sum: amount,
  tipsets: small,
});

/**
 * The network version with which the messages of the tipset at `height` ran: of the index's first
 * one, and of those that carried out an upgrade.
 */
export const network_version = defineTable('fact', ['height'], {
  height: small,
  version: small,
});

/**
 * The code that all actors of a kind have from the execution of the tipset at `height` on: told where
 * `network_version` has a row.
 */
export const actor_bundle = defineTable('fact', ['kind', 'height'], {
  /** ACTOR_KINDS index. */
  kind: small,
  height: small,
  /** The CID's bytes. */
  code: bytes,
});

/** The last day on which an actor sent a message. */
export const sender_day = defineTable('state', ['actor_id'], {
  actor_id: int,
  /** Unix time of the day's beginning. */
  day: int,
});

/** F3 certificates as the node told them. Beside the chain: what is certified is never reverted. */
export const certificate = defineTable('beside', ['instance'], {
  /** GPBFT instance. */
  instance: int,
  /** It finalises the tipsets above `base_height` up to `height`. */
  base_height: small,
  height: small,
  /** Key of the tipset at `height`. */
  key: bytes,
});

/** The price of FIL over time, from the configured provider. Beside the chain. */
export const price = defineTable('beside', ['at'], {
  /** Unix seconds at which it was asked, by the chain's clock. */
  at: int,
  /** In the provider's currency, a decimal string. */
  price: amount,
});

/** One row: the newest attempt to learn the price. */
export const price_feed = defineTable('beside', ['id'], {
  id: small,
  at: int,
  /** Why it failed; null when it did not. */
  error: text.nullable,
});

/** Peers that the node is connected to, as it last told. Beside the chain. */
export const node_peer = defineTable('beside', ['peer_id'], {
  /** Base58 peer id. */
  peer_id: text,
  /** What it calls itself, e.g. `lotus-1.34.3+mainnet`; null when it does not say. */
  agent: text.nullable,
  /** JSON array of multiaddresses. */
  addresses: text,
});
