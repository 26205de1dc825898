/** Where one is in a list, as its read, its pager and its words need it. */

/** Rows on a page of a list. */
export const PAGE_SIZE = 20;

/** Pages by number of lists that reorder reach so far (explorer/ordered.ts); the whole is had as CSV. */
export const REORDERING_ROWS = 10_000;

/** Where one is in a list; pages count from 0. */
export interface At {
  page: number;
  pageSize: number;
}

/** The same for lists that are asked for by it. */
export const limitOf = ({ page, pageSize }: At) => ({ limit: pageSize, offset: page * pageSize });

/** Where one is in the list that a tab shows. */
export interface TabPage extends At {
  total: number;
  /** The head that the list is pinned to; null of lists that are not. */
  head: string | null;
}

/** What such a list is asked with. */
export type TabInput = At & { head: string | undefined };

/** The same for <Pager>. */
export const pagerOf = ({ page, pageSize, total, head }: TabPage) => ({
  page,
  pageSize,
  total,
  keep: { head },
});

/** That a list has ended before this page. */
export const BEYOND = 'message.list.beyond';

/** The words of a page without rows: `none`, or that the list has ended before it. */
export const emptyOf = <Key extends string | null>(total: number, none: Key) =>
  total > 0 ? BEYOND : none;
