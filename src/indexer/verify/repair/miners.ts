/** A storage provider's list of blocks, by the chain's own, and its sums. */
import { sql } from 'kysely';
import { changeImages } from '../../write/images.ts';
import { inTransaction, mended, type Mended, type RepairContext } from './context.ts';

export async function mendBlocks({ store }: RepairContext, id: number): Promise<Mended> {
  await inTransaction(store, async (trx) => {
    await sql`delete from miner_block where miner_id = ${id}`.execute(trx);
    await sql`
      insert into miner_block (miner_id, ord, height, position, timestamp, cid, win_count,
        message_count, size, block_reward, tips, penalty, win_sum, reward_sum)
      select miner_id, row_number() over w - 1, height, position, timestamp, cid, win_count,
        message_count, size, block_reward, tips, penalty, sum(win_count) over w,
        sum(block_reward + tips) over w
      from block where miner_id = ${id} and not orphaned and block_reward is not null
      window w as (order by height, position)`.execute(trx);
    await sql`
      update miner m set block_count = s.count, win_count = s.wins, reward_sum = s.rewards
      from (select count(*) as count, coalesce(sum(win_count), 0) as wins,
          coalesce(sum(block_reward + tips), 0) as rewards
        from miner_block where miner_id = ${id}) s
      where m.id = ${id}`.execute(trx);
    const blocks = await trx
      .selectFrom('miner_block')
      .select(['height', 'win_sum', 'reward_sum'])
      .where('miner_id', '=', id)
      .orderBy('ord')
      .execute();
    await changeImages(trx, 'miner', (images, height) => {
      const count = blocks.filter((block) => block.height < height).length;
      const last = blocks[count - 1];
      const sums = {
        block_count: count,
        win_count: last?.win_sum ?? 0,
        reward_sum: last?.reward_sum ?? '0',
      };
      return images.map((image) =>
        image.table === 'miner' && image.row !== null && Number(image.key) === id
          ? ({ ...image, row: { ...image.row, ...sums } } as typeof image)
          : image,
      );
    });
  });
  return mended(`blocks, wins and rewards of f0${id}`);
}
