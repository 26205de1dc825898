/** Facts of sectors that hold wherever they are spoken of: sizes, quality, how long a pre-commitment holds. */
import { EPOCHS_PER_DAY } from '../epoch.ts';

/** Sizes by registered seal proof: every family of proofs (v1, v1.1, synthetic, non-interactive) lists these five. */
const SIZES = [2 ** 11, 2 ** 23, 2 ** 29, 2 ** 35, 2 ** 36] as const;

/** Bytes of a sector by its registered seal proof; null for numbers that are none. */
export function sectorSizeOf(sealProof: number): number | null {
  if (!Number.isInteger(sealProof) || sealProof < 0 || sealProof >= 20) return null;
  return SIZES[sealProof % SIZES.length] ?? null;
}

/** Bytes that count tenfold (verified) get nine times their size on top of it (FIP-0003, FIP-0045). */
export function qualityAdjustedPower(size: number, verifiedBytes: number): number {
  return size + 9 * verifiedBytes;
}

const PRE_COMMIT_CHALLENGE_DELAY = 150;
/** Eight hours. */
const CLEAN_UP_DELAY = 960;

/** Epochs until a pre-commitment without a proof can be taken back: of the oldest seal proofs, of all later ones. */
export const PRE_COMMIT_LIVES = [
  EPOCHS_PER_DAY + PRE_COMMIT_CHALLENGE_DELAY + CLEAN_UP_DELAY,
  30 * EPOCHS_PER_DAY + PRE_COMMIT_CHALLENGE_DELAY + CLEAN_UP_DELAY,
] as const;

/** Of one seal proof (miner actor: max_prove_commit_duration and expired_pre_commit_clean_up_delay). */
export function preCommitLife(sealProof: number): number {
  return PRE_COMMIT_LIVES[sealProof < SIZES.length ? 0 : 1];
}

/** Epochs in which a provider proves all its sectors once, in 48 deadlines. */
export const PROVING_PERIOD = EPOCHS_PER_DAY;
export const DEADLINES = 48;
/** Epochs of a deadline. */
export const CHALLENGE_WINDOW = PROVING_PERIOD / DEADLINES;

/**
 * Sets of a provider's sector numbers, by their place in this list. `live` holds the faulty ones
 * and those not yet proven too; `recovering` ones are faulty. `lapsed`: pre-committed, never proven.
 */
export const SECTOR_SETS = [
  'precommitted',
  'live',
  'faulty',
  'recovering',
  'expired',
  'terminated',
  'lapsed',
] as const;
export type SectorSet = (typeof SECTOR_SETS)[number];

export function sectorSetIndex(set: SectorSet): number {
  return SECTOR_SETS.indexOf(set);
}

/** What can happen to sectors, by its place in this list. */
export const SECTOR_EVENTS = [
  'pre-commit',
  'lapse',
  'commit',
  'update',
  'extend',
  'fault-declared',
  'fault-skipped',
  'fault-detected',
  'recovery-declared',
  'recovery-failed',
  'recovered',
  'terminate',
  'expire',
] as const;
export type SectorEvent = (typeof SECTOR_EVENTS)[number];

export function sectorEventIndex(event: SectorEvent): number {
  return SECTOR_EVENTS.indexOf(event);
}
