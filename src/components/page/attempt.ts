import { type Problem, problemOf } from '#explorer/errors.ts';
import type { Answer } from '#explorer/wire.ts';
import { readPage } from '#format/query.ts';
import { putLabels } from './labels.ts';

export type Attempt<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Where what is known of a page's accounts is put. */
type Locals = Parameters<typeof putLabels>[0];

/**
 * Runs a page's reads, and asks for the names of the accounts in what they answered (`page.locals`; a
 * page that shows none needs no `page`). What the reader asked wrongly becomes a problem to show with
 * <ProblemPage>; anything else is thrown on.
 */
export async function attempt<T>(
  reads: () => Promise<T>,
  page?: { locals: Locals },
): Promise<Attempt<T>> {
  try {
    const value = await reads();
    if (page !== undefined) await putLabels(page.locals, value);
    return { ok: true, value };
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
  locals: Locals;
}

/**
 * Runs the reads of a page of which `?page=` is asked for, as {@link attempt} does; the status of the
 * response follows what was found. `page` counts from 0.
 */
export async function attemptPage<T>(
  visit: Visit,
  reads: (page: number) => Promise<T>,
): Promise<{ page: number; found: Attempt<T> }> {
  const { url, response } = visit;
  const page = readPage(url.searchParams);
  const found = page === null ? badPage(url.searchParams) : await attempt(() => reads(page), visit);
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
