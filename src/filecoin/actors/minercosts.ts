/**
 * What running a storage provider costs: the network's fees for its messages, and what is burnt out
 * of its balance. A kind's index is its value in the database: append only.
 */
import type { Uint64 } from '../encoding/uint64.ts';
import { findMethod } from './methods.ts';

export const MINER_COSTS = [
  // Fees (base fee, over-estimation and tip) of messages, whoever paid them.
  'windowedPoSt',
  'preCommit',
  'proveCommit',
  'replicaUpdate',
  'faults',
  'termination',
  'extension',
  'publishDeals',
  'withdraw',
  'others',
  // Penalties: what the provider's own balance lost to f099.
  'deadline',
  'earlyTermination',
  'consensusFault',
  'dispute',
  'block',
  'aggregate',
  'debt',
  'unknown',
] as const;

export type MinerCost = (typeof MINER_COSTS)[number];

const FIRST_PENALTY = MINER_COSTS.indexOf('deadline');

/** Fees are paid by whoever sent the message, penalties by the provider itself. */
export const MINER_FEES = MINER_COSTS.slice(0, FIRST_PENALTY);
export const MINER_PENALTIES = MINER_COSTS.slice(FIRST_PENALTY);

/** The kind that has this index in the database; null when there is none. */
export function minerCostAt(index: number): MinerCost | null {
  return MINER_COSTS[index] ?? null;
}

/** The database's value of a kind. */
export function minerCostIndex(kind: MinerCost): number {
  return MINER_COSTS.indexOf(kind);
}

const FEES: Readonly<Record<string, MinerCost>> = {
  SubmitWindowedPoSt: 'windowedPoSt',
  PreCommitSector: 'preCommit',
  PreCommitSectorBatch: 'preCommit',
  PreCommitSectorBatch2: 'preCommit',
  ProveCommitSector: 'proveCommit',
  ProveCommitAggregate: 'proveCommit',
  ProveCommitSectors3: 'proveCommit',
  ProveCommitSectorsNI: 'proveCommit',
  ProveReplicaUpdates: 'replicaUpdate',
  ProveReplicaUpdates2: 'replicaUpdate',
  ProveReplicaUpdates3: 'replicaUpdate',
  DeclareFaults: 'faults',
  DeclareFaultsRecovered: 'faults',
  TerminateSectors: 'termination',
  ExtendSectorExpiration: 'extension',
  ExtendSectorExpiration2: 'extension',
  WithdrawBalance: 'withdraw',
};

/** What a message to a storage provider is about. */
export function minerFeeOf(method: Uint64): MinerCost {
  const name = findMethod('storageminer', method)?.shape ?? '';
  return (Object.hasOwn(FEES, name) ? FEES[name] : undefined) ?? 'others';
}

const PENALTIES: Readonly<Record<string, MinerCost>> = {
  TerminateSectors: 'earlyTermination',
  ReportConsensusFault: 'consensusFault',
  DisputeWindowedPoSt: 'dispute',
  ApplyRewards: 'block',
  // Until actors version 16 aggregation cost a fee of its own (FIP-0013).
  PreCommitSectorBatch: 'aggregate',
  PreCommitSectorBatch2: 'aggregate',
  ProveCommitAggregate: 'aggregate',
  ProveCommitSectors3: 'aggregate',
  ProveCommitSectorsNI: 'aggregate',
  // Each of these first pays what the provider owes.
  PreCommitSector: 'debt',
  DeclareFaultsRecovered: 'debt',
  WithdrawBalance: 'debt',
  RepayDebt: 'debt',
};

/** Cron's callback to a provider. */
const DEFERRED = 'OnDeferredCronEvent';
/** What it is about: builtin-actors, miner/src/types.rs, CRON_EVENT_PROCESS_EARLY_TERMINATIONS. */
const EARLY_TERMINATIONS = 2;

/**
 * Why a call of a provider burnt out of its balance. At a deadline's end cron burns fault fees, daily
 * fees (FIP-0100) and deposits of expired pre-commitments in one sum.
 * `cronEvent`: what cron called for (`OnDeferredCronEvent`), null where the call does not tell.
 */
export function minerPenaltyOf(method: Uint64, cronEvent: number | null): MinerCost {
  const name = findMethod('storageminer', method)?.shape ?? '';
  if (name === DEFERRED) return cronEvent === EARLY_TERMINATIONS ? 'earlyTermination' : 'deadline';
  return (Object.hasOwn(PENALTIES, name) ? PENALTIES[name] : undefined) ?? 'unknown';
}
