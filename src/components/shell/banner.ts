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
    | 'migrating'
    | 'unmigrated'
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
/** What an upgrade made. */
const MIGRATED = 'migratedAllocations';
/** Sectors are no accounts, contracts are counted as those, and what an upgrade made was not there before. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['sectors', 'contracts', MIGRATED]);

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
  const refused = (of: typeof open): { reason: string } | null => {
    const word = of.find((subject) => subject.refused !== null)?.refused ?? null;
    return word === null ? null : { reason: word.slice(0, LONGEST_REASON) };
  };
  const before = open.filter(({ subject }) => subject !== MIGRATED);
  if (before.length > 0) {
    const taken = (status.opening ?? [])
      .filter(({ subject }) => !NOT_TAKEN.has(subject))
      .reduce((sum, subject) => sum + subject.taken, 0);
    const start = { height: status.startHeight ?? 0 };
    const why = refused(before);
    if (why) return { ...line('unopened', 'note', start), ...why };
    return line('opening', 'note', { ...start, taken });
  }
  const [migrated] = open;
  if (migrated) {
    const why = refused(open);
    if (why) return { ...line('unmigrated', 'note'), ...why };
    return line('migrating', 'note', { taken: migrated.taken });
  }
  return status.recorded ? line(demo ? 'demo' : 'recorded', 'note') : null;
}
