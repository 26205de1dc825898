/**
 * Sectors of storage providers: what happened to each, and when they expire.
 *
 * Sets of sector numbers are RLE+ bytes (filecoin/encoding/bitfield.ts), so that a provider's 600,000
 * sectors change their state without a row of theirs being touched: a sector's status is the set that
 * holds its number, its deadline the partition that does.
 */
import { amount, bool, bytes, defineTable, int, int32, signed, small, text } from '../table.ts';

/** A provider as far as its sectors go. */
export const sector_miner = defineTable({ state: 'sectors' }, ['miner_id'], {
  miner_id: int,
  /** First epoch of its proving period (may be negative or to come) and the deadline in it, as of the last change. */
  period_start: int,
  deadline: int32,
  /** Digest of the CID of its deadlines: the sets below are as of it. */
  deadlines: bytes,
  /** Live sectors as the node told last; null when it cannot tell. */
  told_live: int.nullable.past,
  /** Whether the node told which sectors are faulty; without it only declared faults are known. */
  told_faults: bool,
  /** Lengths of its lists of events and of proofs. */
  events: small,
  posts: small,
});

/**
 * Sets of a provider's sectors (filecoin/mining/sectors.ts: SECTOR_SETS), and of those that are older
 * than the index and not taken over yet (kind 100).
 */
export const sector_set = defineTable({ state: 'sectors' }, ['miner_id', 'kind'], {
  miner_id: int,
  kind: small.past,
  sectors: bytes.past,
  count: int,
});

/** Partitions as far as messages or missed proofs told which sectors are in them. */
export const sector_partition = defineTable(
  { state: 'sectors' },
  ['miner_id', 'deadline', 'partition'],
  {
    miner_id: int,
    deadline: int32.past,
    /** −1 while only the deadline is known. */
    partition: int.past,
    sectors: bytes.past,
    /** The last proof handed in for it. */
    post_height: small.nullable.past,
    post_cid: bytes.nullable.past,
  },
);

/** Sectors. What the node did not tell and no call did is null. */
export const sector = defineTable({ state: 'sectors' }, ['miner_id', 'number'], {
  miner_id: int,
  number: signed,
  /** Registered seal proof. */
  seal_proof: int32.nullable.past,
  /** CommR, whole CID bytes. */
  sealed_cid: bytes.nullable.past,
  pre_commit_height: small.nullable.past,
  pre_commit_cid: bytes.nullable.past,
  /** Epoch of the activation, and the message of it (null: by cron, or older than the index). */
  activation: int.nullable.past,
  commit_cid: bytes.nullable.past,
  /** Epoch after which it expires. */
  expiration: int.nullable.past,
  /** Padded bytes of pieces under a verified claim, and of others. */
  verified_bytes: int.nullable.past,
  deal_bytes: int.nullable.past,
  /** attoFIL */
  pledge: amount.nullable.past,
  /** Last replica update. */
  updated_height: small.nullable.past,
  /** When it expired, was terminated, or its pre-commitment lapsed. */
  ended_height: small.nullable.past,
});

/** What happened to sectors of a provider, one row for what one call (or cron) did, by `ord`. */
export const sector_event = defineTable('fact', ['miner_id', 'ord'], {
  miner_id: int,
  ord: small,
  height: small,
  /** SECTOR_EVENTS index. */
  kind: small,
  /** Null: cron. */
  cid: bytes.nullable,
  sectors: bytes,
  count: int,
  /** Where it told them apart. */
  deadline: int32.nullable,
  partition: int.nullable,
  /** New expiration, where it is the same of all. */
  expiration: int.nullable,
  /** Padded bytes of the pieces that came in; null where none could. */
  piece_bytes: int.nullable,
});

/** What happened to one sector: the provider's event `ord`. */
export const sector_history = defineTable('fact', ['miner_id', 'number', 'ord'], {
  miner_id: int,
  number: signed,
  ord: small,
  height: small,
  kind: small,
  cid: bytes.nullable,
  old_expiration: int.nullable,
  new_expiration: int.nullable,
});

/** Window proofs that a provider handed in, by `ord`. */
export const sector_post = defineTable('fact', ['miner_id', 'ord'], {
  miner_id: int,
  ord: small,
  height: small,
  cid: bytes.nullable,
  deadline: int32,
  /** JSON array of the partitions' numbers. */
  partitions: text,
  /** Sectors that were left out and became faulty. */
  skipped: int,
});

/**
 * What expires within a day (days since 1970 UTC, by the chain's clock, of the expiration). Of
 * sectors that are older than the index `older_expiry` has what there was before it, apart from the undo
 * log; `sector_expiry` has what tipsets changed, which may be less than nothing. The sums of both count.
 */
const EXPIRY_SUMS = {
  day: int32,
  sectors: small,
  /** Bytes. */
  raw_power: amount,
  quality_adj_power: amount,
  /** attoFIL */
  pledge: amount,
  /** Sectors of which these are not known. */
  unknown_power: small,
  unknown_pledge: small,
};

export const sector_expiry = defineTable('state', ['miner_id', 'day'], {
  miner_id: int,
  ...EXPIRY_SUMS,
  /** Their numbers. */
  numbers: bytes,
});

export const older_expiry = sector_expiry;

/** The same of all providers. */
export const sector_expiry_day = defineTable('state', ['day'], EXPIRY_SUMS);

export const older_expiry_day = sector_expiry_day;
