/** Pre-commitments that were never proven. */
import { numbersOfRuns } from '#filecoin/encoding/bitfield.ts';
import { runsOf } from '#filecoin/encoding/bitsets.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { CHALLENGE_WINDOW, preCommitLife } from '#filecoin/mining/sectors.ts';
import type { RowOf } from '#store/schema.ts';
import type { Provider } from './provider.ts';

/**
 * Cron takes them back at the first end of a deadline after their time is over (miner actor:
 * cleanup_expired_pre_commits); the deposit is burnt.
 */
export function lapse(provider: Provider, periodStart: number): void {
  const over: Integer[] = [];
  for (const number of numbersOfRuns(provider.set('precommitted'))) {
    const row = provider.loadedSector(number);
    if (!row || !isOver(row, provider.height, periodStart)) continue;
    over.push(number);
    provider.putSector({ ...row, ended_height: provider.height });
  }
  const sectors = runsOf(over);
  provider.remove('precommitted', sectors);
  provider.add('lapsed', sectors);
  provider.event({ kind: 'lapse', sectors, cid: null });
}

function isOver(row: RowOf<'sector'>, height: number, periodStart: number): boolean {
  if (row.pre_commit_height === null || row.seal_proof === null) return false;
  const bound = row.pre_commit_height + preCommitLife(row.seal_proof);
  const offset = ((periodStart % CHALLENGE_WINDOW) + CHALLENGE_WINDOW) % CHALLENGE_WINDOW;
  const end = Math.ceil((bound - offset) / CHALLENGE_WINDOW) * CHALLENGE_WINDOW + offset;
  // Cron of a deadline runs in its last epoch.
  return height >= end - 1;
}
