import { NO_RUNS } from '#filecoin/encoding/bitsets.ts';
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import { addIntegers } from '#filecoin/encoding/integers.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, PartitionJson, SectorJson } from '#node/types.ts';
import { describe, expect, it } from 'vitest';
import { openProvider } from './opening.ts';

const CID = { '/': 'bagboea4b5abcamxgfu3txvd4f5s3xwyk5dqxmqcgtjjpkjvrixgzyqhwsfx5nqtk' };

function sector(number: number): SectorJson {
  return {
    SectorNumber: number,
    SealProof: 8,
    SealedCID: CID,
    Activation: 100,
    Expiration: 1100,
    DealWeight: '0',
    VerifiedDealWeight: String(1000 * 2 ** 35),
    InitialPledge: '7',
  };
}

function partition(all: Runs, live: Runs): PartitionJson {
  return {
    AllSectors: all,
    FaultySectors: NO_RUNS,
    RecoveringSectors: NO_RUNS,
    LiveSectors: live,
    ActiveSectors: live,
  };
}

/** Two partitions in deadline 2, with a dead sector (5); `asked`: which sectors were asked for. */
function nodeOf(tellsPartitions: boolean): { node: NodeClient; asked: (Runs | null)[] } {
  const asked: (Runs | null)[] = [];
  const state = {
    Info: CID,
    PreCommitDeposits: '0',
    LockedFunds: '0',
    VestingFunds: null,
    ProvingPeriodStart: 10,
    CurrentDeadline: 3,
    Deadlines: { '/': `bafy2bzacebr3aaaxh3trimdhsvcylzyflhwmrx2qoqsnsgqnhhetfch5whuju` },
  };
  const answers: Partial<NodeClient> = {
    stateReadState: () => Promise.resolve({ Balance: '0', Code: CID, State: state }),
    stateMinerSectorCount: () => Promise.resolve({ Live: 4, Active: 4, Faulty: 0 }),
    stateMinerPartitions: (_, deadline) => {
      if (!tellsPartitions) return Promise.reject(new NodeError('rpc', 'x', 'not recorded'));
      const two = [partition([1, 3], [1, 3]), partition([4, 2], [4, 1])];
      return Promise.resolve(deadline === 2 ? two : []);
    },
    stateMinerSectors: (_, sectors) => {
      asked.push(sectors);
      return Promise.resolve([1, 2, 3, 4].map(sector).filter((one) => has(sectors, one)));
    },
  };
  return { node: answers as NodeClient, asked };
}

function has(sectors: Runs | null, { SectorNumber: number }: SectorJson): boolean {
  const [skip = 0, length = 2n ** 64n] = sectors ?? [];
  return number >= skip && number < addIntegers(skip, length);
}

describe('sectors that are older than the index', () => {
  it('are taken partition by partition, the dead ones left out', async () => {
    const { node, asked } = nodeOf(true);
    const provider = await openProvider(node, [], 1000, await node.stateReadState('', []), 4);
    expect(provider.live).toEqual([1, 4]);
    expect(provider.places).toEqual([
      { deadline: 2, partition: 0, sectors: [1, 3] },
      { deadline: 2, partition: 1, sectors: [4, 1] },
    ]);
    expect(asked).toEqual([
      [1, 3],
      [4, 1],
    ]);
    expect(provider.sectors.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(provider.sectors[0]).toMatchObject({ verifiedBytes: 2 ** 35, pledge: '7' });
  });

  it('are known by their sets alone where they are more than there is room for', async () => {
    const { node, asked } = nodeOf(true);
    const provider = await openProvider(node, [], 1000, await node.stateReadState('', []), 3);
    expect(provider.live).toEqual([1, 4]);
    expect(asked).toEqual([[1, 3]]);
    expect(provider.sectors.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('are all asked for at once where the node tells no partitions', async () => {
    const { node, asked } = nodeOf(false);
    const provider = await openProvider(node, [], 1000, await node.stateReadState('', []), 4);
    expect(asked).toEqual([null]);
    expect(provider.live).toEqual([1, 4]);
    expect(provider.sectors).toHaveLength(4);
    expect(provider.places).toEqual([]);
  });
});
