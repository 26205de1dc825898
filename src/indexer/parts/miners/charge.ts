/** Lists what providers' messages and failures cost, with the sums of each kind. */
import { minerCostIndex } from '#filecoin/actors/minercosts.ts';
import type { FoldContext } from '../part.ts';
import type { Cost } from './costs.ts';

export function foldCosts({ view, rows, unit }: FoldContext, costs: readonly Cost[]): void {
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
