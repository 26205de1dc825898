/**
 * Sectors that are older than the index and of which it knows the number alone: those of a provider
 * with more than are read at once. A tipset that looks at some brings them along as they were before
 * it, the others come by and by (indexer/opening/sectors.ts). The set holds on every branch, as all that
 * is older than the index does.
 */
import { countRuns, decodeRlePlus, encodeRlePlus, type Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS } from '#filecoin/encoding/bitsets.ts';
import type { StateView } from '../../fold/state.ts';

/** Kind of its row in `sector_set`, beside the kinds of SECTOR_SETS. */
export const UNOPENED = 100;

export function unopenedIn(view: StateView, miner: number): Runs {
  const row = view.get('sector_set', miner, UNOPENED);
  return row ? decodeRlePlus(row.sectors, Infinity) : NO_RUNS;
}

export function putUnopened(view: StateView, miner: number, runs: Runs): void {
  if (runs.length > 0)
    view.put('sector_set', {
      miner_id: miner,
      kind: UNOPENED,
      sectors: encodeRlePlus(runs),
      count: countRuns(runs),
    });
  else if (view.get('sector_set', miner, UNOPENED)) view.delete('sector_set', miner, UNOPENED);
}
