import { cidOf } from '#filecoin/cid.ts';
import { sql } from 'kysely';
import { countBefore, cursorText, parsePaging, sliceOf } from '../paging.ts';
import type { PageInput } from '../types.ts';
import type { View } from '../view.ts';
import { findMiner } from './find.ts';
import type { MinerBlocks } from './schema.ts';

/** Blocks that a provider won, newest first; those of the head follow when it is executed. */
export async function minerBlocks(
  view: View,
  text: string,
  input: PageInput = {},
): Promise<MinerBlocks> {
  const request = await parsePaging(view, input);
  const miner = await findMiner(view, text);
  const total = miner.block_count;
  const slice = await sliceOf(request, total, (place) =>
    countBefore(view, {
      table: 'miner_block',
      ord: 'ord',
      list: sql`miner_id = ${miner.id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total,
    }),
  );
  const rows = await view.db
    .selectFrom('miner_block')
    .selectAll()
    .where('miner_id', '=', miner.id)
    .where('ord', '>=', slice.from)
    .where('ord', '<', slice.to)
    .orderBy('ord', 'desc')
    .execute();
  const last = rows.at(-1);
  return {
    totalCount: slice.total,
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
    next: slice.from > 0 && last ? cursorText(last) : null,
  };
}
