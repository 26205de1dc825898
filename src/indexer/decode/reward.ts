/** What a block's AwardBlockReward message paid and charged its miner. */
import { actorIdOf, BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { bigintFromBytes } from '#filecoin/amount.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import type { InvocationJson } from '#node/types.ts';
import { InvariantError, type Doubt } from '../errors.ts';
import type { BlockRow, Move, RewardFacts, TipsetRef } from '../types.ts';
import { movesOf, type CallTree } from './calls.ts';

/** The miner actor's method by which the reward actor pays it. */
const APPLY_REWARDS = 14;

const REWARD = transferTypeIndex('reward');
const PENALTY = transferTypeIndex('penalty');
const BURN = transferTypeIndex('burn');
const TRANSFER = transferTypeIndex('transfer');

/**
 * Splits what the miner received into the won reward and the tips, and sorts the moves. When the
 * miner refuses its reward the reward actor burns it: then nothing was paid.
 */
export function decodeReward(
  tipset: TipsetRef,
  block: BlockRow,
  invocation: InvocationJson,
  tree: CallTree,
  /** Sum of the tips of the messages that this block brought first. */
  messageTips: bigint,
  doubt: Doubt,
): { reward: RewardFacts; moves: (Move & { type: number })[] } {
  const { miner, gasReward } = awardParams(tipset, invocation);
  if (miner !== block.miner_id)
    throw new InvariantError(
      2,
      tipset,
      `rewards f0${String(miner)} for the block of f0${block.miner_id}`,
    );
  if (gasReward !== messageTips)
    doubt(
      3,
      `the block of f0${miner} is paid ${gasReward} attoFIL of tips, its messages tip ${messageTips}`,
    );
  let paid = 0n;
  for (const { call, from, to } of tree.effective)
    if (from === REWARD_ID && to === miner && call.Msg.Method === APPLY_REWARDS)
      paid += BigInt(call.Msg.Value);
  let penalty = 0n;
  const moves = movesOf(tree).map((move) => {
    if (move.from === REWARD_ID && move.to === miner) return { ...move, type: REWARD };
    if (move.to !== BURNT_FUNDS_ID) return { ...move, type: TRANSFER };
    if (move.from !== miner) return { ...move, type: BURN };
    penalty += move.value;
    return { ...move, type: PENALTY };
  });
  const tips = gasReward < paid ? gasReward : paid;
  return { reward: { cid: block.cid, blockReward: paid - tips, tips, penalty }, moves };
}

function awardParams(
  tipset: TipsetRef,
  invocation: InvocationJson,
): { miner: number; gasReward: bigint } {
  const value = decodeCbor(fromBase64(invocation.Msg.Params ?? ''));
  const [minerAddress, , gasReward] = Array.isArray(value) ? (value as unknown[]) : [];
  const miner = minerAddress instanceof Uint8Array ? actorIdOf(minerAddress) : null;
  if (miner === null || !(gasReward instanceof Uint8Array))
    throw new InvariantError(2, tipset, 'a reward whose params nothing can be read from');
  return { miner, gasReward: bigintFromBytes(gasReward) };
}
