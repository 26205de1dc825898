/** Storage providers: who they are, power, sectors, funds, blocks and growth over time. */
import { definePart, type Touch } from '../part.ts';
import { foldBlocks } from './blocks.ts';
import { gatherMiners, type Facts } from './gather.ts';
import { foldMiners } from './miners.ts';

export const MINERS = definePart<Facts>('miners', {
  gather: gatherMiners,
  touches: ({ changed }, { tipset }) => [
    { table: 'network_total', key: [1] },
    ...tipset.blocks.map(({ miner_id }): Touch => ({ table: 'miner', key: [miner_id] })),
    ...changed.flatMap(({ id }): Touch[] => [
      { table: 'miner', key: [id] },
      { table: 'miner_info', key: [id] },
      { table: 'miner_vesting', key: [id] },
    ]),
  ],
  fold(context, facts) {
    foldMiners(context, facts);
    foldBlocks(context);
  },
});
