import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQueries } from '../queries/client.ts';

export interface Figures<T> {
  data: T;
  duration: string;
  state: 'ready' | 'loading' | 'failed';
  /** Shows another duration; the figures before it stay until the new ones are there. */
  choose(duration: string): void;
  retry(): void;
}

/**
 * Figures of `source`: those that came with the page at first, others asked for when a duration is
 * chosen. A request that is overtaken by another is given up; what was asked for in the last minute
 * is not asked for again.
 */
export function useFigures<Source extends object, T>(
  source: Source,
  first: { duration: string; data: T },
  load: (source: Source, duration: string, signal: AbortSignal) => Promise<T>,
): Figures<T> {
  const [queries] = useState(pageQueries);
  const [duration, choose] = useState(first.duration);
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['figures', source, duration],
      queryFn: ({ signal }) => load(source, duration, signal),
      initialData: duration === first.duration ? first.data : undefined,
      networkMode: 'always',
      staleTime: Infinity,
      gcTime: 60_000,
    },
    queries,
  );
  const [shown, show] = useState(first.data);
  if (data !== undefined && data !== shown) show(data);
  const missing = isError ? 'failed' : 'loading';
  return {
    data: data ?? shown,
    duration,
    state: data === undefined ? missing : 'ready',
    choose,
    retry: () => void refetch(),
  };
}
