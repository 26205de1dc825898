/** Lists what providers' messages and failures cost, with the sums of each kind: a part of its own. */
import { minerCostIndex } from '#filecoin/actors/minercosts.ts';
import { definePart, type FoldContext, type Touch } from '../part.ts';
import { minerCosts, type Cost } from './costs.ts';

export const COSTS = definePart<readonly Cost[]>('costs', {
  gather: async ({ tipset, executed, calls }) => minerCosts(tipset, executed.executions, calls),
  touches: (costs) =>
    costs.flatMap(({ miner }): Touch[] =>
      typeof miner === 'number'
        ? [
            { table: 'miner', key: [miner] },
            { table: 'miner_cost_total', key: [miner] },
          ]
        : [{ table: 'address', key: [miner] }],
    ),
  /** Providers that deals name by another address than their id. */
  async load(trx, view, units) {
    const ids = new Set<number>();
    for (const { facts: costs } of units)
      for (const { miner } of costs) {
        const id = typeof miner === 'number' ? undefined : view.get('address', miner)?.actor_id;
        if (id !== undefined && !view.covers('miner_cost_total', [id])) ids.add(id);
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
  fold: foldCosts,
});

function foldCosts({ view, rows, unit }: FoldContext, costs: readonly Cost[]): void {
  const { tipset, executed } = unit;
  costs.forEach(({ miner: named, kind: name, message, payer, amount }, position) => {
    const id = typeof named === 'number' ? named : view.get('address', named)?.actor_id;
    // Deals can be published, in vain, in the name of what is no provider.
    const miner = id === undefined ? null : view.get('miner', id);
    if (!miner) return;
    const kind = minerCostIndex(name);
    const total = view.get('miner_cost_total', miner.id, kind);
    const next = {
      miner_id: miner.id,
      kind,
      count: (total?.count ?? 0) + 1,
      amount: (BigInt(total?.amount ?? 0) + amount).toString(),
    };
    const execution = message === null ? undefined : executed.executions[message];
    rows.miner_cost.push({
      miner_id: miner.id,
      ord: miner.cost_count,
      kind,
      height: tipset.height,
      position,
      timestamp: tipset.timestamp,
      cid: execution?.cid ?? null,
      method_id: execution?.methodId ?? null,
      payer_id: payer ?? miner.id,
      amount,
      kind_sum: next.amount,
      kind_count: next.count,
    });
    view.put('miner_cost_total', next);
    view.put('miner', { ...miner, cost_count: miner.cost_count + 1 });
  });
}
