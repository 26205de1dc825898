import type { MessageDetail } from '#explorer/message/schema.ts';
import type { IndexStatus } from '#explorer/network/schema.ts';
import type { TipsetDetail } from '#explorer/tipset/schema.ts';

export const STAGES = ['pending', 'included', 'executed', 'certified', 'final'] as const;

export interface Stage {
  stage: (typeof STAGES)[number];
  /** Epochs until it can no longer be reverted; null when that cannot be said. */
  epochsLeft: number | null;
  /** Whether F3's certificates are a step on its way. */
  f3: boolean;
}

/**
 * How far a message is. Finality moves up one epoch with each epoch of the chain, so a message is
 * as many epochs from final as its height is above the newest final one.
 */
export function stageOf(
  { status, height, finality }: Pick<MessageDetail, 'status' | 'height' | 'finality'>,
  { finalHeight, certifiedHeight }: Pick<IndexStatus, 'finalHeight' | 'certifiedHeight'>,
): Stage {
  const never = status === 'orphaned' || status === 'skipped';
  if (height !== null && finality !== null && !never)
    return stageAt({ height, finality }, finalHeight);
  const stage = never || status === 'dropped' ? 'pending' : status;
  return { stage, epochsLeft: null, f3: certifiedHeight !== null };
}

/** How far a tipset, and all in it, is. */
export function stageAt(
  { height, finality }: Pick<TipsetDetail, 'height' | 'finality'>,
  finalHeight: number | null,
): Stage {
  const { status, f3Height } = finality;
  const left = status !== 'final' && finalHeight !== null;
  return {
    stage: status,
    epochsLeft: left ? Math.max(1, height - finalHeight) : null,
    // What became final before its certificate came went another way.
    f3: f3Height !== null && (status !== 'final' || f3Height >= height),
  };
}

type Step = 'sent' | Stage['stage'];

/** A step of the ladder as it is drawn. */
export interface Rung {
  step: Step;
  state: 'done' | 'here' | 'ahead';
  /** The execution failed, or was refused. */
  bad: boolean;
}

/** Steps of the ladder from `from` on; `sent` is before any node knows of the message. */
export function rungsOf({
  stage,
  f3,
  from,
  failed,
}: {
  stage: Step;
  f3: boolean;
  from: Step;
  failed: boolean;
}): Rung[] {
  const all = ['sent', ...STAGES] as const;
  const steps = all.slice(all.indexOf(from)).filter((step) => f3 || step !== 'certified');
  const reached = steps.indexOf(stage);
  return steps.map((step, index) => ({
    step,
    state: index < reached || stage === 'final' ? 'done' : index === reached ? 'here' : 'ahead',
    bad: failed && step === 'executed' && index <= reached,
  }));
}
