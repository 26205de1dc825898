import { QueryClient } from '@tanstack/react-query';

let shared: QueryClient | null = null;

/**
 * What the islands of a page have asked for, together. The server, which asks for nothing, has no page to
 * keep it with: there each island has one of its own.
 */
export function pageQueries(): QueryClient {
  const made =
    shared ??
    new QueryClient({
      defaultOptions: {
        // What fails is said at once, and asked for again by a button.
        queries: { retry: false, refetchOnWindowFocus: false, staleTime: 60_000 },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
  if (!import.meta.env.SSR) shared = made;
  return made;
}
