/**
 * Sectors of storage providers: what happened to each, and when they expire.
 *
 * Sets of sector numbers are RLE+ bytes (filecoin/bitfield.ts), so that a provider's 600,000 sectors
 * change their state without a row of theirs being touched: a sector's status is the set that holds
 * its number, its deadline the partition that does.
 */
import type { Amount, Bytes, NullableAmount, Signed } from './values.ts';

/** A provider as far as its sectors go. State. */
export interface SectorMinerTable {
  miner_id: number;
  /** First epoch of its proving period (may be negative or to come) and the deadline in it, as of the last change. */
  period_start: number;
  deadline: number;
  /** Digest of the CID of its deadlines: the sets below are as of it. */
  deadlines: Bytes;
  /** Live sectors as the node told last; null when it cannot tell. */
  told_live: number | null;
  /** Whether the node told which sectors are faulty; without it only declared faults are known. */
  told_faults: boolean;
  /** Lengths of its lists of events and of proofs. */
  events: number;
  posts: number;
}

/**
 * Sets of a provider's sectors (filecoin/sectors.ts: SECTOR_SETS), and of those that are older than the
 * index and not taken over yet (kind 100). State.
 */
export interface SectorSetTable {
  miner_id: number;
  kind: number;
  sectors: Bytes;
  count: number;
}

/** Partitions as far as messages or missed proofs told which sectors are in them. State. */
export interface SectorPartitionTable {
  miner_id: number;
  deadline: number;
  /** −1 while only the deadline is known. */
  partition: number;
  sectors: Bytes;
  /** The last proof handed in for it. */
  post_height: number | null;
  post_cid: Bytes | null;
}

/** Sectors. State. What the node did not tell and no call did is null. */
export interface SectorTable {
  miner_id: number;
  number: Signed;
  /** Registered seal proof. */
  seal_proof: number | null;
  /** CommR, whole CID bytes. */
  sealed_cid: Bytes | null;
  pre_commit_height: number | null;
  pre_commit_cid: Bytes | null;
  /** Epoch of the activation, and the message of it (null: by cron, or older than the index). */
  activation: number | null;
  commit_cid: Bytes | null;
  /** Epoch after which it expires. */
  expiration: number | null;
  /** Padded bytes of pieces under a verified claim, and of others. */
  verified_bytes: number | null;
  deal_bytes: number | null;
  /** attoFIL */
  pledge: NullableAmount;
  /** Last replica update. */
  updated_height: number | null;
  /** When it expired, was terminated, or its pre-commitment lapsed. */
  ended_height: number | null;
}

/** What happened to sectors of a provider, one row for what one call (or cron) did, by `ord`. */
export interface SectorEventTable {
  miner_id: number;
  ord: number;
  height: number;
  /** SECTOR_EVENTS index. */
  kind: number;
  /** Null: cron. */
  cid: Bytes | null;
  sectors: Bytes;
  count: number;
  /** Where it told them apart. */
  deadline: number | null;
  partition: number | null;
  /** New expiration, where it is the same of all. */
  expiration: number | null;
  /** Padded bytes of the pieces that came in; null where none could. */
  piece_bytes: number | null;
}

/** What happened to one sector: the provider's event `ord`. */
export interface SectorHistoryTable {
  miner_id: number;
  number: Signed;
  ord: number;
  height: number;
  kind: number;
  cid: Bytes | null;
  old_expiration: number | null;
  new_expiration: number | null;
}

/** Window proofs that a provider handed in, by `ord`. */
export interface SectorPostTable {
  miner_id: number;
  ord: number;
  height: number;
  cid: Bytes | null;
  deadline: number;
  /** JSON array of the partitions' numbers. */
  partitions: string;
  /** Sectors that were left out and became faulty. */
  skipped: number;
}

/**
 * What expires within a day (days since 1970 UTC, by the chain's clock, of the expiration). State. Of
 * sectors that are older than the index `older_expiry` has what there was before it, apart from the undo
 * log; `sector_expiry` has what tipsets changed, which may be less than nothing. The sums of both count.
 */
interface ExpirySums {
  day: number;
  sectors: number;
  /** Bytes. */
  raw_power: Amount;
  quality_adj_power: Amount;
  /** attoFIL */
  pledge: Amount;
  /** Sectors of which these are not known. */
  unknown_power: number;
  unknown_pledge: number;
}

export interface SectorExpiryTable extends ExpirySums {
  miner_id: number;
  /** Their numbers. */
  numbers: Bytes;
}

/** The same of all providers. State. */
export type SectorExpiryDayTable = ExpirySums;

export interface SectorsTables {
  sector_miner: SectorMinerTable;
  sector_set: SectorSetTable;
  sector_partition: SectorPartitionTable;
  sector: SectorTable;
  sector_event: SectorEventTable;
  sector_history: SectorHistoryTable;
  sector_post: SectorPostTable;
  sector_expiry: SectorExpiryTable;
  sector_expiry_day: SectorExpiryDayTable;
  older_expiry: SectorExpiryTable;
  older_expiry_day: SectorExpiryDayTable;
}
