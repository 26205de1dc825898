/** Folds one tipset: first what calls did, then what the node's sets tell beyond it. */
import type { FoldContext } from '../part.ts';
import type { MinerAct } from './acts.ts';
import { applyAct, NOTHING_DECLARED, type Declared } from './apply.ts';
import type { Facts, ProviderFacts } from './gather.ts';
import { lapse } from './lapse.ts';
import { Provider } from './provider.ts';
import { reconcile } from './reconcile.ts';

export function foldSectors(context: FoldContext, facts: Facts): void {
  const { view, rows, unit } = context;
  const place = { view, rows, height: unit.tipset.height };
  const providers = new Map<number, Provider>();
  const providerOf = (miner: number): Provider => {
    const known = providers.get(miner) ?? new Provider(place, facts, miner);
    providers.set(miner, known);
    return known;
  };
  const declared = new Map<number, Declared>();
  for (const act of facts.acts) {
    const cid = cidOfAct(context, act);
    const sofar = declared.get(act.miner) ?? NOTHING_DECLARED;
    const infos = facts.infos.get(act.miner);
    declared.set(act.miner, applyAct(providerOf(act.miner), act, cid, infos, sofar));
  }
  const changed = new Map(facts.changed.map((provider) => [provider.miner, provider]));
  for (const miner of new Set([...changed.keys(), ...declared.keys()])) {
    const provider = providerOf(miner);
    settle(provider, changed.get(miner), declared.get(miner));
  }
  for (const provider of providers.values()) provider.finish();
}

function cidOfAct({ unit }: FoldContext, { message }: MinerAct): Uint8Array | null {
  return message === null ? null : (unit.executed.executions[message]?.cid ?? null);
}

/** `declared`: undefined where calls did nothing to its sectors. */
function settle(
  provider: Provider,
  after: ProviderFacts | undefined,
  declared: Declared | undefined,
): void {
  reconcile(provider, after, declared ?? NOTHING_DECLARED, declared !== undefined);
  if (!after) return;
  const { periodStart, deadline, deadlinesDigest } = after.clock;
  const { before } = provider;
  // Its cron ran: pre-commitments whose time is over are dropped then.
  if (before && (before.deadline !== deadline || before.period_start !== periodStart))
    lapse(provider, periodStart);
  provider.update({ period_start: periodStart, deadline, deadlines: deadlinesDigest });
}
