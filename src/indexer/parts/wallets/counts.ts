import type { StateView } from '../../fold/state.ts';

/** The next place in one of a wallet's lists. */
export function nextOrd(view: StateView, id: number, list: 'proposals' | 'channels'): number {
  const counts = view.get('wallet_count', id) ?? { actor_id: id, proposals: 0, channels: 0 };
  view.put('wallet_count', { ...counts, [list]: counts[list] + 1 });
  return counts[list];
}
