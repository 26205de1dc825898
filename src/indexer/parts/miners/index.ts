/** Storage providers: who they are, power, sectors, funds, blocks, costs and growth over time. */
import { definePart, type Touch } from '../part.ts';
import { foldBlocks } from './blocks.ts';
import { foldCosts } from './charge.ts';
import { gatherMiners, type Facts } from './gather.ts';
import { foldMiners } from './miners.ts';

export const MINERS = definePart<Facts>('miners', {
  gather: gatherMiners,
  touches: ({ changed, costs }, { tipset }) => {
    const ids = new Set([
      ...changed.map(({ id }) => id),
      ...tipset.blocks.map((block) => block.miner_id),
    ]);
    const named: Touch[] = [];
    for (const { miner } of costs)
      if (typeof miner === 'number') ids.add(miner);
      else named.push({ table: 'address', key: [miner] });
    return [
      { table: 'network_total', key: [1] },
      ...named,
      ...[...ids].flatMap((id): Touch[] => [
        { table: 'miner', key: [id] },
        { table: 'miner_info', key: [id] },
        { table: 'miner_vesting', key: [id] },
        { table: 'miner_cost_total', key: [id] },
      ]),
    ];
  },
  /** Providers that deals name by another address than their id. */
  async load(trx, view, units) {
    const ids = new Set<number>();
    for (const { facts } of units)
      for (const { miner } of facts.costs) {
        const id = typeof miner === 'number' ? undefined : view.get('address', miner)?.actor_id;
        if (id !== undefined && !view.covers('miner', [id])) ids.add(id);
      }
    if (ids.size === 0) return;
    const keys = [...ids];
    const rows = trx.selectFrom('miner').selectAll().where('id', 'in', keys);
    const totals = trx.selectFrom('miner_cost_total').selectAll().where('miner_id', 'in', keys);
    view.load('miner', await rows.execute());
    view.load('miner_cost_total', await totals.execute());
    const covered = keys.map((id) => [id]);
    view.cover('miner', covered);
    view.cover('miner_cost_total', covered);
  },
  fold(context, facts) {
    foldMiners(context, facts);
    foldBlocks(context);
    foldCosts(context, facts.costs);
  },
});
