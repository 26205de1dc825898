import type { Answer } from '#explorer/wire.ts';
import { readPage } from '#format/query.ts';

/** What a page shows when it cannot show what was asked for. */
export interface Problem {
  /** HTTP status. */
  status: 400 | 404 | 410 | 503;
  /** Key of the dictionaries under `errors.`. */
  code: string;
  params: Record<string, string | number>;
}

export type Attempt<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const STATUS: ReadonlyMap<string, Problem['status']> = new Map([
  ['BadInput', 400],
  ['NotFound', 404],
  ['Gone', 410],
  ['Unavailable', 503],
]);

/** What an error of the reads says to the reader; null for a fault of ours. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const status = STATUS.get(error.name);
  if (status === undefined || !('code' in error) || typeof error.code !== 'string') return null;
  const params: Problem['params'] = {};
  if ('params' in error && typeof error.params === 'object' && error.params !== null)
    for (const [name, value] of Object.entries(error.params))
      if (typeof value === 'string' || typeof value === 'number') params[name] = value;
  return { status, code: error.code, params };
}

/**
 * Runs a page's reads. What the reader asked wrongly (errors named `NotFound`, `BadInput`, `Gone` and `Unavailable`, told
 * apart by name because the pages are bundled apart from the server) becomes a problem to show with
 * <ProblemPage>; anything else is thrown on.
 */
export async function attempt<T>(reads: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await reads() };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

/** The problem of a page number that is none, for {@link attempt}'s place. */
export function badPage(query: URLSearchParams): { ok: false; problem: Problem } {
  return {
    ok: false,
    problem: { status: 400, code: 'badPage', params: { page: query.get('page') ?? '' } },
  };
}

/**
 * Reads a list pinned to the head of an earlier page, so that new blocks do not push its rows. A head
 * that is too old, or was replaced, is left: the list is read as it is now.
 */
export async function pinned<T>(
  query: URLSearchParams,
  read: (head: string | undefined) => Promise<T>,
): Promise<T> {
  const head = query.get('head') ?? undefined;
  try {
    return await read(head);
  } catch (error) {
    const replaced = error instanceof Error && error.name === 'Gone' && head !== undefined;
    if (!replaced) throw error;
    return read(undefined);
  }
}

/** Where one is in the list that a tab shows. */
export interface TabPage {
  page: number;
  pageSize: number;
  total: number;
  /** The head that the list is pinned to; null of lists that are not. */
  head: string | null;
}

/** What such a list is asked with. */
export type TabInput = Pick<TabPage, 'page' | 'pageSize'> & { head: string | undefined };

/** Reads a tab's list as {@link pinned} does. */
export async function pinnedTab<T extends { totalCount: number }>(
  query: URLSearchParams,
  at: Pick<TabPage, 'page' | 'pageSize'>,
  read: (input: TabInput) => Promise<Answer<T>>,
): Promise<TabPage & { list: T }> {
  const { data: list, head } = await pinned(query, (head) => read({ ...at, head }));
  return { list, total: list.totalCount, head: head?.token ?? null, ...at };
}

/** What reading a page needs of `Astro`. */
interface Visit {
  url: URL;
  response: { status?: number };
}

/**
 * Runs the reads of a page of which `?page=` is asked for, as {@link attempt} does; the status of the
 * response follows what was found. `page` counts from 0.
 */
export async function attemptPage<T>(
  { url, response }: Visit,
  reads: (page: number) => Promise<T>,
): Promise<{ page: number; found: Attempt<T> }> {
  const page = readPage(url.searchParams);
  const found = page === null ? badPage(url.searchParams) : await attempt(() => reads(page));
  if (!found.ok) response.status = found.problem.status;
  return { page: page ?? 0, found };
}

/** The same for a page that is one list, {@link pinned} to its head. */
export function attemptList<T>(
  visit: Visit,
  read: (place: { page: number; head: string | undefined }) => Promise<T>,
): Promise<{ page: number; found: Attempt<T> }> {
  return attemptPage(visit, (page) =>
    pinned(visit.url.searchParams, (head) => read({ page, head })),
  );
}
