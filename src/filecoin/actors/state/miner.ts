/**
 * A storage miner's state and who it is, for actors versions 0 to 19. Its sectors: minerSectors.ts;
 * its vesting funds: minerVesting.ts.
 */
import type { Reader, ValueOf } from './shape.ts';
import {
  address,
  amount,
  atVersion,
  bitfield,
  bool,
  cid,
  epoch,
  int,
  int64,
  list,
  maybe,
  tuple,
  versions,
} from './shape.ts';
import { bytesOf, readObject, StateError } from './read.ts';
import { vestingFunds } from './minerVesting.ts';

/** Deadlines of a proving period (WPoStPeriodDeadlines). */
export const DEADLINES = 48;

const start = { Info: cid, PreCommitDeposits: amount, LockedFunds: amount };
const sectorTables = {
  /** HAMT by sector number, of what was pre-committed. */
  PreCommittedSectors: cid,
  /** AMT by epoch, of bit fields; it was called …Expiry before version 5. */
  PreCommittedSectorsCleanUp: cid,
  /** A bit field. */
  AllocatedSectors: cid,
  /** AMT by sector number. */
  Sectors: cid,
};
const oldTables = {
  PreCommittedSectors: cid,
  PreCommittedSectorsExpiry: cid,
  AllocatedSectors: cid,
  Sectors: cid,
};
const end = {
  ProvingPeriodStart: epoch,
  CurrentDeadline: int,
  /** Its deadlines' CIDs. */
  Deadlines: cid,
  /** Numbers of deadlines. */
  EarlyTerminations: bitfield,
};
const debt = { FeeDebt: amount, InitialPledge: amount };

const minerState = versions(
  [
    16,
    tuple({
      ...start,
      VestingFunds: vestingFunds,
      ...debt,
      ...sectorTables,
      ...end,
      DeadlineCronActive: bool,
    }),
  ],
  [
    5,
    tuple({
      ...start,
      VestingFunds: cid,
      ...debt,
      ...sectorTables,
      ...end,
      DeadlineCronActive: bool,
    }),
  ],
  [
    4,
    tuple({
      ...start,
      VestingFunds: cid,
      ...debt,
      ...oldTables,
      ...end,
      DeadlineCronActive: bool,
    }),
  ],
  [2, tuple({ ...start, VestingFunds: cid, ...debt, ...oldTables, ...end })],
  [
    0,
    tuple({ ...start, VestingFunds: cid, InitialPledgeRequirement: amount, ...oldTables, ...end }),
  ],
);

/** A miner's state as nodes' JSON tells it. */
export type MinerState = ValueOf<(typeof minerState)[number][1]>;

/** Reads the object that a miner's Head names. @throws StateError */
export function readMinerState(object: Uint8Array, version: number): MinerState {
  return readObject<MinerState>('state of a miner', object, atVersion(minerState, version));
}

const raw: Reader<Uint8Array> = bytesOf;

const pendingWorker = tuple({ NewWorker: address, EffectiveAt: epoch });
const who = {
  Owner: address,
  Worker: address,
  ControlAddresses: list(address),
  PendingWorkerKey: maybe(pendingWorker),
  /** What its sender took for a libp2p peer id. */
  PeerId: raw,
  Multiaddrs: list(raw),
};
const size = { SectorSize: int, WindowPoStPartitionSectors: int };
const faulted = { ConsensusFaultElapsed: epoch, PendingOwnerAddress: maybe(address) };

/** Fields are called as Lotus calls them, but for `SealProofType`, which it turns into the other one. */
const minerInfo = versions(
  [
    9,
    tuple({
      ...who,
      WindowPoStProofType: int,
      ...size,
      ...faulted,
      Beneficiary: address,
      BeneficiaryTerm: tuple({ Quota: amount, UsedQuota: amount, Expiration: int64 }),
      PendingBeneficiaryTerm: maybe(
        tuple({
          NewBeneficiary: address,
          NewQuota: amount,
          NewExpiration: int64,
          ApprovedByBeneficiary: bool,
          ApprovedByNominee: bool,
        }),
      ),
    }),
  ],
  [3, tuple({ ...who, WindowPoStProofType: int, ...size, ...faulted })],
  [2, tuple({ ...who, SealProofType: int, ...size, ...faulted })],
  [0, tuple({ ...who, SealProofType: int, ...size })],
);

/** Who a miner is. */
export type MinerInfo = ValueOf<(typeof minerInfo)[number][1]>;

/** Reads the object that `Info` of a miner's state names. @throws StateError */
export function readMinerInfo(object: Uint8Array, version: number): MinerInfo {
  return readObject<MinerInfo>('info of a miner', object, atVersion(minerInfo, version));
}

const due = tuple({ Due: list(cid) });

/** CIDs of a miner's deadlines: what `Deadlines` of its state names. @throws StateError */
export function readDeadlines(object: Uint8Array): string[] {
  const { Due } = readObject('deadlines of a miner', object, due);
  if (Due.length !== DEADLINES)
    throw new StateError(`deadlines of a miner: ${String(Due.length)} of them`);
  return Due.map(({ '/': link }) => link);
}
