/** States of the actors that every network begins with, and of accounts. */
import { address, amount, cid, epoch, int, list, text, tuple, uint64, versions } from './shape.ts';

/** Since version 8 it names the codes of its version. */
export const system = versions([8, tuple({ BuiltinActors: cid })], [0, tuple({})]);

/** AddressMap: HAMT by address, of ids. */
export const init = versions([0, tuple({ AddressMap: cid, NextID: int, NetworkName: text })]);

export const cron = versions([
  0,
  tuple({ Entries: list(tuple({ Receiver: address, MethodNum: uint64 })) }),
]);

export const account = versions([0, tuple({ Address: address })]);

/** Alpha-beta filter, both in Q.128. */
export const filterEstimate = tuple({ PositionEstimate: amount, VelocityEstimate: amount });

const rewardBegin = {
  CumsumBaseline: amount,
  CumsumRealized: amount,
  EffectiveNetworkTime: epoch,
  EffectiveBaselinePower: amount,
  ThisEpochReward: amount,
  ThisEpochRewardSmoothed: filterEstimate,
  ThisEpochBaselinePower: amount,
  Epoch: epoch,
};

export const reward = versions(
  [
    2,
    tuple({
      ...rewardBegin,
      TotalStoragePowerReward: amount,
      SimpleTotal: amount,
      BaselineTotal: amount,
    }),
  ],
  [0, tuple({ ...rewardBegin, TotalMined: amount })],
);
