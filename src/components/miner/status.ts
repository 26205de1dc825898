/** What states and changes of sectors look like: colour only says good or bad, the word says which. */
import type { MinerDetail } from '#explorer/miner/schema.ts';
import type { SectorEventItem, SectorStatus } from '#explorer/sector/schema.ts';

export type Tone = 'good' | 'wait' | 'warn' | 'fail' | 'neutral';

export const STATUS_TONES: Readonly<Record<SectorStatus, Tone>> = {
  precommitted: 'wait',
  live: 'good',
  faulty: 'fail',
  recovering: 'warn',
  expired: 'neutral',
  terminated: 'neutral',
  lapsed: 'neutral',
};

export const EVENT_TONES: Readonly<Record<SectorEventItem['type'], Tone>> = {
  'pre-commit': 'wait',
  lapse: 'warn',
  commit: 'good',
  update: 'good',
  extend: 'good',
  'fault-declared': 'fail',
  'fault-skipped': 'fail',
  'fault-detected': 'fail',
  'recovery-declared': 'warn',
  'recovery-failed': 'fail',
  recovered: 'good',
  terminate: 'neutral',
  expire: 'neutral',
};

/**
 * The word for a sector's status (`miner.status`). Which of the sectors that are not faulty wait for
 * their first WindowPoSt is not known one by one; where the node counts none of them, or nothing else,
 * it is known of all.
 */
export function wordOfStatus(
  status: SectorStatus,
  { live, active, faulty }: MinerDetail['sectors'],
): SectorStatus | 'active' | 'unproven' {
  if (status !== 'live' || live === null || active === null || faulty === null) return status;
  if (active === 0) return 'unproven';
  return active + faulty === live ? 'active' : 'live';
}

type Ranges = SectorEventItem['ranges'];

/** Sector numbers in words, `1–4, 7`: the first `most` ranges; whether there are more. */
export function rangesText(ranges: Ranges, most: number): { text: string; more: boolean } {
  const text = ranges
    .slice(0, most)
    .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
    .join(', ');
  return { text, more: ranges.length > most };
}
