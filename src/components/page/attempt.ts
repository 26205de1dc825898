import { type Problem, problemOf } from '#explorer/errors.ts';
import type { Answer } from '#explorer/wire.ts';
import { readPage } from '#format/query.ts';
import { type At, PAGE_SIZE, pagerOf, type TabInput, type TabPage } from '../list/paging.ts';
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

/** Reads a tab's list as {@link pinned} does. */
export async function pinnedTab<T extends { totalCount: number }>(
  query: URLSearchParams,
  at: At,
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
 * response follows what was found.
 */
export async function attemptPage<T>(
  { url, response, locals }: Visit,
  reads: (at: At) => Promise<T>,
  pageSize = PAGE_SIZE,
): Promise<{ at: At; found: Attempt<T> }> {
  const page = readPage(url.searchParams);
  const at = { page: page ?? 0, pageSize };
  const found =
    page === null ? badPage(url.searchParams) : await attempt(() => reads(at), { locals });
  if (!found.ok) response.status = found.problem.status;
  return { at, found };
}

/** The same for a page that is one list, {@link pinned} to its head; with what its <Pager> needs. */
export async function attemptList<T extends { totalCount: number }>(
  visit: Visit,
  read: (input: TabInput) => Promise<Answer<T>>,
  pageSize = PAGE_SIZE,
) {
  const { at, found } = await attemptPage(
    visit,
    (at) => pinnedTab(visit.url.searchParams, at, read),
    pageSize,
  );
  const list = found.ok ? found.value.list : null;
  return { found, list, pager: pagerOf(found.ok ? found.value : { ...at, total: 0, head: null }) };
}
