import { useCallback, useRef, useState } from 'react';

export interface Figures<T> {
  data: T;
  duration: string;
  state: 'ready' | 'loading' | 'failed';
  /** Shows another duration; the figures before it stay until the new ones are there. */
  choose(duration: string): void;
  retry(): void;
}

/**
 * A chart's figures: those that came with the page at first, others fetched when a duration is
 * chosen. A request that is overtaken by another is given up.
 */
export function useFigures<T>(
  first: { duration: string; data: T },
  load: (duration: string, signal: AbortSignal) => Promise<T>,
): Figures<T> {
  const [shown, setShown] = useState<Pick<Figures<T>, 'data' | 'duration' | 'state'>>({
    ...first,
    state: 'ready',
  });
  const last = useRef<AbortController | null>(null);

  const choose = useCallback(
    (duration: string) => {
      last.current?.abort();
      const request = new AbortController();
      last.current = request;
      const settle = (change: Partial<typeof shown>) => {
        if (!request.signal.aborted) setShown((before) => ({ ...before, ...change }));
      };
      if (duration === first.duration) {
        settle({ duration, data: first.data, state: 'ready' });
        return;
      }
      settle({ duration, state: 'loading' });
      load(duration, request.signal).then(
        (data) => settle({ data, state: 'ready' }),
        () => settle({ state: 'failed' }),
      );
    },
    [first.duration, first.data, load],
  );

  return { ...shown, choose, retry: () => choose(shown.duration) };
}
