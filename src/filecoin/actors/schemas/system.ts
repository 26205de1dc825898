/** Methods of the actors that keep the network going: cron, reward, power, system. */
import { list, maybe, method, oneOf, tuple } from '../shape.ts';
import type { ActorShapes } from '../shape.ts';
import { createdActor, cronEvent, filterEstimate } from './common.ts';

export const system: ActorShapes = { Constructor: method('none') };

export const cron: ActorShapes = {
  Constructor: method(tuple({ Entries: list(tuple({ Receiver: 'address', MethodNum: 'int' })) })),
  EpochTick: method('none'),
};

export const reward: ActorShapes = {
  Constructor: method(maybe('amount')),
  AwardBlockReward: method(
    tuple({ Miner: 'address', Penalty: 'amount', GasReward: 'amount', WinCount: 'int' }),
  ),
  ThisEpochReward: method(
    'none',
    oneOf(
      tuple({ ThisEpochRewardSmoothed: filterEstimate, ThisEpochBaselinePower: 'amount' }),
      tuple({
        ThisEpochReward: 'amount',
        ThisEpochRewardSmoothed: maybe(filterEstimate),
        ThisEpochBaselinePower: 'amount',
      }),
    ),
  ),
  UpdateNetworkKPI: method(maybe('amount')),
};

export const storagepower: ActorShapes = {
  Constructor: method('none'),
  CreateMiner: method(
    tuple({
      Owner: 'address',
      Worker: 'address',
      WindowPoStProofType: 'int',
      Peer: 'peer',
      Multiaddrs: list('multiaddr'),
    }),
    createdActor,
  ),
  UpdateClaimedPower: method(tuple({ RawByteDelta: 'amount', QualityAdjustedDelta: 'amount' })),
  EnrollCronEvent: method(tuple({ EventEpoch: 'int', Payload: cronEvent })),
  OnEpochTickEnd: method('none'),
  UpdatePledgeTotal: method('amount'),
  OnConsensusFault: method('amount'),
  SubmitPoRepForBulkVerify: method(
    tuple({
      SealProof: 'int',
      SectorID: tuple({ Miner: 'int', Number: 'int' }),
      DealIDs: list('int'),
      Randomness: 'bytes',
      InteractiveRandomness: 'bytes',
      Proof: 'bytes',
      SealedCID: 'cid',
      UnsealedCID: 'cid',
    }),
  ),
  CurrentTotalPower: method(
    'none',
    tuple(
      {
        RawBytePower: 'amount',
        QualityAdjPower: 'amount',
        PledgeCollateral: 'amount',
        QualityAdjPowerSmoothed: filterEstimate,
        RampStartEpoch: 'int',
        RampDurationEpochs: 'int',
      },
      4,
    ),
  ),
  NetworkRawPower: method('none', 'amount'),
  MinerRawPower: method('int', tuple({ RawBytePower: 'amount', MeetsConsensusMinimum: 'bool' })),
  MinerPower: method('int', tuple({ RawBytePower: 'amount', QualityAdjPower: 'amount' })),
  MinerCount: method('none', 'int'),
  MinerConsensusCount: method('none', 'int'),
};
