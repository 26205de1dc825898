/**
 * What nodes tell of storage miners, out of the objects of the state. What a miner's unchanged
 * deadlines hold is kept by their CIDs: a miner that changed costs the objects that changed.
 */
import {
  readDeadlines,
  readMinerInfo,
  readMinerState,
  type MinerState,
} from '#filecoin/actors/state/miner.ts';
import {
  readDeadline,
  readPartition,
  readSector,
  type Partition,
  type SectorOnChain,
} from '#filecoin/actors/state/minerSectors.ts';
import { readVestingFunds, vestingFund } from '#filecoin/actors/state/minerVesting.ts';
import { countRuns, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { subtractRuns, unionOfRuns } from '#filecoin/encoding/bitsets.ts';
import { findInAmt, walkAmt } from '#filecoin/ipld/amt.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { vestedAt, type VestingTable } from '#filecoin/mining/vesting.ts';
import { LRUCache } from 'lru-cache';
import { NodeError } from '../errors.ts';
import type {
  MinerInfoJson,
  PartitionJson,
  SectorCountJson,
  SectorJson,
} from '../schemas/state.ts';
import { KeptPartitions } from './keptPartitions.ts';
import { minerInfoJson } from './minerInfo.ts';

/** A miner as an actor: the object that is its state, and the actors version of its code. */
export interface MinerActor {
  /** CID as text. */
  readonly head: string;
  readonly version: number;
}

/** Runs of partitions that are kept: what all deadlines of a large network have. */
const KEPT_RUNS = 8_000_000;
/** Deadlines whose array of partitions is kept in mind. */
const KEPT_DEADLINES = 200_000;
/** Sectors that may be asked for by their numbers. */
const MAX_NAMED = 1_000_000;

/**
 * Reads storage miners. Methods reject with StateError or CborError where the objects are no state of a
 * miner, and as the source does.
 */
export class MinerReader {
  readonly #objects: ObjectSource;
  readonly #partitions = new KeptPartitions(KEPT_RUNS);
  /** CID of a deadline's array of partitions, by its own. */
  readonly #arrays = new LRUCache<string, string>({
    // A limit by size: with `max` the places of all are made at once, on every connection.
    maxSize: KEPT_DEADLINES,
    sizeCalculation: () => 1,
  });

  constructor(objects: ObjectSource) {
    this.#objects = objects;
  }

  /** `State` of StateReadState. */
  async state({ head, version }: MinerActor): Promise<MinerState> {
    return readMinerState(await this.#read(head), version);
  }

  async info(miner: MinerActor): Promise<MinerInfoJson> {
    const { Info } = await this.state(miner);
    return minerInfoJson(readMinerInfo(await this.#read(Info['/']), miner.version));
  }

  async sectorCount(miner: MinerActor): Promise<SectorCountJson> {
    const count = { Live: 0, Active: 0, Faulty: 0 };
    for (const partition of (await this.#allPartitions(miner)).flat()) {
      const { live, active } = setsOf(partition);
      count.Live += countRuns(live);
      count.Active += countRuns(active);
      count.Faulty += countRuns(partition.faults);
    }
    return count;
  }

  async faults(miner: MinerActor): Promise<Runs> {
    const partitions = (await this.#allPartitions(miner)).flat();
    return unionOfRuns(partitions.map(({ faults }) => faults));
  }

  async recoveries(miner: MinerActor): Promise<Runs> {
    const partitions = (await this.#allPartitions(miner)).flat();
    return unionOfRuns(partitions.map(({ recoveries }) => recoveries));
  }

  /** @param deadline 0 to 47 */
  async partitions(miner: MinerActor, deadline: number): Promise<PartitionJson[]> {
    const cid = (await this.#deadlines(miner))[deadline];
    if (cid === undefined)
      throw refused('StateMinerPartitions', `invalid deadline ${String(deadline)}`);
    const [partitions = []] = await this.#partitionsOf([cid], miner.version);
    return partitions.map((partition) => {
      const { live, active } = setsOf(partition);
      return {
        AllSectors: partition.sectors,
        FaultySectors: partition.faults,
        RecoveringSectors: partition.recoveries,
        LiveSectors: live,
        ActiveSectors: active,
      };
    });
  }

  /** Of all sectors, or of those named, each of which must exist. */
  async sectors(miner: MinerActor, numbers: Runs | null): Promise<SectorJson[]> {
    const { Sectors } = await this.state(miner);
    const sectors: SectorJson[] = [];
    if (numbers === null) {
      for await (const sector of this.walkSectors(Sectors['/'], miner.version))
        sectors.push(sector);
      return sectors;
    }
    if (countRuns(numbers) > MAX_NAMED) throw refused('StateMinerSectors', 'too many sectors');
    const named = [...numbersOfRuns(numbers)];
    const found = await findInAmt(this.#objects, Sectors['/'], named);
    found.forEach((entry, at) => {
      if (entry === null)
        throw refused('StateMinerSectors', `sector ${String(named[at])} not found`);
      sectors.push(sectorJson(readSector(entry.value, miner.version)));
    });
    return sectors;
  }

  /**
   * Sectors of the array with this root (`Sectors` of a miner's state) by ascending number, from `from`
   * on: a walk that ended can be taken up behind the last sector that it gave, on a later root, too.
   */
  async *walkSectors(
    root: string,
    version: number,
    from: Uint64 = 0,
  ): AsyncGenerator<SectorJson, void, undefined> {
    for await (const { value } of walkAmt(this.#objects, root, { from }))
      yield sectorJson(readSector(value, version));
  }

  async vestingFunds(miner: MinerActor): Promise<VestingTable> {
    return this.#vestingOf(await this.state(miner), miner.version);
  }

  async #vestingOf({ VestingFunds: funds }: MinerState, version: number): Promise<VestingTable> {
    if (funds === null) return [];
    const rest = '/' in funds ? funds : funds.Tail;
    const table = readVestingFunds(await this.#read(rest['/']), version);
    const whole = '/' in funds ? table : [vestingFund(funds.Head), ...table];
    // A penalty may leave nothing of the soonest, which stays all the same.
    return whole.filter(({ amount }) => amount > 0n);
  }

  /**
   * What it could withdraw in the state that a tipset stands on, attoFIL: what is not locked in any way
   * less its debt, and what has vested by then. Nodes refuse to tell it of one that cannot cover what it
   * has locked; it is below zero then.
   * @param height of the tipset
   */
  async availableBalance(miner: MinerActor, balance: bigint, height: number): Promise<string> {
    const state = await this.state(miner);
    const vested = vestedAt(await this.#vestingOf(state, miner.version), height);
    return String(freeOf(state, balance) + vested);
  }

  async #deadlines(miner: MinerActor): Promise<string[]> {
    const { Deadlines } = await this.state(miner);
    return readDeadlines(await this.#read(Deadlines['/']));
  }

  /** By deadline. */
  async #allPartitions(miner: MinerActor): Promise<(readonly Partition[])[]> {
    return this.#partitionsOf(await this.#deadlines(miner), miner.version);
  }

  /** Of each of these deadlines; those that are not known are read together. */
  async #partitionsOf(
    deadlines: readonly string[],
    version: number,
  ): Promise<(readonly Partition[])[]> {
    const unknown = [...new Set(deadlines)].filter((cid) => !this.#arrays.has(cid));
    const objects = unknown.length === 0 ? [] : await this.#objects.read(unknown);
    const arrays = new Map(
      objects.map((object, at) => [unknown[at] ?? '', readDeadline(object, version)]),
    );
    const wanted = deadlines.map((cid) => this.#arrays.get(cid) ?? arrays.get(cid) ?? '');
    for (const [cid, array] of arrays) this.#arrays.set(cid, array);
    return Promise.all(
      wanted.map((array) =>
        this.#partitions.get(array, () => this.#readPartitions(array, version)),
      ),
    );
  }

  async #readPartitions(array: string, version: number): Promise<Partition[]> {
    const partitions: Partition[] = [];
    for await (const { value } of walkAmt(this.#objects, array))
      partitions.push(readPartition(value, version));
    return partitions;
  }

  async #read(cid: string): Promise<Uint8Array> {
    const [object] = await this.#objects.read([cid]);
    if (object === undefined) throw new TypeError('a source that gives no object');
    return object;
  }
}

/** Sectors that did not end, and those of them that have power. */
function setsOf({
  sectors,
  terminated,
  faults,
  unproven,
}: Partition): Record<'live' | 'active', Runs> {
  const live = subtractRuns(sectors, terminated);
  return { live, active: subtractRuns(subtractRuns(live, faults), unproven) };
}

/** The balance less what is locked and owed, as the state has it. */
function freeOf(state: MinerState, balance: bigint): bigint {
  const pledge = 'InitialPledge' in state ? state.InitialPledge : state.InitialPledgeRequirement;
  const debt = 'FeeDebt' in state ? state.FeeDebt : '0';
  const bound = [state.LockedFunds, state.PreCommitDeposits, pledge, debt];
  return bound.reduce((rest, amount) => rest - BigInt(amount), balance);
}

function sectorJson(sector: SectorOnChain): SectorJson {
  return {
    SectorNumber: sector.SectorNumber,
    SealProof: sector.SealProof,
    SealedCID: sector.SealedCID,
    Activation: sector.Activation,
    Expiration: sector.Expiration,
    DealWeight: sector.DealWeight,
    VerifiedDealWeight: sector.VerifiedDealWeight,
    InitialPledge: sector.InitialPledge,
    // Before actors version 12 power counts from the activation on.
    PowerBaseEpoch: 'PowerBaseEpoch' in sector ? sector.PowerBaseEpoch : sector.Activation,
    SectorKeyCID: 'SectorKeyCID' in sector ? sector.SectorKeyCID : null,
  };
}

/** As a node would refuse it. */
function refused(call: string, message: string): NodeError {
  return new NodeError('rpc', `Filecoin.${call}`, message, { code: 1 });
}
