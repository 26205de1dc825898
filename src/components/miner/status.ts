/** What states and changes of sectors look like: colour only says good or bad, the word says which. */
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

type Ranges = SectorEventItem['ranges'];

/** Sector numbers in words, `1–4, 7`: the first `most` ranges; whether there are more. */
export function rangesText(ranges: Ranges, most: number): { text: string; more: boolean } {
  const text = ranges
    .slice(0, most)
    .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
    .join(', ');
  return { text, more: ranges.length > most };
}
