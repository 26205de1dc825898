import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import { NotFound } from '../errors.ts';
import { parseDigest } from '../input.ts';
import { namesOf } from '../names.ts';
import { rewardOf } from '../tipset/read.ts';
import { isFinal, keyCids, type View } from '../view.ts';
import type { BlockDetail } from './schema.ts';

export type BlockRow = RowOf<'block'>;

/** The block of a CID, canonical or orphaned. Throws BadInput for no CID, NotFound for an unknown one. */
export async function findBlock({ db }: View, cid: string): Promise<BlockRow> {
  const digest = parseDigest(cid);
  const row = await db.selectFrom('block').selectAll().where('cid', '=', digest).executeTakeFirst();
  if (!row) throw new NotFound('noBlock');
  return row;
}

export async function getBlock(view: View, cid: string): Promise<BlockDetail> {
  const row = await findBlock(view, cid);
  const tipset = await view.db
    .selectFrom('tipset')
    .select(['height', 'key', 'executed'])
    .where('height', '=', row.height)
    .executeTakeFirst();
  const names = await namesOf(view, []);
  return {
    cid: cidOf(row.cid),
    height: row.height,
    timestamp: row.timestamp,
    miner: names.idText(row.miner_id),
    minerId: names.idText(row.miner_id),
    ...names.minerTag(row.miner_id),
    size: row.size,
    messageCount: row.message_count,
    winCount: row.win_count,
    reward: rewardOf(row),
    blockReward: row.block_reward,
    tips: row.tips,
    penalty: row.penalty,
    parents: keyCids(row.parents),
    parentWeight: row.parent_weight,
    parentBaseFee: row.base_fee,
    stateRoot: cidOf(row.state_root),
    parentStateRoot: cidOf(row.state_root),
    receiptsRoot: cidOf(row.receipts_root),
    messagesRoot: cidOf(row.messages_root),
    forkSignaling: integerJson(row.fork_signaling),
    position: row.position,
    orphaned: row.orphaned,
    executed: !row.orphaned && tipset?.executed === true,
    final: !row.orphaned && isFinal(view.head, row.height),
    canonical: tipset ? { height: tipset.height, key: keyCids(tipset.key) } : null,
  };
}
