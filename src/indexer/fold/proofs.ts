/** Counts what the checks of a tipset have proven. */
import type { ExecutedFacts, StateRows, TipsetFacts } from '../types.ts';
import type { StateView } from './state.ts';

/** The only row of `proof`. */
const ONLY = 1;

export const PROOF_KEY = [ONLY] as const;

const NOTHING: StateRows['proof'] = {
  id: ONLY,
  tipsets: 0,
  blocks: 0,
  messages: 0,
  receipts: 0,
  events: 0,
  states: 0,
  actors: 0,
  balances: 0,
};

/** `balances`: how many of them were compared with the sum of their transfers. */
export function countProofs(
  view: StateView,
  tipset: TipsetFacts,
  executed: ExecutedFacts,
  balances: number,
): void {
  const { executions, eventsProven, changesProven, changes, deleted } = executed;
  const before = view.get('proof', ONLY) ?? NOTHING;
  const events = executions.reduce((sum, { events: own }) => sum + own.length, 0);
  view.put('proof', {
    id: ONLY,
    tipsets: before.tipsets + 1,
    blocks: before.blocks + tipset.blocks.length,
    messages: before.messages + tipset.messages.length,
    receipts: before.receipts + executions.length,
    events: before.events + (eventsProven ? events : 0),
    states: before.states + (changesProven ? 1 : 0),
    actors: before.actors + (changesProven ? changes.length + deleted.length : 0),
    balances: before.balances + balances,
  });
}
