import type { IndexStatus } from '#explorer/network/schema.ts';

export interface BannerContent {
  text:
    | 'starting'
    | 'filling'
    | 'waiting'
    | 'late'
    | 'nodeLate'
    | 'stopped'
    | 'ended'
    | 'opening'
    | 'unopened'
    | 'demo'
    | 'recordedEnded'
    | 'recorded';
  tone: 'note' | 'wait' | 'warn';
  params: Record<string, number>;
  /** 0 to 1 while the index fills. */
  progress: number | null;
  /** What the indexer says of it, in English: words of a node or of a check. */
  reason?: string;
  /** The heights between which it fills. */
  growth?: { from: number; to: number };
}

/** Behind by more epochs than this is worth a word: 15 minutes. */
const LATE_EPOCHS = 30;
const LONGEST_REASON = 400;

/**
 * What the line over the page says; the graver thing wins; null when all is well.
 * @param demo whether a recorded chain is the demo chain
 */
export function bannerOf(status: IndexStatus, demo: boolean): BannerContent | null {
  const height = status.headHeight ?? 0;
  const line = (
    text: BannerContent['text'],
    tone: BannerContent['tone'],
    params: Record<string, number> = {},
    progress: number | null = null,
  ): BannerContent => ({ text, tone, params, progress });

  const reason = status.reason?.slice(0, LONGEST_REASON);
  const because = reason === undefined ? {} : { reason };

  if (status.state === 'stopped') return { ...line('stopped', 'warn', { height }), ...because };
  if (
    status.state === 'backfilling' &&
    status.fromHeight !== null &&
    status.targetHeight !== null
  ) {
    const total = status.targetHeight - status.fromHeight;
    const progress = status.progress ?? 0;
    return {
      ...line('filling', 'wait', { done: Math.round(total * progress), total }, progress),
      growth: { from: status.fromHeight, to: status.targetHeight },
    };
  }
  if (status.headHeight === null) return { ...line('starting', 'wait'), ...because };
  if (status.state === 'waiting') return { ...line('waiting', 'warn', { height }), ...because };
  const lag = status.lagEpochs ?? 0;
  if (lag > LATE_EPOCHS && !status.ended) {
    const behindNode = (status.nodeHeight ?? Infinity) - height > LATE_EPOCHS;
    return line(behindNode ? 'late' : 'nodeLate', 'warn', { count: lag, height });
  }
  if (status.ended) return line(demo ? 'ended' : 'recordedEnded', 'note', { height });
  const open = status.opening?.filter(({ done }) => !done) ?? [];
  // Sectors are no accounts, and contracts are counted as those.
  const taken = (status.opening ?? [])
    .filter(({ subject }) => subject !== 'sectors' && subject !== 'contracts')
    .reduce((sum, subject) => sum + subject.taken, 0);
  if (open.length > 0) {
    const start = status.startHeight ?? 0;
    const refused = open.find((subject) => subject.refused !== null)?.refused;
    return refused === undefined
      ? line('opening', 'note', { height: start, taken })
      : {
          ...line('unopened', 'note', { height: start }),
          ...(refused === null ? {} : { reason: refused.slice(0, LONGEST_REASON) }),
        };
  }
  return status.recorded ? line(demo ? 'demo' : 'recorded', 'note') : null;
}
