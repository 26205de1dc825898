import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { parsePaging } from '../paging.ts';
import type { View } from '../view.ts';
import { findMiner } from './find.ts';
import type { MinerBlocks } from './schema.ts';

/** Blocks that a provider won, newest first; those of the head follow when it is executed. */
export async function minerBlocks(
  view: View,
  text: string,
  input: PageInput,
): Promise<MinerBlocks> {
  const request = await parsePaging(view, input);
  const miner = await findMiner(view, text);
  const { total, rows, next } = await listPage(view, request, {
    table: 'miner_block',
    of: sql`miner_id = ${miner.id}`,
    total: miner.block_count,
  });
  return {
    totalCount: total,
    blocks: rows.map((row) => ({
      cid: cidOf(row.cid),
      height: row.height,
      timestamp: row.timestamp,
      messageCount: row.message_count,
      reward: (BigInt(row.block_reward) + BigInt(row.tips)).toString(),
      blockReward: row.block_reward,
      tips: row.tips,
      penalty: row.penalty,
      winCount: row.win_count,
      size: row.size,
    })),
    next,
  };
}
