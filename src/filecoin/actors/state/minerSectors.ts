/**
 * A storage miner's deadlines, partitions, sectors and pre-commitments, for actors versions 0 to 19.
 * Fields that nobody asks for are counted, not read.
 */
import { decodeRlePlus, type Runs } from '../../encoding/bitfield.ts';
import { NO_RUNS } from '../../encoding/bitsets.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import { bytesOf, readObject, readValue } from './read.ts';
import {
  amount,
  atVersion,
  cid,
  epoch,
  int,
  maybe,
  tuple,
  uint64,
  versions,
  type Reader,
  type ValueOf,
} from './shape.ts';

const unread: Reader<null> = () => null;
const bits: Reader<Runs> = (value) => decodeRlePlus(bytesOf(value));

const partitioned = {
  Partitions: cid,
  ExpirationsEpochs: unread,
  PartitionsPoSted: unread,
  EarlyTerminations: unread,
  LiveSectors: unread,
  TotalSectors: unread,
  FaultyPower: unread,
};
const optimistic = {
  OptimisticPoStSubmissions: unread,
  PartitionsSnapshot: unread,
  OptimisticPoStSubmissionsSnapshot: unread,
};
const snapshot = { SectorsSnapshot: unread };

const deadline = versions(
  [16, tuple({ ...partitioned, ...optimistic, ...snapshot, LivePower: unread, DailyFee: unread })],
  [7, tuple({ ...partitioned, ...optimistic, ...snapshot })],
  [3, tuple({ ...partitioned, ...optimistic })],
  [0, tuple(partitioned)],
);

/** CID of the AMT of a deadline's partitions, by their numbers. @throws StateError */
export function readDeadline(object: Uint8Array, version: number): string {
  return readObject('deadline of a miner', object, atVersion(deadline, version)).Partitions['/'];
}

const ended = {
  Terminated: bits,
  ExpirationsEpochs: unread,
  EarlyTerminated: unread,
  LivePower: unread,
};
const powers = { FaultyPower: unread, RecoveringPower: unread };

const partition = versions(
  [
    2,
    tuple({
      Sectors: bits,
      Unproven: bits,
      Faults: bits,
      Recoveries: bits,
      ...ended,
      UnprovenPower: unread,
      ...powers,
    }),
  ],
  [0, tuple({ Sectors: bits, Faults: bits, Recoveries: bits, ...ended, ...powers })],
);

/** Sets of sector numbers. */
export interface Partition {
  /** All that were put into it and not compacted away. */
  readonly sectors: Runs;
  /** New ones, before their first proof; before actors version 2 none were told apart. */
  readonly unproven: Runs;
  readonly faults: Runs;
  /** Faulty ones that are to be proven again. */
  readonly recoveries: Runs;
  readonly terminated: Runs;
}

/** A value of a deadline's partitions. @throws StateError */
export function readPartition(value: CborValue, version: number): Partition {
  const read = atVersion(partition, version);
  const told = readValue('partition of a miner', () => read(value));
  return {
    sectors: told.Sectors,
    unproven: 'Unproven' in told ? told.Unproven : NO_RUNS,
    faults: told.Faults,
    recoveries: told.Recoveries,
    terminated: told.Terminated,
  };
}

const sealed = {
  SectorNumber: uint64,
  SealProof: int,
  SealedCID: cid,
  DealIDs: unread,
  Activation: epoch,
  Expiration: epoch,
  DealWeight: amount,
  VerifiedDealWeight: amount,
  InitialPledge: amount,
  ExpectedDayReward: unread,
  ExpectedStoragePledge: unread,
};
const replaced = { ...sealed, ReplacedSectorAge: unread, ReplacedDayReward: unread };
const updated = { ...replaced, SectorKeyCID: maybe(cid) };
const based = {
  ...sealed,
  PowerBaseEpoch: epoch,
  ReplacedDayReward: unread,
  SectorKeyCID: maybe(cid),
  Flags: unread,
};

const withFee = tuple({ ...based, DailyFee: unread });
const withoutFee = tuple(based);

const sector = versions(
  // The fee came with FIP-0100: sectors that nothing touched since then are still without it.
  [16, (value: CborValue) => (lengthOf(value) === 16 ? withFee : withoutFee)(value)],
  [12, withoutFee],
  [9, tuple({ ...updated, SimpleQAPower: unread })],
  [7, tuple(updated)],
  [2, tuple(replaced)],
  [0, tuple(sealed)],
);

/** A sector as its miner's AMT of sectors holds it, in the words of nodes' JSON. */
export type SectorOnChain = ValueOf<(typeof sector)[number][1]>;

/** A value of the AMT of sectors. @throws StateError */
export function readSector(value: CborValue, version: number): SectorOnChain {
  const read = atVersion<SectorOnChain>(sector, version);
  return readValue('sector of a miner', () => read(value));
}

function lengthOf(value: CborValue): number {
  return Array.isArray(value) ? value.length : 0;
}
