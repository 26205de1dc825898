/** How states of deals, allocations and claims look. */
import type { DealStatus } from '#explorer/deal/schema.ts';
import type { Allocation, Claim } from '#explorer/datacap/schema.ts';

type Tone = 'good' | 'wait' | 'warn' | 'fail' | 'neutral';

export const DEAL_TONES: Readonly<Record<DealStatus, Tone>> = {
  published: 'wait',
  active: 'good',
  completed: 'neutral',
  terminated: 'warn',
  expired: 'warn',
  slashed: 'fail',
};

export const ALLOCATION_TONES: Readonly<Record<Allocation['status'], Tone>> = {
  open: 'wait',
  claimed: 'good',
  removed: 'neutral',
  expired: 'warn',
};

export const CLAIM_TONES: Readonly<Record<Claim['status'], Tone>> = {
  active: 'good',
  expired: 'neutral',
  removed: 'warn',
};
