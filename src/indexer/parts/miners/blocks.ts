/** Lists the blocks that providers won, with their sums of wins and rewards. */
import type { FoldContext } from '../part.ts';

export function foldBlocks({ view, rows, unit }: FoldContext): void {
  const { tipset, executed } = unit;
  // The genesis is not executed: its block pays nobody.
  executed.rewards.forEach(({ blockReward, tips, penalty }, position) => {
    const block = tipset.blocks[position];
    const miner = block && view.get('miner', block.miner_id);
    if (!miner) throw new Error(`The block ${position} of ${tipset.name} is of no known provider`);
    const next = {
      ...miner,
      block_count: miner.block_count + 1,
      win_count: miner.win_count + block.win_count,
      reward_sum: (BigInt(miner.reward_sum) + blockReward + tips).toString(),
    };
    rows.miner_block.push({
      miner_id: miner.id,
      ord: miner.block_count,
      height: tipset.height,
      position,
      timestamp: tipset.timestamp,
      cid: block.cid,
      win_count: block.win_count,
      message_count: block.message_count,
      size: block.size,
      block_reward: blockReward,
      tips,
      penalty,
      win_sum: next.win_count,
      reward_sum: next.reward_sum,
    });
    view.put('miner', next);
  });
}
